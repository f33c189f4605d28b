package rules

import (
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// index is counter + offset + constant, or counter - offset + constant, where counter is a phi of the loop's header and
// offset, which may be 0 for none, does not change in the loop.
type index struct {
	counter, offset ssa.ID
	subtracted      bool // the offset
	constant        int64
}

// affine takes an index apart; ok is false where it is none of that form.
func (m *Method) affine(v ssa.ID, l, depth int) (index, bool) {
	f := m.Func()
	x := &f.Values[v]
	if depth > 4 {
		return index{}, false
	}
	if x.Kind == ssa.Phi && x.Block == m.Graph().Loops[l].Header {
		return index{counter: v}, true
	}
	if x.Kind != ssa.Instr {
		return index{}, false
	}
	args := f.Args(v)
	switch x.Op {
	case classfile.OpIinc:
		i, ok := m.affine(args[0], l, depth+1)
		i.constant += x.Aux
		return i, ok
	case classfile.OpIadd, classfile.OpIsub:
		a, b := args[0], args[1]
		if x.Op == classfile.OpIadd && m.Stable(a, l) {
			a, b = b, a
		}
		if !m.Stable(b, l) {
			return index{}, false
		}
		i, ok := m.affine(a, l, depth+1)
		if !ok {
			return index{}, false
		}
		if k := &f.Values[b]; k.Kind == ssa.Int {
			if x.Op == classfile.OpIsub {
				i.constant -= k.Aux
			} else {
				i.constant += k.Aux
			}
			return i, true
		}
		if i.offset != 0 {
			return index{}, false
		}
		i.offset, i.subtracted = m.Strip(b), x.Op == classfile.OpIsub
		return i, true
	}
	return index{}, false
}

// step is by how much a phi of the loop's header changes in every iteration, 0 where that is not a constant.
func (m *Method) step(phi ssa.ID, l int) int64 {
	f, g := m.Func(), m.Graph()
	h := g.Loops[l].Header
	step := int64(0)
	for i, e := range g.Blocks[h].Preds {
		if !g.InLoop(int(g.Edges[e].From), l) {
			continue
		}
		next, ok := m.affine(f.Args(phi)[i], l, 0)
		if !ok || next.counter != phi || next.offset != 0 || step != 0 && step != next.constant {
			return 0
		}
		step = next.constant
	}
	return step
}

// start is the value of a phi of the loop's header on entry, 0 where there are several.
func (m *Method) start(phi ssa.ID) ssa.ID {
	f, g := m.Func(), m.Graph()
	b := f.Values[phi].Block
	l := int(g.Blocks[b].Loop)
	var out ssa.ID
	for i, e := range g.Blocks[b].Preds {
		if !g.InLoop(int(g.Edges[e].From), l) {
			if out != 0 {
				return 0
			}
			out = m.Strip(f.Args(phi)[i])
		}
	}
	return out
}

// rangeGuards returns the branches of loop l that decide whether an iteration passes a store, where they let pass those of one range of the
// counter: each compares the counter, or a number more or less, with what stays the same, or two things that stay the same. ok is false where
// others decide. Sound because one path leads to the store, so that all of them hold there, and each holds from some value of the counter
// on, or up to one, or always or never.
func (m *Method) rangeGuards(store, load ssa.ID, l int) (guards []ssa.ID, ok bool) {
	if m.EveryIteration(store, l) {
		return nil, true
	}
	f, g := m.Func(), m.Graph()
	header := g.Loops[l].Header
	if f.Values[load].Block != f.Values[store].Block {
		return nil, false
	}
	for b := f.Values[store].Block; b != header; {
		if len(g.Blocks[b].Preds) != 1 {
			return nil, false
		}
		e := &g.Edges[g.Blocks[b].Preds[0]]
		b = e.From
		branch := f.At(g.Blocks[b].Last)
		switch {
		case e.Kind == cfg.Exception || int(g.Blocks[b].Loop) != l:
			return nil, false
		case len(g.Blocks[b].Succs) == 1 || m.leaves(branch, l):
		case !m.choosesRange(branch, l):
			return nil, false
		default:
			guards = append(guards, branch)
		}
	}
	return guards, len(guards) > 0
}

// choosesRange reports whether a branch of loop l lets pass a range of its iterations.
func (m *Method) choosesRange(branch ssa.ID, l int) bool {
	f := m.Func()
	x := &f.Values[branch]
	ordered := x.Op >= classfile.OpIflt && x.Op <= classfile.OpIfle || x.Op >= classfile.OpIfIcmplt && x.Op <= classfile.OpIfIcmple
	counters := 0
	for _, a := range f.Args(branch) {
		if m.staysSame(a, l) {
			continue
		}
		i, ok := m.affine(a, l, 0)
		if !ok {
			return false
		}
		if step := m.step(i.counter, l); step != 1 && step != -1 {
			return false
		}
		counters++
	}
	return counters == 0 || counters == 1 && ordered
}

// copiesOnly reports whether the loop does nothing else: one way out, by a comparison of counters with what does not
// change, some guards of the store, and no other effects than the store, the load and counting.
func (m *Method) copiesOnly(l int, store, load ssa.ID, guards int) bool {
	f, g := m.Func(), m.Graph()
	out := 0
	for _, i := range g.Exits(l) {
		if g.Edges[i].Kind != cfg.Exception {
			out++
		}
	}
	if out != 1 {
		return false
	}
	branches := 0
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			switch {
			case v == store || v == load || x.Kind != ssa.Instr:
				if x.Kind == ssa.Phi && (x.Block != g.Loops[l].Header || x.Type != 'i' || m.step(v, l) == 0) {
					return false // something else goes round
				}
			case x.Op == classfile.OpIinc, x.Op == classfile.OpIadd, x.Op == classfile.OpIsub, x.Op == classfile.OpArraylength:
			case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
				if !m.Stable(v, l) || m.volatile(v) {
					return false
				}
			case x.Op == classfile.OpAaload: // the row of a matrix
				if !m.Stable(v, l) {
					return false
				}
			case x.Op >= classfile.OpIfeq && x.Op <= classfile.OpIfIcmple, x.Op == classfile.OpIfnull, x.Op == classfile.OpIfnonnull:
				branches++
			default:
				return false
			}
		}
	}
	return branches == 1+guards
}
