package loopbound

import (
	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// guard is a comparison that holds on the paths through one edge of the loop, or after an array access. This file
// collects the guards of a loop.
// Sound because a conditional edge implies its comparison, and an array access that does not throw implies that its
// index is in range. What every iteration passes in an inner loop counts as passed in the header.
type guard struct {
	code.Comparison
	length ssa.ID // if set, B is the length of this array or string, not a value
	block  int32
	edge   int32 // index into Graph.Edges; -1 for an access, which implies its guard on all edges but exceptions
}

// guardsOf returns the comparisons at the level of loop l itself after which the loop can continue.
func guardsOf(m *symval.Func, l int, ct code.Iterating) []guard {
	var out []guard
	for _, b := range m.CFG.Loops[l].Blocks {
		if taken, ok := m.TestWithin(int(b), l); ok {
			if c, ok := m.Comparison(int(b), taken); ok {
				out = append(out, guard{Comparison: c, block: m.CFG.Loops[l].Header, edge: -1})
			}
		}
		if int(m.CFG.Blocks[b].Loop) != l || !ct.In[b] {
			continue
		}
		blk := &m.CFG.Blocks[b]
		if m.CFG.Code.Op(blk.Last).IsConditional() && !m.SameTarget(int(b)) {
			for i := range blk.Succs {
				e := &blk.Succs[i]
				if e.Kind != cfg.Taken && e.Kind != cfg.Fall || !ct.Stays(&m.Method, e) {
					continue
				}
				if c, ok := m.Comparison(int(b), e.Kind == cfg.Taken); ok {
					g := guard{Comparison: c, block: b, edge: m.CFG.Blocks[e.To].Preds[e.Slot]}
					out = append(out, g)
					s := callvalues.SearchOf(m, c.A)
					switch {
					case s.From != 0 && s.In != 0 && g.length == 0 && callvalues.Found(m, g.Comparison): // it started at an index
						g.Comparison, g.length = code.Comparison{A: s.From, Op: classfile.OpIfIcmplt}, s.In
						out = append(out, g)
					case s.From != 0 && !s.Misses && (g.Op == classfile.OpIfIcmplt || g.Op == classfile.OpIfIcmple): // it started at no more
						g.A = s.From
						out = append(out, g)
					}
				}
			}
		}
		for _, v := range m.Fn.Body[b] {
			if array, index, ok := m.Access(v); ok {
				out = append(out, guard{Comparison: code.Comparison{A: index, Op: classfile.OpIfIcmpge}, block: b, edge: -1},
					guard{Comparison: code.Comparison{A: index, Op: classfile.OpIfIcmplt}, length: array, block: b, edge: -1})
			}
		}
	}
	return out
}

// headerPhiOf returns the counter of loop l that v is computed from, 0 for none.
func headerPhiOf(m *symval.Func, v ssa.ID, l int) ssa.ID {
	if v == 0 || !m.CFG.InLoop(int(m.Fn.Values[v].Block), l) {
		return 0
	}
	for _, h := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if x := &m.Fn.Values[h]; x.Kind != ssa.Phi || x.Type != 'i' && x.Type != 'l' {
			continue
		}
		if _, ok := m.Move(v, h, l); ok {
			return h
		}
	}
	return 0
}
