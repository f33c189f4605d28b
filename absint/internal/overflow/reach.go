package overflow

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Counters that stop before they overflow. Sound because one iteration's delta bounds the reach beyond the limit.

// WrapConditions appends the conditions under which the counter s of a test does not overflow before it passes the limit.
// rising reports whether s is x in x < y, which rises; else it is y, which falls.
func WrapConditions(m *symval.Func, conds []expr.Condition, s, limit symval.Operand, rising bool, extra int64, t byte) ([]expr.Condition, bool) {
	if s.Phi == 0 {
		return conds, true
	}
	adds := slices.Concat(s.Mp.Adds, s.Mv.Adds)
	if m.AllSafe(adds) {
		return conds, true
	}
	if c, ok := FitByDifference(m, conds, adds, limit, rising, t); ok {
		return c, true
	}
	return ReachConditions(m, conds, s, limit, rising, extra, t)
}

// ReachConditions is WrapConditions by reach: from a value that passed the test, by the peak of the deltas.
func ReachConditions(m *symval.Func, conds []expr.Condition, s, limit symval.Operand, rising bool, extra int64, t byte) ([]expr.Condition, bool) {
	// For a rising counter; a falling one is mirrored by the factor towards.
	towards := 1.0
	if !rising {
		towards = -1
	}
	step, peak, before, tested := s.Mp.Off.Scale(towards), s.Mp.Peak.Scale(towards), s.Mv.Peak.Scale(towards), s.Mv.Off.Scale(towards)
	if step.Lo < 0 {
		return conds, false // the counter may move away from the limit
	}
	limitAt := expr.Interval{}
	if limit.Phi != 0 { // the limit must not move away, so its start is the farthest
		if limit.Mp.Off.Scale(towards).Hi > 0 {
			return conds, false
		}
		limitAt = limit.Mv.Off.Scale(towards)
	}
	// While the test holds, the counter is before its limit. It then moves by at most one iteration to the next test.
	far := math.Max(peak.Hi, step.Hi+before.Hi) - tested.Lo + limitAt.Hi - 1 + float64(extra)
	back := math.Min(peak.Lo, before.Lo) // from its start, in the opposite direction
	if !(math.Abs(far) <= 1<<40 && math.Abs(before.Hi) <= 1<<40 && math.Abs(back) <= 1<<40) {
		return conds, false
	}
	r := symval.Fits(t)
	within := func(size expr.Size, by float64) { // size is a value of the type
		switch d := int64(by * towards); {
		case d > 0:
			conds = m.Require(conds, expr.Condition{Size: size.AddInt(d), Lo: math.Inf(-1), Hi: r.Hi})
		case d < 0:
			conds = m.Require(conds, expr.Condition{Size: size.AddInt(d), Lo: r.Lo, Hi: math.Inf(1)})
		}
	}
	within(limit.Init.Size, math.Max(0, far))
	if s.Bound { // the bound limits the start only on the side it moves away from
		if m.RangeOf(s.Mp.Init).Scale(towards).Hi+before.Hi > r.Scale(towards).Hi {
			return conds, false
		}
	} else {
		within(s.Init.Size, before.Hi)
	}
	within(s.Init.Size, back)
	return conds, true
}
