package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
)

// WrapConditions makes sure that the counter of one side of a test does not overflow before the test stops it.
// rising says that the side is x in x < y, which goes up towards y; else it is y, which goes down towards x.
func (m *Func) WrapConditions(conds []expr.Condition, s, limit Operand, rising bool, extra int64, t byte) ([]expr.Condition, bool) {
	if s.Phi == 0 {
		return conds, true
	}
	adds := slices.Concat(s.Mp.Adds, s.Mv.Adds)
	if m.AllSafe(adds) {
		return conds, true
	}
	if c, ok := m.FitByDifference(conds, adds, limit, rising, t); ok {
		return c, true
	}
	return m.ReachConditions(conds, s, limit, rising, extra, t)
}

// ReachConditions makes sure of what is within reach of the counter: how far its side says that it, and what is tested,
// moves from where the test lets it go on.
func (m *Func) ReachConditions(conds []expr.Condition, s, limit Operand, rising bool, extra int64, t byte) ([]expr.Condition, bool) {
	// All of this for a counter that rises; for one that falls it is the mirror image.
	towards := 1.0
	if !rising {
		towards = -1
	}
	step, peak, before, tested := s.Mp.Off.Scale(towards), s.Mp.Peak.Scale(towards), s.Mv.Peak.Scale(towards), s.Mv.Off.Scale(towards)
	if step.Lo < 0 {
		return conds, false // it also moves away from the limit
	}
	limitAt := expr.Interval{}
	if limit.Phi != 0 { // then it must not move away, so that it starts where it is farthest
		if limit.Mp.Off.Scale(towards).Hi > 0 {
			return conds, false
		}
		limitAt = limit.Mv.Off.Scale(towards)
	}
	// Where the test holds, the counter is before its limit. From there it moves by at most one iteration, and then on to
	// where it is tested again.
	far := math.Max(peak.Hi, step.Hi+before.Hi) - tested.Lo + limitAt.Hi - 1 + float64(extra)
	back := math.Min(peak.Lo, before.Lo) // from its start, the other way
	if !(math.Abs(far) <= 1<<40 && math.Abs(before.Hi) <= 1<<40 && math.Abs(back) <= 1<<40) {
		return conds, false
	}
	r := Fits(t)
	within := func(size expr.Size, by float64) { // of a value of the type
		switch d := int64(by * towards); {
		case d > 0:
			conds = m.Require(conds, expr.Condition{Size: size.AddInt(d), Lo: math.Inf(-1), Hi: r.Hi})
		case d < 0:
			conds = m.Require(conds, expr.Condition{Size: size.AddInt(d), Lo: r.Lo, Hi: math.Inf(1)})
		}
	}
	within(limit.Init.Size, math.Max(0, far))
	if s.Bound { // of the start, only the side away from where it moves is known by the bound
		if m.RangeOf(s.Mp.Init).Scale(towards).Hi+before.Hi > r.Scale(towards).Hi {
			return conds, false
		}
	} else {
		within(s.Init.Size, before.Hi)
	}
	within(s.Init.Size, back)
	return conds, true
}
