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

// IteratorTest bounds a loop that goes on while an iterator has more elements and takes one in every iteration: by
// the size of what is iterated over. ok is false where block b does not end in such a test.
func IteratorTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	f, g := m.Fn, m.CFG
	pc := g.Blocks[b].Last
	op := g.Code.Op(pc)
	if !stay { // the branch is taken to leave
		op = symval.Negate(op)
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
	if !fixed(m, it, l) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s may be a different iterator in each iteration", m.Describe(it)))}, true
	}
	if !everyIterationCalls(m, l, it, cursor.Takes) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("an iteration may take no element from %s", m.Describe(it)))}, true
	}
	if back := callOnAlias(m, l, it, cursor.Returns); back != "" {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s() may undo what an iteration takes from %s", back, m.Describe(it)))}, true
	}
	return symval.Bound{Upper: iterated(m, l, it)}, true
}

// iterated is how many elements an iterator yields at most in loop l.
func iterated(m *symval.Func, l int, it ssa.ID) expr.Size {
	f := m.Fn
	x := &f.Values[it]
	if f.IsCall(it) && x.Op != classfile.OpInvokestatic {
		switch mem, _ := f.Member(it); mem.Name {
		case "iterator", "listIterator", "elements", "descendingIterator":
			if from := f.Args(it)[0]; !mayGrow(m, l, from, it) {
				return Elements(m, from, 0)
			}
		}
	}
	return m.Largest(it, "rest", "elements("+m.Describe(it)+")", math.Inf(1))
}

// mayGrow says whether an iterator may yield more than a collection has at any time: it meets what is put in behind it in
// the place of what is taken out. The iterators of collections that are not for several threads throw instead. What is put
// in through the iterator stands before what it yields next.
func mayGrow(m *symval.Func, l int, collection, it ssa.ID) bool {
	fails := false
	for _, v := range []ssa.ID{collection, m.Root(collection)} {
		class := platform.ClassName(m.Fn.Static(v))
		fails = fails || platform.FailFast.Has(class)
		if platform.InConcurrent(class) && !platform.FailFast.Has(class) {
			return true
		}
	}
	others := !m.OwnedHere(collection) // may put something in
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			mem, _ := m.Fn.Member(v)
			on := callsOn(m, v, it, l)
			switch {
			case callsOn(m, v, collection, l) && platform.Adding.Named(mem.Name):
				return true // other calls on it may run code of the program: equals, a lambda, an override
			case on && platform.Stepping.Named(mem.Name):
				return false // but remove may look for the element by asking others
			case !on && m.Fn.IsCall(v) && changesAlias(m, v, collection, l, platform.Adding):
				return true
			}
			// An iterator that throws does so not for what its own remove runs.
			return others && (on || !fails) && (captures(m, v, collection, l) || m.EffectsOf(v).Does(m.Changing(collection, platform.Adding)))
		})
	})
}
