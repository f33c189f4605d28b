package loopbound

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// phiUpdate is how a header phi of a loop comes into it and from one iteration to the next.
type phiUpdate struct {
	init  ssa.ID
	backs []ssa.ID // one per back edge
	edges []int32  // those
}

func phiUpdateOf(m *symval.Func, l int, phi ssa.ID) (t phiUpdate, ok bool) {
	g := m.CFG
	h := g.Loops[l].Header
	for i, a := range m.Fn.Args(phi) {
		switch {
		case a == 0:
			return phiUpdate{}, false
		case m.ViaBackEdge(l, i): // else it is the entry
			t.backs = append(t.backs, a)
			t.edges = append(t.edges, g.Blocks[h].Preds[i])
		case t.init != 0 && t.init != a:
			return phiUpdate{}, false
		default:
			t.init = a
		}
	}
	return t, t.init != 0 && len(t.backs) > 0
}
