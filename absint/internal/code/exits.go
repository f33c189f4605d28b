package code

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Reachability of latches, exits and returns. Sound because every edge is followed, exceptional ones included.

// Iterating is the set of blocks of one loop that a latch is reachable from; the others belong to the partial iteration.
type Iterating struct {
	Loop int
	In   []bool
}

// IteratingBlocks returns the blocks of loop l that are followed by another iteration.
func (m *Method) IteratingBlocks(l int) Iterating {
	var latches []int32
	for _, e := range m.CFG.Loops[l].BackEdges {
		latches = append(latches, m.CFG.Edges[e].From)
	}
	return Iterating{l, m.Earlier(l, latches)}
}

// Stays reports whether an edge can lead to the next iteration.
func (it Iterating) Stays(m *Method, e *cfg.Edge) bool {
	return it.In[e.To] && m.CFG.InLoop(int(e.To), it.Loop)
}

// LeftByThrow reports whether a branch of loop l leads to a block from which no return is reachable, only a throw.
func (m *Method) LeftByThrow(l int) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.CFG.Blocks[b].Succs, func(e cfg.Edge) bool { return e.Kind != cfg.Exception && !m.Live[e.To] })
	})
}

// Earlier returns the blocks of loop l from which one of blocks is reachable in the same iteration.
func (m *Method) Earlier(l int, blocks []int32) []bool {
	return m.Before(blocks, func(e *cfg.Edge) bool { return e.To != m.CFG.Loops[l].Header && m.CFG.InLoop(int(e.From), l) })
}

// LeavingBlocks returns the blocks of loop l from which an exit that ends the method is reachable in the same iteration.
func (m *Method) LeavingBlocks(l int) []bool {
	var last []int32
	for _, b := range m.CFG.Loops[l].Blocks {
		blk := &m.CFG.Blocks[b]
		if EndsMethod(m.CFG.Code.Op(blk.Last)) || slices.ContainsFunc(blk.Succs, func(e cfg.Edge) bool { return !m.CFG.InLoop(int(e.To), l) && m.Ends[e.To] }) {
			last = append(last, b)
		}
	}
	return m.Earlier(l, last)
}

// EndsMethod reports whether op is a return or a throw.
func EndsMethod(op classfile.Op) bool { return op.IsReturn() || op == classfile.OpAthrow }

// FindLive computes the blocks that a return (Live) or the end of the method (Ends) is reachable from.
func (m *Method) FindLive() {
	m.Live, m.Ends = m.reaching(classfile.Op.IsReturn), m.reaching(EndsMethod)
}

// reaching returns the blocks from which a block is reachable whose last instruction is wanted.
func (m *Method) reaching(wanted func(classfile.Op) bool) []bool {
	var last []int32
	for _, b := range m.CFG.RPO {
		if wanted(m.CFG.Code.Op(m.CFG.Blocks[b].Last)) {
			last = append(last, b)
		}
	}
	return m.Before(last, func(*cfg.Edge) bool { return true })
}

// ExitTest returns the edge on which loop l goes on behind the branch of block b, a test that every iteration passes and that else leaves the loop; ok is
// false for other blocks.
func (m *Method) ExitTest(b int32, l int) (stay *cfg.Edge, ok bool) {
	if int(m.CFG.Blocks[b].Loop) != l || !m.DominatesLatches(int(b), l) || m.ThrowsInto(l, b) {
		return nil, false
	}
	leaves := false
	for i := range m.CFG.Blocks[b].Succs {
		switch e := &m.CFG.Blocks[b].Succs[i]; {
		case e.Kind != cfg.Taken && e.Kind != cfg.Fall:
		case m.CFG.InLoop(int(e.To), l):
			stay = e
		default:
			leaves = true
		}
	}
	return stay, stay != nil && leaves
}

// TestWithin reports whether a block of a loop inside loop l ends in a branch with one edge that every iteration of l takes, the last of its kind: it
// dominates the latches, and what is compared does not change in the loops inside. taken is whether that is the taken edge.
// Sound because the edge is taken in each iteration that another one follows, with the values that the iteration has.
func (m *Method) TestWithin(b, l int) (taken, ok bool) {
	blk := &m.CFG.Blocks[b]
	v := m.Fn.At(blk.Last)
	if int(blk.Loop) == l || !m.CFG.Code.Op(blk.Last).IsConditional() || v == 0 || slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return !m.steadyWithin(a, l, true) }) {
		return false, false
	}
	for i := range blk.Succs {
		if e := &blk.Succs[i]; (e.Kind == cfg.Taken || e.Kind == cfg.Fall) && len(m.CFG.Blocks[e.To].Preds) == 1 && m.DominatesLatches(int(e.To), l) {
			return e.Kind == cfg.Taken, true
		}
	}
	return false, false
}

// steadyWithin reports whether a value does not change in the loops inside loop l. lengths are those of arrays and strings as well.
func (m *Method) steadyWithin(v ssa.ID, l int, lengths bool) bool {
	x := &m.Fn.Values[v]
	switch b := int(x.Block); {
	case x.Kind == ssa.Param || x.Kind == ssa.Int || x.Kind == ssa.Const || int(m.CFG.Blocks[b].Loop) == l || !m.CFG.InLoop(b, l):
		return true
	case x.Kind != ssa.Instr:
		return false
	}
	if of := progdb.LengthOf(m.Fn, v); of != 0 {
		return lengths && m.steadyWithin(of, l, false)
	}
	if x.Op != classfile.OpGetfield || strings.HasPrefix(m.Fn.Method.Name, "<") {
		return false
	}
	mem, _ := m.Fn.Member(v)
	return m.Fields.Resolve(mem).Stable && m.steadyWithin(m.Fn.Args(v)[0], l, false)
}
