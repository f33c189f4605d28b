package rules

import (
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// lazily reports whether v runs only where a variable or field is null to which it is then assigned.
func (m *Method) lazily(v ssa.ID) bool {
	return m.whileNull(v, func(held ssa.ID) bool { return m.assigned(v, held) })
}

// setsUp reports whether v runs only where a field is null that the method sets.
func (m *Method) setsUp(v ssa.ID) bool {
	f := m.Func()
	return m.whileNull(v, func(held ssa.ID) bool {
		x := &f.Values[m.Strip(held)]
		return x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) && m.assigned(v, held)
	})
}

// setsUpStatic reports whether v runs only where a static field is null that the method sets.
func (m *Method) setsUpStatic(v ssa.ID) bool {
	f := m.Func()
	return m.whileNull(v, func(held ssa.ID) bool {
		x := &f.Values[m.Strip(held)]
		return x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic && m.assigned(v, held)
	})
}

// whileNull reports whether v runs only where a value of a kind is null.
func (m *Method) whileNull(v ssa.ID, of func(held ssa.ID) bool) bool {
	f, g := m.Func(), m.Graph()
	b := int(f.Values[v].Block)
	for range 50 {
		parent := g.Dominators.Parent(b)
		if parent < 0 {
			return false
		}
		test := f.At(g.Blocks[parent].Last)
		if test != 0 && (f.Values[test].Op == classfile.OpIfnull || f.Values[test].Op == classfile.OpIfnonnull) && m.onNull(parent, test, b) && of(f.Args(test)[0]) {
			return true
		}
		b = parent
	}
	return false
}

// onNull reports whether block b is entered from the test only where its operand is null.
func (m *Method) onNull(parent int, test ssa.ID, b int) bool {
	g := m.Graph()
	for i := range g.Blocks[parent].Succs {
		e := &g.Blocks[parent].Succs[i]
		null := (m.Func().Values[test].Op == classfile.OpIfnull) == (e.Kind == cfg.Taken)
		if e.Kind != cfg.Exception && int(e.To) == b {
			return null && len(g.Blocks[b].Preds) == 1
		}
	}
	return false
}

// assigned reports whether v becomes the value of what held tested: a phi that v flows into, or a field, an element of an
// array or of a map that is stored to.
func (m *Method) assigned(v, held ssa.ID) bool {
	f := m.Func()
	held = m.Strip(held)
	switch h := &f.Values[held]; {
	case h.Kind == ssa.Phi:
		return m.flowsInto(v, held)
	case h.Op == classfile.OpGetfield || h.Op == classfile.OpGetstatic:
		field, _ := f.Member(held)
		return m.Writes(field)
	default:
		return f.IsCall(held) || h.Op == classfile.OpAaload // a look-up in a map or an array
	}
}

// flowsInto reports whether a value reaches a phi through other phis.
func (m *Method) flowsInto(v, phi ssa.ID) bool {
	f := m.Func()
	w := visit(phi)
	for u := range w.all() {
		if u == v {
			return true
		}
		if u != 0 && (f.Values[u].Kind == ssa.Phi || f.Values[u].Op == classfile.OpCheckcast) {
			w.add(f.Args(u)...)
		}
	}
	return false
}
