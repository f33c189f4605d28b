package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/ssa"
)

// interval bounds a loop of two variables, low and high, that goes on while their distance is at least some number, and
// that moves one of them towards the other: a binary search. What gets smaller is the distance.
//
// low never falls and high never rises, so both stay between where they start: that is what keeps low + high from
// overflowing where it does.
func (m *method) interval(l int, high, low ssa.ID, c fact) (testBound, bool) {
	ht, ok1 := m.turnOf(l, high)
	lt, ok2 := m.turnOf(l, low)
	if !ok1 || !ok2 || len(ht.backs) != len(lt.backs) {
		return testBound{}, false
	}
	first, _ := m.limitOf(l, lt.init, false)
	last, _ := m.limitOf(l, ht.init, true)
	if !first.ok() || !last.ok() {
		return testBound{}, false
	}
	pairs := m.jointly(l, ht.backs, lt.backs)
	if pairs == nil {
		return testBound{}, false
	}
	iv := interval{m: m, l: l, high: high, low: low, first: first.size, last: last.size, conds: slices.Concat(first.conds, last.conds)}
	iv.from = m.leastOf(first.size)
	if r, ok := iv.bound(c, pairs); ok || iv.from >= 0 {
		return r, ok
	}
	// Of (low + high) >>> 1 nothing is known where low may be negative.
	if m.ranges.size(first.size).Hi < 0 {
		return testBound{}, false
	}
	iv.from = 0
	iv.conds = m.require(iv.conds, Condition{Size: first.size, Lo: 0, Hi: math.Inf(1)})
	return iv.bound(c, pairs)
}

type interval struct {
	m           *method
	l           int
	high, low   ssa.ID
	first, last Size    // where they start: low from below, high from above
	from        float64 // low is at least this
	conds       []Condition
}

// bound bounds the loop by its test c and by pairs, what high and low become on the paths through an iteration.
func (iv interval) bound(c fact, pairs [][2]ssa.ID) (testBound, bool) {
	m := iv.m
	before := m.tracer(iv.l, iv.high, iv.low, 0)
	before.from = iv.from
	least, ok := leastDistance(before, c)
	if !ok {
		return testBound{}, false
	}
	t := m.tracer(iv.l, iv.high, iv.low, least)
	t.from = iv.from
	f, ok := nextDistance(t, pairs)
	if !ok {
		return testBound{}, false
	}
	conds, ok := iv.early(before, iv.conds)
	if !ok {
		return testBound{}, false
	}
	if conds, ok = iv.inside(t, conds); !ok {
		return testBound{}, false
	}
	conds = append(conds, t.conds...)
	upper, _ := m.shrinks(iv.last.Sub(iv.first), f, least, m.g.Loops[iv.l].Header)
	inside := span{low: iv.first, high: iv.last}
	spans := map[ssa.ID][]span{
		iv.low:  {inside, {low: iv.first, high: Max(iv.last.AddInt(1), iv.start(iv.low, true)), behind: -1}},
		iv.high: {inside, {low: Min(iv.first.AddInt(-1), iv.start(iv.high, false)), high: iv.last, behind: -1}},
	}
	return testBound{upper: upper, conds: conds, spans: spans}, !upper.bad
}

// leastDistance returns the least distance of the two variables at which the test c holds, where t encloses values at the
// test. It fails where the test does not say the same of any distance (a negative one could round in another way), and
// where it holds for negative ones.
func leastDistance(t *tracer, c fact) (least int64, ok bool) {
	small, large, extra, ok := c.less()
	if !ok {
		return 0, false
	}
	side := func(v ssa.ID) linear {
		if v == 0 {
			return linearConstant(Range{})
		}
		return t.of(v)
	}
	a, b := side(small), side(large)
	if !a.ok() || !b.ok() || a.base != b.base || a.lo != a.hi || b.lo != b.hi {
		return 0, false
	}
	// The test as: their distance, times and plus something, is at least 0.
	e := b.hi.minus(a.lo).plus(constantAffine(float64(extra - 1)))
	if e.bad || e.num <= 0 {
		return 0, false
	}
	least = int64(math.Ceil(-float64(e.add) / float64(e.num)))
	return least, least >= 0 && least <= 1<<20
}

// nextDistance bounds the distance after an iteration by the one before it, where t encloses values of the iteration. It
// fails where one of the two leaves the interval, where they come past each other by more than two, and where their
// distance may grow.
func nextDistance(t *tracer, pairs [][2]ssa.ID) (f affine, ok bool) {
	for i, p := range pairs {
		h, l := t.of(p[0]), t.of(p[1])
		// From low to one above high, and from one below low to high.
		if !h.ok() || !l.ok() || h.base != 1 || l.base != 1 ||
			!t.between(l, affine{den: 1}, affine{num: 1, add: 1, den: 1}) || !t.between(h, affine{add: -1, den: 1}, identity) {
			return f, false
		}
		if d := h.lo.minus(l.hi); d.bad || d.num < 0 || d.at(t.least) <= -3 {
			return f, false
		}
		d := h.hi.minus(l.lo)
		if i > 0 {
			d = extremeOf(f, d, t.least, true)
		}
		f = d
	}
	return f, !f.bad && f.num >= 0 && (f.slopeBelow(1) || f.slopeIs(1))
}

// start bounds what one of the two is at first, where that needs no conditions: they may have come past each other by
// anything then. It is bad where it is not known.
func (iv interval) start(phi ssa.ID, up bool) Size {
	c, _ := iv.m.turnOf(iv.l, phi)
	q, _ := iv.m.limitOf(iv.l, c.init, up)
	if !q.ok() || len(q.conds) > 0 {
		return badSize
	}
	return q.size
}

// between says whether, above the anchor, v lies between lo and hi for every distance.
func (t *tracer) between(v linear, lo, hi affine) bool {
	low, high := v.lo.minus(lo), hi.minus(v.hi)
	return !low.bad && !high.bad && low.num >= 0 && low.at(t.least) > -1 && high.num >= 0 && high.at(t.least) > -1
}

// inside adds the conditions under which the results that a tracer has met stay inside of their types, in iterations
// whose test holds: low and high are from first to last then, and in order.
func (iv interval) inside(t *tracer, conds []Condition) ([]Condition, bool) {
	m := iv.m
	none := math.Inf(1)
	for _, q := range t.partials {
		if q.base < 0 || q.lo.num < 0 || q.base > 0 && q.hi.num > q.base*q.hi.den {
			return nil, false
		}
		below, above := q.lo.at(t.least), q.hi.at(t.least)
		if q.base == 0 {
			if below < q.within.Lo || q.hi.num <= 0 && above > q.within.Hi {
				return nil, false
			}
			if q.hi.num > 0 {
				conds = m.require(conds, Condition{Size: iv.last.Sub(iv.first), Lo: math.Inf(-1), Hi: q.hi.limit(q.within.Hi)})
			}
			continue
		}
		b := float64(q.base)
		if q.hi.num > 0 { // base*low + slope*distance is at most base*high
			above = q.hi.above(q.base, t.least)
		}
		conds = m.require(conds, Condition{Size: iv.last, Lo: math.Inf(-1), Hi: math.Floor((q.within.Hi - math.Ceil(above)) / b)})
		conds = m.require(conds, Condition{Size: iv.first, Lo: math.Ceil((q.within.Lo - math.Floor(below)) / b), Hi: none})
	}
	return conds, true
}

// above is the most by which floor(f(x)) can be above k*x for x >= least, where f rises by at most k: with each f.den
// of x, both of them rise by whole numbers.
func (f affine) above(k, least int64) float64 {
	if f.den > 64 {
		return math.Ceil(float64(f.add) / float64(f.den))
	}
	most := math.Inf(-1)
	for x := least; x < least+f.den; x++ {
		most = math.Max(most, math.Floor(f.at(x))-float64(k*x))
	}
	return most
}

// early does so for what an iteration computes before its test holds: low + k, high + k and their distance plus k. They
// may have come past each other then: by anything at the start, later by two.
func (iv interval) early(t *tracer, conds []Condition) ([]Condition, bool) {
	if len(t.partials) == 0 {
		return conds, true
	}
	m := iv.m
	init := func(phi ssa.ID, up bool) Size {
		c, _ := m.turnOf(iv.l, phi)
		q, _ := m.limitOf(iv.l, c.init, up)
		if !q.ok() {
			return badSize
		}
		conds = slices.Concat(conds, q.conds)
		return q.size
	}
	lowMost, highLeast := init(iv.low, true), init(iv.high, false)
	if lowMost.bad || highLeast.bad {
		return nil, false
	}
	for _, q := range t.partials {
		if q.lo != q.hi || q.lo.den != 1 || q.base != 0 && q.base != 1 || q.lo.num != 1 && (q.lo.num != 0 || q.base == 0) {
			return nil, false
		}
		lo, hi := q.within.Lo-float64(q.lo.add), q.within.Hi-float64(q.lo.add)
		sizes := []Size{iv.first.AddInt(-1), lowMost, highLeast, iv.last.AddInt(1)}
		if q.base == 0 {
			if lo > -2 {
				return nil, false
			}
			sizes = []Size{highLeast.Sub(lowMost), iv.last.Sub(iv.first)}
		}
		for _, s := range sizes {
			conds = m.require(conds, Condition{Size: s, Lo: lo, Hi: hi})
		}
	}
	return conds, true
}

// jointly returns what two variables are on each way to the next iteration: joins of both at once are taken apart, so
// that which of them has changed is known.
func (m *method) jointly(l int, as, bs []ssa.ID) [][2]ssa.ID {
	const most = 32
	var out [][2]ssa.ID
	seen := map[[2]ssa.ID]bool{}
	work := make([][2]ssa.ID, len(as))
	for i := range as {
		work[i] = [2]ssa.ID{as[i], bs[i]}
	}
	joins := func(v ssa.ID) bool {
		x := &m.f.Values[v]
		return x.Kind == ssa.Phi && m.g.InLoop(int(x.Block), l) && m.loopHeadedBy(int(x.Block)) < 0 && m.g.Blocks[x.Block].Region < 0
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p[0] == 0 || p[1] == 0 || len(seen) > most {
			return nil
		}
		if seen[p] {
			continue
		}
		seen[p] = true
		a, b := joins(p[0]), joins(p[1])
		ab, bb := m.f.Values[p[0]].Block, m.f.Values[p[1]].Block
		if a && b && ab != bb { // the later one first
			if m.g.Dominators.Dominates(int(ab), int(bb)) {
				a = false
			} else {
				b = false
			}
		}
		if !a && !b {
			out = append(out, p)
			continue
		}
		n := len(m.f.Args(p[0]))
		if !a {
			n = len(m.f.Args(p[1]))
		}
		for i := range n {
			q := p
			if a {
				q[0] = m.f.Args(p[0])[i]
			}
			if b {
				q[1] = m.f.Args(p[1])[i]
			}
			work = append(work, q)
		}
	}
	return out
}
