package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Marks: each cell of an array of marks, and each element of a set, can be marked once for the first time. Sound
// because nothing in the loop or its callees removes a mark, and equals, hashCode and the order of elements only read
// what nothing changes between the test and the insertion.

// markedLoop is loop l as the code that sets marks.
func markedLoop(m *symval.Func, l int) marks.Region {
	return marks.Region{
		M: m, Blocks: m.CFG.Loops[l].Blocks,
		Fixed:  func(v ssa.ID) bool { return LoopInvariant(m, v, l) },
		Same:   func(a, b ssa.ID) bool { return SameObject(m, a, b, l) },
		Made:   func(v ssa.ID) bool { return m.Creates(v) && m.CFG.InLoop(int(m.Fn.Values[v].Block), l) },
		Recurs: func(ssa.ID) bool { return false },
	}
}

// markedCells bounds how often a block of loop l can mark what comparison c has found unmarked: by the number of cells.
func markedCells(m *symval.Func, l int, block int32, c code.Comparison) (n symval.Guarded, ok bool) {
	k, load, ok := markedLoop(m, l).Of(c)
	if !ok {
		return symval.Guarded{}, false
	}
	inner := m.CFG.Blocks[block].Loop
	k.InLoop(func(b int32) bool {
		return m.CFG.Blocks[b].Loop == inner && m.CFG.Blocks[b].Region < 0 && slices.Contains(m.BranchComparisons(int(b)), c)
	}, func(b int32) bool {
		return m.CFG.Blocks[b].Loop == m.CFG.Loops[l].Parent && m.CFG.Blocks[m.CFG.Loops[l].Header].Region < 0
	})
	if m.CFG.Blocks[m.Fn.Values[load].Block].Loop != inner ||
		!always(m, l, block, func(b int32) bool { return slices.ContainsFunc(m.Fn.Body[b], k.SameCell) }) || !k.Keep() {
		return symval.Guarded{}, false
	}
	return symval.Guarded{Size: k.Count(), Conds: k.Conditions()}, true
}

// always reports whether each iteration of the innermost loop around a block that executes it goes on in loop l only after it has executed one of the
// blocks that does accepts, which the block dominates.
func always(m *symval.Func, l int, block int32, does func(b int32) bool) bool {
	inner := m.CFG.Blocks[block].Loop
	seen := map[int32]bool{block: true}
	for work := []int32{block}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if m.CFG.Dominators.Dominates(int(block), int(b)) && m.CFG.Blocks[b].Loop == inner && does(b) && !m.ThrowsInto(l, b) {
			continue
		}
		for i := range m.CFG.Blocks[b].Succs {
			to := m.CFG.Blocks[b].Succs[i].To
			switch {
			case !m.CFG.InLoop(int(to), l) || seen[to]:
			case to == m.CFG.Loops[inner].Header || !m.CFG.InLoop(int(to), int(inner)):
				return false
			default:
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return true
}
