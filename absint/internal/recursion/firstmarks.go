package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/internal/ssa"
)

// First marks: a call recurs only after it has found a cell of an array unmarked and marked it. The calls that recur are then no more than the
// cells, and all calls are the recursive ones of those, and the first.
//
// Sound because each call passes the same array on, the test and the mark are in no loop and no other call of the recursion runs
// between them, and no code that runs in the recursion takes a mark away, or replaces a row of the array.

// boundByFirstMarks bounds a recursion by the marks that calls set for the first time before they recur.
func (r *Recursion) boundByFirstMarks() (n Bound, ok bool) {
	s := r.P.Sums[r.Members[0]]
	if len(r.Members) != 1 || len(s.M.CFG.Code.Handlers) > 0 { // nothing must go on behind an exception before the mark
		return n, false
	}
	m := s.M
	for _, f := range m.BranchComparisons(int(m.Fn.Values[r.calls[0].site.Value].Block)) {
		k, load, found := r.region(s).Of(f)
		if !found || m.CFG.Blocks[m.Fn.Values[load].Block].Loop >= 0 || !r.marksFirst(s, k, f) || !k.Keep() {
			continue
		}
		cells := k.Count()
		n = Bound{depth: cells, fan: r.fan, leaves: expr.Const(0), levels: cells.AddInt(1), marks: true}
		return n, !cells.Top && (r.fan == 0 || n.spread(expr.Const(r.fan)))
	}
	return n, false
}

// region is the method that recurs.
func (r *Recursion) region(s *cost.Summary) marks.Region {
	m := s.M
	return marks.Region{
		M: m, Blocks: m.CFG.RPO,
		Fixed: func(v ssa.ID) bool {
			return !slices.ContainsFunc(r.calls, func(e *recursiveCall) bool { return !r.passesArray(e, v) })
		},
		Same:   func(a, b ssa.ID) bool { return sameObject(m, a, b) },
		Made:   m.Creates,
		Recurs: r.isRecursive,
	}
}

// marksFirst reports whether each call that recurs marks the cell that comparison f has tested first.
func (r *Recursion) marksFirst(s *cost.Summary, k *marks.Cells, f code.Comparison) bool {
	return slices.ContainsFunc(s.M.CFG.RPO, func(b int32) bool {
		return slices.ContainsFunc(s.M.Fn.Body[b], func(v ssa.ID) bool { return k.SameCell(v) && r.afterTest(s, f, v) })
	})
}

// afterTest reports whether every recursive call is behind instruction mark, and both behind the comparison f.
func (r *Recursion) afterTest(s *cost.Summary, f code.Comparison, mark ssa.ID) bool {
	m := s.M
	behind := func(b int32) bool { return slices.Contains(m.BranchComparisons(int(b)), f) }
	at := &m.Fn.Values[mark]
	if !behind(at.Block) || m.CFG.Blocks[at.Block].Loop >= 0 {
		return false
	}
	return !slices.ContainsFunc(r.calls, func(e *recursiveCall) bool {
		call := &m.Fn.Values[e.site.Value]
		return e.caller != s || len(e.site.Targets) != 1 || !behind(call.Block) ||
			!m.CFG.Dominators.Dominates(int(at.Block), int(call.Block)) || at.Block == call.Block && at.PC > call.PC
	})
}

// isRecursive reports whether v is a recursive call.
func (r *Recursion) isRecursive(v ssa.ID) bool {
	return slices.ContainsFunc(r.calls, func(e *recursiveCall) bool { return e.site.Value == v })
}
