// Package joint evaluates two variables that a loop updates together.
package joint

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Pairs returns the pairs of values that two variables have at the end of an iteration of loop l: joins of both are split
// together. It is nil if there are too many. Sound because every path gives one of the pairs.
func Pairs(m *symval.Func, l int, as, bs []ssa.ID) [][2]ssa.ID {
	const most = 32
	var out [][2]ssa.ID
	seen := map[[2]ssa.ID]bool{}
	work := make([][2]ssa.ID, len(as))
	for i := range as {
		work[i] = [2]ssa.ID{as[i], bs[i]}
	}
	joins := func(v ssa.ID) bool {
		x := &m.Fn.Values[v]
		return x.Kind == ssa.Phi && m.CFG.InLoop(int(x.Block), l) && m.LoopHeadedBy(int(x.Block)) < 0 && m.CFG.Blocks[x.Block].Region < 0
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p[0] == 0 || p[1] == 0 || len(seen) > most {
			return nil
		}
		if seen[p] {
			continue
		}
		seen[p] = true
		a, b := joins(p[0]), joins(p[1])
		ab, bb := m.Fn.Values[p[0]].Block, m.Fn.Values[p[1]].Block
		if a && b && ab != bb { // split the later join first
			if m.CFG.Dominators.Dominates(int(ab), int(bb)) {
				a = false
			} else {
				b = false
			}
		}
		if !a && !b {
			out = append(out, p)
			continue
		}
		n := len(m.Fn.Args(p[0]))
		if !a {
			n = len(m.Fn.Args(p[1]))
		}
		for i := range n {
			q := p
			if a {
				q[0] = m.Fn.Args(p[0])[i]
			}
			if b {
				q[1] = m.Fn.Args(p[1])[i]
			}
			work = append(work, q)
		}
	}
	return out
}
