package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// countsDown bounds how often a block inserts an element, where each cell of an array is counted to a number first: once for each cell, and for every
// second element at most once more. Sound because a cell gets a number again after marks.Period steps, and no more than half as many follow the taking
// of an element: i elements that are taken are then fewer than those of the beginning, the cells and i / 2.
func (w *worklist) countsDown(block int32) (limit expr.Size, ok bool) {
	m := w.m
	for _, c := range m.BranchComparisons(int(block)) {
		limit, step, ok := w.countedBy(c, block)
		if ok && m.CFG.InLoop(int(step), w.level) && (w.level == w.l || w.takesBefore(step)) && w.seldom(step) {
			return limit, true
		}
	}
	return expr.Size{}, false
}

// countedBy bounds the cells of an array, or the entries of a map, of which a comparison shows that one has got a number by what block step has just
// stored, each time that a block executes.
func (w *worklist) countedBy(c code.Comparison, block int32) (limit expr.Size, step int32, ok bool) {
	loop := markedLoop(w.m, w.l)
	if k, v, ok := loop.CountedTo(c, block); ok && k.Keep() {
		return k.Count(), w.m.Fn.Values[v].Block, true
	}
	on, v, ok := loop.EntryCountedTo(c, block)
	if !ok || !w.onlyCounts(on, v) {
		return expr.Size{}, 0, false
	}
	return initialSize(w.m, on, w.l), w.m.Fn.Values[v].Block, true
}

// onlyCounts reports whether nothing in the loop but the instruction step may change a value of a map.
func (w *worklist) onlyCounts(on, step ssa.ID) bool {
	m := w.m
	sets := func(e effects.Effect) bool { return e.Member.Name == "setValue" } // of an entry that a view has returned before
	for _, b := range m.CFG.Loops[w.l].Blocks {
		for _, v := range m.Fn.Body[b] {
			if v == step {
				continue
			}
			mem, _ := m.Fn.Member(v)
			if mayDo(m, w.l, v, on, platform.LookingUp, platform.StoringValues) || m.Fn.IsCall(v) && (sets(effects.Effect{Member: mem}) || m.EffectsOf(v).MayDo(sets)) {
				return false
			}
		}
	}
	return true
}

// takesBefore reports whether every iteration of the level's loop takes an element before it gets to a block: by a call that fails if there is none, or
// of which it then uses a result that is not null.
func (w *worklist) takesBefore(block int32) bool {
	m, f := w.m, w.m.Fn
	var polled []ssa.ID
	for b := block; b >= 0 && m.CFG.InLoop(int(b), w.level); b = int32(m.CFG.Dominators.Parent(int(b))) {
		if b == block || int(m.CFG.Blocks[b].Loop) != w.level || m.ThrowsInto(w.level, b) {
			continue
		}
		for _, v := range slices.Backward(f.Body[b]) {
			x := &f.Values[v]
			if x.Op == classfile.OpGetfield || x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpIaload {
				polled = append(polled, m.Uncast(f.Args(v)[0]))
			}
			if !CallsOn(m, v, w.source, w.l) || len(f.Args(v)) != 1 {
				continue
			}
			mem, _ := f.Member(v)
			if platform.TakingOrFailing.Named(mem.Name) || strings.HasPrefix(mem.Name, "poll") && slices.Contains(polled, v) {
				return true
			}
		}
	}
	return false
}

// seldom reports whether a block executes at most marks.Period / 2 times in one iteration of the level's loop.
func (w *worklist) seldom(block int32) bool {
	m := w.m
	n, ok := marks.Executions(m, block, m.CFG.Loops[w.level].Header)
	if n = m.Eliminate(n, true, code.NoBlock); !ok || n.Top {
		return false
	}
	k := int(m.CFG.Blocks[block].Loop)
	return m.Env.Size(n).Hi <= marks.Period/2 || int(m.CFG.Loops[k].Parent) == w.level && m.Guards(k, block) && slices.ContainsFunc(m.Loops[k].Tests, func(t int32) bool { return w.countedByInt(k, t) })
}

// countedByInt reports whether a test that bounds loop k asks an iterator of a collection, or the loop has a counter that only rises and is never negative.
func (w *worklist) countedByInt(k int, test int32) bool {
	m, f := w.m, w.m.Fn
	for _, v := range f.Body[test] {
		mem, _ := f.Member(v)
		if !f.IsCall(v) || mem.Name != "hasNext" || !f.IsCall(f.Args(v)[0]) {
			continue
		}
		made, _ := f.Member(f.Args(v)[0])
		from := f.Args(f.Args(v)[0])
		if len(from) == 1 && made.Name == "iterator" && m.IsAny(made.Class, platform.AnyCollection.All()) && hasSize(m, made.Class) && m.Breach(from[0], made.Class, contracts.Yielding) == nil {
			return true
		}
	}
	return slices.ContainsFunc(f.Body[m.CFG.Loops[k].Header], func(phi ssa.ID) bool {
		return f.Values[phi].Kind == ssa.Phi && f.Values[phi].Type == 'i' && m.RangeOf(phi).Lo >= 0 && marks.Rises(m, k, phi)
	})
}
