package symval

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// Iterating is the set of blocks of one loop from which a back edge can be reached without leaving the loop: the
// others belong to the last, partial iteration.
type Iterating struct {
	Loop int
	In   []bool
}

func (m *Func) CanTest(l int) Iterating {
	var latches []int32
	for _, e := range m.CFG.Loops[l].BackEdges {
		latches = append(latches, m.CFG.Edges[e].From)
	}
	return Iterating{l, m.earlier(l, latches)}
}

// Stays says whether an edge leads on towards the next iteration.
func (it Iterating) Stays(m *Func, e *cfg.Edge) bool {
	return it.In[e.To] && m.CFG.InLoop(int(e.To), it.Loop)
}

// LeftByThrow reports whether a branch of loop l leads to where no call returns from: to an explicit throw.
func (m *Func) LeftByThrow(l int) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.CFG.Blocks[b].Succs, func(e cfg.Edge) bool { return e.Kind != cfg.Exception && !m.Live[e.To] })
	})
}

// earlier is a set of blocks of loop l with those that can come before one of them in the same iteration.
func (m *Func) earlier(l int, blocks []int32) []bool {
	return m.Before(blocks, func(e *cfg.Edge) bool { return e.To != m.CFG.Loops[l].Header && m.CFG.InLoop(int(e.From), l) })
}

// Before is a set of blocks with those from which one of them can be reached by edges that are followed.
func (m *Func) Before(blocks []int32, followed func(e *cfg.Edge) bool) []bool {
	in := make([]bool, len(m.CFG.Blocks))
	for _, b := range blocks {
		in[b] = true
	}
	for work := slices.Clone(blocks); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range m.CFG.Blocks[b].Preds {
			if e := &m.CFG.Edges[i]; !in[e.From] && followed(e) {
				in[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return in
}

// Leaving is the set of blocks of loop l from which the loop can be left, and the method ended, in the same iteration.
func (m *Func) Leaving(l int) []bool {
	var last []int32
	for _, b := range m.CFG.Loops[l].Blocks {
		blk := &m.CFG.Blocks[b]
		if EndsMethod(m.CFG.Code.Op(blk.Last)) || slices.ContainsFunc(blk.Succs, func(e cfg.Edge) bool { return !m.CFG.InLoop(int(e.To), l) && m.Ends[e.To] }) {
			last = append(last, b)
		}
	}
	return m.earlier(l, last)
}

func EndsMethod(op classfile.Op) bool { return op.IsReturn() || op == classfile.OpAthrow }

// FindLive computes the blocks from which the method's end can be reached.
func (m *Func) FindLive() {
	m.Live, m.Ends = m.reaching(classfile.Op.IsReturn), m.reaching(EndsMethod)
}

// reaching is the set of blocks from which one can be reached whose last instruction is as wanted.
func (m *Func) reaching(wanted func(classfile.Op) bool) []bool {
	var last []int32
	for _, b := range m.CFG.RPO {
		if wanted(m.CFG.Code.Op(m.CFG.Blocks[b].Last)) {
			last = append(last, b)
		}
	}
	return m.Before(last, func(*cfg.Edge) bool { return true })
}
