package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// variableFirst turns a test around so that its first operand is computed from variables of loop l, if one is.
func variableFirst(m *symval.Func, l int, c symval.Comparison) (turned symval.Comparison, xs, ys []ssa.ID) {
	xs, ys = variablesIn(m, l, c.A), variablesIn(m, l, c.B)
	if len(xs) == 0 && len(ys) > 0 {
		return symval.Comparison{A: c.B, B: c.A, Op: symval.Mirror(c.Op)}, ys, xs
	}
	return c, xs, ys
}

// dividedSteps is t, or what the way divided by a step that does not change gives, where t had to take the smallest that
// the step can be.
func dividedSteps(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c symval.Comparison, t symval.Bound) symval.Bound {
	c, xs, ys := variableFirst(m, l, c)
	if t.Tight || len(xs) != 1 || len(ys) > 0 || phis[xs[0]].Off.Lo == phis[xs[0]].Off.Hi {
		return t
	}
	way, ok := phiUpdateOf(m, l, xs[0])
	if !ok {
		return t
	}
	u, ok := strides(m, l, xs[0], way, c)
	u.Conds = expr.Tightest(u.Conds)
	if _, number := u.Upper.Int(); !ok || number || !m.Possible(u.Conds) || m.Possible(t.Conds) && len(u.Conds) > len(t.Conds) {
		return t
	}
	u.Spans = t.Spans
	return u
}

// variablesIn returns the int and long header phis of loop l that v is computed from, as far as few are.
func variablesIn(m *symval.Func, l int, v ssa.ID) []ssa.ID {
	var out []ssa.ID
	seen := map[ssa.ID]bool{}
	var walk func(v ssa.ID, depth int)
	walk = func(v ssa.ID, depth int) {
		x := &m.Fn.Values[v]
		if v == 0 || seen[v] || depth > 12 || x.Type != 'i' && x.Type != 'l' || !m.CFG.InLoop(int(x.Block), l) {
			return
		}
		seen[v] = true
		if x.Kind == ssa.Phi && m.LoopHeadedBy(int(x.Block)) == l {
			out = append(out, v)
			return
		}
		if x.Kind == ssa.Phi || x.Kind == ssa.Instr {
			for _, a := range m.Fn.Args(v) {
				walk(a, depth+1)
			}
		}
	}
	walk(v, 0)
	return out
}

// phiUpdate is how a header phi of a loop comes into it and from one iteration to the next.
type phiUpdate struct {
	init  ssa.ID
	backs []ssa.ID // one per back edge
	edges []int32  // those
}

func phiUpdateOf(m *symval.Func, l int, phi ssa.ID) (t phiUpdate, ok bool) {
	g := m.CFG
	h := g.Loops[l].Header
	for i, a := range m.Fn.Args(phi) {
		switch {
		case a == 0:
			return phiUpdate{}, false
		case m.ViaBackEdge(l, i): // else it is the entry
			t.backs = append(t.backs, a)
			t.edges = append(t.edges, g.Blocks[h].Preds[i])
		case t.init != 0 && t.init != a:
			return phiUpdate{}, false
		default:
			t.init = a
		}
	}
	return t, t.init != 0 && len(t.backs) > 0
}

// next encloses what the variable is at the end of an iteration.
func (t *affineTransfer) next(c phiUpdate) affineBounds {
	var out affineBounds
	first := true
	for i, b := range c.backs {
		for _, b := range t.others(b, c.edges[i]) {
			v := t.of(b)
			if !v.ok() || v.base != 0 {
				return affineBounds{}
			}
			if first {
				out, first = v, false
				continue
			}
			if out.quotient != v.quotient {
				out.quotient = 0
			}
			out.lo, out.hi = expr.ExtremeOf(out.lo, v.lo, t.least, false), expr.ExtremeOf(out.hi, v.hi, t.least, true)
		}
	}
	return out
}

// others is v, or what it may be where an iteration ends by edge e with a test that it is not the variable itself: a
// heap's sift that goes on while the smaller child is another node.
func (t *affineTransfer) others(v ssa.ID, e int32) []ssa.ID {
	m := t.m
	edge := &m.CFG.Edges[e]
	facts := m.BranchComparisons(int(edge.From))
	if f, ok := m.FactOn(edge); ok {
		facts = append(facts, f)
	}
	if v == t.x || !slices.ContainsFunc(facts, func(f symval.Comparison) bool {
		return f.Op == classfile.OpIfIcmpne && (f.A == v && f.B == t.x || f.A == t.x && f.B == v)
	}) {
		return []ssa.ID{v}
	}
	var out []ssa.ID
	for _, p := range m.Jointly(t.l, []ssa.ID{v}, []ssa.ID{v}) {
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
func scaled(m *symval.Func, l int, x ssa.ID, c symval.Comparison) (symval.Bound, bool) {
	t, ok := phiUpdateOf(m, l, x)
	if !ok {
		return symval.Bound{}, false
	}
	for _, try := range []func(int, ssa.ID, phiUpdate, symval.Comparison) (symval.Bound, bool){func(l int, x ssa.ID, c phiUpdate, test symval.Comparison) (symval.Bound, bool) {
		return towardsZero(m, l, x, c, test)
	}, func(l int, x ssa.ID, c phiUpdate, test symval.Comparison) (symval.Bound, bool) {
		return bitSteps(m, l, x, c, test)
	}, func(l int, x ssa.ID, t phiUpdate, c symval.Comparison) (symval.Bound, bool) {
		return towardsLimit(m, l, x, t, c)
	}, func(l int, x ssa.ID, c phiUpdate, test symval.Comparison) (symval.Bound, bool) {
		return strides(m, l, x, c, test)
	}} {
		if r, ok := try(l, x, t, c); ok {
			return r, true
		}
	}
	return symval.Bound{}, false
}

// towardsLimit bounds a loop whose counter rises or falls towards a value that does not change.
func towardsLimit(m *symval.Func, l int, x ssa.ID, t phiUpdate, c symval.Comparison) (symval.Bound, bool) {
	one := int64(0)
	switch c.Op {
	case classfile.OpIfIcmplt, classfile.OpIfIcmple:
		limit, bound := m.LimitOf(l, c.B, true)
		if !limit.Ok() {
			break
		}
		if c.Op == classfile.OpIfIcmplt {
			one = -1
		}
		limit.Size = limit.Size.AddInt(one)
		return rising(m, l, x, t, c.A, limit, bound)
	case classfile.OpIfIcmpgt, classfile.OpIfIcmpge:
		limit, bound := m.LimitOf(l, c.B, false)
		if !limit.Ok() {
			break
		}
		if c.Op == classfile.OpIfIcmpgt {
			one = 1
		}
		limit.Size = limit.Size.AddInt(one)
		return falling(m, l, x, t, c.A, limit, bound, false)
	case classfile.OpIfIcmpne:
		limit, bound := m.LimitOf(l, c.B, false)
		if v, known := limit.Size.Int(); limit.Ok() && known && !bound && len(limit.Conds) == 0 && (c.A == x || v == 0) {
			limit.Size = limit.Size.AddInt(1)
			return falling(m, l, x, t, c.A, limit, false, true)
		}
	}
	return symval.Bound{}, false
}

// rising bounds a loop that goes on while tested, a value of x, is at most limit; x grows.
func rising(m *symval.Func, l int, x ssa.ID, c phiUpdate, tested ssa.ID, limit symval.Guarded, limitIsBound bool) (symval.Bound, bool) {
	start, startIsBound := m.LimitOf(l, c.init, false)
	if !start.Ok() {
		return symval.Bound{}, false
	}
	least := m.LeastOf(start.Size)
	g, ok := growthOf(m, l, x, c, tested, symval.SmallLeast(least))
	if !ok {
		return symval.Bound{}, false
	}
	conds := slices.Concat(start.Conds, limit.Conds, g.t.conds)
	if m.Env.Size(start.Size).Hi < g.needed {
		return symval.Bound{}, false
	}
	if least < g.needed {
		conds = m.Require(conds, expr.Condition{Size: start.Size, Lo: g.needed, Hi: math.Inf(1)})
		least = g.needed
	}
	value, next := g.value, g.next
	most := limit.Size.Scale(value.lo.Den).AddInt(-value.lo.Add).FloorDiv(value.lo.Num) // x of the last iteration
	if conds, ok = risesWithin(m, l, c.init, g, most, conds); !ok {
		return symval.Bound{}, false
	}
	out := symval.Bound{Conds: conds, Spans: map[ssa.ID][]symval.InductionRange{x: {{Low: start.Size, High: most}, {Low: start.Size, High: after(m, l, c.init, next.hi, most), Behind: -1}}}}
	steady := !startIsBound && !limitIsBound && next.lo == next.hi && value.lo == value.hi && next.lo.Den == 1 && value.lo.Den == 1
	if next.lo.SlopeIs(1) {
		step := int64(math.Ceil(next.lo.At(0)))
		if step < 1 {
			return symval.Bound{}, false
		}
		out.Upper = m.Clamp(most.Sub(start.Size).AddInt(step).FloorDiv(step), m.CFG.Loops[l].Header)
		out.Tight = steady
		return out, !out.Upper.Top
	}
	v, known := start.Size.Int()
	if !known {
		v = int64(math.Min(least, 1<<40))
	}
	var whole bool
	out.Upper, whole = digitsBySlope(most.AddInt(-g.origin).FloorDiv(v-g.origin), next.lo.Num, next.lo.Den)
	out.Tight = steady && whole && known && (next.lo.Num-1)*g.origin+next.lo.Add == 0
	return out, !out.Upper.Top
}

// growth encloses what a loop tests of a variable x that rises and what x becomes in an iteration, for x >= from.
type growth struct {
	t           *affineTransfer // first of its partials are those of the test
	tests       int             // how many these are
	value, next affineBounds
	from        int64
	needed      float64 // the least x that grows with the slope of next
	origin      int64   // the next x - origin is at least x - origin times the slope, where that is not 1
}

// growthOf encloses one iteration of a rising x. Where x is known to start from decides how fast it grows at least: each
// round takes the start that the slope of the last one needs. It fails where x may stay or fall, and where three rounds find
// no such start.
func growthOf(m *symval.Func, l int, x ssa.ID, c phiUpdate, tested ssa.ID, from int64) (g growth, ok bool) {
	g.from = from
	for range 3 {
		g.t = tracer(m, l, x, 0, g.from)
		g.value = g.t.of(tested)
		g.tests = len(g.t.partials)
		g.next = g.t.next(c)
		if !g.value.ok() || g.value.base != 0 || g.value.lo.Num <= 0 || !g.next.ok() || g.next.lo.Num <= 0 {
			return g, false
		}
		f := g.next.lo
		if f.SlopeBelow(1) {
			return g, false
		}
		if g.needed = float64(g.from); !f.SlopeIs(1) {
			g.origin = -floorDivide(f.Add, f.Num-f.Den)
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
func risesWithin(m *symval.Func, l int, init ssa.ID, g growth, most expr.Size, conds []expr.Condition) ([]expr.Condition, bool) {
	var first symval.Guarded
	if g.tests > 0 {
		if first, _ = m.LimitOf(l, init, true); !first.Ok() {
			return nil, false
		}
		conds = append(conds, first.Conds...)
	}
	for i, q := range g.t.partials {
		if q.base != 0 || q.lo.Num < 0 || q.lo.At(g.from) < q.within.Lo {
			return nil, false
		}
		if q.hi.Num <= 0 {
			if q.hi.At(g.from) > q.within.Hi {
				return nil, false
			}
			continue
		}
		end := q.hi.Limit(q.within.Hi) // of x
		if i < g.tests {
			conds = m.Require(conds, expr.Condition{Size: first.Size, Lo: math.Inf(-1), Hi: end})
			if g.next.hi.Num <= 0 {
				return nil, false
			}
			end = g.next.hi.Limit(end)
		}
		conds = m.Require(conds, expr.Condition{Size: most, Lo: math.Inf(-1), Hi: end})
	}
	return conds, true
}

// after is the most that a variable can be at the start of any iteration, the last one included, where it starts from
// init and is at most f of what it was, which was at most most.
func after(m *symval.Func, l int, init ssa.ID, f expr.Affine, most expr.Size) expr.Size {
	first, _ := m.LimitOf(l, init, true)
	if !first.Ok() || len(first.Conds) > 0 || f.Bad || f.Num < 0 {
		return expr.TopSize
	}
	return expr.Max(first.Size, most.Scale(f.Num).AddInt(f.Add).FloorDiv(f.Den))
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
func digitsBySlope(q expr.Size, num, den int64) (s expr.Size, whole bool) {
	if k := num / max(den, 1); den > 0 && k >= 2 {
		return q.Digits(k), k*den == num
	}
	// The slope to the power of times is at least 2.
	times := int64(1)
	for p := float64(num) / float64(den); p < 2 && times <= 64; times++ {
		p *= float64(num) / float64(den) * (1 - 1e-12)
	}
	if times > 64 {
		return expr.TopSize, false
	}
	return q.Digits(2).Scale(times), false
}

// falling bounds a loop that goes on while tested, a value of x, is at least limit; x gets smaller. meets says that the
// loop goes on while tested is not limit - 1, which it must not step over.
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
	conds = slices.Concat(conds, d.before.conds, d.t.conds)
	if (tested != x && !(value.positive && lim >= 1)) || meets {
		// The test does not say that x is not negative (or below where it must be met): it starts so, and stays so.
		floor := int64(0)
		if meets && tested == x {
			floor = lim - 1
		}
		if conds, ok = staysAbove(m, l, c.init, d, floor, conds); !ok || meets && tested != x && value.quotient == 0 {
			return symval.Bound{}, false
		}
	}
	if conds, ok = fallsWithin(m, start.Size, d, conds); !ok {
		return symval.Bound{}, false
	}
	upper, whole := shrinks(m, start.Size, next.hi, d.from, m.CFG.Loops[l].Header)
	if upper.Top {
		return symval.Bound{}, false
	}
	tight := exact && !startIsBound && !limitIsBound && (tested == x || value.quotient > 0 && lim >= 1) &&
		(whole && next.quotient > 1 || next.lo == next.hi && next.hi.Den == 1 && next.hi.SlopeIs(1))
	return symval.Bound{Upper: upper, Conds: conds, Tight: tight, Spans: map[ssa.ID][]symval.InductionRange{x: fallingSpans(m, l, c.init, start.Size, d)}}, true
}

// positiveLimit returns the limit of a falling loop as a number: itself where it is a constant (exact), else a lower bound
// of at least 1, for which it may add a condition to conds.
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

// decline encloses what a loop tests of a variable x that falls, for x >= 0, and what x becomes in an iteration, for
// x >= from, which the test requires where x is not negative.
type decline struct {
	before, t   *affineTransfer // of the test, of the iteration
	value, next affineBounds
	from        int64
}

// declineOf encloses one iteration of a falling x while tested is at least lim. It fails where lim
// is negative or very large, and where x may rise.
func declineOf(m *symval.Func, l int, x ssa.ID, c phiUpdate, tested ssa.ID, lim int64) (d decline, ok bool) {
	if lim < 0 || lim > 1<<30 {
		return d, false
	}
	d.before = tracer(m, l, x, 0, 0)
	d.value = d.before.of(tested)
	if !d.value.ok() || d.value.base != 0 || d.value.hi.Num <= 0 {
		return d, false
	}
	d.from = int64(math.Ceil((float64(lim)*float64(d.value.hi.Den) - float64(d.value.hi.Add)) / float64(d.value.hi.Num)))
	if d.value.quotient > 0 {
		d.from = lim * d.value.quotient
	}
	if d.from = max(d.from, 0); d.from > 1<<40 {
		return d, false
	}
	d.t = tracer(m, l, x, 0, d.from)
	d.next = d.t.next(c)
	f := d.next.hi
	return d, d.next.ok() && f.Num >= 0 && (f.SlopeBelow(1) || f.SlopeIs(1))
}

// staysAbove adds to conds the one under which a falling variable starts from at least floor. It fails where an iteration
// may take it below.
func staysAbove(m *symval.Func, l int, init ssa.ID, d decline, floor int64, conds []expr.Condition) ([]expr.Condition, bool) {
	low, _ := m.LimitOf(l, init, false)
	if !low.Ok() || d.next.lo.Num < 0 || d.next.lo.At(d.from) <= float64(floor-1) {
		return nil, false
	}
	return m.Require(append(conds, low.Conds...), expr.Condition{Size: low.Size, Lo: float64(floor), Hi: math.Inf(1)}), true
}

// fallsWithin adds to conds those under which the results of an iteration stay inside of their types, where x is at most
// start.
func fallsWithin(m *symval.Func, start expr.Size, d decline, conds []expr.Condition) ([]expr.Condition, bool) {
	for _, half := range []struct {
		ps   []overflowCheck
		from int64
	}{{d.before.partials, 0}, {d.t.partials, d.from}} {
		for _, q := range half.ps {
			if q.base != 0 || q.lo.Num < 0 || q.lo.At(half.from) < q.within.Lo || q.hi.Num <= 0 && q.hi.At(half.from) > q.within.Hi {
				return nil, false
			}
			if q.hi.Num > 0 {
				conds = m.Require(conds, expr.Condition{Size: start, Lo: math.Inf(-1), Hi: q.hi.Limit(q.within.Hi)})
			}
		}
	}
	return conds, true
}

// fallingSpans are the values of a falling variable behind the test and at the header, where the last one has failed it.
func fallingSpans(m *symval.Func, l int, init ssa.ID, start expr.Size, d decline) []symval.InductionRange {
	spans := []symval.InductionRange{{Low: expr.Const(d.from), High: start}, {Low: expr.TopSize, High: start, Behind: -1}}
	if low, _ := m.LimitOf(l, init, false); low.Ok() && len(low.Conds) == 0 && !d.next.lo.Bad && d.next.lo.Num >= 0 {
		if least := math.Floor(d.next.lo.At(d.from)); least > -expr.ExactWhole {
			spans[1].Low = expr.Min(low.Size, expr.Const(int64(math.Min(least, expr.ExactWhole))))
		}
	}
	return spans
}

// shrinks is how often x can become at most f(x), from start on, while it is at least from; whole says that it is divided
// by a whole number, which makes the result exact where f(x) is what x becomes but for rounding.
func shrinks(m *symval.Func, start expr.Size, f expr.Affine, from int64, at int32) (n expr.Size, whole bool) {
	linear := func(step int64) (expr.Size, bool) {
		if step < 1 {
			return expr.TopSize, false
		}
		return m.Clamp(start.AddInt(step-from).FloorDiv(step), at), false
	}
	if f.SlopeIs(1) {
		return linear(-int64(math.Floor(f.At(0))))
	}
	// With y = x - p, the next y is at most y * slope.
	p := -floorDivide(-f.Add, f.Den-f.Num)
	if from-p < 1 {
		if math.Floor(f.At(from)) >= float64(from) { // it may stay there
			return expr.TopSize, false
		}
		return linear(1)
	}
	if f.Num == 0 {
		f = expr.Affine{Num: 1, Den: 1 << 20}
	}
	n, whole = digitsBySlope(start.AddInt(-p).FloorDiv(from-p), f.Den, f.Num)
	return n, whole && p == 0
}
