package loopbound

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// phiUpdate is the value with which a header phi enters its loop, and those that replace it in the next iteration.
type phiUpdate struct {
	init  ssa.ID   // on entry to the loop
	backs []ssa.ID // one per back edge
	edges []int32  // the back edges, in the order of backs
}

// phiUpdateOf returns the update of a header phi of loop l. ok is false if a value is unknown.
// Sound because every edge into the header is an entry or a back edge, and both are recorded.
func phiUpdateOf(m *symval.Func, l int, phi ssa.ID) (t phiUpdate, ok bool) {
	g := m.CFG
	h := g.Loops[l].Header
	t.init = m.InitOf(phi, l)
	for i, a := range m.Fn.Args(phi) {
		switch {
		case a == 0:
			return phiUpdate{}, false
		case m.ViaBackEdge(l, i): // else it is the entry
			t.backs = append(t.backs, a)
			t.edges = append(t.edges, g.Blocks[h].Preds[i])
		}
	}
	return t, t.init != 0 && len(t.backs) > 0
}
