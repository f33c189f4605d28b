package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/affine"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// bisect bounds loop l by the distance of its variables high and low and its test c.
func bisect(m *symval.Func, l int, high, low ssa.ID, c code.Comparison) (symval.Bound, bool) {
	ht, ok1 := phiUpdateOf(m, l, high)
	lt, ok2 := phiUpdateOf(m, l, low)
	if !ok1 || !ok2 || len(ht.backs) != len(lt.backs) {
		return symval.Bound{}, false
	}
	first, _ := m.LimitOf(l, lt.init, false)
	last, _ := m.LimitOf(l, ht.init, true)
	if !first.Ok() || !last.Ok() {
		return symval.Bound{}, false
	}
	pairs := joint.Pairs(m, l, ht.backs, lt.backs)
	if pairs == nil {
		return symval.Bound{}, false
	}
	iv := interval{m: m, l: l, high: high, low: low, first: first.Size, last: last.Size, conds: slices.Concat(first.Conds, last.Conds)}
	iv.from = m.LeastOf(first.Size)
	if r, ok := iv.bound(c, pairs); ok || iv.from >= 0 {
		return r, ok
	}
	// (low + high) >>> 1 is unknown for negative low.
	if m.Env.Size(first.Size).Hi < 0 {
		return symval.Bound{}, false
	}
	iv.from = 0
	iv.conds = m.Require(iv.conds, expr.Condition{Size: first.Size, Lo: 0, Hi: math.Inf(1)})
	return iv.bound(c, pairs)
}

// interval is the pair of variables of a bisection.
type interval struct {
	m           *symval.Func
	l           int
	high, low   ssa.ID
	first, last expr.Size        // the lower bound of the initial low, the upper bound of the initial high
	from        float64          // low is at least this
	conds       []expr.Condition // under which first and last are known
}

// bound bounds the loop by its test c and by pairs, the next values of high and low on the paths of an iteration.
func (iv interval) bound(c code.Comparison, pairs [][2]ssa.ID) (symval.Bound, bool) {
	m := iv.m
	before := affine.New(m, iv.l, iv.high, iv.low, 0)
	before.From = iv.from
	least, ok := leastDistance(before, c)
	if !ok {
		return symval.Bound{}, false
	}
	t := affine.New(m, iv.l, iv.high, iv.low, least)
	t.From = iv.from
	f, ok := nextDistance(t, pairs)
	if !ok {
		return symval.Bound{}, false
	}
	conds, ok := iv.testFits(before, iv.conds)
	if !ok {
		return symval.Bound{}, false
	}
	if conds, ok = iv.iterationFits(t, conds); !ok {
		return symval.Bound{}, false
	}
	conds = append(conds, t.Conds...)
	upper, _ := shrinks(m, iv.last.Sub(iv.first), f, least, m.CFG.Loops[iv.l].Header)
	inside := symval.InductionRange{Low: iv.first, High: iv.last}
	spans := map[ssa.ID][]symval.InductionRange{
		iv.low:  {inside, {Low: iv.first, High: expr.Max(iv.last.AddInt(1), iv.initOf(iv.low, true)), Behind: -1}},
		iv.high: {inside, {Low: expr.Min(iv.first.AddInt(-1), iv.initOf(iv.high, false)), High: iv.last, Behind: -1}},
	}
	return symval.Bound{Upper: upper, Conds: conds, Spans: spans}, !upper.Top
}

// leastDistance returns the least distance of the two variables at which the test c holds; t encloses values at the
// test. ok is false if the test depends on more than the distance, or holds for negative ones, which round
// differently.
func leastDistance(t *affine.Transfer, c code.Comparison) (least int64, ok bool) {
	small, large, extra, ok := c.Less()
	if !ok {
		return 0, false
	}
	side := func(v ssa.ID) affine.Bounds {
		if v == 0 {
			return affine.Constant(expr.Interval{})
		}
		return t.BoundsOf(v)
	}
	a, b := side(small), side(large)
	if !a.OK() || !b.OK() || a.Base != b.Base || a.Lo != a.Hi || b.Lo != b.Hi {
		return 0, false
	}
	// The test as: their distance, times and plus something, is at least 0.
	e := b.Hi.Minus(a.Lo).Plus(expr.ConstantAffine(float64(extra - 1)))
	if e.Bad || e.Num <= 0 {
		return 0, false
	}
	least = int64(math.Ceil(-float64(e.Add) / float64(e.Num)))
	return least, least >= 0 && least <= 1<<20
}

// nextDistance bounds the distance after an iteration by the one before it; t encloses values of the iteration. ok is
// false if a variable leaves the interval, if they pass each other by more than two, or if their distance may grow.
func nextDistance(t *affine.Transfer, pairs [][2]ssa.ID) (f expr.Affine, ok bool) {
	for i, p := range pairs {
		h, l := t.BoundsOf(p[0]), t.BoundsOf(p[1])
		// From low to one above high, and from one below low to high.
		if !h.OK() || !l.OK() || h.Base != 1 || l.Base != 1 ||
			!t.LiesBetween(l, expr.Affine{Den: 1}, expr.Affine{Num: 1, Add: 1, Den: 1}) || !t.LiesBetween(h, expr.Affine{Add: -1, Den: 1}, expr.Affine{Num: 1, Den: 1}) {
			return f, false
		}
		if d := h.Lo.Minus(l.Hi); d.Bad || d.Num < 0 || d.At(t.Least) <= -3 {
			return f, false
		}
		d := h.Hi.Minus(l.Lo)
		if i > 0 {
			d = expr.ExtremeOf(f, d, t.Least, true)
		}
		f = d
	}
	return f, !f.Bad && f.Num >= 0 && (f.SlopeBelow(1) || f.SlopeIs(1))
}

// initOf bounds the initial value of a variable without conditions, TopSize if there is no such bound. On entry, low
// may exceed high by any amount.
func (iv interval) initOf(phi ssa.ID, up bool) expr.Size {
	c, _ := phiUpdateOf(iv.m, iv.l, phi)
	q, _ := iv.m.LimitOf(iv.l, c.init, up)
	if !q.Ok() || len(q.Conds) > 0 {
		return expr.TopSize
	}
	return q.Size
}

// iterationFits adds the conditions under which the operations of t do not overflow in iterations whose test holds:
// first <= low <= high <= last.
func (iv interval) iterationFits(t *affine.Transfer, conds []expr.Condition) ([]expr.Condition, bool) {
	m := iv.m
	none := math.Inf(1)
	for _, q := range t.Checks {
		if q.Base < 0 || q.Lo.Num < 0 || q.Base > 0 && q.Hi.Num > q.Base*q.Hi.Den {
			return nil, false
		}
		below, upper := q.Lo.At(t.Least), q.Hi.At(t.Least)
		if q.Base == 0 {
			if below < q.Within.Lo || q.Hi.Num <= 0 && upper > q.Within.Hi {
				return nil, false
			}
			if q.Hi.Num > 0 {
				conds = m.Require(conds, expr.Condition{Size: iv.last.Sub(iv.first), Lo: math.Inf(-1), Hi: q.Hi.Limit(q.Within.Hi)})
			}
			continue
		}
		b := float64(q.Base)
		if q.Hi.Num > 0 { // base*low + slope*distance is at most base*high
			upper = maxExcess(q.Hi, q.Base, t.Least)
		}
		conds = m.Require(conds, expr.Condition{Size: iv.last, Lo: math.Inf(-1), Hi: math.Floor((q.Within.Hi - math.Ceil(upper)) / b)})
		conds = m.Require(conds, expr.Condition{Size: iv.first, Lo: math.Ceil((q.Within.Lo - math.Floor(below)) / b), Hi: none})
	}
	return conds, true
}

// maxExcess returns the largest floor(f(x)) - k*x for x >= least, where f rises by at most k: with each f.Den of x,
// both rise by integers.
func maxExcess(f expr.Affine, k, least int64) float64 {
	if f.Den > 64 {
		return math.Ceil(float64(f.Add) / float64(f.Den))
	}
	most := math.Inf(-1)
	for x := least; x < least+f.Den; x++ {
		most = math.Max(most, math.Floor(f.At(x))-float64(k*x))
	}
	return most
}

// testFits adds the conditions under which the operations before the test do not overflow: low + k, high + k and high
// - low + k. Low may exceed high there: by any amount on entry, later by two.
func (iv interval) testFits(t *affine.Transfer, conds []expr.Condition) ([]expr.Condition, bool) {
	if len(t.Checks) == 0 {
		return conds, true
	}
	m := iv.m
	init := func(phi ssa.ID, up bool) expr.Size {
		c, _ := phiUpdateOf(m, iv.l, phi)
		q, _ := m.LimitOf(iv.l, c.init, up)
		if !q.Ok() {
			return expr.TopSize
		}
		conds = slices.Concat(conds, q.Conds)
		return q.Size
	}
	lowMost, highLeast := init(iv.low, true), init(iv.high, false)
	if lowMost.Top || highLeast.Top {
		return nil, false
	}
	for _, q := range t.Checks {
		if q.Lo != q.Hi || q.Lo.Den != 1 || q.Base != 0 && q.Base != 1 || q.Lo.Num != 1 && (q.Lo.Num != 0 || q.Base == 0) {
			return nil, false
		}
		lo, hi := q.Within.Lo-float64(q.Lo.Add), q.Within.Hi-float64(q.Lo.Add)
		sizes := []expr.Size{iv.first.AddInt(-1), lowMost, highLeast, iv.last.AddInt(1)}
		if q.Base == 0 {
			if lo > -2 {
				return nil, false
			}
			sizes = []expr.Size{highLeast.Sub(lowMost), iv.last.Sub(iv.first)}
		}
		for _, s := range sizes {
			conds = m.Require(conds, expr.Condition{Size: s, Lo: lo, Hi: hi})
		}
	}
	return conds, true
}

// bisection is the prover of loops with two variables, low and high, that continue while their distance is at least
// some number and move one towards the other: a binary search. The ranking function is the logarithm of the distance.
// Sound because low never falls and high never rises: both stay between their initial values, which bounds low + high,
// and the distance shrinks by a factor in each iteration.
func bisection(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.xs, t.ys))))
	if len(all) != 2 {
		return symval.Bound{}, false
	}
	if b, ok := bisect(m, t.loop, all[0], all[1], t.cmp); ok && m.Possible(b.Conds) {
		return b, true
	}
	return bisect(m, t.loop, all[1], all[0], t.cmp)
}
