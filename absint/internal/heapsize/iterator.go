package heapsize

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Iterator loops: a loop runs while an iterator has more elements, and every iteration takes one. Sound because no
// call in the loop, or in its callees, may move the iterator back or add elements that it has still to yield.

// IteratorTest bounds loop l by the size of the collection that it iterates over, if block b ends in a test for more
// elements. ok is false for other tests.
func IteratorTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	f, g := m.Fn, m.CFG
	pc := g.Blocks[b].Last
	op := g.Code.Op(pc)
	if !stay { // the taken branch leaves the loop
		op = ssa.Negate(op)
	}
	if op != classfile.OpIfne || f.At(pc) == 0 {
		return symval.Bound{}, false
	}
	q := f.Args(f.At(pc))[0]
	x := &f.Values[q]
	if !f.IsCall(q) || x.Op == classfile.OpInvokestatic || !g.InLoop(int(x.Block), l) {
		return symval.Bound{}, false
	}
	mem, _ := f.Member(q)
	cursor := platform.AskedForMore(mem.Name, mem.Desc)
	if cursor == nil {
		return symval.Bound{}, false
	}
	it := f.Args(q)[0]
	if !LoopInvariant(m, it, l) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s may be a different iterator in each iteration", m.Describe(it)))}, true
	}
	if !everyIterationCalls(m, l, it, cursor.Takes) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("an iteration may take no element from %s", m.Describe(it)))}, true
	}
	if back := callOnAlias(m, l, it, cursor.Returns); back != "" {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s() may undo what an iteration takes from %s", back, m.Describe(it)))}, true
	}
	return symval.Bound{Upper: iteratorSize(m, l, it)}, true
}

// iteratorSize bounds the number of elements that an iterator yields in loop l.
func iteratorSize(m *symval.Func, l int, it ssa.ID) expr.Size {
	f := m.Fn
	x := &f.Values[it]
	if f.IsCall(it) && x.Op != classfile.OpInvokestatic {
		switch mem, _ := f.Member(it); mem.Name {
		case "iterator", "listIterator", "elements", "descendingIterator":
			switch from := f.Args(it)[0]; {
			case !mayGrow(m, l, from, it):
				return Elements(m, from, 0)
			case mayHoldElements(m, from):
				return yielded(m, from)
			}
		}
	}
	return rest(m, it)
}

// rest returns the symbol for how many elements an iterator yields, which may be infinite.
func rest(m *symval.Func, it ssa.ID) expr.Size {
	return m.Largest(it, "rest", "elements("+m.Describe(it)+")", math.Inf(1))
}

// mayGrow reports whether an iterator may yield more elements than its collection has at any one time, because
// elements are added after its position while others are removed. The fail-fast iterators of collections for one
// thread throw instead. Elements that are added through the iterator stand before those that it yields next.
func mayGrow(m *symval.Func, l int, collection, it ssa.ID) bool {
	fails := false
	for _, v := range []ssa.ID{collection, m.Root(collection)} {
		class := platform.ClassName(m.Fn.Static(v))
		fails = fails || platform.FailFast.Has(class)
		if platform.InConcurrent(class) && !platform.FailFast.Has(class) {
			return true
		}
	}
	shared := !m.OwnedHere(collection)
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			mem, _ := m.Fn.Member(v)
			on := CallsOn(m, v, it, l)
			switch {
			case CallsOn(m, v, collection, l) && platform.Adding.Named(mem.Name):
				return true // other calls on it may call back: equals, a lambda, an override
			case on && platform.Stepping.Named(mem.Name):
				return false // remove is none of these: it may call equals
			case !on && m.Fn.IsCall(v) && changesAlias(m, v, collection, l, platform.Adding):
				return true
			}
			// A fail-fast iterator does not throw for changes made by callbacks of its own remove.
			return shared && (on || !fails) && (captures(m, v, collection, l) || mayAdd(m, v, collection))
		})
	})
}

// mayAdd reports whether the code of the program that an instruction runs, its functions among it, may add to a collection.
func mayAdd(m *symval.Func, v, collection ssa.ID) bool {
	adds := m.Changing(collection, platform.Adding)
	return m.EffectsOf(v).MayDo(adds) && m.Db.OfFunctionCall(m.Body(), v).MayDo(adds)
}
