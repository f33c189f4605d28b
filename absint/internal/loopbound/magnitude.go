package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// magnitudeOf returns the absolute value of v on entry to loop l, or an upper bound of it (bound). sign restricts it
// to positive (1) or negative (-1) values; 0 stands for all.
// Sound because the absolute value is at most the larger one of the upper bound and the negated lower bound.
func magnitudeOf(m *symval.Func, l int, v ssa.ID, sign int) (q symval.Guarded, bound bool) {
	high, bound := m.LimitOf(l, v, sign >= 0)
	switch {
	case !high.Ok() || sign > 0:
		return high, bound
	case sign < 0:
		high.Size = high.Size.Scale(-1)
		return high, bound
	case !bound:
		high.Size = Magnitude(m, high.Size)
		return high, false
	}
	low, _ := m.LimitOf(l, v, false)
	if !low.Ok() || m.LeastOf(low.Size) >= 0 {
		high.Why, high.Conds = low.Why, slices.Concat(high.Conds, low.Conds)
		return high, true
	}
	return symval.Guarded{Size: expr.Max(high.Size, low.Size.Scale(-1)), Conds: slices.Concat(high.Conds, low.Conds)}, true
}

// Magnitude returns the absolute value of a size.
func Magnitude(m *symval.Func, s expr.Size) expr.Size {
	switch r := m.Env.Size(s); {
	case math.IsNaN(r.Lo):
		return expr.TopSize
	case r.Lo >= 0:
		return s
	case r.Hi <= 0:
		return s.Scale(-1)
	}
	return expr.Max(s, s.Scale(-1))
}
