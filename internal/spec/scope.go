package spec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/nearest"
)

// Variable is a name that a specification may use, with its descriptor.
type Variable struct{ Name, Desc string }

// Scope is what the names in a method's specification can mean.
type Scope struct {
	Params []Variable
	// Unnamed says that the class file does not tell the parameters' names: no specification can use them.
	Unnamed bool
	Locals  []Variable // only clauses of loops may use them
	Static  bool
	class   *classfile.Class
}

// ScopeOf returns the scope of a method. The parameters' names come from the source, where it is known (names is
// then not nil), else from the class file's tables.
func ScopeOf(m *classfile.Method, names []string) Scope {
	s := Scope{Static: m.Static(), class: m.Class}
	types := classfile.Params(m.Desc)
	var vars []classfile.Variable
	if m.HasCode() {
		if code, err := m.Code(); err == nil {
			vars = code.Variables()
		}
	}
	if table := m.ParameterNames(); len(names) != len(types) {
		names = nil
		if len(table) == len(types) && !slices.Contains(table, "") {
			names = table
		}
	}
	slot := 0
	if !s.Static {
		slot = 1
	}
	for i, t := range types {
		v := Variable{Desc: t}
		if names != nil {
			v.Name = names[i]
		} else {
			for _, x := range vars {
				if x.Index == slot && x.Start == 0 && x.Desc == t {
					v.Name = x.Name
				}
			}
		}
		s.Unnamed = s.Unnamed || v.Name == ""
		s.Params = append(s.Params, v)
		slot += classfile.Slots(t)
	}
	for _, x := range vars {
		if v := (Variable{x.Name, x.Desc}); x.Name != "this" && !slices.Contains(s.Params, v) && !slices.Contains(s.Locals, v) {
			s.Locals = append(s.Locals, v)
		}
	}
	return s
}

func lookup(vs []Variable, name string) (string, bool) {
	for _, v := range vs {
		if v.Name == name {
			return v.Desc, true
		}
	}
	return "", false
}

func (s *Scope) field(name string) (f classfile.Field, ok bool) {
	if s.class != nil {
		for _, f := range s.class.Fields {
			if f.Name == name {
				return f, true
			}
		}
	}
	return f, false
}

// open says that the class can have fields that its class file does not show: inherited ones.
func (s *Scope) open() bool {
	return s.class == nil || s.class.Super != "java/lang/Object" && s.class.Super != "" || len(s.class.Interfaces) > 0
}

// Resolve checks every name in e and returns e with fields in their canonical form: this.f for an instance field,
// Class.f for a static one. Locals may be used in clauses of loops. The error is an *Error at the name.
func (s *Scope) Resolve(e Expr, locals bool) (Expr, error) {
	r := resolver{s: s, locals: locals}
	e = mapSymbols(e, r.symbol)
	if r.err != nil {
		return nil, r.err
	}
	return e, nil
}

// ResolvePredicate is Resolve for a predicate.
func (s *Scope) ResolvePredicate(p Predicate, locals bool) (Predicate, error) {
	r := resolver{s: s, locals: locals}
	p = mapPredicate(p, r.symbol)
	if r.err != nil {
		return nil, r.err
	}
	return p, nil
}

// Check resolves all names in a method's specification. What names something unknown is left out and reported; a
// precondition or invariant about values that are no whole numbers becomes Opaque.
func (s *Scope) Check(m MethodSpec) (MethodSpec, []Problem) {
	c := checker{scope: s}
	out := MethodSpec{Suppressions: m.Suppressions}
	for _, b := range m.Budgets {
		b.Unknown = nil
		resolve := func(line int) func(sym Symbol) Expr {
			return func(sym Symbol) Expr {
				r := resolver{s: c.scope}
				e := r.symbol(sym)
				if r.err != nil {
					at := b.Origin.At(r.err.Offset)
					at.Line = cmp.Or(line, at.Line)
					b.Unknown = append(b.Unknown, Unknown{sym.Name, Problem{at, r.err.Msg}})
					return sym
				}
				return e
			}
		}
		b.Energy = mapSymbols(b.Energy, resolve(b.EnergyLine))
		if b.When != nil {
			b.When = mapPredicate(b.When, resolve(b.WhenLine))
		}
		out.Budgets = append(out.Budgets, b)
	}
	out.Requires = c.facts(m.Requires, false)
	out.MeasuredBy = c.facts(m.MeasuredBy, false)
	for _, l := range m.Loops {
		l.Bound, l.Decreases = c.facts(l.Bound, true), c.facts(l.Decreases, true)
		l.Maintaining, l.Assume = c.facts(l.Maintaining, true), c.facts(l.Assume, true)
		if len(l.Bound)+len(l.Decreases)+len(l.Maintaining)+len(l.Assume) > 0 {
			out.Loops = append(out.Loops, l)
		}
	}
	return out, c.problems
}

type checker struct {
	scope    *Scope
	problems []Problem
}

func (c *checker) report(o Origin, err error) {
	var e *Error
	if errors.As(err, &e) {
		c.problems = append(c.problems, Problem{o.At(e.Offset), e.Msg})
	}
}

func (c *checker) facts(fs []Fact, locals bool) []Fact {
	var out []Fact
	for _, f := range fs {
		r := resolver{s: c.scope, locals: locals}
		if f.Expr != nil {
			f.Expr = mapSymbols(f.Expr, r.symbol)
		}
		if f.Pred != nil {
			if p := mapPredicate(f.Pred, r.symbol); r.err == nil || !r.foreign {
				f.Pred = p
			} else {
				f.Pred, r.err = Opaque{f.Pred.String(), at(f.Pred.Offset())}, nil
			}
		}
		if r.err != nil {
			c.report(f.Origin, r.err)
			continue
		}
		out = append(out, f)
	}
	return out
}

// resolver replaces symbols. The first error sticks; foreign says that the name is known but no size.
type resolver struct {
	s       *Scope
	locals  bool
	err     *Error
	foreign bool
}

func (r *resolver) fail(sym Symbol, format string, args ...any) Expr {
	if r.err == nil || r.foreign {
		r.err, r.foreign = errorAt(sym.Offset(), format, args...), false
	}
	return sym
}

// notASize is a mistake in a budget, but not in a precondition.
func (r *resolver) notASize(sym Symbol, format string, args ...any) Expr {
	if r.err == nil {
		r.err, r.foreign = errorAt(sym.Offset(), format, args...), true
	}
	return sym
}

func (r *resolver) symbol(sym Symbol) Expr {
	if sym.Cost || !IsPath(sym.Name) {
		return sym // only formulas have such names
	}
	if sym.Name == `\result` {
		return r.fail(sym, `\result is not known before the call: use sizes of the parameters or of fields`)
	}
	parts := strings.Split(sym.Name, ".")
	head := strings.TrimSuffix(parts[0], "()")
	rest := parts[1:]
	var desc string
	prefix := head
	known := false
	if head != parts[0] {
		return r.fail(sym, "%q: a size is a parameter or a field, or a length or size of one", sym.Name)
	}
	switch {
	case head == "this":
		if r.s.Static {
			return r.fail(sym, "a static method has no this")
		}
		if len(rest) == 0 || strings.HasSuffix(rest[0], "()") {
			if len(rest) == 1 && (rest[0] == "size()" || rest[0] == "length()") {
				return sym
			}
			return r.fail(sym, "%q is no size: write this.size(), this.length(), or a field as in this.buffer.length", sym.Name)
		}
		f, ok := r.s.field(rest[0])
		if !ok && !r.s.open() {
			return r.fail(sym, "%s has no field %q%s", r.className(), rest[0], nearest.DidYouMean(rest[0], r.fieldNames()))
		}
		desc, known, prefix, rest = f.Desc, ok, "this."+rest[0], rest[1:]
	default:
		if desc, known = lookup(r.s.Params, head); known {
			break
		}
		if desc, known = lookup(r.s.Locals, head); known && r.locals {
			break
		} else if known {
			return r.fail(sym, "%q is a local variable: only clauses before loops may use it", head)
		}
		if f, ok := r.s.field(head); ok {
			static := f.Access&classfile.AccStatic != 0
			if !static && r.s.Static {
				return r.fail(sym, "%q is an instance field, and the method is static", head)
			}
			prefix = "this." + head
			if static {
				prefix = simpleName(r.s.class.Name) + "." + head
			}
			if n, ok := r.s.constant(f, rest, sym); ok {
				return n
			}
			desc, known = f.Desc, true
			break
		}
		if r.s.class != nil && head == simpleName(r.s.class.Name) && len(rest) > 0 {
			f, ok := r.s.field(rest[0])
			if !ok && !r.s.open() {
				return r.fail(sym, "%s has no field %q%s", r.className(), rest[0], nearest.DidYouMean(rest[0], r.fieldNames()))
			}
			if n, is := r.s.constant(f, rest[1:], sym); ok && is {
				return n
			}
			desc, known, prefix, rest = f.Desc, ok, head+"."+rest[0], rest[1:]
			break
		}
		return r.unknown(sym, head)
	}
	return r.size(sym, prefix, desc, known, rest)
}

// IsSizeName reports whether a name is that of a length or a number of elements.
func IsSizeName(name string) bool {
	return strings.HasSuffix(name, ".length") || strings.HasSuffix(name, ".length()") || strings.HasSuffix(name, ".size()")
}

// IsPath reports whether a name is one of Java: a variable or a field, and parts of it.
func IsPath(name string) bool {
	if name == `\result` {
		return true
	}
	for part := range strings.SplitSeq(name, ".") {
		if part = strings.TrimSuffix(part, "()"); part == "" || identLen(part) != len(part) {
			return false
		}
	}
	return true
}

// constant is the value of a constant of the class, such as PAYLOAD in n <= PAYLOAD: the compiler has put the
// number in the code's place of the name, too.
func (s *Scope) constant(f classfile.Field, rest []string, sym Symbol) (Number, bool) {
	const final = classfile.AccStatic | classfile.AccFinal
	if len(rest) > 0 || f.Access&final != final || strings.IndexByte("BCISJ", f.Desc[0]) < 0 {
		return Number{}, false
	}
	i, ok := f.ConstantValue()
	if !ok {
		return Number{}, false
	}
	switch pool := s.class.Pool; pool.Tag(i) {
	case classfile.TagInteger:
		return Number{Value: float64(pool.Integer(i)), at: sym.at}, true
	case classfile.TagLong:
		if v := pool.Long(i); v == int64(float64(v)) {
			return Number{Value: float64(v), at: sym.at}, true
		}
	}
	return Number{}, false
}

// size checks what follows a variable: nothing for a whole number, length for an array, a call for an object.
func (r *resolver) size(sym Symbol, prefix, desc string, known bool, rest []string) Expr {
	name := strings.Join(append([]string{prefix}, rest...), ".")
	out := Symbol{Name: name, at: sym.at}
	if name != sym.Name {
		out.Written = sym.Name
	}
	if !known {
		return out
	}
	java := classfile.JavaType(desc)
	last := ""
	if len(rest) > 0 {
		last = rest[len(rest)-1]
	}
	switch {
	case desc[0] == '[':
		if len(rest) != 1 || last != "length" {
			return r.otherSize(last)(sym, "%q: %s is of type %s, its size is %s.length", sym.Name, prefix, java, prefix)
		}
	case strings.IndexByte("BCISJ", desc[0]) >= 0:
		if len(rest) > 0 {
			return r.notASize(sym, "%q: %s is of type %s and has no parts", sym.Name, prefix, java)
		}
	case desc[0] != 'L':
		return r.notASize(sym, "%q: %s is of type %s, not a whole number", sym.Name, prefix, java)
	case desc == "Ljava/lang/String;":
		if len(rest) != 1 || last != "length()" {
			return r.otherSize(last)(sym, "%q: %s is a String, its size is %s.length()", sym.Name, prefix, prefix)
		}
	case strings.HasPrefix(desc, "Ljava/") && len(rest) == 1 && last == "length": // no class of the JDK lets others see a field of that name
		return r.fail(sym, "%q: %s is of type %s: write its size, as in %s.size() or %s.length()", sym.Name, prefix, java, prefix, prefix)
	case len(rest) == 0 && boxed[desc]:
	case len(rest) == 0:
		return r.notASize(sym, "%q is of type %s: write its size, as in %s.size() or %s.length()", sym.Name, java, prefix, prefix)
	case strings.HasSuffix(last, "()") && last != "size()" && last != "length()":
		return r.notASize(sym, "%q: %s is no size: expected size(), length() or a field", sym.Name, last)
	}
	return out
}

// otherSize is how to answer a part of an array or a text that is not its size: one that has the name of a size is a mistake, others may be JML.
func (r *resolver) otherSize(part string) func(sym Symbol, format string, args ...any) Expr {
	switch part {
	case "size()", "length()", "size", "length":
		return r.fail
	}
	return r.notASize
}

var boxed = map[string]bool{
	"Ljava/lang/Integer;": true, "Ljava/lang/Long;": true, "Ljava/lang/Short;": true, "Ljava/lang/Byte;": true, "Ljava/lang/Character;": true,
}

func (r *resolver) className() string { return classfile.External(r.s.class.Name) }

func (r *resolver) fieldNames() []string {
	var names []string
	if r.s.class != nil {
		for _, f := range r.s.class.Fields {
			names = append(names, f.Name)
		}
	}
	return names
}

func (r *resolver) unknown(sym Symbol, name string) Expr {
	var known []string
	for _, p := range r.s.Params {
		if p.Name != "" {
			known = append(known, p.Name)
		}
	}
	if r.locals {
		for _, v := range r.s.Locals {
			known = append(known, v.Name)
		}
	}
	if r.s.Unnamed {
		return r.fail(sym, "unknown name %q: the class file does not tell the parameters' names; compile with -g or -parameters, or say where the source is", name)
	}
	hint := nearest.DidYouMean(name, append(slices.Clone(known), r.fieldNames()...))
	if hint == "" {
		hint = "; the method has no parameters"
		if len(known) == 1 {
			hint = "; the parameter is " + known[0]
		} else if len(known) > 1 {
			hint = fmt.Sprintf("; the parameters are %s", strings.Join(known, ", "))
		}
	}
	return r.fail(sym, "unknown name %q%s", name, hint)
}
