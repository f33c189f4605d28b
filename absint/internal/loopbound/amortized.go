package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/overflow"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// amortize bounds the iterations of loop l over all iterations of the loop around it, by a potential: the distance
// from the inner counter to its limit (Tarjan 1985). It returns nil if there is no bound, or none below the product of
// both bounds.
// Sound because an inner iteration decreases the distance by at least stride, and an outer one increases it by at most
// its setback.
func amortize(m *symval.Func, l int, ct code.Iterating) *symval.Amortized {
	outer := int(m.CFG.Loops[l].Parent)
	if outer < 0 || m.Loops[l].Upper.Top || len(m.Loops[l].Assumptions) > 0 {
		return nil
	}
	if counterFrom(m, l, outer) == 0 {
		return nil
	}
	w, why := iterationPaths(m, l, ct)
	if why != "" || len(w.all) == 0 {
		return nil
	}
	phis := pathPhis(m, w)
	for i := range w.guards {
		d := distanceOf(m, w, phis, i)
		if d == nil || !d.monotone() || !movesOnlyWhenTested(m, w, d, nil) {
			continue
		}
		stride := int64(1 << 40)
		covers := true
		for k := range w.all {
			covers = covers && d.covers(w, k)
			stride = min(stride, int64(math.Max(1, math.Min(-d.changes[k].Hi, 1<<40))))
		}
		if !covers || !m.LeavingBlocks(l)[w.guards[i].block] {
			continue
		}
		if a := potential(m, w, d, outer, stride); a != nil && improves(m, l, a) {
			return a
		}
	}
	return nil
}

// counterFrom returns a counter of loop l that starts from a counter of the loop around it, 0 for none.
func counterFrom(m *symval.Func, l, outer int) ssa.ID {
	for _, x := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if v := &m.Fn.Values[x]; v.Kind == ssa.Phi && (v.Type == 'i' || v.Type == 'l') {
			if init := m.InitOf(x, l); init != 0 && headerPhiOf(m, init, outer) != 0 {
				return x
			}
		}
	}
	return 0
}

// potential bounds all iterations of the inner loop during a run of the outer one: the distance from the initial value
// of the counter to its limit, plus the setback by the outer loop in each of its iterations, over stride.
func potential(m *symval.Func, w *pathSet, d *distance, outer int, stride int64) *symval.Amortized {
	x, rising := d.x, true
	if d.y.Phi != 0 {
		x, rising = d.y, false
	}
	if d.x.Phi != 0 && d.y.Phi != 0 {
		return nil
	}
	phi := headerPhiOf(m, x.Mp.Init, outer)
	if phi == 0 {
		return nil
	}
	start, ok := m.Move(x.Mp.Init, phi, outer)
	if !ok {
		return nil
	}
	o, ok := pathsOfCounter(m, outer, phi, x.Phi)
	if !ok {
		return nil
	}
	towards := 1.0
	if !rising {
		towards = -1
	}
	// How far an iteration of the outer loop sets the counter back, moves of the inner loop left out.
	partial, moves := math.Max(0, -start.Off.Scale(towards).Lo), expr.Interval{}
	for i := range o.all {
		p := &o.all[i].moves[0]
		r, ok := pathDelta(m, o, &o.all[i], 0)
		if !ok || p.bypasses {
			return nil
		}
		moves = moves.Join(r.Scale(towards))
	}
	back := math.Max(0, -moves.Lo)
	if !(back <= 1<<31 && partial <= 1<<31) {
		return nil
	}
	from, known := startOfCounter(m, phi, outer, !rising)
	limit, ok := limitDuring(m, w, w.guards[d.guard], x.Phi, outer, rising)
	if !ok || !known {
		return nil
	}
	a := &symval.Amortized{Over: outer, Conds: slices.Concat(d.conds, from.Conds, limit.Init.Conds)}
	n := m.Loops[outer].Upper
	if back > 0 {
		if n.Top {
			return nil
		}
		a.Conds = expr.Union(a.Conds, m.Loops[outer].Conds)
	}
	if !outerAdditionsFit(m, o, a, x, from.Size, limit, rising) {
		return nil
	}
	distance := limit.Init.Size.Sub(from.Size)
	if !rising {
		distance = distance.Scale(-1)
	}
	// d.first is the distance of one entry: the limit minus the start, plus the offsets of the test.
	offset := d.first.Sub(d.y.Init.Size.Sub(d.x.Init.Size))
	distance = distance.Add(offset).AddInt(int64(partial))
	if back > 0 {
		distance = distance.Add(n.Scale(int64(back)))
	}
	a.Total = m.Clamp(distance.AddInt(stride-1).FloorDiv(stride), m.CFG.Loops[outer].Header)
	if a.Total.Top || !m.IndicesEnclose(a.Total, outer) {
		return nil
	}
	return a
}

// startOfCounter bounds the initial value of a counter of loop l, from above (up) or from below.
func startOfCounter(m *symval.Func, phi ssa.ID, l int, up bool) (symval.Guarded, bool) {
	init := m.InitOf(phi, l)
	if init == 0 {
		return symval.Guarded{}, false
	}
	q, _ := m.ValueOrBound(init, l, up)
	return q, q.Ok() && m.IndicesEnclose(q.Size, l)
}

// limitDuring bounds the limit of an inner loop's test over all iterations of the outer loop.
func limitDuring(m *symval.Func, w *pathSet, g guard, phi ssa.ID, outer int, up bool) (symval.Operand, bool) {
	if g.length != 0 {
		s, why := lengthOperand(m, g.length, outer)
		return s, why == ""
	}
	v := g.B
	if headerPhiOf(m, v, w.loop) == phi {
		v = g.A
	}
	if v == 0 {
		return symval.Operand{}, true
	}
	q, bound := m.ValueOrBound(v, outer, up)
	return symval.Operand{Value: v, Init: q, Bound: bound}, q.Ok() && m.IndicesEnclose(q.Size, outer)
}

// outerAdditionsFit reports whether the additions of the outer loop to the counter cannot overflow, in all its
// iterations together; it adds the conditions for that to a.
func outerAdditionsFit(m *symval.Func, o *pathSet, a *symval.Amortized, x symval.Operand, from expr.Size, limit symval.Operand, rising bool) bool {
	phi := o.tracked[0]
	if m.AllSafe(o.adds[phi]) {
		return true
	}
	if c, ok := overflow.FitByDifference(m, a.Conds, o.adds[phi], limit, rising, m.Fn.Values[phi].Type); ok {
		a.Conds = c
		return true
	}
	rise, fall := 0.0, 0.0
	for i := range o.all {
		p := &o.all[i].moves[0]
		if p.value != phi {
			return false
		}
		rise, fall = math.Max(rise, p.rise), math.Max(fall, p.fall)
	}
	rest := math.Max(math.Abs(x.Mp.Peak.Lo), math.Abs(x.Mp.Peak.Hi)) + math.Max(math.Abs(x.Mv.Peak.Lo), math.Abs(x.Mv.Peak.Hi)) + 2
	n := m.Loops[a.Over].Upper
	if n.Top || !(rise <= 1<<31 && fall <= 1<<31 && rest <= 1<<31) {
		return false
	}
	runs := n.AddInt(1)
	r := symval.Fits(m.Fn.Values[phi].Type)
	high, low := limit.Init.Size, from
	other, ok := startOfCounter(m, phi, a.Over, rising)
	if !ok {
		return false
	}
	if !rising {
		high, low = from, limit.Init.Size
	}
	for _, s := range []expr.Size{high, other.Size} {
		a.Conds = m.Require(a.Conds, expr.Condition{Size: s.Add(runs.Scale(int64(rise))).AddInt(int64(rest)), Lo: math.Inf(-1), Hi: r.Hi})
	}
	for _, s := range []expr.Size{low, other.Size} {
		a.Conds = m.Require(a.Conds, expr.Condition{Size: s.Sub(runs.Scale(int64(fall))).AddInt(-int64(rest)), Lo: r.Lo, Hi: math.Inf(1)})
	}
	a.Conds = expr.Union(a.Conds, other.Conds)
	return true
}

// improves reports whether the amortized total may be less than the product of the bounds of both loops.
func improves(m *symval.Func, l int, a *symval.Amortized) bool {
	x, ok := m.Loops[l].Upper.Int()
	y, also := m.Loops[a.Over].Upper.Int()
	total, number := a.Total.Int()
	return !ok || !also || number && float64(total) < float64(x)*float64(y)
}
