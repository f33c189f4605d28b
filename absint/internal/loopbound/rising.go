package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/affine"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// rising bounds a loop that continues while tested, a value of the rising variable x, is at most limit.
// Sound because the logarithm counts at least as many iterations as x needs to pass the limit when it grows by its
// lower bound, from its smallest initial value.
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
	conds := slices.Concat(start.Conds, limit.Conds, g.iteration.Conds)
	if m.Env.Size(start.Size).Hi < g.needed {
		return symval.Bound{}, false
	}
	if least < g.needed {
		conds = m.Require(conds, expr.Condition{Size: start.Size, Lo: g.needed, Hi: math.Inf(1)})
		least = g.needed
	}
	value, next := g.value, g.next
	upper := limit.Size.Scale(value.Lo.Den).AddInt(-value.Lo.Add).FloorDiv(value.Lo.Num) // x of the last iteration
	if conds, ok = risesWithin(m, l, c.init, g, upper, conds); !ok {
		return symval.Bound{}, false
	}
	out := symval.Bound{Conds: conds, Spans: map[ssa.ID][]symval.InductionRange{x: {{Low: start.Size, High: upper}, {Low: start.Size, High: highestAfter(m, l, c.init, next.Hi, upper), Behind: -1}}}}
	steady := !startIsBound && !limitIsBound && next.Lo == next.Hi && value.Lo == value.Hi && next.Lo.Den == 1 && value.Lo.Den == 1
	if next.Lo.SlopeIs(1) {
		step := int64(math.Ceil(next.Lo.At(0)))
		if step < 1 {
			return symval.Bound{}, false
		}
		out.Upper = m.Clamp(upper.Sub(start.Size).AddInt(step).FloorDiv(step), m.CFG.Loops[l].Header)
		out.Tight = steady
		return out, !out.Upper.Top
	}
	v, known := start.Size.Int()
	if !known {
		v = int64(math.Min(least, 1<<40))
	}
	var whole bool
	out.Upper, whole = digitsBySlope(upper.AddInt(-g.origin).FloorDiv(v-g.origin), next.Lo.Num, next.Lo.Den)
	out.Tight = steady && whole && known && (next.Lo.Num-1)*g.origin+next.Lo.Add == 0
	return out, !out.Upper.Top
}

// growth encloses the tested value of a rising variable x and the next value of x, for x >= from.
type growth struct {
	iteration   *affine.Transfer // its first partials are those of the test
	tests       int              // the number of partials of the test
	value, next affine.Bounds    // the tested value, the next x
	from        int64
	needed      float64 // the least x that grows with the slope of next
	origin      int64   // (next x) - origin >= slope * (x - origin), for a slope other than 1
}

// growthOf encloses one iteration of a rising x, which starts from at least from. The initial value decides how fast x
// grows: each round raises it to the value that the slope of the last round needs. ok is false if x may stay or fall,
// or if three rounds find no such value.
func growthOf(m *symval.Func, l int, x ssa.ID, c phiUpdate, tested ssa.ID, from int64) (g growth, ok bool) {
	g.from = from
	for range 3 {
		g.iteration = affine.New(m, l, x, 0, g.from)
		g.value = g.iteration.BoundsOf(tested)
		g.tests = len(g.iteration.Checks)
		g.next = g.iteration.Next(c.backs, c.edges)
		if !g.value.OK() || g.value.Base != 0 || g.value.Lo.Num <= 0 || !g.next.OK() || g.next.Lo.Num <= 0 {
			return g, false
		}
		f := g.next.Lo
		if f.SlopeBelow(1) {
			return g, false
		}
		if g.needed = float64(g.from); !f.SlopeIs(1) {
			g.origin = -floorQuotient(f.Add, f.Num-f.Den)
			g.needed = math.Max(g.needed, float64(g.origin+1))
		}
		if g.needed <= float64(g.from) {
			break
		}
		g.from = int64(g.needed)
	}
	return g, g.needed <= float64(g.from) && g.from <= 1<<20
}

// risesWithin adds to conds those under which no operation of an iteration overflows if x is at most upper wherever the
// test holds. The operands of the test are also computed from the initial x and from the one that ends the loop.
func risesWithin(m *symval.Func, l int, init ssa.ID, g growth, upper expr.Size, conds []expr.Condition) ([]expr.Condition, bool) {
	var first symval.Guarded
	if g.tests > 0 {
		if first, _ = m.LimitOf(l, init, true); !first.Ok() {
			return nil, false
		}
		conds = append(conds, first.Conds...)
	}
	for i, q := range g.iteration.Checks {
		if q.Base != 0 || q.Lo.Num < 0 || q.Lo.At(g.from) < q.Within.Lo {
			return nil, false
		}
		if q.Hi.Num <= 0 {
			if q.Hi.At(g.from) > q.Within.Hi {
				return nil, false
			}
			continue
		}
		end := q.Hi.Limit(q.Within.Hi) // of x
		if i < g.tests {
			conds = m.Require(conds, expr.Condition{Size: first.Size, Lo: math.Inf(-1), Hi: end})
			if g.next.Hi.Num <= 0 {
				return nil, false
			}
			end = g.next.Hi.Limit(end)
		}
		conds = m.Require(conds, expr.Condition{Size: upper, Lo: math.Inf(-1), Hi: end})
	}
	return conds, true
}

// highestAfter bounds a variable at the start of every iteration and after the last one: it starts from init, and f
// bounds its next value while it is at most upper.
func highestAfter(m *symval.Func, l int, init ssa.ID, f expr.Affine, upper expr.Size) expr.Size {
	first, _ := m.LimitOf(l, init, true)
	if !first.Ok() || len(first.Conds) > 0 || f.Bad || f.Num < 0 {
		return expr.TopSize
	}
	return expr.Max(first.Size, upper.Scale(f.Num).AddInt(f.Add).FloorDiv(f.Den))
}
