package rules

import (
	_ "embed" // the table
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// removable is what is known of a method of the program whose calls can be removed where nothing uses the result. Sound because every
// instruction is known to change nothing that was there before the call, every loop has a bound without conditions, and no exception but
// that of a null reference can end the method. functionOf asks for less: a call that is moved in front of a loop still throws.
type removable struct {
	works bool // it does more than read a field or two
	fresh bool // nothing that it returns can be changed and was there before the call
}

// removableOf returns what is known of a method; nil where a call of it may do more than compute the result.
func (e *Engine) removableOf(cm *classfile.Method, depth int) *removable {
	if depth > purityDepth || !cm.HasCode() || cm.Access&classfile.AccSynchronized != 0 || !e.Program.Analysed(cm.Class.Name) {
		return nil
	}
	return e.removables.of(computation{cm, depth}, func() *removable { return e.readRemovable(cm, depth) })
}

// readRemovable is removableOf of a method by its instructions.
func (e *Engine) readRemovable(cm *classfile.Method, depth int) *removable {
	code, err := cm.Code()
	if err != nil || code == nil || storesOrLocks(code) || hasOp(code, func(op classfile.Op) bool { return op == classfile.OpAthrow }) {
		return nil
	}
	m := e.reader(cm)
	if m == nil {
		return nil
	}
	out := &removable{fresh: true}
	for v := range m.Instructions() {
		if !m.removes(v, out, depth) {
			return nil
		}
		if m.Func().Values[v].Op == classfile.OpAreturn {
			out.fresh = out.fresh && m.isFresh(m.Func().Args(v)[0])
		}
	}
	out.works = out.works || len(m.Graph().Loops) > 0
	if !m.surelyReturns() {
		return nil
	}
	return out
}

// constantClasses are classes of objects that nothing can change, beside texts and boxes.
var constantClasses = []string{"java/util/Optional", "java/util/OptionalInt", "java/util/OptionalLong", "java/util/OptionalDouble", "java/math/BigDecimal", "java/math/BigInteger"}

// isFresh reports whether a value is null, one that nothing can change, or an object that the method makes.
func (m *Method) isFresh(v ssa.ID) bool {
	f := m.Func()
	v = m.Strip(v)
	return m.onlyPlain([]ssa.ID{v}) || slices.Contains(constantClasses, className(f.Static(v))) || m.makesArray(v) ||
		f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpNew || f.IsCallTo(v, "java/util/List", "of")
}

// surelyReturns reports whether every loop of the method has a bound that holds without conditions, and no instruction raises an exception
// because of a value that it gets, but null.
func (m *Method) surelyReturns() bool {
	g := m.Graph()
	if slices.ContainsFunc(g.Blocks, func(b cfg.Block) bool { return b.Region >= 0 }) {
		return false
	}
	checked := m.checked()
	if len(checked) == 0 && len(g.Loops) == 0 {
		return true
	}
	s := m.Engine.BoundsOf(m.Func().Method)
	if s.Err() != nil {
		return false
	}
	for l := range g.Loops {
		if _, conditions, _, ok := s.Iterations(l); !ok || len(conditions) > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(checked, s.OutOfRange)
}

// checked returns the instructions that raise an exception for some of the values that they get. A cast of what a call returns is none: it is
// the compiler's, as the method is generic.
func (m *Method) checked() (out []ssa.ID) {
	f := m.Func()
	for v := range m.Instructions() {
		switch op := f.Values[v].Op; {
		case op == classfile.OpCheckcast:
			if !f.IsCall(f.Args(v)[0]) {
				out = append(out, v)
			}
		case op >= classfile.OpIaload && op <= classfile.OpSaload, op >= classfile.OpIastore && op <= classfile.OpSastore, slices.Contains(arrayMakers, op),
			op == classfile.OpIdiv, op == classfile.OpIrem, op == classfile.OpLdiv, op == classfile.OpLrem, f.IsCallTo(v, stringClass, "charAt"):
			out = append(out, v)
		}
	}
	return out
}

// removes reports whether an instruction changes nothing that was there before the call of its method, and adds its work to out.
func (m *Method) removes(v ssa.ID, out *removable, depth int) bool {
	f := m.Func()
	switch op := f.Values[v].Op; {
	case op == classfile.OpInvokedynamic:
		if m.byRecipe(v) == nil {
			_, lambda := m.function(v)
			return lambda
		}
		out.works = true
		return m.onlyPlain(f.Args(v))
	case op >= classfile.OpIastore && op <= classfile.OpSastore:
		return m.madeHere(f.Args(v)[0])
	case op == classfile.OpGetfield || op == classfile.OpGetstatic:
		return m.readsWithoutEffect(v)
	case slices.Contains(arrayMakers, op) || op == classfile.OpNew || op >= classfile.OpIadd && op <= classfile.OpDcmpg:
		out.works = true
	case f.IsCall(v):
		return m.callsRemovable(v, out, depth)
	}
	return true
}

// readsWithoutEffect reports whether to read a field has no effect: it is not volatile, and of an object or of a class that is initialized.
func (m *Method) readsWithoutEffect(v ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(v)
	if !m.Engine.Program.Analysed(c.Class) {
		return strings.HasPrefix(c.Class, "java/") && m.final(c)
	}
	return m.Engine.fieldFlags(c)&classfile.AccVolatile == 0 && (f.Values[v].Op == classfile.OpGetfield || m.initialized(c.Class))
}

// initialized reports whether code of the method runs no initializer of a class: the class is that of the method or above it, or neither it nor
// a class above it has one, or it is one of the JDK.
func (m *Method) initialized(class string) bool {
	e, own := m.Engine, m.Func().Method.Class.Name
	if c := e.Program.Lookup(class); own == class || c != nil && !c.IsInterface() && e.IsClass(own, class) {
		return true
	}
	return !slices.ContainsFunc(slices.Concat(e.Program.Supers(class), []string{class}), func(above string) bool {
		if !e.Program.Analysed(above) {
			return !strings.HasPrefix(above, "java/")
		}
		return slices.ContainsFunc(e.Program.Lookup(above).Methods, func(x classfile.Method) bool { return x.Name == "<clinit>" })
	})
}

// onlyPlain reports whether values are numbers, texts and boxes, whose toString, equals and hashCode are the library's.
func (m *Method) onlyPlain(values []ssa.ID) bool {
	f := m.Func()
	return !slices.ContainsFunc(values, func(a ssa.ID) bool {
		_, box := wrappers[className(f.Static(a))]
		return f.Values[a].Type == 'a' && !f.IsNull(a) && f.Static(a) != stringDesc && !box
	})
}

// callsRemovable reports whether a call changes nothing that was there before the call of its method, and adds its work to out.
func (m *Method) callsRemovable(v ssa.ID, out *removable, depth int) bool {
	f := m.Func()
	c, _ := f.Member(v)
	if c.Name == "<init>" && f.Values[f.Args(v)[0]].Op == classfile.OpNew {
		out.works = true
		return m.Engine.onlySetsFields(c) || m.makesEmpty(v, c)
	}
	if w := wrappers[c.Class]; c.Name == "valueOf" && c.Desc == "("+w.primitive+")L"+c.Class+";" || f.IsCallTo(v, stringClass, "charAt") || m.steps(v, c) {
		return true
	}
	if m.fillsOwn(v, c) != "" || m.setsMade(v) {
		out.works = true
		return true
	}
	if _, ok := m.onlyComputesHere(v, c); ok {
		out.works = true
		return !m.mayReject(v, c) && m.onlyFunctions(v, c, depth)
	}
	if dependsOnArguments(c) {
		return c.Name != "<init>" && !m.mayReject(v, c)
	}
	target := m.runs(v, c)
	if target == nil {
		return false
	}
	in := m.Engine.removableOf(target, depth+1)
	out.works = out.works || in != nil && in.works
	return in != nil
}

// runs returns the method of the program that a call certainly runs, another than that of the call, and without an initializer of a class; nil
// for another. A protected method that others may override, and one of an interface or abstract class, is called for what they do.
func (m *Method) runs(v ssa.ID, c classfile.Member) *classfile.Method {
	f := m.Func()
	target := m.Engine.computedBy(f.Method.Class, f.Values[v].Op, c)
	if target == nil || target == f.Method || target.Static() && !m.initialized(target.Class.Name) {
		return nil
	}
	if target.Access&(classfile.AccStatic|classfile.AccFinal|classfile.AccPrivate) != 0 || f.Values[v].Op == classfile.OpInvokespecial {
		return target
	}
	of := m.Engine.Program.Lookup(c.Class)
	if of == nil || of.Access&(classfile.AccAbstract|classfile.AccInterface) != 0 || target.Access&classfile.AccProtected != 0 && of.Access&classfile.AccFinal == 0 {
		return nil
	}
	return target
}

// takesAll reports whether objects of a class of filled.tsv take any number of plain values: their capacity is no limit, and 0 is one.
func takesAll(class string) bool {
	return isFilled(class) && class != "java/util/BitSet" && class != "java/util/PriorityQueue" && class != "java/util/EnumMap" &&
		strings.HasPrefix(class, "java/") && !strings.HasPrefix(class, "java/util/concurrent/")
}

// makesEmpty reports whether a constructor makes a collection or text of the library that is empty, or has what a text has.
func (m *Method) makesEmpty(v ssa.ID, c classfile.Member) bool {
	if !takesAll(c.Class) {
		return false
	}
	f := m.Func()
	return !slices.ContainsFunc(f.Args(v)[1:], func(a ssa.ID) bool {
		x := &f.Values[a]
		length := x.Kind == ssa.Instr && (x.Op == classfile.OpArraylength || f.IsCallTo(a, stringClass, "length"))
		return f.Static(a) != stringDesc && !length && (x.Kind != ssa.Int || x.Type != 'i' || x.Aux < 0)
	})
}

// steps reports whether a call takes the next element of an iterator over a collection of the library, which the method made itself.
func (m *Method) steps(v ssa.ID, c classfile.Member) bool {
	if c.Class != "java/util/Iterator" || c.Name != "hasNext" && c.Name != "next" {
		return false
	}
	f := m.Func()
	made := m.Strip(f.Args(v)[0])
	if !f.IsCall(made) {
		return false
	}
	by, _ := f.Member(made)
	_, ok := m.onlyComputesHere(made, by)
	return ok && by.Name == "iterator"
}

// keepsAny are collections that call no method of the elements which they get.
var keepsAny = []string{"java/util/ArrayList", "java/util/LinkedList", "java/util/ArrayDeque", "java/util/Vector"}

// fillsOwn returns the class of a collection or text that the method made, if a call fills it, or reads a text; empty for another call.
func (m *Method) fillsOwn(v ssa.ID, c classfile.Member) (class string) {
	f := m.Func()
	if f.Values[v].Op == classfile.OpInvokestatic {
		return ""
	}
	into := f.Args(v)[0]
	if class = m.fillsClass(into); class == "" {
		return ""
	}
	if params := classfile.Params(c.Desc); len(params) > 1 && slices.Contains(params, "I") || c.Name == "insert" || c.Name == "appendCodePoint" {
		return "" // an index, or a character that may be none
	}
	if javaBuilders[class] && (c.Name == "length" || c.Name == "toString" || c.Name == "reverse") {
		return class
	}
	plain := m.onlyPlain(f.Args(v)[1:]) || slices.Contains(keepsAny, class) && len(f.Args(v)) == 2 && strings.HasPrefix(c.Desc, "(Ljava/lang/Object;)")
	if what, _ := m.fillingOf(v, into, class); what != fillsIt || !plain || runsFunctions(c) {
		return ""
	}
	return class
}

// fillsClass returns the class of a collection or text that the method made with new, also where v is what a call returned that fills it;
// empty for others.
func (m *Method) fillsClass(v ssa.ID) string {
	f := m.Func()
	for range 64 {
		v = m.Strip(v)
		x := &f.Values[v]
		if x.Kind != ssa.Instr {
			return ""
		}
		if x.Op == classfile.OpNew {
			if class := className(f.Static(v)); takesAll(class) {
				return class
			}
			return ""
		}
		if !f.IsCall(v) || x.Op == classfile.OpInvokedynamic || x.Op == classfile.OpInvokestatic {
			return ""
		}
		c, _ := f.Member(v)
		if _, itself := m.fillingOf(v, f.Args(v)[0], c.Class); !itself {
			return ""
		}
		v = f.Args(v)[0]
	}
	return ""
}

//go:embed rejecting.tsv
var rejectingText string

// rejecting are the methods of rejecting.tsv by class, of which * stands for all.
var rejecting = func() map[string][]string {
	out := map[string][]string{}
	for r := range rows(rejectingText) {
		out[r[0]] = strings.Fields(r[1])
	}
	return out
}()

// byRegex are the methods of String that compile their first argument, a regular expression.
var byRegex = []string{"matches", "replaceAll", "replaceFirst", "split"}

// mayReject reports whether a call of a library method that only computes may be made for its exception, or depends on more than its arguments.
func (m *Method) mayReject(v ssa.ID, c classfile.Member) bool {
	if c.Class == stringClass && slices.Contains(byRegex, c.Name) {
		_, constant := m.Func().StringConstant(m.Func().Args(v)[1])
		return !constant || strings.HasPrefix(c.Name, "replace")
	}
	return rejects(c)
}

// checksText reports whether a method of String may be called to learn whether a text is a regular expression, a format or the name of a charset:
// it throws for others.
func (m *Method) checksText(v ssa.ID, c classfile.Member) bool {
	formats := c.Name == "format" || c.Name == "formatted"
	if c.Class != stringClass || !formats && !slices.Contains(byRegex, c.Name) && (c.Name != "getBytes" || c.Desc != "("+stringDesc+")[B") {
		return false
	}
	f := m.Func()
	args := f.Args(v)
	if !formats {
		args = args[1:]
	}
	i := slices.IndexFunc(args, func(a ssa.ID) bool { return f.Static(a) == stringDesc })
	if i < 0 {
		return true
	}
	_, constant := f.StringConstant(args[i])
	return !constant
}

// neverRejects reports whether a call is of a method of the library that throws for no argument but null.
func (m *Method) neverRejects(v ssa.ID) bool {
	c, _ := m.Func().Member(v)
	return c.Name != "<init>" && !slices.Contains(raising, c.Name) && !rejects(c)
}

// rejects reports whether a method is one of rejecting, or of a library whose methods are not known that well.
func rejects(c classfile.Member) bool {
	names := rejecting[c.Class]
	return slices.Contains(names, "*") || slices.Contains(names, c.Name) || !strings.HasPrefix(c.Class, "java/")
}

// checks are the beginnings of the names of methods that are called for their exception.
var checks = []string{"check", "require", "assert", "verify", "ensure", "validate", "expect", "touch"}

// removableCall returns the method of the program that a call certainly runs and what is known of it, where the call can be removed if nothing
// uses its result, and does some work; nil for another.
func (m *Method) removableCall(v ssa.ID, c classfile.Member) (target *classfile.Method, r *removable) {
	if !m.Engine.mayBeRemovable(c) || isKotlin(m.Func().Method.Class) || slices.ContainsFunc(checks, func(begin string) bool { return strings.HasPrefix(c.Name, begin) }) {
		return nil, nil
	}
	if target = m.runs(v, c); target == nil {
		return nil, nil
	}
	if r = m.Engine.removableOf(target, 0); r == nil || !r.works {
		return nil, nil
	}
	return target, r
}

// mayBeRemovable reports whether a call may be of a method of the program that computes a result.
func (e *Engine) mayBeRemovable(c classfile.Member) bool {
	return c.Name != "<init>" && classfile.Return(c.Desc) != "V" && e.own(c.Class)
}
