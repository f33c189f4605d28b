package overflow

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
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
	inner := expr.Size{}
	if math.IsInf(peak.Hi, 1) && before == (expr.Interval{}) {
		if n, more, ok := innerReach(m, s, rising); ok {
			inner, conds, peak.Hi, step.Hi = n, expr.Union(conds, more), 0, 0
		}
	}
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
	if len(inner.Terms) > 0 {
		conds = m.Require(conds, beyond(limit.Init.Size.AddInt(int64(math.Max(0, far)*towards)).AddScaled(inner, int64(towards)), rising, r))
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

// beyond returns the condition that a size that a counter reaches is inside the type.
func beyond(size expr.Size, rising bool, r expr.Interval) expr.Condition {
	if rising {
		return expr.Condition{Size: size, Lo: math.Inf(-1), Hi: r.Hi}
	}
	return expr.Condition{Size: size, Lo: r.Lo, Hi: math.Inf(1)}
}

// innerReach bounds how far one iteration moves the counter s if only one inner loop does: by the iterations of that loop, the last, partial
// one among them, times its largest step.
func innerReach(m *symval.Func, s symval.Operand, rising bool) (reach expr.Size, conds []expr.Condition, ok bool) {
	l := m.LoopHeadedBy(int(m.Fn.Values[s.Phi].Block))
	for i, v := range m.Fn.Args(s.Phi) {
		if !m.ViaBackEdge(l, i) {
			continue
		}
		x := &m.Fn.Values[v]
		k := m.LoopHeadedBy(int(x.Block))
		if x.Kind != ssa.Phi || k < 0 || int(m.CFG.Loops[k].Parent) != l || m.InitOf(v, k) != s.Phi || m.Loops[k].Upper.Top || len(m.Loops[k].Assumptions) > 0 {
			return reach, nil, false
		}
		most := 0.0
		for j, w := range m.Fn.Args(v) {
			if !m.ViaBackEdge(k, j) {
				continue
			}
			mv, moves := m.Move(w, v, k)
			if !moves {
				return reach, nil, false
			}
			if rising {
				most = math.Max(most, mv.Peak.Hi)
			} else {
				most = math.Max(most, -mv.Peak.Lo)
			}
		}
		one := m.Eliminate(m.Loops[k].Upper, true, code.NoBlock).AddInt(1).Scale(int64(math.Min(most, 1<<40)))
		if most > 1<<20 || one.Top {
			return reach, nil, false
		}
		if ok {
			one = expr.Max(reach, one)
		}
		reach, conds, ok = one, expr.Union(conds, m.Loops[k].Conds), true
	}
	return reach, conds, ok && !reach.Top
}
