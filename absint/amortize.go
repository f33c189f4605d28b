package absint

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/ssa"
)

// An inner loop whose counter goes on where it stopped the last time does not run as often as its own bound says in
// every iteration of the loop around it, but only as often as that together (amortized analysis: what the counter still
// has to go is the potential). The cost of its iterations is then no part of an iteration of the loop around it, but is
// paid once for all of them.

// amortized bounds the iterations of a loop over one whole run of the loop around it.
type amortized struct {
	over  int // the loop around it
	total Size
	conds []Condition
}

// amortize finds that bound for loop l, nil where there is none, or none that helps.
func (m *method) amortize(l int, ct iterating) *amortized {
	outer := int(m.g.Loops[l].Parent)
	if outer < 0 || m.loops[l].upper.bad || len(m.loops[l].assumptions) > 0 {
		return nil
	}
	if m.counterFrom(l, outer) == 0 {
		return nil
	}
	w, why := m.iterationWays(l, ct)
	if why != "" || len(w.all) == 0 {
		return nil
	}
	phis := m.wayPhis(w)
	for i := range w.guards {
		d := m.distanceOf(w, phis, i)
		if d == nil || !d.monotone() || !m.movesTested(w, d, nil) {
			continue
		}
		stride := int64(1 << 40)
		covers := true
		for k := range w.all {
			covers = covers && d.covers(w, k)
			stride = min(stride, int64(math.Max(1, math.Min(-d.changes[k].Hi, 1<<40))))
		}
		if !covers || !m.leaving(l)[w.guards[i].block] {
			continue
		}
		if a := m.potential(w, d, outer, stride); a != nil && m.helps(l, a) {
			return a
		}
	}
	return nil
}

// counterFrom is a counter of loop l that starts from a counter of the loop around it, 0 for none.
func (m *method) counterFrom(l, outer int) ssa.ID {
	for _, x := range m.f.Body[m.g.Loops[l].Header] {
		if v := &m.f.Values[x]; v.Kind == ssa.Phi && (v.Type == 'i' || v.Type == 'l') {
			if init := m.initOf(x, l); init != 0 && m.headerPhiOf(init, outer) != 0 {
				return x
			}
		}
	}
	return 0
}

// potential bounds all iterations of the inner loop by the way that its counter can go during a run of the outer one:
// from where it starts there to its limit, and what the outer loop sets it back by in each iteration.
func (m *method) potential(w *ways, d *distance, outer int, stride int64) *amortized {
	x, rising := d.x, true
	if d.y.phi != 0 {
		x, rising = d.y, false
	}
	if d.x.phi != 0 && d.y.phi != 0 {
		return nil
	}
	phi := m.headerPhiOf(x.mp.init, outer)
	if phi == 0 {
		return nil
	}
	start, ok := m.move(x.mp.init, phi, outer)
	if !ok {
		return nil
	}
	o, ok := m.waysThrough(outer, phi, x.phi)
	if !ok {
		return nil
	}
	towards := 1.0
	if !rising {
		towards = -1
	}
	// How far an iteration of the outer loop sets the counter back, besides what the inner loop does.
	partial, moves := math.Max(0, -start.off.scale(towards).Lo), Range{}
	for i := range o.all {
		p := &o.all[i].moves[0]
		r, ok := m.wayMove(o, &o.all[i], 0)
		if !ok || p.bypasses {
			return nil
		}
		moves = moves.hull(r.scale(towards))
	}
	back := math.Max(0, -moves.Lo)
	if !(back <= 1<<31 && partial <= 1<<31) {
		return nil
	}
	from, known := m.startOf(phi, outer, !rising)
	limit, ok := m.limitOver(w, w.guards[d.guard], x.phi, outer, rising)
	if !ok || !known {
		return nil
	}
	a := &amortized{over: outer, conds: slices.Concat(d.conds, from.conds, limit.init.conds)}
	n := m.loops[outer].upper
	if back > 0 {
		if n.bad {
			return nil
		}
		a.conds = union(a.conds, m.loops[outer].conds)
	}
	if !m.outerMovesFit(o, a, x, from.size, limit, rising) {
		return nil
	}
	distance := limit.init.size.Sub(from.size)
	if !rising {
		distance = distance.Scale(-1)
	}
	// d.first is the distance of one entry: what it has besides the limit and the start is the offsets of the test.
	offset := d.first.Sub(d.y.init.size.Sub(d.x.init.size))
	distance = distance.Add(offset).AddInt(int64(partial))
	if back > 0 {
		distance = distance.Add(n.Scale(int64(back)))
	}
	a.total = m.clamp(distance.AddInt(stride-1).FloorDiv(stride), m.g.Loops[outer].Header)
	if a.total.bad || !m.indicesEnclose(a.total, outer) {
		return nil
	}
	return a
}

// startOf bounds where a counter of loop l starts, from above (up) or from below.
func (m *method) startOf(phi ssa.ID, l int, up bool) (quantity, bool) {
	init := m.initOf(phi, l)
	if init == 0 {
		return quantity{}, false
	}
	q, _ := m.valueOrBound(init, l, up)
	return q, q.ok() && m.indicesEnclose(q.size, l)
}

// limitOver bounds the limit of an inner loop's test over all iterations of the outer loop.
func (m *method) limitOver(w *ways, g guard, phi ssa.ID, outer int, up bool) (side, bool) {
	if g.length != 0 {
		s, why := m.lengthSide(g.length, outer)
		return s, why == ""
	}
	v := g.b
	if m.headerPhiOf(v, w.loop) == phi {
		v = g.a
	}
	if v == 0 {
		return side{}, true
	}
	q, bound := m.valueOrBound(v, outer, up)
	return side{value: v, init: q, bound: bound}, q.ok() && m.indicesEnclose(q.size, outer)
}

// outerMovesFit makes sure that what the outer loop itself adds to the counter does not overflow: in all its iterations
// together, beyond the limit or away from where the counter starts.
func (m *method) outerMovesFit(o *ways, a *amortized, x side, from Size, limit side, rising bool) bool {
	phi := o.tracked[0]
	if m.allSafe(o.adds[phi]) {
		return true
	}
	if c, ok := m.fitByDifference(a.conds, o.adds[phi], limit, rising, m.f.Values[phi].Type); ok {
		a.conds = c
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
	rest := math.Max(math.Abs(x.mp.peak.Lo), math.Abs(x.mp.peak.Hi)) + math.Max(math.Abs(x.mv.peak.Lo), math.Abs(x.mv.peak.Hi)) + 2
	n := m.loops[a.over].upper
	if n.bad || !(rise <= 1<<31 && fall <= 1<<31 && rest <= 1<<31) {
		return false
	}
	runs := n.AddInt(1)
	r := fits(m.f.Values[phi].Type)
	high, low := limit.init.size, from
	other, ok := m.startOf(phi, a.over, rising)
	if !ok {
		return false
	}
	if !rising {
		high, low = from, limit.init.size
	}
	for _, s := range []Size{high, other.size} {
		a.conds = m.require(a.conds, Condition{Size: s.Add(runs.Scale(int64(rise))).AddInt(int64(rest)), Lo: math.Inf(-1), Hi: r.Hi})
	}
	for _, s := range []Size{low, other.size} {
		a.conds = m.require(a.conds, Condition{Size: s.Sub(runs.Scale(int64(fall))).AddInt(-int64(rest)), Lo: r.Lo, Hi: math.Inf(1)})
	}
	a.conds = union(a.conds, other.conds)
	return true
}

// helps says whether the total is less than the product of the bounds of the two loops may be.
func (m *method) helps(l int, a *amortized) bool {
	x, ok := m.loops[l].upper.Int()
	y, also := m.loops[a.over].upper.Int()
	total, number := a.total.Int()
	return !ok || !also || number && float64(total) < float64(x)*float64(y)
}

// shared is what the inner loops cost that are paid for once per run of loop l.
func (e *evaluator) shared(l int) Outcome {
	out := Outcome{}
	m := e.s.m
	for k := range m.loops {
		a := m.loops[k].amortized
		if a == nil || a.over != l {
			continue
		}
		body := e.node(e.s.expr.bodies[k])
		if body.noPath {
			continue
		}
		paid := body.rests(Outcome{Conditions: a.conds})
		for _, t := range e.signed(body.Poly.terms) {
			up := e.costs(t.vec)
			s := m.eliminateIndex(m.eliminateIndex(monoSize(t.mono), k, up, -1), l, up, 0)
			if s.bad {
				paid.Reasons = unionReasons(paid.Reasons, []Reason{{Text: fmt.Sprintf("the cost of each iteration of the loop at %s has no closed-form sum", m.place(k)), Line: m.loopLine(k), Method: e.s.name()}})
				continue
			}
			paid.Poly = paid.Poly.add(constPoly(t.vec).mulSize(s).mulSize(a.total))
		}
		out = out.then(paid)
	}
	return out
}
