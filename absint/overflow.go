package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/ssa"
)

// wrapConditions makes sure that the counter of one side of a test does not overflow before the test stops it.
// rising says that the side is x in x < y, which goes up towards y; else it is y, which goes down towards x.
func (m *method) wrapConditions(conds []Condition, s, limit side, rising bool, extra int64, t byte) ([]Condition, bool) {
	if s.phi == 0 {
		return conds, true
	}
	adds := slices.Concat(s.mp.adds, s.mv.adds)
	if m.allSafe(adds) {
		return conds, true
	}
	if c, ok := m.fitByDifference(conds, adds, limit, rising, t); ok {
		return c, true
	}
	return m.reachConditions(conds, s, limit, rising, extra, t)
}

// reachConditions makes sure of what is within reach of the counter: how far its side says that it, and what is tested,
// moves from where the test lets it go on.
func (m *method) reachConditions(conds []Condition, s, limit side, rising bool, extra int64, t byte) ([]Condition, bool) {
	// All of this for a counter that rises; for one that falls it is the mirror image.
	towards := 1.0
	if !rising {
		towards = -1
	}
	step, peak, before, tested := s.mp.off.scale(towards), s.mp.peak.scale(towards), s.mv.peak.scale(towards), s.mv.off.scale(towards)
	if step.Lo < 0 {
		return conds, false // it also moves away from the limit
	}
	limitAt := Range{}
	if limit.phi != 0 { // then it must not move away, so that it starts where it is farthest
		if limit.mp.off.scale(towards).Hi > 0 {
			return conds, false
		}
		limitAt = limit.mv.off.scale(towards)
	}
	// Where the test holds, the counter is before its limit. From there it moves by at most one iteration, and then on to
	// where it is tested again.
	far := math.Max(peak.Hi, step.Hi+before.Hi) - tested.Lo + limitAt.Hi - 1 + float64(extra)
	back := math.Min(peak.Lo, before.Lo) // from its start, the other way
	if !(math.Abs(far) <= 1<<40 && math.Abs(before.Hi) <= 1<<40 && math.Abs(back) <= 1<<40) {
		return conds, false
	}
	r := fits(t)
	within := func(size Size, by float64) { // of a value of the type
		switch d := int64(by * towards); {
		case d > 0:
			conds = m.require(conds, Condition{Size: size.AddInt(d), Lo: math.Inf(-1), Hi: r.Hi})
		case d < 0:
			conds = m.require(conds, Condition{Size: size.AddInt(d), Lo: r.Lo, Hi: math.Inf(1)})
		}
	}
	within(limit.init.size, math.Max(0, far))
	if s.bound { // of the start, only the side away from where it moves is known by the bound
		if m.rangeOf(s.mp.init).scale(towards).Hi+before.Hi > r.scale(towards).Hi {
			return conds, false
		}
	} else {
		within(s.init.size, before.Hi)
	}
	within(s.init.size, back)
	return conds, true
}

// staysInside says whether the addition v does not overflow in an iteration that comes round: it cannot, or its result
// is used as an index at once, which the int it comes to then ends by an exception that the method does not catch.
func (m *method) staysInside(v ssa.ID) bool {
	if m.cannotWrap(v) {
		return true
	}
	_, c, ok := m.addition(v)
	if !ok || c < -1 || m.f.Values[v].Type != 'i' { // the largest int is no index of any array either
		return false
	}
	b := m.f.Values[v].Block
	if slices.ContainsFunc(m.g.Blocks[b].Succs, func(e cfg.Edge) bool { return e.Kind == cfg.Exception }) {
		return false
	}
	return slices.ContainsFunc(m.f.Body[b], func(u ssa.ID) bool {
		_, index, ok := m.access(u)
		return ok && index == v
	})
}
