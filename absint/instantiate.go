package absint

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// instantiation is a call of a method under evaluation: what its symbols are at the call.
type instantiation struct {
	*costSummary // the caller's
	site         *callSite
	name         string // of the callee
	arg          func(param int) (ssa.ID, bool)
	conds        []Condition
	why          string // the first symbol of which nothing is known
}

// instantiate puts the caller's sizes in the place of the callee's symbols.
// In an upper objective, what the cost only grows or only falls with may be replaced by a bound. name is the callee's,
// empty where that is the caller itself, required what its precondition asks for.
func (s *costSummary) instantiate(o Outcome, arg func(param int) (ssa.ID, bool), site *callSite, name string, required []Condition, obj Objective) Outcome {
	out := called(o)
	if o.Constant() && len(o.Conditions)+len(required) == 0 { // most are
		out.Poly = o.Poly.mapVectors(calleeVector)
		return out
	}
	s.m.spend(o.Poly.work() + 8*len(o.Conditions))
	in := &instantiation{costSummary: s, site: site, name: name, arg: arg}
	weights := obj.weights()
	if obj.choices != nil {
		weights = nil // more of anything costs more
	}
	known := map[string]Size{} // of the callee's symbols
	value := func(a *atom) (Size, bool) {
		if a.kind != symbolAtom {
			return Size{}, false
		}
		s, ok := known[a.key]
		if !ok {
			s, _ = in.size(a, obj.Upper, true, func() direction { return o.Poly.direction(a.key, weights) })
			known[a.key] = s
		}
		return s, true
	}
	poly, bad := o.Poly.mapVectors(calleeVector).substitute(value)
	if bad && !obj.Upper {
		if poly, bad = in.surely(o.Poly, value, weights); bad {
			return obj.leftOut()
		}
	}
	if bad {
		out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "its cost depends on a size that is not known here: "+in.why)})
		return out
	}
	// The callee could not know that an argument is never negative: the index of a loop around the call, say. Sums over
	// the index are exact then.
	out.Poly = s.m.ranges.decidePoly(poly)
	for _, c := range append(required, o.Conditions...) {
		for _, c := range c.sides() {
			size := c.Size.substitute(func(a *atom) (Size, bool) {
				return in.size(a, obj.Upper, math.IsInf(c.Lo, -1), func() direction { return c.Size.direction(a.key) })
			})
			if size.bad && !obj.Upper { // of the callee nothing is sure where it does not hold
				return obj.leftOut()
			}
			if size.bad {
				out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "its bound has a condition on a size that is not known here: "+in.why)})
				return out
			}
			out.Conditions = s.m.require(out.Conditions, Condition{Size: size, Lo: c.Lo, Hi: c.Hi, Requires: c.Requires})
		}
	}
	out.Conditions = union(out.Conditions, in.conds)
	return out
}

// surely is what of a lower bound does not depend on sizes that are not known here; takes says that the rest may lower it.
func (in *instantiation) surely(p Poly, value func(*atom) (Size, bool), weights []float64) (out Poly, takes bool) {
	for _, t := range p.terms {
		one, bad := Poly{terms: []polyTerm{{t.mono, calleeVector(t.vec)}}}.substitute(value)
		switch {
		case !bad:
			out = out.add(one)
		case !in.m.ranges.notNegative(t.mono) || weights != nil && t.vec.Dot(weights) < 0 || slices.ContainsFunc(t.vec, func(n pattern.Count) bool { return n.N < 0 }):
			return Poly{}, true
		}
	}
	return out, false
}

// sides splits a condition into what it asks for from below and from above.
func (c Condition) sides() []Condition {
	if math.IsInf(c.Lo, -1) || math.IsInf(c.Hi, 1) {
		return []Condition{c}
	}
	lo, hi := c, c
	lo.Hi, hi.Lo = math.Inf(1), math.Inf(-1)
	return []Condition{lo, hi}
}

// size is what a symbol of the callee is at the call. Where that is not known, bounds says whether a bound will do;
// above says whether the expression is to be bounded from above, and how tells how it moves with the symbol.
func (in *instantiation) size(a *atom, bounds, above bool, how func() direction) (Size, bool) {
	if a.kind != symbolAtom {
		return Size{}, false
	}
	q := in.argumentSize(a.symbol, in.name, in.arg)
	reach := !q.ok() || in.indicesReach(q.size, in.site.value)
	if (!q.ok() || !reach) && bounds {
		if d := how(); d != mixed {
			q = in.argumentBound(a.symbol, above == (d == growing))
			reach = !q.ok() || in.indicesReach(q.size, in.site.value)
		}
	}
	switch {
	case q.ok() && reach:
		in.conds = union(in.conds, q.conds)
		return q.size, true
	case in.why != "":
	case q.ok():
		in.why = "an earlier loop sets an argument"
	default:
		in.why = q.why
	}
	return badSize, true
}

// required is what the method's precondition asks of its callers.
func (s *costSummary) required() []Condition {
	if s.m == nil {
		return nil
	}
	return s.m.required[:len(s.m.required):len(s.m.required)]
}

// calleeVector drops what counts in the callee's own frame only.
func calleeVector(v Vector) Vector {
	i := slices.IndexFunc(v, func(c pattern.Count) bool { return c.ID >= ownInstructions })
	if i < 0 {
		return v
	}
	out := slices.Clone(v[:i])
	for _, c := range v[i:] {
		if c.ID == totalInstructions || c.ID >= firstChoice {
			out = append(out, c)
		}
	}
	return out
}

// indicesReach says whether all loop indices in a size belong to loops around the value that it is used by.
func (s *costSummary) indicesReach(size Size, at ssa.ID) bool {
	b := int(s.m.f.Values[at].Block)
	return !size.contains(func(a *atom) bool { return a.kind == indexAtom && !s.m.g.InLoop(b, a.loop) })
}

// argumentSize is a callee's symbol at a call site: its path starts from a parameter, which is an argument here.
func (s *costSummary) argumentSize(sym Symbol, name string, arg func(int) (ssa.ID, bool)) quantity {
	if sym.isLargest() { // its largest value in any call: the caller has no other name for it
		if name != "" && !strings.Contains(sym.Name, ": ") {
			sym.Name = name + ": " + sym.Name
		}
		return quantity{size: SymbolSize(sym)}
	}
	if s.m.writesOn(sym.Path) { // a constructor calls what reads a field before and after it writes it
		return unknownQuantity("%s changes while the method runs", sym.Name)
	}
	i, _, _, ok := splitPath(sym.Path)
	if !ok {
		return quantity{size: SymbolSize(sym)} // a static field is the same everywhere
	}
	v, ok := arg(i)
	if !ok {
		return unknownQuantity("%s is not known", sym.Name)
	}
	return s.m.passedFor(sym, v, 0)
}

// splitPath takes the path of a symbol apart: the parameter that it starts from, the fields behind, and whether it is the
// length of what is there. ok is false where it starts from a class.
func splitPath(path string) (param int, fields string, isLength, ok bool) {
	path, isLength = strings.CutPrefix(path, "len(")
	if isLength {
		path = strings.TrimSuffix(path, ")")
	}
	root, fields, _ := strings.Cut(path, ".")
	param, err := strconv.Atoi(strings.TrimPrefix(root, "p"))
	return param, fields, isLength, err == nil && param >= 0
}

// passedFor is a symbol of a callee that starts from a parameter for which v is passed.
func (m *method) passedFor(sym Symbol, v ssa.ID, depth int) quantity {
	_, fields, isLength, _ := splitPath(sym.Path)
	switch {
	case fields != "":
		path, name := m.path(v, depth)
		if path == "" {
			return unknownQuantity("%s of the argument %s is not known", fields, m.describe(v))
		}
		_, tail, _ := strings.Cut(sym.Name, ".")
		sym.Path, sym.Name = path+"."+fields, name+"."+tail
		if isLength {
			sym.Path = "len(" + sym.Path + ")"
		}
		return quantity{size: SymbolSize(sym)}
	case !isLength:
		return m.value(v, depth)
	case strings.HasSuffix(sym.Name, "()"):
		return m.stringLength(v)
	}
	return m.length(v, depth)
}

// argumentBound bounds a symbol of the callee from above (up) or below where its value at the call is not known. There
// is always a bound: the symbol of the largest, or the smallest, value that it has there.
func (in *instantiation) argumentBound(sym Symbol, up bool) quantity {
	m := in.m
	i, fields, isLength, ok := splitPath(sym.Path)
	switch {
	case isLength && !up:
		return quantity{}
	case !ok: // a static field that changes
		end := map[bool]string{true: "most", false: "least"}[up]
		sym.Path = fmt.Sprintf("~%s:%s(%s.%s)", end, sym.Path, m.f.Method.Class.Name, m.f.Method.ID())
		sym.Name = extremeWord(up) + sym.Name
		return quantity{size: SymbolSize(sym)}
	}
	v, ok := in.arg(i)
	switch {
	case !ok: // what a lambda captures or gets: the caller has no name for it
		return quantity{size: m.extremeOf(in.site.value, up, sym.Path+":"+in.name, in.name+": "+sym.Name, sym)}
	case fields != "":
		what := "val:" + fields
		if isLength {
			what = "len:" + fields
		}
		_, tail, _ := strings.Cut(sym.Name, ".")
		name := m.part(v, "."+tail)
		if m.writesOn(sym.Path) && m.extremeName(v, up, name) == name {
			name = extremeWord(up) + name
		}
		return quantity{size: m.extremeOf(v, up, what, name, sym)}
	case !isLength:
		if q := m.bound(v, up, 0); q.ok() {
			return q
		}
		return quantity{size: m.extremeOf(v, up, "val", m.describeSource(v), sym)}
	case strings.HasSuffix(sym.Name, "()"):
		return quantity{size: m.largestChars(v)}
	}
	return quantity{size: m.largestLength(v)}
}

// extremeOf is the symbol of the largest (up) or the smallest value that a quantity has at one place; what it can be
// is that of the symbol.
func (m *method) extremeOf(v ssa.ID, up bool, what, name string, sym Symbol) Size {
	if up {
		return m.largest(v, what, name, sym.Max)
	}
	return SymbolSize(Symbol{Path: fmt.Sprintf("~least:%s(%s.%s@%d)", what, m.f.Method.Class.Name, m.f.Method.ID(), v), Name: m.extremeName(v, false, name), Min: sym.Min, Max: sym.Max})
}

// stringLength is the number of chars of a string.
func (m *method) stringLength(v ssa.ID) quantity { return m.stringLengthAt(v, 0) }

func (m *method) stringLengthAt(v ssa.ID, depth int) quantity {
	if str, ok := m.f.StringConstant(v); ok {
		return quantity{size: Const(utf16Length(str))}
	}
	if path, name := m.path(v, 0); path != "" {
		return quantity{size: SymbolSize(Symbol{Path: "len(" + path + ")", Name: name + ".length()", Max: maxLength})}
	}
	if q, ok := m.substringLength(v, depth); ok {
		return q
	}
	return unknownQuantity("the length of %s is not known", m.describe(v))
}
