package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Marks: each cell of an array of marks, and each element of a set, can be marked once for the first time. Sound
// because nothing in the loop or its callees removes a mark, and equals, hashCode and the order of elements only read
// what nothing changes between the test and the insertion.

// steadyMark reports whether inserting an element in block makes a collection larger if the call contains has just
// returned false for it.
func steadyMark(m *symval.Func, contains ssa.ID, block int32, class string) bool {
	f := m.Fn
	args := f.Args(contains)
	if b := m.Breach(args[0], class, contracts.Holding); b != nil {
		return false
	}
	element := platform.ClassName(f.Static(args[1]))
	if mayBeSorted(m, args[0], class) && !(m.Db.OnlyRead(nil, platform.Compare) && m.Db.KeysOnlyRead()) {
		return false
	}
	if platform.Immutable.Has(element) {
		return true
	}
	if !platform.Leaf.Has(element) && !m.Db.EqualityReads(element) {
		return false
	}
	return noStoreBetween(m, contains, block, args[1])
}

// mayBeSorted reports whether a collection may order its elements by a comparator.
func mayBeSorted(m *symval.Func, v ssa.ID, class string) bool {
	ks, ok := objectflow.NewObjectFlow(m.Db.Flows).Objects(m.Body(), v, class, objectflow.MaxDepth, false)
	if !ok {
		ks = []objectflow.AbstractObject{{Class: class}}
	}
	return slices.ContainsFunc(ks, func(k objectflow.AbstractObject) bool {
		return !platform.KeyedByHash.Has(k.Class) && !platform.Positional.Has(k.Class)
	})
}

// noStoreBetween reports whether nothing is stored between the call contains and the call that inserts the element at
// the beginning of block, a successor of the test.
func noStoreBetween(m *symval.Func, contains ssa.ID, block int32, element ssa.ID) bool {
	f := m.Fn
	at := f.Values[contains].Block
	if preds := m.CFG.Blocks[block].Preds; len(preds) != 1 || m.CFG.Edges[preds[0]].From != at {
		return false
	}
	stores := func(v ssa.ID) bool {
		x := &f.Values[v]
		switch {
		case x.Kind != ssa.Instr:
			return false
		case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || x.Op >= classfile.OpIastore && x.Op <= classfile.OpSastore:
			return true
		case !f.IsCall(v):
			return x.Op == classfile.OpInvokedynamic
		}
		mem, _ := f.Member(v)
		b := m.EffectsOf(v)
		return !platform.IsPlatform(mem.Class) || b.MayDo(func(e effects.Effect) bool {
			return e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic || e.Op >= classfile.OpIastore && e.Op <= classfile.OpSastore && !e.Fresh
		})
	}
	after := false
	for _, v := range f.Body[at] {
		if after && stores(v) {
			return false
		}
		after = after || v == contains
	}
	for _, v := range f.Body[block] {
		if args := f.Args(v); f.IsCall(v) && len(args) > 1 && args[0] == f.Args(contains)[0] && args[1] == element {
			return true
		}
		if stores(v) {
			return false
		}
	}
	return false
}

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
func markedCells(m *symval.Func, l int, block int32, c code.Comparison) (n expr.Size, ok bool) {
	k, load, ok := markedLoop(m, l).Of(c)
	if !ok {
		return expr.Size{}, false
	}
	inner := m.CFG.Blocks[block].Loop
	k.InLoop(func(b int32) bool {
		return m.CFG.Blocks[b].Loop == inner && m.CFG.Blocks[b].Region < 0 && slices.Contains(m.BranchComparisons(int(b)), c)
	}, func(array ssa.ID) bool {
		return m.CFG.Blocks[m.Fn.Values[array].Block].Loop == m.CFG.Loops[l].Parent && m.CFG.Blocks[m.CFG.Loops[l].Header].Region < 0
	})
	if m.CFG.Blocks[m.Fn.Values[load].Block].Loop != inner ||
		!always(m, l, block, func(b int32) bool { return slices.ContainsFunc(m.Fn.Body[b], k.SameCell) }) || !k.Keep() {
		return expr.Size{}, false
	}
	return k.Count(), true
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
