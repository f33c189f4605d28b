package rules

import (
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// onceByCounter reports whether loop l runs v at most once each time that it is entered, because v runs only where a counter equals what
// does not change in the loop: for (int i = 0; i < n; i++) { if (i == 0) v; }. Sound because the counter only grows, or only falls, in
// every iteration, and so has each value in one of them.
func (m *Method) onceByCounter(v ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	for b := int(f.Values[v].Block); b >= 0 && g.InLoop(b, l); {
		parent := g.Dominators.Parent(b)
		if parent < 0 || !g.InLoop(parent, l) {
			return false
		}
		if test := f.At(g.Blocks[parent].Last); test != 0 && m.onEqual(parent, test, b) && m.counterIs(test, l) {
			return true
		}
		b = parent
	}
	return false
}

// onEqual reports whether block b is entered from the test only where its operands, or its operand and 0, are equal.
func (m *Method) onEqual(parent int, test ssa.ID, b int) bool {
	op := m.Func().Values[test].Op
	taken := op == classfile.OpIfeq || op == classfile.OpIfIcmpeq
	if !taken && op != classfile.OpIfne && op != classfile.OpIfIcmpne {
		return false
	}
	g := m.Graph()
	for i := range g.Blocks[parent].Succs {
		if e := &g.Blocks[parent].Succs[i]; e.Kind != cfg.Exception && int(e.To) == b {
			return taken == (e.Kind == cfg.Taken) && len(g.Blocks[b].Preds) == 1
		}
	}
	return false
}

// counterIs reports whether a test compares a counter of loop l with what does not change in it.
func (m *Method) counterIs(test ssa.ID, l int) bool {
	args := m.Func().Args(test)
	isCounter := func(v ssa.ID) bool {
		i, ok := m.affine(v, l, 0)
		return ok && (m.strictly(i.counter, l, 1) || m.strictly(i.counter, l, -1))
	}
	if len(args) == 1 {
		return isCounter(args[0])
	}
	return isCounter(args[0]) && m.Stable(args[1], l) || isCounter(args[1]) && m.Stable(args[0], l)
}

// strictly reports whether every iteration of loop l adds a constant of a sign to a phi of its header, on every way.
func (m *Method) strictly(phi ssa.ID, l int, sign int64) bool {
	f, g := m.Func(), m.Graph()
	w := visit(phi)
	for v := range w.all() {
		for i, a := range f.Args(v) {
			if v == phi && !g.InLoop(int(g.Edges[g.Blocks[g.Loops[l].Header].Preds[i]].From), l) {
				continue
			}
			x := &f.Values[a]
			switch {
			case x.Kind == ssa.Phi && a != phi && m.InLoop(a, l) && x.Block != g.Loops[l].Header:
				w.add(a)
				continue
			case x.Kind != ssa.Instr || x.Op != classfile.OpIinc && x.Op != classfile.OpIadd && x.Op != classfile.OpIsub:
				return false
			}
			next, ok := m.affine(a, l, 0)
			if !ok || next.counter != phi || next.offset != 0 || next.constant*sign <= 0 {
				return false
			}
		}
	}
	return true
}
