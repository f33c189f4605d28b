package code

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
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
