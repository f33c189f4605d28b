package loopbound

import (
	"fmt"
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// boundInequality bounds a loop that continues while x != y, where one of the two is a counter with a constant step.
// Sound because the distance is not negative and a multiple of the step, so the counter meets the limit exactly.
func boundInequality(m *symval.Func, l int, x, y symval.Operand) symval.Bound {
	if x.Phi == 0 {
		x, y = y, x
	}
	fail := func(format string, args ...any) symval.Bound {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf(format, args...))}
	}
	if y.Phi != 0 {
		return fail("it ends only where two counters are equal, and they may pass each other")
	}
	if x.Bound || y.Bound {
		return fail("it ends only where %s equals a value that is not known exactly", m.Describe(x.Phi))
	}
	step := x.Mp.Off
	if step.Lo != step.Hi || step.Lo == 0 || x.Mv.Off.Lo != x.Mv.Off.Hi || math.Abs(step.Lo) > 1<<31 {
		return fail("%s may step over the value that ends the loop", m.Describe(x.Phi))
	}
	// the distance in the direction of the step
	d := y.Init.Size.Sub(x.Init.Size).AddInt(-int64(x.Mv.Off.Lo))
	k := int64(step.Lo)
	if k < 0 {
		d, k = d.Scale(-1), -k
	}
	conds := append(append([]expr.Condition(nil), x.Init.Conds...), y.Init.Conds...)
	// A counter that moves towards a value of its own type cannot overflow before it, if the distance is not negative and
	// a multiple of the step.
	if k != 1 {
		v, ok := d.Int()
		if !ok {
			return fail("%s may step over the value that ends the loop", m.Describe(x.Phi))
		}
		if v%k != 0 {
			return fail("%s steps over the value that ends the loop", m.Describe(x.Phi))
		}
	}
	if v, ok := d.Int(); ok && v < 0 {
		return fail("%s moves away from the value that ends the loop", m.Describe(x.Phi))
	}
	if x.Mv.Peak.Lo < -1<<20 || x.Mv.Peak.Hi > 1<<20 || x.Mp.Peak.Lo < -1<<31 || x.Mp.Peak.Hi > 1<<31 {
		return fail("%s may overflow", m.Describe(x.Phi))
	}
	conds = m.Require(conds, expr.Condition{Size: d, Lo: 0, Hi: math.Inf(1)})
	// Partial sums leave the type only if they overshoot the step.
	if x.Mp.Peak.Lo < math.Min(0, step.Lo) || x.Mp.Peak.Hi > math.Max(0, step.Lo) || x.Mv.Peak.Lo < math.Min(0, step.Lo) || x.Mv.Peak.Hi > math.Max(0, step.Lo) {
		return fail("%s may overflow", m.Describe(x.Phi))
	}
	return symval.Bound{Upper: m.Clamp(d.FloorDiv(k), m.CFG.Loops[l].Header), Conds: conds, Tight: true}
}
