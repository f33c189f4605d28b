package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/affine"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// falling bounds a loop that continues while tested, a value of the falling variable x, is at least limit. meets
// reports whether the loop continues while tested differs from limit - 1, which it must not step over.
// Sound because shrinks counts the iterations of the slowest decrease from the largest initial value.
func falling(m *symval.Func, l int, x ssa.ID, c phiUpdate, tested ssa.ID, limit symval.Guarded, limitIsBound, meets bool) (symval.Bound, bool) {
	start, startIsBound := m.LimitOf(l, c.init, true)
	if !start.Ok() {
		return symval.Bound{}, false
	}
	lim, exact, conds := positiveLimit(m, limit, slices.Concat(start.Conds, limit.Conds))
	d, ok := declineOf(m, l, x, c, tested, lim)
	if !ok {
		return symval.Bound{}, false
	}
	value, next := d.value, d.next
	conds = slices.Concat(conds, d.test.Conds, d.iteration.Conds)
	if (tested != x && !(value.Positive && lim >= 1)) || meets {
		// The test does not imply that x is at least floor: x must start there and stay there.
		floor := int64(0)
		if meets && tested == x {
			floor = lim - 1
		}
		if conds, ok = staysAbove(m, l, c.init, d, floor, conds); !ok || meets && tested != x && value.Quotient == 0 {
			return symval.Bound{}, false
		}
	}
	if conds, ok = fallsWithin(m, start.Size, d, conds); !ok {
		return symval.Bound{}, false
	}
	upper, whole := shrinks(m, start.Size, next.Hi, d.from, m.CFG.Loops[l].Header)
	if upper.Top {
		return symval.Bound{}, false
	}
	tight := exact && !startIsBound && !limitIsBound && (tested == x || value.Quotient > 0 && lim >= 1) &&
		(whole && next.Quotient > 1 || next.Lo == next.Hi && next.Hi.Den == 1 && next.Hi.SlopeIs(1))
	return symval.Bound{Upper: upper, Conds: conds, Tight: tight, Spans: map[ssa.ID][]symval.InductionRange{x: fallingSpans(m, l, c.init, start.Size, d)}}, true
}

// positiveLimit returns the limit of a falling loop as a number: the limit itself if it is a constant (exact), else a
// lower bound of at least 1, for which it may add a condition to conds.
func positiveLimit(m *symval.Func, limit symval.Guarded, conds []expr.Condition) (lim int64, exact bool, all []expr.Condition) {
	if lim, exact = limit.Size.Int(); exact {
		return lim, true, conds
	}
	least := m.LeastOf(limit.Size)
	if least < 1 {
		least = 1
		conds = m.Require(conds, expr.Condition{Size: limit.Size, Lo: 1, Hi: math.Inf(1)})
	}
	return symval.SmallLeast(least), false, conds
}

// decline encloses the tested value of a falling variable x for x >= 0, and the next value of x for x >= from, which
// the test implies for nonnegative x.
type decline struct {
	test, iteration *affine.Transfer // the operations before the test, and of a whole iteration
	value, next     affine.Bounds    // the tested value, the next x
	from            int64
}

// declineOf encloses one iteration of a falling x while tested is at least lim. ok is false if lim is negative or very
// large, or if x may rise.
func declineOf(m *symval.Func, l int, x ssa.ID, c phiUpdate, tested ssa.ID, lim int64) (d decline, ok bool) {
	if lim < 0 || lim > 1<<30 {
		return d, false
	}
	d.test = affine.New(m, l, x, 0, 0)
	d.value = d.test.BoundsOf(tested)
	if !d.value.OK() || d.value.Base != 0 || d.value.Hi.Num <= 0 {
		return d, false
	}
	d.from = int64(math.Ceil((float64(lim)*float64(d.value.Hi.Den) - float64(d.value.Hi.Add)) / float64(d.value.Hi.Num)))
	if d.value.Quotient > 0 {
		d.from = lim * d.value.Quotient
	}
	if d.from = max(d.from, 0); d.from > 1<<40 {
		return d, false
	}
	d.iteration = affine.New(m, l, x, 0, d.from)
	d.next = d.iteration.Next(c.backs, c.edges)
	f := d.next.Hi
	return d, d.next.OK() && f.Num >= 0 && (f.SlopeBelow(1) || f.SlopeIs(1))
}

// staysAbove adds to conds the one under which a falling variable starts from at least floor. ok is false if an
// iteration may take it below floor.
func staysAbove(m *symval.Func, l int, init ssa.ID, d decline, floor int64, conds []expr.Condition) ([]expr.Condition, bool) {
	low, _ := m.LimitOf(l, init, false)
	if !low.Ok() || d.next.Lo.Num < 0 || d.next.Lo.At(d.from) <= float64(floor-1) {
		return nil, false
	}
	return m.Require(append(conds, low.Conds...), expr.Condition{Size: low.Size, Lo: float64(floor), Hi: math.Inf(1)}), true
}

// fallsWithin adds to conds those under which no operation of an iteration overflows if x is at most start. ok is
// false if there are none.
func fallsWithin(m *symval.Func, start expr.Size, d decline, conds []expr.Condition) ([]expr.Condition, bool) {
	for _, half := range []struct {
		ps   []affine.Check
		from int64
	}{{d.test.Checks, 0}, {d.iteration.Checks, d.from}} {
		for _, q := range half.ps {
			if q.Base != 0 || q.Lo.Num < 0 || q.Lo.At(half.from) < q.Within.Lo || q.Hi.Num <= 0 && q.Hi.At(half.from) > q.Within.Hi {
				return nil, false
			}
			if q.Hi.Num > 0 {
				conds = m.Require(conds, expr.Condition{Size: start, Lo: math.Inf(-1), Hi: q.Hi.Limit(q.Within.Hi)})
			}
		}
	}
	return conds, true
}

// fallingSpans returns the ranges of a falling variable where the test holds, and at the header, where the last value
// has failed it.
func fallingSpans(m *symval.Func, l int, init ssa.ID, start expr.Size, d decline) []symval.InductionRange {
	spans := []symval.InductionRange{{Low: expr.Const(d.from), High: start}, {Low: expr.TopSize, High: start, Behind: -1}}
	if low, _ := m.LimitOf(l, init, false); low.Ok() && len(low.Conds) == 0 && !d.next.Lo.Bad && d.next.Lo.Num >= 0 {
		if least := math.Floor(d.next.Lo.At(d.from)); least > -expr.ExactWhole {
			spans[1].Low = expr.Min(low.Size, expr.Const(int64(math.Min(least, expr.ExactWhole))))
		}
	}
	return spans
}
