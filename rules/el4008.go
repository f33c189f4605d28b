package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL4008", Name: "BulkMethodMissing", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "io"},
		Sampled: finding.AtCall,
		Summary: "A stream class has a method for single bytes only, and inherits one for blocks that calls it for each byte",
	},
	Needs: Needs{Calls: [][]string{{"write(I)V", "read()I"}}, Named: []string{"write", "read"}},
	OrNeeds: &Needs{
		Calls: [][]string{methodsOf(filterOutput, "<init>")}, Named: []string{"<init>"},
		Or: &Needs{Ops: []classfile.Op{classfile.OpBaload}, Named: []string{"read"}, Case: "ArrayRead"},
	},
	Check: bulkMethodMissing,
})

const (
	outputStream = "java/io/OutputStream"
	filterOutput = "java/io/FilterOutputStream"
)

// bytewise is a method of streams for one byte, and the one for blocks that calls it for each of them in the classes that declare it so.
type bytewise struct {
	name, desc string
	block      string   // the descriptor of the method for blocks, which has the same name
	inherited  []string // the classes whose method for blocks calls the one for a byte
	stream     string   // the class of what the byte is passed on to
	advice     string
}

var (
	bytewiseWrite = bytewise{"write", "(I)V", "([BII)V", []string{filterOutput, outputStream}, outputStream, "override write(byte[], int, int)"}
	bytewiseRead  = bytewise{"read", "()I", "([BII)I", []string{inputStream}, inputStream, "override read(byte[], int, int)"}
)

// bulkMethodMissing finds classes of streams whose method for one byte passes it on, or gets it from another stream or an array, and does no more than
// count, and that inherit the method for blocks which calls it for each byte. A subclass of FilterOutputStream inherits the method for a byte, too.
func bulkMethodMissing(m *Method) {
	f := m.Func()
	own := f.Method
	if own.Static() {
		return
	}
	switch own.Name + own.Desc {
	case bytewiseWrite.name + bytewiseWrite.desc:
		if at := m.passesByteOn(); at != 0 {
			m.reportBytewise(at, bytewiseWrite, "DelegatingWrite")
		}
		return
	case bytewiseRead.name + bytewiseRead.desc:
		if at := m.passesByteBack(); at != 0 {
			m.reportBytewise(at, bytewiseRead, "DelegatingRead")
		} else if at := m.returnsElement(); at != 0 {
			m.reportBytewise(at, bytewiseRead, "ArrayRead")
		}
		return
	}
	if own.Name != "<init>" || own.Class.Super != filterOutput || !m.Engine.inherits(own.Class.Name, bytewiseWrite.name, bytewiseWrite.desc, filterOutput) || firstConstructor(own.Class) != own {
		return
	}
	for v, c := range m.Calls("<init>") {
		if c.Class == filterOutput && m.IsThis(m.Strip(f.Args(v)[0])) {
			m.reportBytewise(v, bytewiseWrite, "DelegatingWrite")
			return
		}
	}
}

// reportBytewise reports the class of the method where it inherits a method for blocks that goes byte by byte. at is what is done for a byte.
func (m *Method) reportBytewise(at ssa.ID, b bytewise, measured string) {
	class := m.Func().Method.Class
	if !m.Engine.inheritsBlocks(class.Name, b) || m.Engine.alwaysOverridden(class, b) {
		return
	}
	cost := m.TilesOf(at).AddScaled(callTiles(), 1)
	energy := m.Energy(Change{At: at, Cost: cost, Repaired: m.Engine.movedElement(), Per: "byte", Case: measured})
	if energy == nil {
		return
	}
	name := simpleName(class.Name)
	if strings.Contains(name, "$") { // the compiler numbers it
		name = "this anonymous " + simpleName(class.Super)
	}
	m.Report(at, b.name, fmt.Sprintf("%s %ss a block byte by byte; %s", name, b.name, b.advice), energy)
}

// inheritsBlocks reports whether the method for blocks of a class is the one of the library that calls the method for a byte.
func (e *Engine) inheritsBlocks(class string, b bytewise) bool {
	return e.inherits(class, b.name, b.block, b.inherited...)
}

// inherits reports whether a method of a class is that of one of some classes of the library, which may be known by name only.
func (e *Engine) inherits(class, name, desc string, from ...string) bool {
	r := e.Program.Resolve(class, name, desc)
	if r.Method != nil {
		return slices.Contains(from, r.Method.Class.Name)
	}
	return slices.Contains(from, r.Unknown)
}

// alwaysOverridden reports whether a class is abstract and all classes below it have a method for blocks of their own.
func (e *Engine) alwaysOverridden(class *classfile.Class, b bytewise) bool {
	below := e.Program.Subs(class.Name)
	return class.Access&classfile.AccAbstract != 0 && len(below) > 0 && !slices.ContainsFunc(below, func(c string) bool { return e.inheritsBlocks(c, b) })
}

// firstConstructor returns the constructor of a class that it declares first.
func firstConstructor(c *classfile.Class) *classfile.Method {
	for i := range c.Methods {
		if c.Methods[i].Name == "<init>" {
			return &c.Methods[i]
		}
	}
	return nil
}

// passesByteOn returns the call by which the method writes its argument, as it is, to another stream; 0 where it does anything else with it or calls
// other methods.
func (m *Method) passesByteOn() ssa.ID {
	f := m.Func()
	if len(f.Params) != 2 {
		return 0
	}
	at := m.onlyCall(bytewiseWrite)
	if at == 0 || m.Strip(f.Args(at)[1]) != f.Params[1] || len(m.uses().of(f.Params[1])) != 1 {
		return 0
	}
	return at
}

// passesByteBack returns the call by which the method reads a byte of another stream, where it returns that byte and only asks whether there was one; 0
// where it does anything else.
func (m *Method) passesByteBack() ssa.ID {
	f := m.Func()
	at := m.onlyCall(bytewiseRead)
	if at == 0 {
		return 0
	}
	for _, u := range m.uses().of(at) {
		switch x := &f.Values[u]; {
		case x.Kind == ssa.Instr && x.Op == classfile.OpIreturn:
		case x.Kind == ssa.Instr && (x.Op == classfile.OpIflt || x.Op == classfile.OpIfge):
		case x.Kind == ssa.Instr && (x.Op == classfile.OpIfIcmpeq || x.Op == classfile.OpIfIcmpne) && slices.ContainsFunc(f.Args(u), func(a ssa.ID) bool {
			return f.Values[a].Kind == ssa.Int && f.Values[a].Aux == -1
		}):
		default:
			return 0
		}
	}
	return at
}

// returnsElement returns the load of an element of an array of the object, where the method returns it as a byte and calls no other method; 0 where it
// does anything else.
func (m *Method) returnsElement() ssa.ID {
	f := m.Func()
	found := ssa.ID(0)
	for v := range m.Instructions() {
		switch x := &f.Values[v]; {
		case f.IsCall(v):
			if c, _ := f.Member(v); c.Name != "<init>" || !m.Engine.isException(c.Class) {
				return 0
			}
		case x.Op == classfile.OpBaload && found == 0 && m.isOwnField(m.Strip(f.Args(v)[0])):
			found = v
		case x.Op >= classfile.OpIaload && x.Op <= classfile.OpSaload:
			return 0
		}
	}
	if found == 0 || m.LoopOf(found) >= 0 || !m.onlyReturned(found, 0) {
		return 0
	}
	return found
}

// isOwnField reports whether a value is read from a field of the object of the method.
func (m *Method) isOwnField(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpGetfield && m.IsThis(m.Strip(f.Args(v)[0]))
}

// onlyReturned reports whether a value is only returned, at once, by one of several ways or without its sign.
func (m *Method) onlyReturned(v ssa.ID, depth int) bool {
	f := m.Func()
	users := m.uses().of(v)
	return depth < 3 && len(users) > 0 && !slices.ContainsFunc(users, func(u ssa.ID) bool {
		switch x := &f.Values[u]; {
		case x.Kind == ssa.Phi, x.Kind == ssa.Instr && x.Op == classfile.OpIand:
			return !m.onlyReturned(u, depth+1)
		default:
			return x.Kind != ssa.Instr || x.Op != classfile.OpIreturn
		}
	})
}

// onlyCall returns the call of the method for one byte, of another stream or of the superclass, where the method has no other calls but constructors
// of exceptions; 0 otherwise.
func (m *Method) onlyCall(b bytewise) ssa.ID {
	f := m.Func()
	found := ssa.ID(0)
	for v, c := range m.Calls() {
		switch {
		case c.Name == "<init>" && m.Engine.isException(c.Class):
		case found == 0 && c.Name == b.name && c.Desc == b.desc && m.passesOnTo(v, c, b) && m.LoopOf(v) < 0 && m.returns(v):
			found = v
		default:
			return 0
		}
	}
	if found == 0 || len(f.Graph.Code.Handlers) > 0 {
		return 0
	}
	return found
}

// passesOnTo reports whether a call of the method for a byte is one of another stream: of its class, or of the superclass FilterOutputStream, which
// does so.
func (m *Method) passesOnTo(v ssa.ID, c classfile.Member, b bytewise) bool {
	f := m.Func()
	if m.IsThis(m.Strip(f.Args(v)[0])) {
		return f.Values[v].Op == classfile.OpInvokespecial && c.Class == filterOutput
	}
	return f.Values[v].Op == classfile.OpInvokevirtual && m.Engine.IsClass(c.Class, b.stream)
}
