package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Bounds of products. Sound because a condition, or the bounds of the operands, exclude overflow on both sides.

// multipleBound bounds v, a product with a positive constant or a left shift, under the condition that it does not overflow. decided is
// as in operationBound.
func (m *Func) multipleBound(v ssa.ID, up bool, depth int) (q Guarded, decided bool) {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	of, k := args[0], &m.Fn.Values[args[1]]
	if k.Kind != ssa.Int {
		of, k = args[1], &m.Fn.Values[args[0]]
	}
	factor := k.Aux
	if x.Op == classfile.OpIshl || x.Op == classfile.OpLshl {
		n, ok := m.shiftCount(v)
		if !ok {
			return Guarded{}, false
		}
		factor = 1 << n
	}
	if k.Kind != ssa.Int && (x.Op == classfile.OpImul || x.Op == classfile.OpLmul) {
		return m.productBound(v, up, depth)
	}
	if k.Kind != ssa.Int || factor <= 0 {
		return Guarded{}, false
	}
	if q := m.rangeBound(v, up, m.notComputed(v)); q.Ok() { // a number
		return q, true
	}
	r, other := Fits(x.Type), m.RangeOf(of).Scale(float64(factor))
	q, ok := m.scaledBound(of, factor, up, r, depth)
	if ok && (up && other.Lo < r.Lo || !up && other.Hi > r.Hi) { // by its interval, it may wrap to this side
		opposite, fits := m.scaledBound(of, factor, !up, r, depth)
		if !fits || len(opposite.Conds) > 0 && m.Fn.Values[of].Kind != ssa.Phi { // a variable of a loop has no better bound
			return Guarded{}, false
		}
		q.Conds = slices.Concat(q.Conds, opposite.Conds)
	}
	return q, ok
}

// scaledBound bounds factor times v, under the condition that it does not overflow on the side of the bound.
func (m *Func) scaledBound(v ssa.ID, factor int64, up bool, r expr.Interval, depth int) (q Guarded, ok bool) {
	a := m.Bound(v, up, depth+1)
	within := expr.Condition{Size: a.Size.Scale(factor), Lo: math.Inf(-1), Hi: r.Hi}
	if !up {
		within.Lo, within.Hi = r.Lo, math.Inf(1)
	}
	if !a.Ok() || within.Size.Top {
		return Guarded{}, false
	}
	return Guarded{Size: within.Size, Conds: m.Require(slices.Clone(a.Conds), within)}, true
}

// productBound bounds v, a product of two values that are not negative, from above, under the condition that it does not overflow. decided
// is as in operationBound.
func (m *Func) productBound(v ssa.ID, up bool, depth int) (q Guarded, decided bool) {
	if !up {
		return Guarded{}, false
	}
	out := Guarded{Size: expr.Const(1)}
	for _, factor := range m.Fn.Args(v) {
		least, most := m.Bound(factor, false, depth+1), m.Bound(factor, true, depth+1)
		if !least.Ok() || !most.Ok() || m.LeastOf(least.Size) < 0 {
			return Guarded{}, false
		}
		out = Guarded{Size: out.Size.Mul(most.Size), Conds: slices.Concat(out.Conds, least.Conds, most.Conds)}
	}
	if out.Size.Top {
		return Guarded{}, false
	}
	within := expr.Condition{Size: out.Size, Lo: math.Inf(-1), Hi: Fits(m.Fn.Values[v].Type).Hi}
	out.Conds = m.Require(out.Conds, within)
	return out, true
}
