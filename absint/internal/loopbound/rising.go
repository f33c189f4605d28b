package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

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
