package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// bisect bounds loop l by the distance of its variables high and low and its test c.
func bisect(m *symval.Func, l int, high, low ssa.ID, c symval.Comparison) (symval.Bound, bool) {
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
	pairs := heapsize.Jointly(m, l, ht.backs, lt.backs)
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
func (iv interval) bound(c symval.Comparison, pairs [][2]ssa.ID) (symval.Bound, bool) {
	m := iv.m
	before := newTransfer(m, iv.l, iv.high, iv.low, 0)
	before.from = iv.from
	least, ok := leastDistance(before, c)
	if !ok {
		return symval.Bound{}, false
	}
	t := newTransfer(m, iv.l, iv.high, iv.low, least)
	t.from = iv.from
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
	conds = append(conds, t.conds...)
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
func leastDistance(t *affineTransfer, c symval.Comparison) (least int64, ok bool) {
	small, large, extra, ok := c.Less()
	if !ok {
		return 0, false
	}
	side := func(v ssa.ID) affineBounds {
		if v == 0 {
			return linearConstant(expr.Interval{})
		}
		return t.boundsOf(v)
	}
	a, b := side(small), side(large)
	if !a.ok() || !b.ok() || a.base != b.base || a.lo != a.hi || b.lo != b.hi {
		return 0, false
	}
	// The test as: their distance, times and plus something, is at least 0.
	e := b.hi.Minus(a.lo).Plus(expr.ConstantAffine(float64(extra - 1)))
	if e.Bad || e.Num <= 0 {
		return 0, false
	}
	least = int64(math.Ceil(-float64(e.Add) / float64(e.Num)))
	return least, least >= 0 && least <= 1<<20
}

// nextDistance bounds the distance after an iteration by the one before it; t encloses values of the iteration. ok is
// false if a variable leaves the interval, if they pass each other by more than two, or if their distance may grow.
func nextDistance(t *affineTransfer, pairs [][2]ssa.ID) (f expr.Affine, ok bool) {
	for i, p := range pairs {
		h, l := t.boundsOf(p[0]), t.boundsOf(p[1])
		// From low to one above high, and from one below low to high.
		if !h.ok() || !l.ok() || h.base != 1 || l.base != 1 ||
			!t.liesBetween(l, expr.Affine{Den: 1}, expr.Affine{Num: 1, Add: 1, Den: 1}) || !t.liesBetween(h, expr.Affine{Add: -1, Den: 1}, identity) {
			return f, false
		}
		if d := h.lo.Minus(l.hi); d.Bad || d.Num < 0 || d.At(t.least) <= -3 {
			return f, false
		}
		d := h.hi.Minus(l.lo)
		if i > 0 {
			d = expr.ExtremeOf(f, d, t.least, true)
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
func (iv interval) iterationFits(t *affineTransfer, conds []expr.Condition) ([]expr.Condition, bool) {
	m := iv.m
	none := math.Inf(1)
	for _, q := range t.partials {
		if q.base < 0 || q.lo.Num < 0 || q.base > 0 && q.hi.Num > q.base*q.hi.Den {
			return nil, false
		}
		below, upper := q.lo.At(t.least), q.hi.At(t.least)
		if q.base == 0 {
			if below < q.within.Lo || q.hi.Num <= 0 && upper > q.within.Hi {
				return nil, false
			}
			if q.hi.Num > 0 {
				conds = m.Require(conds, expr.Condition{Size: iv.last.Sub(iv.first), Lo: math.Inf(-1), Hi: q.hi.Limit(q.within.Hi)})
			}
			continue
		}
		b := float64(q.base)
		if q.hi.Num > 0 { // base*low + slope*distance is at most base*high
			upper = maxExcess(q.hi, q.base, t.least)
		}
		conds = m.Require(conds, expr.Condition{Size: iv.last, Lo: math.Inf(-1), Hi: math.Floor((q.within.Hi - math.Ceil(upper)) / b)})
		conds = m.Require(conds, expr.Condition{Size: iv.first, Lo: math.Ceil((q.within.Lo - math.Floor(below)) / b), Hi: none})
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
func (iv interval) testFits(t *affineTransfer, conds []expr.Condition) ([]expr.Condition, bool) {
	if len(t.partials) == 0 {
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
	for _, q := range t.partials {
		if q.lo != q.hi || q.lo.Den != 1 || q.base != 0 && q.base != 1 || q.lo.Num != 1 && (q.lo.Num != 0 || q.base == 0) {
			return nil, false
		}
		lo, hi := q.within.Lo-float64(q.lo.Add), q.within.Hi-float64(q.lo.Add)
		sizes := []expr.Size{iv.first.AddInt(-1), lowMost, highLeast, iv.last.AddInt(1)}
		if q.base == 0 {
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
