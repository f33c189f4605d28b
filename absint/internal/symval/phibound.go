package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/ssa"
)

// Bounds of phis. Sound because a bound covers all incoming edges, and all iterations of a loop that changes the phi.

// phiBound is Bound for a phi: the extreme of its arguments, or the start of a counter that moves away from the bound.
func (m *Func) phiBound(v ssa.ID, up bool, depth int) Guarded {
	f := m.Fn
	x := &f.Values[v]
	if m.CFG.Blocks[x.Block].Region >= 0 {
		return UnknownQuantity("%s is set in irreducible control flow", m.Describe(v))
	}
	if l := m.LoopOfPhi(v); l >= 0 {
		if q, ok := m.spanBound(l, v, up); ok {
			return q
		}
		mp, ok := m.InductionVars(l)[v]
		if !ok || up && mp.Off.Hi > 0 || !up && mp.Off.Lo < 0 {
			if ok {
				if q, ok := m.driftBound(v, mp, l, up, depth); ok {
					return q
				}
			}
			return m.rangeBound(v, up, UnknownQuantity("%s changes in the loop at %s", m.Describe(v), m.Place(l)))
		}
		if !m.AllSafe(mp.Adds) {
			if q, ok := m.driftBound(v, mp, l, up, depth); ok {
				return q
			}
			return UnknownQuantity("%s may overflow", m.Describe(v))
		}
		return m.Bound(mp.Init, up, depth+1)
	}
	args := f.Args(v)
	qs := make([]Guarded, len(args))
	for i, a := range args {
		if qs[i] = m.Bound(a, up, depth+3); !qs[i].Ok() {
			return qs[i]
		}
	}
	out, first := Guarded{}, true
	for i, within := range m.boundedByOthers(v, qs, up, depth) {
		q := qs[i]
		switch {
		case within:
		case first:
			out, first = q, false
		case up:
			out = Guarded{Size: expr.Max(out.Size, q.Size), Conds: slices.Concat(out.Conds, q.Conds)}
		default:
			out = Guarded{Size: expr.Min(out.Size, q.Size), Conds: slices.Concat(out.Conds, q.Conds)}
		}
	}
	if out.Size.Top {
		return UnknownQuantity("%s "+expr.TooLarge, m.Describe(v))
	}
	return m.cut(out, m.RangeOf(v), up)
}

// boundedByOthers reports which arguments of a phi are within the bounds qs of others: `if (to > l.size()) to = l.size()`. Sound because a
// comparison that holds on the edge limits the argument by a value whose bound is within that of an argument that counts.
func (m *Func) boundedByOthers(v ssa.ID, qs []Guarded, up bool, depth int) []bool {
	within := make([]bool, len(qs))
	if len(qs) < 2 || len(qs) > 4 {
		return within
	}
	counts := make([]bool, len(qs)) // an argument has been left out for its bound
	m.StartIntervals()
	for i, a := range m.Fn.Args(v) {
		e := m.EdgeOf(v, i)
		if e == nil || counts[i] {
			continue
		}
		facts := m.FactsOn(e)
		m.Spend(len(facts) / 8)
		for _, f := range facts {
			small, large, extra, ok := f.Less() // small < large + extra
			if !up {
				small, large = large, small
			}
			if !ok || small != a || large == 0 || large == a {
				continue
			}
			limit := m.Bound(large, up, depth+3)
			if !limit.Ok() || len(limit.Conds) > 0 {
				continue
			}
			beyond := extra - 1 // by how much the argument may pass the limit
			if !up {
				beyond = -beyond
			}
			for j, q := range qs {
				d := limit.Size.AddInt(beyond).Add(q.Size.Scale(-1))
				if k, ok := d.Int(); i != j && !within[j] && ok && (up && k <= 0 || !up && k >= 0) {
					within[i], counts[j] = true, true
					break
				}
			}
			if within[i] {
				break
			}
		}
	}
	return within
}

// cut returns a bound, or the number that is known of the value where that is tighter for some values of the symbols.
func (m *Func) cut(q Guarded, r expr.Interval, up bool) Guarded {
	s := m.Env.Size(q.Size)
	switch {
	case up && r.Hi < s.Hi && math.Abs(r.Hi) < Uninformative:
		q.Size = expr.Min(q.Size, expr.Const(int64(r.Hi)))
		if s.Lo >= r.Hi {
			return Guarded{Size: expr.Const(int64(r.Hi))}
		}
	case !up && r.Lo > s.Lo && math.Abs(r.Lo) < Uninformative:
		q.Size = expr.Max(q.Size, expr.Const(int64(r.Lo)))
		if s.Hi <= r.Lo {
			return Guarded{Size: expr.Const(int64(r.Lo))}
		}
	}
	return q
}

// driftBound bounds a variable that loop l moves by at most a constant step: its start plus step times iterations.
func (m *Func) driftBound(v ssa.ID, mp InductionVar, l int, up bool, depth int) (q Guarded, ok bool) {
	info := &m.Loops[l]
	towards := 1.0
	if !up {
		towards = -1
	}
	off, peak := mp.Off.Scale(towards), mp.Peak.Scale(towards)
	if info.Upper.Top || len(info.Assumptions) > 0 || !(off.Hi <= 1<<24 && peak.Hi <= 1<<25) {
		return Guarded{}, false
	}
	n := m.Eliminate(info.Upper, true, code.NoBlock)
	init := m.Bound(mp.Init, up, depth+1)
	if n.Top || !init.Ok() {
		return Guarded{}, false
	}
	r := Fits(m.Fn.Values[v].Type)
	// fit appends the condition that s plus all steps, and the partial sums of the last iteration, stay inside the type.
	fit := func(conds []expr.Condition, s expr.Size, step, beyond float64) []expr.Condition {
		far := s.Add(n.Scale(int64(step))).AddInt(int64(beyond))
		if step+beyond > 0 {
			return m.Require(conds, expr.Condition{Size: far, Lo: math.Inf(-1), Hi: r.Hi})
		}
		return m.Require(conds, expr.Condition{Size: far, Lo: r.Lo, Hi: math.Inf(1)})
	}
	step := math.Max(0, off.Hi)
	q = Guarded{Size: init.Size.Add(n.Scale(int64(step * towards))), Conds: slices.Concat(init.Conds, info.Conds)}
	q.Conds = fit(q.Conds, init.Size, step*towards, math.Max(0, peak.Hi-step)*towards)
	for _, a := range mp.Adds {
		if _, c, constant := m.Addition(a); constant && float64(c)*towards > 0 || m.StaysInside(a) {
			continue
		}
		// The addition may overflow on the other side.
		if !(off.Lo >= -1<<31 && peak.Lo >= -1<<32) {
			return Guarded{}, false
		}
		other := m.Bound(mp.Init, !up, depth+1)
		if !other.Ok() {
			return Guarded{}, false
		}
		step := math.Min(0, off.Lo)
		q.Conds = fit(slices.Concat(q.Conds, other.Conds), other.Size, step*towards, math.Min(0, peak.Lo-step)*towards)
		break
	}
	return q, !q.Size.Top
}

// spanBound bounds phi of loop l from above (up) or below in block Context, by tests of the same iteration of l.
func (m *Func) spanBound(l int, phi ssa.ID, up bool) (q Guarded, ok bool) {
	for _, s := range m.Loops[l].spans[phi] {
		if s.Behind >= 0 && !(m.Context >= 0 && m.Context != s.Behind && m.CFG.InLoop(int(m.Context), l) && m.CFG.Dominators.Dominates(int(s.Behind), int(m.Context))) {
			continue
		}
		size := s.Low
		if up {
			size = s.High
		}
		if size = m.Eliminate(size, up, code.NoBlock); !size.Top {
			return Guarded{Size: size, Conds: s.conds}, true // the first one is that after the test
		}
	}
	return Guarded{}, false
}
