package loopbound

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Kotlin's `for (i in start..end step k)` computes the last element of the progression before the loop, tests that it is
// not before the first, and continues until the counter is that element (kotlin.internal.getProgressionLastElement, which
// the compiler calls). Sound because i takes the values start, start + k, ... up to last = end - (end - start) mod k: it
// meets last exactly and never overflows.

// progressionTest bounds a loop that continues while c: its counter is not the last element of a progression. ok is
// false if c is not of this form.
func progressionTest(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c code.Comparison) (t symval.Bound, ok bool) {
	f := m.Fn
	if c.Op != classfile.OpIfIcmpne {
		return symval.Bound{}, false
	}
	x, last, ok := counterAndLimit(m, l, phis, c)
	if !ok || !f.IsCallTo(last, platform.KotlinProgressions, "getProgressionLastElement") || len(f.Args(last)) != 3 {
		return symval.Bound{}, false
	}
	args := f.Args(last)
	update, ok := phiUpdateOf(m, l, x)
	step := stepAt(m, args[2], f.Values[last].Block)
	up := step.Lo >= 1
	if !ok || !up && step.Hi > -1 || !sameNumber(m, update.init, args[0]) {
		return symval.Bound{}, false
	}
	for _, b := range update.backs {
		if !isSum(m, b, x, args[2]) {
			return symval.Bound{}, false
		}
	}
	if !entersBefore(m, l, update.init, last, up) {
		return symval.Bound{}, false
	}
	end, endIsBound := m.ValueOrBound(args[1], l, up)
	start, startIsBound := m.ValueOrBound(update.init, l, !up)
	k, kIsBound := m.ValueOrBound(args[2], l, !up) // the smallest step goes the furthest
	if !end.Ok() || !start.Ok() || !k.Ok() {
		return symval.Bound{}, false
	}
	d, by := end.Size.Sub(start.Size), k.Size
	if !up {
		d, by = d.Scale(-1), by.Scale(-1)
	}
	return symval.Bound{
		Upper: m.Clamp(expr.Quotient(d, by), m.CFG.Loops[l].Header),
		Conds: slices.Concat(start.Conds, end.Conds, k.Conds),
		Tight: !startIsBound && !endIsBound && !kIsBound,
	}, true
}

// counterAndLimit returns the operands of the test c if one is a counter of loop l and the loop does not change the
// other.
func counterAndLimit(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c code.Comparison) (x, limit ssa.ID, ok bool) {
	x, limit = c.A, c.B
	if _, moving := phis[x]; !moving {
		x, limit = limit, x
	}
	_, moving := phis[x]
	return x, limit, moving && limit != 0 && !m.CFG.InLoop(int(m.Fn.Values[limit].Block), l)
}

// stepAt returns the range of a step in block b. The step of downTo is the negated operand of `step`, which is at
// least 1.
func stepAt(m *symval.Func, v ssa.ID, b int32) expr.Interval {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpIneg || x.Op == classfile.OpLneg) {
		if r := m.RangeAt(m.Fn.Args(v)[0], b); r.Lo >= 0 { // nothing overflows
			return r.Scale(-1)
		}
	}
	return m.RangeAt(v, b)
}

// orderOfInequality returns the order test that is equivalent to the inequality c: ok if the loop is entered only with
// the counter before or at the limit and every iteration moves it one step closer.
func orderOfInequality(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c code.Comparison) (op classfile.Op, ok bool) {
	x, last, ok := counterAndLimit(m, l, phis, c)
	mp := phis[x]
	if !ok || !movesBy(mp.Delta, 1) && !movesBy(mp.Delta, -1) {
		return op, false
	}
	rises := movesBy(mp.Delta, 1)
	op = classfile.OpIfIcmplt
	if (x == c.A) != rises {
		op = classfile.OpIfIcmpgt
	}
	return op, entersBefore(m, l, mp.Init, last, rises)
}

// movesBy reports whether a variable moves by exactly k, and never in the other direction before that.
func movesBy(mv symval.Delta, k float64) bool {
	return mv.Off == expr.Interval{Lo: k, Hi: k} && mv.Peak == expr.Interval{Lo: min(k, 0), Hi: max(k, 0)}
}

// sameNumber reports whether two values are always the same number.
func sameNumber(m *symval.Func, a, b ssa.ID) bool {
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	return a == b || x.Kind == ssa.Int && y.Kind == ssa.Int && x.Aux == y.Aux
}

// isSum reports whether v is x + k.
func isSum(m *symval.Func, v, x, k ssa.ID) bool {
	if a, c, ok := m.Addition(v); ok {
		y := &m.Fn.Values[k]
		return a == x && y.Kind == ssa.Int && y.Aux == c
	}
	w := &m.Fn.Values[v]
	if w.Kind != ssa.Instr || w.Op != classfile.OpIadd && w.Op != classfile.OpLadd {
		return false
	}
	args := m.Fn.Args(v)
	return args[0] == x && sameNumber(m, args[1], k) || args[1] == x && sameNumber(m, args[0], k)
}

// entersBefore reports whether loop l is entered only where init is at most last (up), or at least last.
func entersBefore(m *symval.Func, l int, init, last ssa.ID, up bool) bool {
	want := classfile.OpIfIcmple
	if !up {
		want = classfile.OpIfIcmpge
	}
	m.StartIntervals()
	header := m.CFG.Loops[l].Header
	if header == 0 { // the method's callers enter it
		return false
	}
	for _, p := range m.CFG.Blocks[header].Preds {
		e := &m.CFG.Edges[p]
		if m.CFG.InLoop(int(e.From), l) {
			continue
		}
		if !slices.ContainsFunc(m.FactsOn(e), func(f code.Comparison) bool {
			return f.B != 0 && (sameNumber(m, f.A, init) && f.B == last && f.Op == want || f.A == last && sameNumber(m, f.B, init) && f.Op == code.Mirror(want))
		}) {
			return false
		}
	}
	return true
}
