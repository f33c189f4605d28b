package sift

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// A loop whose index jumps has at most one iteration for each index up to the largest one, and one for each digit of that in base 2 if each jump goes to
// at least twice the index. Sound because the index rises in each iteration, and no jump goes beyond its limit. 2 * i + 1 of an int may wrap around, to a negative number:
// then the access at it throws, or the bound has the condition that it does not. An index that is at first negative is not after the first jump to one that
// is not.

// largestIndex is the largest index of an array.
const largestIndex = math.MaxInt32 - 1

// Loop bounds a loop; ok is false if it is no such loop.
func Loop(m *symval.Func, l int) (b symval.Bound, ok bool) {
	if m.CFG.HasSubroutines {
		return b, false
	}
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if x := &m.Fn.Values[phi]; x.Kind != ssa.Phi || x.Type != 'i' {
			continue
		}
		r := &region{m: m, loop: l, x: phi, stop: stopOf(m, l)}
		if init := m.InitOf(phi, l); init != 0 && r.iterations() {
			if b, ok := r.bound(init); ok && m.Possible(b.Conds) {
				return b, true
			}
		}
	}
	return b, false
}

// iterations collects what the index may jump to in an iteration.
func (r *region) iterations() bool {
	for i, a := range r.m.Fn.Args(r.x) {
		if !r.m.ViaBackEdge(r.loop, i) {
			continue
		}
		e := r.m.EdgeInto(r.m.Fn.Values[r.x].Block, i)
		if e == nil || !r.collect(a, r.stop.next(r.m, i), e, e.From) {
			return false
		}
	}
	return len(r.targets) > 0
}

// bound bounds the iterations of a loop whose index begins with init.
func (r *region) bound(init ssa.ID) (b symval.Bound, ok bool) {
	m := r.m
	low, _ := m.LimitOf(r.loop, init, false)
	most, conds, ok := r.largest()
	if !ok {
		return b, false
	}
	first := start{low: expr.TopSize, Interval: m.RangeOf(init)}
	if low.Ok() && len(low.Conds) == 0 {
		first.low = low.Size
	}
	first.known = first.Lo >= 0 && first.Hi <= largestIndex
	if !r.checked() {
		high, _ := m.LimitOf(r.loop, init, true)
		if !low.Ok() || !high.Ok() {
			return b, false
		}
		first.known, first.Lo, first.low = true, math.Max(0, first.Lo), low.Size
		conds = m.Require(append(conds, low.Conds...), expr.Condition{Size: low.Size, Lo: 0, Hi: math.Inf(1)})
		conds = r.fits(append(conds, high.Conds...), most, high.Size)
	}
	n := r.jumps(most, first)
	if r.kept || !r.tested() { // the last iteration keeps the index, or throws
		n = n.AddInt(1)
	}
	return symval.Bound{Upper: m.Clamp(n, m.CFG.Loops[r.loop].Header), Conds: expr.Tightest(conds)}, !n.Top
}

// tested reports whether each iteration that goes on behind the last exit test jumps: what is known where the loop's back edges begin is known there. Else
// one that ends by an exception behind the test comes in addition.
func (r *region) tested() bool {
	m := r.m
	return slices.ContainsFunc(m.CFG.Loops[r.loop].Blocks, func(b int32) bool {
		stay, ok := m.ExitTest(b, r.loop)
		if !ok {
			return false
		}
		at := &region{m: m, loop: r.loop, x: r.x}
		for i, a := range m.Fn.Args(r.x) {
			if m.ViaBackEdge(r.loop, i) && (!m.CFG.Dominators.Dominates(int(m.Fn.Values[a].Block), int(b)) || !at.collect(a, 0, stay, b)) {
				return false
			}
		}
		return slices.Equal(at.targets, r.targets)
	})
}

// start is the first index.
type start struct {
	expr.Interval
	low   expr.Size // a lower bound
	known bool      // it is in the interval [0, largestIndex]
}

// largest returns the largest index that the targets are limited to.
func (r *region) largest() (most expr.Size, conds []expr.Condition, ok bool) {
	var all []expr.Size
	for _, t := range r.targets {
		n, known := expr.Size{}, false
		if t.limit != 0 {
			q, limited := r.limitOf(t.limit)
			n, conds, known = q.Size.AddInt(t.extra-1), expr.Union(conds, q.Conds), limited
		}
		if !known && t.array != 0 {
			n, known = r.lengthOf(t.array)
			n = n.AddInt(-1)
		}
		if !known || n.Top {
			return n, nil, false
		}
		if !slices.ContainsFunc(all, n.Equal) {
			all = append(all, n)
		}
	}
	most = expr.Max(all...)
	return most, conds, !most.Top
}

// checked reports whether each target is known not to be negative, and larger than the index if that is not negative and below its limit. An int that is not
// negative is the sum itself if that is below 2^32.
func (r *region) checked() bool {
	last := int64(largestIndex)
	if slices.ContainsFunc(r.targets, func(t target) bool { return !t.indexed && (t.limit == 0 || t.extra > 0) }) {
		last = math.MaxInt32
	}
	return !slices.ContainsFunc(r.targets, func(t target) bool { return !t.notNegative || t.times*last+t.plus >= 1<<32 && !t.fits() })
}

// fits reports whether a target does not overflow by the range of the index that it is computed from.
func (t *target) fits() bool {
	return t.larger || float64(t.times)*t.most+float64(t.plus) <= math.MaxInt32
}

// fits adds the conditions that no target overflows that is computed from the largest index, or from the first one.
func (r *region) fits(conds []expr.Condition, most, first expr.Size) []expr.Condition {
	for _, t := range r.targets {
		if t.fits() {
			continue
		}
		for _, s := range []expr.Size{most, first} {
			conds = r.m.Require(conds, expr.Condition{Size: s.Scale(t.times).AddInt(t.plus), Lo: math.Inf(-1), Hi: math.MaxInt32})
		}
	}
	return conds
}

// jumps bounds how often the index jumps.
func (r *region) jumps(most expr.Size, first start) expr.Size {
	m := r.m
	least, doubles, adds := int64(1), true, true // least is what is added to twice the index
	for _, t := range r.targets {
		least, doubles, adds = min(least, t.plus), doubles && t.times > 1, adds && t.times < 2
	}
	switch {
	case !doubles && (first.known || adds) && !first.low.Top: // a sum rises from a negative index, too
		return m.Clamp(most.Sub(first.low), code.NoBlock)
	case !doubles:
		return m.Clamp(most.AddInt(1), code.NoBlock)
	}
	from := int64(0)
	if first.known {
		from = int64(first.Lo)
	}
	n := most.AddInt(least) // index + least doubles
	if from+least > 1 {
		n = n.FloorDiv(from + least)
	}
	n = n.Log2()
	if !first.known { // the first jump may be to 0
		n = n.AddInt(1)
	}
	if from+least < 1 { // and the next one from there to 1
		n = n.AddInt(1)
	}
	return n
}
