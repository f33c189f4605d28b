package visited

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// ReadBefore reports whether every iteration of loop l reads a field of the node that its header phi is, by whichever variable, before the store put, and
// nowhere else. Sound because a read dominates the store, and only one of the two is in an inner loop.
func ReadBefore(m *symval.Func, l int, phi ssa.ID, s effects.FieldStore, put ssa.ID) bool {
	found := false
	y := &m.Fn.Values[put]
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr || len(m.Fn.Args(v)) != 1 || !readsField(m, v, s) || !mayStand(m, l, m.Fn.Args(v)[0], phi) {
				continue
			}
			if x.Block == y.Block && x.PC > y.PC || x.Block != y.Block && !m.CFG.Dominators.Dominates(int(x.Block), int(y.Block)) ||
				int(m.CFG.Blocks[x.Block].Loop) != l && int(m.CFG.Blocks[y.Block].Loop) != l {
				return false
			}
			found = true
		}
	}
	return found
}

// readsField reports whether an instruction reads a field of its operand, or calls an accessor that does.
func readsField(m *symval.Func, v ssa.ID, s effects.FieldStore) bool {
	op := m.Fn.Values[v].Op
	w, _ := m.Fn.Member(v)
	if op == classfile.OpGetfield {
		return w.Name == s.Name && w.Desc == s.Desc
	}
	return (op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface) && code.IsAccessor(w.Name) && slices.Contains(effects.AccessorOf(m.Fields, op, w).Fields, s)
}

// mayStand reports whether v, in an iteration of loop l, may be the node of its header phi by another variable. Those of the header hold nodes of
// earlier iterations.
func mayStand(m *symval.Func, l int, v, phi ssa.ID) bool {
	seen := map[ssa.ID]bool{}
	for work := []ssa.ID{v}; len(work) > 0; {
		v := m.Uncast(work[len(work)-1])
		work = work[:len(work)-1]
		x := &m.Fn.Values[v]
		switch {
		case v == phi:
			return true
		case x.Kind == ssa.Phi && x.Block != m.CFG.Loops[l].Header && m.CFG.InLoop(int(x.Block), l) && !seen[v]:
			seen[v] = true
			work = append(work, m.Fn.Args(v)...)
		}
	}
	return false
}
