package rules

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

// site returns what a repair of the source has to know of a call, nil where the rule has no kind of repair or repairs are not asked for.
func (m *Method) site(at ssa.ID) *finding.Site {
	f := m.Func()
	if m.rule.Repair == nil || !m.Engine.Repairs || at == 0 {
		return nil
	}
	s := &finding.Site{Repair: m.rule.Repair.Name, PC: int(f.Values[at].PC), Version: int(f.Method.Class.Major)}
	if !f.IsCall(at) || f.Values[at].Op == classfile.OpInvokedynamic {
		return s
	}
	s.Call, _ = f.Member(at)
	for _, a := range f.Args(at) {
		s.Operands = append(s.Operands, m.operandOf(a, at))
	}
	if m.rule.Facts != nil {
		m.rule.Facts(m, at, s)
	}
	return s
}

// operandOf returns what is certain of a value that an instruction uses.
func (m *Method) operandOf(v, at ssa.ID) finding.Operand {
	if class := m.exactClass(v); class != "" {
		return finding.Operand{Type: "L" + class + ";", Exact: true, NonNull: m.nonNull(v, at)}
	}
	t := m.Func().Static(v)
	kind := m.Func().Values[v].Kind
	exact := len(t) == 1 && m.exactPrimitive(v) || strings.HasPrefix(t, "[") && m.exactArray(v)
	return finding.Operand{Type: t, Exact: exact, NonNull: m.nonNull(v, at), Constant: kind == ssa.Int || kind == ssa.Const}
}

// exactArray reports whether an array is certainly not the result of a generic method, whose type would depend on where it is used.
func (m *Method) exactArray(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind == ssa.Param || x.Kind == ssa.Instr && x.Op != classfile.OpCheckcast
}

// exactClass returns the class of the objects that a value may be, where all are made by new of one class; else empty.
func (m *Method) exactClass(v ssa.ID) string {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	switch {
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpNew:
		return className(f.Static(v))
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		c, _ := f.Member(v)
		values, ok := m.Engine.storesTo(c)
		if !ok {
			return ""
		}
		class := ""
		for in, stored := range values {
			stored = in.Strip(stored)
			if y := &in.Func().Values[stored]; y.Kind != ssa.Instr || y.Op != classfile.OpNew {
				return ""
			}
			n := className(in.Func().Static(stored))
			if class != "" && n != class {
				return ""
			}
			class = n
		}
		return class
	}
	return ""
}

// exactPrimitive reports whether the type of a number is that of the expression in the source: the virtual machine has no instructions
// of its own for byte, char, short and boolean, and compilers take numbers out of boxes.
func (m *Method) exactPrimitive(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Param:
		return true
	case x.Kind != ssa.Instr:
		return false
	case f.IsCall(v):
		c, _ := f.Member(v)
		return c.Name != wrappers[c.Class].unbox
	}
	return x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic || x.Op == classfile.OpArraylength || x.Op >= classfile.OpIaload && x.Op <= classfile.OpDaload ||
		x.Op >= classfile.OpIadd && x.Op <= classfile.OpLxor
}

// nonNull reports whether a value is certainly no null where an instruction uses it: it is made there, or a member of it was used on
// every path before.
func (m *Method) nonNull(v, at ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	v = m.Strip(v)
	x := &f.Values[v]
	if m.IsThis(v) || f.IsNull(v) {
		return !f.IsNull(v)
	}
	if _, ok := f.StringConstant(v); ok {
		return true
	}
	if x.Kind == ssa.Instr {
		c, _ := f.Member(v)
		switch {
		case x.Op == classfile.OpNew || x.Op == classfile.OpInvokedynamic || x.Op >= classfile.OpNewarray && x.Op <= classfile.OpAnewarray || x.Op == classfile.OpMultianewarray:
			return true
		case f.IsCall(v) && (c.Class == stringClass && !strings.HasPrefix(c.Desc, "(Ljava/lang/Object;") || javaBuilders[c.Class]) && classfile.Return(c.Desc) == stringDesc:
			return true
		}
	}
	for u := range m.Instructions() {
		if !m.dereferences(u, v) || u == at {
			continue
		}
		pc := int(f.Values[u].PC)
		if slices.ContainsFunc(f.Code.Handlers, func(h classfile.Handler) bool { return h.Covers(pc) }) {
			continue // a handler may go on
		}
		b, of := f.Values[u].Block, f.Values[at].Block
		if b == of && f.Values[u].PC < f.Values[at].PC || b != of && g.Dominators.Dominates(int(b), int(of)) {
			return true
		}
	}
	return false
}

// dereferences reports whether an instruction raises an exception where value v is null.
func (m *Method) dereferences(u, v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[u]
	args := f.Args(u)
	if x.Kind != ssa.Instr || len(args) == 0 || m.Strip(args[0]) != v {
		return false
	}
	return x.Op == classfile.OpGetfield || x.Op == classfile.OpPutfield || x.Op == classfile.OpArraylength || x.Op == classfile.OpMonitorenter ||
		f.IsCall(u) && x.Op != classfile.OpInvokestatic && x.Op != classfile.OpInvokedynamic
}

// tellsApart returns why code may tell a new object from an equal one; empty where none can. An object that only calls of strings and
// builders use is seen by nothing else; of others the program must compare none by identity.
func (m *Method) tellsApart(made ssa.ID) string {
	f := m.Func()
	for _, u := range m.usersOf(made) {
		x := &f.Values[u]
		c, _ := f.Member(u)
		switch {
		case f.IsCall(u) && c.Name == "<init>" && f.Args(u)[0] == made, x.Op == classfile.OpIfnull || x.Op == classfile.OpIfnonnull,
			f.IsCall(u) && (c.Class == stringClass && c.Name != "intern" || javaBuilders[c.Class] || c.Class == "java/io/PrintStream"), concatenates(f, u):
		default:
			return m.Engine.compares(f.Static(made))
		}
	}
	return ""
}

// identityTests remembers, by type, where the program tells equal objects of it apart.
type identityTests struct{ byType sync.Map }

// compares returns why the program may tell equal objects of a final class apart; empty where it cannot.
func (e *Engine) compares(desc string) string {
	if why, ok := e.compared.byType.Load(desc); ok {
		return why.(string)
	}
	why := ""
	for _, c := range e.Program.Classes() {
		if why = e.comparesIn(c, desc); why != "" {
			break
		}
	}
	e.compared.byType.Store(desc, why)
	return why
}

// comparesIn is compares for one class.
func (e *Engine) comparesIn(c *classfile.Class, desc string) string {
	if refersToMethod(&c.Pool, tellsEqualApart) {
		return fmt.Sprintf("%s tells equal objects apart", classfile.External(c.Name))
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		code, err := m.Code()
		if err != nil || code == nil || !hasIdentityTest(code) {
			continue
		}
		x := e.reader(m)
		if x == nil {
			return fmt.Sprintf("%s cannot be read", classfile.External(c.Name))
		}
		for v := range x.Instructions() {
			if isIdentityTest(x.Func().Values[v].Op) && !slices.ContainsFunc(x.Func().Args(v), func(a ssa.ID) bool { return !x.mayBe(a, desc) }) {
				return fmt.Sprintf("%s.%s compares or locks objects by identity (line %d)", classfile.External(c.Name), m.Name, x.Line(v))
			}
		}
	}
	return ""
}

func isIdentityTest(op classfile.Op) bool {
	return op == classfile.OpIfAcmpeq || op == classfile.OpIfAcmpne || op == classfile.OpMonitorenter
}

func hasIdentityTest(code *classfile.Code) bool { return hasOp(code, isIdentityTest) }

// mayBe reports whether a value may be an object of a final class: not where its type is known and not above the class.
func (m *Method) mayBe(v ssa.ID, desc string) bool {
	t := m.Func().Static(v)
	if t == "" {
		return !m.Func().IsNull(v)
	}
	return t[0] == 'L' && m.Engine.isType(desc, className(t))
}

// initializesAlone reports whether no code of a class or interface above the method's runs before the class's own initializer: those above are the
// library's, or have no initializer.
func (m *Method) initializesAlone() bool {
	c := m.Func().Method.Class
	for range 100 {
		if m.interfaceRuns(c) {
			return false
		}
		super := m.Engine.Program.Lookup(c.Super)
		if super == nil {
			return strings.HasPrefix(c.Super, "java/")
		}
		if !m.Engine.Program.Analysed(super.Name) {
			return strings.HasPrefix(super.Name, "java/")
		}
		if hasMethod(super, "<clinit>") {
			return false
		}
		c = super
	}
	return false
}

// interfaceRuns reports whether an interface of a class, of the program itself, has an initializer: it runs before that of the class where the
// interface has default methods (JLS 12.4.1).
func (m *Method) interfaceRuns(c *classfile.Class) bool {
	w := visit(c.Interfaces...)
	for name := range w.all() {
		i := m.Engine.Program.Lookup(name)
		if i == nil {
			continue // of a library, which knows no class of the program
		}
		if m.Engine.Program.Analysed(name) && hasMethod(i, "<clinit>") {
			return true
		}
		w.add(i.Interfaces...)
	}
	return false
}

// keepsForm reports whether a class initializer changes nothing about how objects of the method's class are serialized: it has one
// already, or a serial version of its own, or is not serializable.
func (m *Method) keepsForm() bool {
	c := m.Func().Method.Class
	return hasMethod(c, "<clinit>") || slices.ContainsFunc(c.Fields, func(f classfile.Field) bool { return f.Name == "serialVersionUID" }) ||
		m.Engine.knownApart(c.Name, "java/io/Serializable")
}

// knownApart reports whether a class is certainly not below another.
func (e *Engine) knownApart(class, above string) bool {
	is, known := e.Program.IsSubtype(class, above)
	return known && !is
}

func hasMethod(c *classfile.Class, name string) bool {
	return slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == name })
}
