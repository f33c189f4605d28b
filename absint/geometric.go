package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Counters that do not move by a constant: they are multiplied until they reach a limit, divided until little is left,
// or are the two ends of an interval that is halved. The ranking function is a logarithm: where every iteration makes
// some x at least k times as large (or small), there are at most log_k of the whole way, and one more.
//
// As with additive counters, arithmetic in int must agree with that of integers: every operation on the way gives a
// condition on where the counter starts or on its limit (semantics section 4), unless it is proved.

// variableTest is an exit test that compares a value computed from variables of the loop with another one.
type variableTest struct {
	*exitTest
	cmp    fact     // with the value that variables are in first
	xs, ys []ssa.ID // the header phis that its operands are computed from
}

// onComparison is a prover of comparisons that counters which move by additions do not explain.
func onComparison(f func(m *method, t *variableTest) (testBound, bool)) func(*method, *exitTest) (testBound, bool) {
	return func(m *method, t *exitTest) (testBound, bool) {
		if !t.compares {
			return testBound{}, false
		}
		c, xs, ys := m.variableFirst(t.loop, t.cmp)
		if len(xs) == 0 {
			return testBound{}, false
		}
		b, ok := f(m, &variableTest{t, c, xs, ys})
		if !ok || !m.possible(b.conds) {
			return testBound{}, false
		}
		b.conds = tightest(b.conds)
		return b, true
	}
}

func squares(m *method, t *variableTest) (testBound, bool) { return m.squares(t.loop, t.phis, t.cmp) }

func remainders(m *method, t *variableTest) (testBound, bool) { return m.remainders(t.loop, t.cmp) }

func congruence(m *method, t *variableTest) (testBound, bool) { return m.divisible(t.loop, t.cmp) }

// geometric bounds a counter that is multiplied, divided or shifted.
func geometric(m *method, t *variableTest) (testBound, bool) {
	if len(t.xs) != 1 || len(t.ys) > 0 {
		return testBound{}, false
	}
	return m.scaled(t.loop, t.xs[0], t.cmp)
}

// bisection bounds two counters whose distance is divided.
func bisection(m *method, t *variableTest) (testBound, bool) {
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.xs, t.ys))))
	if len(all) != 2 {
		return testBound{}, false
	}
	if b, ok := m.interval(t.loop, all[0], all[1], t.cmp); ok && m.possible(b.conds) {
		return b, true
	}
	return m.interval(t.loop, all[1], all[0], t.cmp)
}

// variableFirst turns a test around so that its first operand is computed from variables of loop l, if one is.
func (m *method) variableFirst(l int, c fact) (turned fact, xs, ys []ssa.ID) {
	xs, ys = m.variablesIn(l, c.a), m.variablesIn(l, c.b)
	if len(xs) == 0 && len(ys) > 0 {
		return fact{c.b, c.a, mirror(c.op)}, ys, xs
	}
	return c, xs, ys
}

// dividedSteps is t, or what the way divided by a step that does not change gives, where t had to take the smallest that
// the step can be.
func (m *method) dividedSteps(l int, phis map[ssa.ID]movingPhi, c fact, t testBound) testBound {
	c, xs, ys := m.variableFirst(l, c)
	if t.tight || len(xs) != 1 || len(ys) > 0 || phis[xs[0]].off.Lo == phis[xs[0]].off.Hi {
		return t
	}
	way, ok := m.turnOf(l, xs[0])
	if !ok {
		return t
	}
	u, ok := m.strides(l, xs[0], way, c)
	u.conds = tightest(u.conds)
	if _, number := u.upper.Int(); !ok || number || !m.possible(u.conds) || m.possible(t.conds) && len(u.conds) > len(t.conds) {
		return t
	}
	u.spans = t.spans
	return u
}

// variablesIn returns the int and long header phis of loop l that v is computed from, as far as few are.
func (m *method) variablesIn(l int, v ssa.ID) []ssa.ID {
	var out []ssa.ID
	seen := map[ssa.ID]bool{}
	var walk func(v ssa.ID, depth int)
	walk = func(v ssa.ID, depth int) {
		x := &m.f.Values[v]
		if v == 0 || seen[v] || depth > 12 || x.Type != 'i' && x.Type != 'l' || !m.g.InLoop(int(x.Block), l) {
			return
		}
		seen[v] = true
		if x.Kind == ssa.Phi && m.loopHeadedBy(int(x.Block)) == l {
			out = append(out, v)
			return
		}
		if x.Kind == ssa.Phi || x.Kind == ssa.Instr {
			for _, a := range m.f.Args(v) {
				walk(a, depth+1)
			}
		}
	}
	walk(v, 0)
	return out
}

// turn is how a header phi of a loop comes into it and from one iteration to the next.
type turn struct {
	init  ssa.ID
	backs []ssa.ID // one per back edge
	edges []int32  // those
}

func (m *method) turnOf(l int, phi ssa.ID) (t turn, ok bool) {
	g := m.g
	h := g.Loops[l].Header
	for i, a := range m.f.Args(phi) {
		switch {
		case a == 0:
			return turn{}, false
		case m.comesRound(l, i): // else it is the entry
			t.backs = append(t.backs, a)
			t.edges = append(t.edges, g.Blocks[h].Preds[i])
		case t.init != 0 && t.init != a:
			return turn{}, false
		default:
			t.init = a
		}
	}
	return t, t.init != 0 && len(t.backs) > 0
}

// next encloses what the variable is at the end of an iteration.
func (t *tracer) next(c turn) linear {
	var out linear
	first := true
	for i, b := range c.backs {
		for _, b := range t.others(b, c.edges[i]) {
			v := t.of(b)
			if !v.ok() || v.base != 0 {
				return linear{}
			}
			if first {
				out, first = v, false
				continue
			}
			if out.quotient != v.quotient {
				out.quotient = 0
			}
			out.lo, out.hi = extremeOf(out.lo, v.lo, t.least, false), extremeOf(out.hi, v.hi, t.least, true)
		}
	}
	return out
}

// others is v, or what it may be where an iteration ends by edge e with a test that it is not the variable itself: a
// heap's sift that goes on while the smaller child is another node.
func (t *tracer) others(v ssa.ID, e int32) []ssa.ID {
	m := t.m
	edge := &m.g.Edges[e]
	facts := m.branchFacts(int(edge.From))
	if f, ok := m.factOn(edge); ok {
		facts = append(facts, f)
	}
	if v == t.x || !slices.ContainsFunc(facts, func(f fact) bool {
		return f.op == classfile.OpIfIcmpne && (f.a == v && f.b == t.x || f.a == t.x && f.b == v)
	}) {
		return []ssa.ID{v}
	}
	var out []ssa.ID
	for _, p := range m.jointly(t.l, []ssa.ID{v}, []ssa.ID{v}) {
		if p[0] != t.x {
			out = append(out, p[0])
		}
	}
	if len(out) == 0 {
		return []ssa.ID{v}
	}
	return out
}

// scaled bounds a loop whose test compares a value of one variable x with one that does not change.
func (m *method) scaled(l int, x ssa.ID, c fact) (testBound, bool) {
	t, ok := m.turnOf(l, x)
	if !ok {
		return testBound{}, false
	}
	for _, try := range []func(int, ssa.ID, turn, fact) (testBound, bool){m.towardsZero, m.bitSteps, m.towardsLimit, m.strides} {
		if r, ok := try(l, x, t, c); ok {
			return r, true
		}
	}
	return testBound{}, false
}

// towardsLimit bounds a loop whose counter rises or falls towards a value that does not change.
func (m *method) towardsLimit(l int, x ssa.ID, t turn, c fact) (testBound, bool) {
	one := int64(0)
	switch c.op {
	case classfile.OpIfIcmplt, classfile.OpIfIcmple:
		limit, bound := m.limitOf(l, c.b, true)
		if !limit.ok() {
			break
		}
		if c.op == classfile.OpIfIcmplt {
			one = -1
		}
		limit.size = limit.size.AddInt(one)
		return m.rising(l, x, t, c.a, limit, bound)
	case classfile.OpIfIcmpgt, classfile.OpIfIcmpge:
		limit, bound := m.limitOf(l, c.b, false)
		if !limit.ok() {
			break
		}
		if c.op == classfile.OpIfIcmpgt {
			one = 1
		}
		limit.size = limit.size.AddInt(one)
		return m.falling(l, x, t, c.a, limit, bound, false)
	case classfile.OpIfIcmpne:
		limit, bound := m.limitOf(l, c.b, false)
		if v, known := limit.size.Int(); limit.ok() && known && !bound && len(limit.conds) == 0 && (c.a == x || v == 0) {
			limit.size = limit.size.AddInt(1)
			return m.falling(l, x, t, c.a, limit, false, true)
		}
	}
	return testBound{}, false
}

// limitOf is a value that does not change in loop l, or a bound of it from above (up) or below.
func (m *method) limitOf(l int, v ssa.ID, up bool) (q quantity, bound bool) {
	if v == 0 {
		return quantity{}, false
	}
	q, bound = m.valueOrBound(v, l, up)
	if q.ok() && !m.indicesEnclose(q.size, l) {
		return unknownQuantity("an earlier loop sets %s", m.describe(v)), false
	}
	return q, bound
}

// leastOf is the smallest value of a size that is known without looking at symbols.
func (m *method) leastOf(s Size) float64 { return m.ranges.size(m.eliminate(s, false, anywhere)).Lo }

// smallLeast makes a float64 the least x of a tracer.
func smallLeast(v float64) int64 { return int64(math.Max(0, math.Min(v, 1<<20))) }

// rising bounds a loop that goes on while tested, a value of x, is at most limit; x grows.
func (m *method) rising(l int, x ssa.ID, c turn, tested ssa.ID, limit quantity, limitIsBound bool) (testBound, bool) {
	start, startIsBound := m.limitOf(l, c.init, false)
	if !start.ok() {
		return testBound{}, false
	}
	least := m.leastOf(start.size)
	g, ok := m.growthOf(l, x, c, tested, smallLeast(least))
	if !ok {
		return testBound{}, false
	}
	conds := slices.Concat(start.conds, limit.conds, g.t.conds)
	if m.ranges.size(start.size).Hi < g.needed {
		return testBound{}, false
	}
	if least < g.needed {
		conds = m.require(conds, Condition{Size: start.size, Lo: g.needed, Hi: math.Inf(1)})
		least = g.needed
	}
	value, next := g.value, g.next
	most := limit.size.Scale(value.lo.den).AddInt(-value.lo.add).FloorDiv(value.lo.num) // x of the last iteration
	if conds, ok = m.risesWithin(l, c.init, g, most, conds); !ok {
		return testBound{}, false
	}
	out := testBound{conds: conds, spans: map[ssa.ID][]span{x: {{low: start.size, high: most}, {low: start.size, high: m.after(l, c.init, next.hi, most), behind: -1}}}}
	steady := !startIsBound && !limitIsBound && next.lo == next.hi && value.lo == value.hi && next.lo.den == 1 && value.lo.den == 1
	if next.lo.slopeIs(1) {
		step := int64(math.Ceil(next.lo.at(0)))
		if step < 1 {
			return testBound{}, false
		}
		out.upper = m.clamp(most.Sub(start.size).AddInt(step).FloorDiv(step), m.g.Loops[l].Header)
		out.tight = steady
		return out, !out.upper.bad
	}
	v, known := start.size.Int()
	if !known {
		v = int64(math.Min(least, 1<<40))
	}
	var whole bool
	out.upper, whole = digitsBySlope(most.AddInt(-g.origin).FloorDiv(v-g.origin), next.lo.num, next.lo.den)
	out.tight = steady && whole && known && (next.lo.num-1)*g.origin+next.lo.add == 0
	return out, !out.upper.bad
}

// growth encloses what a loop tests of a variable x that rises and what x becomes in an iteration, for x >= from.
type growth struct {
	t           *tracer // first of its partials are those of the test
	tests       int     // how many these are
	value, next linear
	from        int64
	needed      float64 // the least x that grows with the slope of next
	origin      int64   // the next x - origin is at least x - origin times the slope, where that is not 1
}

// growthOf encloses one iteration of a rising x. Where x is known to start from decides how fast it grows at least: each
// round takes the start that the slope of the last one needs. It fails where x may stay or fall, and where three rounds find
// no such start.
func (m *method) growthOf(l int, x ssa.ID, c turn, tested ssa.ID, from int64) (g growth, ok bool) {
	g.from = from
	for range 3 {
		g.t = m.tracer(l, x, 0, g.from)
		g.value = g.t.of(tested)
		g.tests = len(g.t.partials)
		g.next = g.t.next(c)
		if !g.value.ok() || g.value.base != 0 || g.value.lo.num <= 0 || !g.next.ok() || g.next.lo.num <= 0 {
			return g, false
		}
		f := g.next.lo
		if f.slopeBelow(1) {
			return g, false
		}
		if g.needed = float64(g.from); !f.slopeIs(1) {
			g.origin = -floorDivide(f.add, f.num-f.den)
			g.needed = math.Max(g.needed, float64(g.origin+1))
		}
		if g.needed <= float64(g.from) {
			break
		}
		g.from = int64(g.needed)
	}
	return g, g.needed <= float64(g.from) && g.from <= 1<<20
}

// risesWithin adds to conds those under which the results of an iteration stay inside of their types, where x is at most
// most whenever the test holds. What the test computes, it also computes of the first x and of the one that ends the loop.
func (m *method) risesWithin(l int, init ssa.ID, g growth, most Size, conds []Condition) ([]Condition, bool) {
	var first quantity
	if g.tests > 0 {
		if first, _ = m.limitOf(l, init, true); !first.ok() {
			return nil, false
		}
		conds = append(conds, first.conds...)
	}
	for i, q := range g.t.partials {
		if q.base != 0 || q.lo.num < 0 || q.lo.at(g.from) < q.within.Lo {
			return nil, false
		}
		if q.hi.num <= 0 {
			if q.hi.at(g.from) > q.within.Hi {
				return nil, false
			}
			continue
		}
		end := q.hi.limit(q.within.Hi) // of x
		if i < g.tests {
			conds = m.require(conds, Condition{Size: first.size, Lo: math.Inf(-1), Hi: end})
			if g.next.hi.num <= 0 {
				return nil, false
			}
			end = g.next.hi.limit(end)
		}
		conds = m.require(conds, Condition{Size: most, Lo: math.Inf(-1), Hi: end})
	}
	return conds, true
}

// after is the most that a variable can be at the start of any iteration, the last one included, where it starts from
// init and is at most f of what it was, which was at most most.
func (m *method) after(l int, init ssa.ID, f affine, most Size) Size {
	first, _ := m.limitOf(l, init, true)
	if !first.ok() || len(first.conds) > 0 || f.bad || f.num < 0 {
		return badSize
	}
	return Max(first.size, most.Scale(f.num).AddInt(f.add).FloorDiv(f.den))
}

func floorDivide(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// digitsBySlope is how often q can be divided by num/den > 1 until it is below 1; whole says that this is a whole number,
// for which the result is exact.
func digitsBySlope(q Size, num, den int64) (s Size, whole bool) {
	if k := num / max(den, 1); den > 0 && k >= 2 {
		return q.digits(k), k*den == num
	}
	// The slope to the power of times is at least 2.
	times := int64(1)
	for p := float64(num) / float64(den); p < 2 && times <= 64; times++ {
		p *= float64(num) / float64(den) * (1 - 1e-12)
	}
	if times > 64 {
		return badSize, false
	}
	return q.digits(2).Scale(times), false
}

// falling bounds a loop that goes on while tested, a value of x, is at least limit; x gets smaller. meets says that the
// loop goes on while tested is not limit - 1, which it must not step over.
func (m *method) falling(l int, x ssa.ID, c turn, tested ssa.ID, limit quantity, limitIsBound, meets bool) (testBound, bool) {
	start, startIsBound := m.limitOf(l, c.init, true)
	if !start.ok() {
		return testBound{}, false
	}
	lim, exact, conds := m.positiveLimit(limit, slices.Concat(start.conds, limit.conds))
	d, ok := m.declineOf(l, x, c, tested, lim)
	if !ok {
		return testBound{}, false
	}
	value, next := d.value, d.next
	conds = slices.Concat(conds, d.before.conds, d.t.conds)
	if (tested != x && !(value.positive && lim >= 1)) || meets {
		// The test does not say that x is not negative (or below where it must be met): it starts so, and stays so.
		floor := int64(0)
		if meets && tested == x {
			floor = lim - 1
		}
		if conds, ok = m.staysAbove(l, c.init, d, floor, conds); !ok || meets && tested != x && value.quotient == 0 {
			return testBound{}, false
		}
	}
	if conds, ok = m.fallsWithin(start.size, d, conds); !ok {
		return testBound{}, false
	}
	upper, whole := m.shrinks(start.size, next.hi, d.from, m.g.Loops[l].Header)
	if upper.bad {
		return testBound{}, false
	}
	tight := exact && !startIsBound && !limitIsBound && (tested == x || value.quotient > 0 && lim >= 1) &&
		(whole && next.quotient > 1 || next.lo == next.hi && next.hi.den == 1 && next.hi.slopeIs(1))
	return testBound{upper: upper, conds: conds, tight: tight, spans: map[ssa.ID][]span{x: m.fallingSpans(l, c.init, start.size, d)}}, true
}

// positiveLimit returns the limit of a falling loop as a number: itself where it is a constant (exact), else a lower bound
// of at least 1, for which it may add a condition to conds.
func (m *method) positiveLimit(limit quantity, conds []Condition) (lim int64, exact bool, all []Condition) {
	if lim, exact = limit.size.Int(); exact {
		return lim, true, conds
	}
	least := m.leastOf(limit.size)
	if least < 1 {
		least = 1
		conds = m.require(conds, Condition{Size: limit.size, Lo: 1, Hi: math.Inf(1)})
	}
	return smallLeast(least), false, conds
}

// decline encloses what a loop tests of a variable x that falls, for x >= 0, and what x becomes in an iteration, for
// x >= from, which the test requires where x is not negative.
type decline struct {
	before, t   *tracer // of the test, of the iteration
	value, next linear
	from        int64
}

// declineOf encloses one iteration of a falling x while tested is at least lim. It fails where lim
// is negative or very large, and where x may rise.
func (m *method) declineOf(l int, x ssa.ID, c turn, tested ssa.ID, lim int64) (d decline, ok bool) {
	if lim < 0 || lim > 1<<30 {
		return d, false
	}
	d.before = m.tracer(l, x, 0, 0)
	d.value = d.before.of(tested)
	if !d.value.ok() || d.value.base != 0 || d.value.hi.num <= 0 {
		return d, false
	}
	d.from = int64(math.Ceil((float64(lim)*float64(d.value.hi.den) - float64(d.value.hi.add)) / float64(d.value.hi.num)))
	if d.value.quotient > 0 {
		d.from = lim * d.value.quotient
	}
	if d.from = max(d.from, 0); d.from > 1<<40 {
		return d, false
	}
	d.t = m.tracer(l, x, 0, d.from)
	d.next = d.t.next(c)
	f := d.next.hi
	return d, d.next.ok() && f.num >= 0 && (f.slopeBelow(1) || f.slopeIs(1))
}

// staysAbove adds to conds the one under which a falling variable starts from at least floor. It fails where an iteration
// may take it below.
func (m *method) staysAbove(l int, init ssa.ID, d decline, floor int64, conds []Condition) ([]Condition, bool) {
	low, _ := m.limitOf(l, init, false)
	if !low.ok() || d.next.lo.num < 0 || d.next.lo.at(d.from) <= float64(floor-1) {
		return nil, false
	}
	return m.require(append(conds, low.conds...), Condition{Size: low.size, Lo: float64(floor), Hi: math.Inf(1)}), true
}

// fallsWithin adds to conds those under which the results of an iteration stay inside of their types, where x is at most
// start.
func (m *method) fallsWithin(start Size, d decline, conds []Condition) ([]Condition, bool) {
	for _, half := range []struct {
		ps   []partial
		from int64
	}{{d.before.partials, 0}, {d.t.partials, d.from}} {
		for _, q := range half.ps {
			if q.base != 0 || q.lo.num < 0 || q.lo.at(half.from) < q.within.Lo || q.hi.num <= 0 && q.hi.at(half.from) > q.within.Hi {
				return nil, false
			}
			if q.hi.num > 0 {
				conds = m.require(conds, Condition{Size: start, Lo: math.Inf(-1), Hi: q.hi.limit(q.within.Hi)})
			}
		}
	}
	return conds, true
}

// fallingSpans are the values of a falling variable behind the test and at the header, where the last one has failed it.
func (m *method) fallingSpans(l int, init ssa.ID, start Size, d decline) []span {
	spans := []span{{low: Const(d.from), high: start}, {low: badSize, high: start, behind: -1}}
	if low, _ := m.limitOf(l, init, false); low.ok() && len(low.conds) == 0 && !d.next.lo.bad && d.next.lo.num >= 0 {
		if least := math.Floor(d.next.lo.at(d.from)); least > -exactWhole {
			spans[1].low = Min(low.size, Const(int64(math.Min(least, exactWhole))))
		}
	}
	return spans
}

// shrinks is how often x can become at most f(x), from start on, while it is at least from; whole says that it is divided
// by a whole number, which makes the result exact where f(x) is what x becomes but for rounding.
func (m *method) shrinks(start Size, f affine, from int64, at int32) (n Size, whole bool) {
	linear := func(step int64) (Size, bool) {
		if step < 1 {
			return badSize, false
		}
		return m.clamp(start.AddInt(step-from).FloorDiv(step), at), false
	}
	if f.slopeIs(1) {
		return linear(-int64(math.Floor(f.at(0))))
	}
	// With y = x - p, the next y is at most y * slope.
	p := -floorDivide(-f.add, f.den-f.num)
	if from-p < 1 {
		if math.Floor(f.at(from)) >= float64(from) { // it may stay there
			return badSize, false
		}
		return linear(1)
	}
	if f.num == 0 {
		f = affine{num: 1, den: 1 << 20}
	}
	n, whole = digitsBySlope(start.AddInt(-p).FloorDiv(from-p), f.den, f.num)
	return n, whole && p == 0
}
