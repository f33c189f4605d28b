package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/ssa"
)

// driftBound bounds a variable that moves in loop l by no more than some constant per iteration: by where it starts and
// as many of these steps as the loop has iterations. It covers what the loop leaves behind as well.
func (m *method) driftBound(v ssa.ID, mp movingPhi, l int, up bool, depth int) (q quantity, ok bool) {
	info := &m.loops[l]
	towards := 1.0
	if !up {
		towards = -1
	}
	off, peak := mp.off.scale(towards), mp.peak.scale(towards)
	if info.upper.bad || len(info.assumptions) > 0 || !(off.Hi <= 1<<24 && peak.Hi <= 1<<25) {
		return quantity{}, false
	}
	n := m.eliminate(info.upper, true, anywhere)
	init := m.bound(mp.init, up, depth+1)
	if n.bad || !init.ok() {
		return quantity{}, false
	}
	r := fits(m.f.Values[v].Type)
	// fit is the condition that iterations many steps from s, and the partial sums of the last one, stay inside the type.
	fit := func(conds []Condition, s Size, step, beyond float64) []Condition {
		far := s.Add(n.Scale(int64(step))).AddInt(int64(beyond))
		if step+beyond > 0 {
			return m.require(conds, Condition{Size: far, Lo: math.Inf(-1), Hi: r.Hi})
		}
		return m.require(conds, Condition{Size: far, Lo: r.Lo, Hi: math.Inf(1)})
	}
	step := math.Max(0, off.Hi)
	q = quantity{size: init.size.Add(n.Scale(int64(step * towards))), conds: slices.Concat(init.conds, info.conds)}
	q.conds = fit(q.conds, init.size, step*towards, math.Max(0, peak.Hi-step)*towards)
	for _, a := range mp.adds {
		if _, c, constant := m.addition(a); constant && float64(c)*towards > 0 || m.staysInside(a) {
			continue
		}
		// It may overflow on the other side.
		if !(off.Lo >= -1<<31 && peak.Lo >= -1<<32) {
			return quantity{}, false
		}
		other := m.bound(mp.init, !up, depth+1)
		if !other.ok() {
			return quantity{}, false
		}
		step := math.Min(0, off.Lo)
		q.conds = fit(slices.Concat(q.conds, other.conds), other.size, step*towards, math.Min(0, peak.Lo-step)*towards)
		break
	}
	return q, !q.size.bad
}
