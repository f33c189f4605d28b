package absint

import (
	"fmt"
	"math"
)

// boundInequality handles tests of the form x != y, which a counter must meet exactly.
func (m *method) boundInequality(l int, x, y side) testBound {
	if x.phi == 0 {
		x, y = y, x
	}
	fail := func(format string, args ...any) testBound {
		return testBound{why: m.testWhy(l, fmt.Sprintf(format, args...))}
	}
	if y.phi != 0 {
		return fail("it ends only where two counters are equal, and they may pass each other")
	}
	if x.bound || y.bound {
		return fail("it ends only where %s equals a value that is not known exactly", m.describe(x.phi))
	}
	step := x.mp.off
	if step.Lo != step.Hi || step.Lo == 0 || x.mv.off.Lo != x.mv.off.Hi || math.Abs(step.Lo) > 1<<31 {
		return fail("%s may step over the value that ends the loop", m.describe(x.phi))
	}
	// distance in the direction of the step
	d := y.init.size.Sub(x.init.size).AddInt(-int64(x.mv.off.Lo))
	k := int64(step.Lo)
	if k < 0 {
		d, k = d.Scale(-1), -k
	}
	conds := append(append([]Condition(nil), x.init.conds...), y.init.conds...)
	// The counter moves from its start towards a value of its own type, so it cannot overflow on the way, if the
	// distance is not negative and a multiple of the step.
	if k != 1 {
		v, ok := d.Int()
		if !ok {
			return fail("%s may step over the value that ends the loop", m.describe(x.phi))
		}
		if v%k != 0 {
			return fail("%s steps over the value that ends the loop", m.describe(x.phi))
		}
	}
	if v, ok := d.Int(); ok && v < 0 {
		return fail("%s moves away from the value that ends the loop", m.describe(x.phi))
	}
	if x.mv.peak.Lo < -1<<20 || x.mv.peak.Hi > 1<<20 || x.mp.peak.Lo < -1<<31 || x.mp.peak.Hi > 1<<31 {
		return fail("%s may overflow", m.describe(x.phi))
	}
	conds = m.require(conds, Condition{Size: d, Lo: 0, Hi: math.Inf(1)})
	// Partial sums may leave the type for a moment only if they overshoot the step.
	if x.mp.peak.Lo < math.Min(0, step.Lo) || x.mp.peak.Hi > math.Max(0, step.Lo) || x.mv.peak.Lo < math.Min(0, step.Lo) || x.mv.peak.Hi > math.Max(0, step.Lo) {
		return fail("%s may overflow", m.describe(x.phi))
	}
	return testBound{upper: m.clamp(d.FloorDiv(k), m.g.Loops[l].Header), conds: conds, tight: true}
}
