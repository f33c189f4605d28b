package loopbound

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Counters that do not move by a constant: they are multiplied until they reach a limit, divided until little is left,
// or are the two ends of an interval that is halved. The ranking function is a logarithm: where every iteration makes
// some x at least k times as large (or small), there are at most log_k of the whole way, and one more.
//
// As with additive counters, arithmetic in int must agree with that of integers: every operation on the way gives a
// condition on where the counter starts or on its limit (semantics section 4), unless it is proved.

// scaled bounds a loop whose test compares a value of one variable x with one that does not change.
func scaled(m *symval.Func, l int, x ssa.ID, c symval.Comparison) (symval.Bound, bool) {
	t, ok := phiUpdateOf(m, l, x)
	if !ok {
		return symval.Bound{}, false
	}
	for _, try := range []func(int, ssa.ID, phiUpdate, symval.Comparison) (symval.Bound, bool){func(l int, x ssa.ID, c phiUpdate, test symval.Comparison) (symval.Bound, bool) {
		return towardsZero(m, l, x, c, test)
	}, func(l int, x ssa.ID, c phiUpdate, test symval.Comparison) (symval.Bound, bool) {
		return bitSteps(m, l, x, c, test)
	}, func(l int, x ssa.ID, t phiUpdate, c symval.Comparison) (symval.Bound, bool) {
		return towardsLimit(m, l, x, t, c)
	}, func(l int, x ssa.ID, c phiUpdate, test symval.Comparison) (symval.Bound, bool) {
		return strides(m, l, x, c, test)
	}} {
		if r, ok := try(l, x, t, c); ok {
			return r, true
		}
	}
	return symval.Bound{}, false
}

// towardsLimit bounds a loop whose counter rises or falls towards a value that does not change.
func towardsLimit(m *symval.Func, l int, x ssa.ID, t phiUpdate, c symval.Comparison) (symval.Bound, bool) {
	one := int64(0)
	switch c.Op {
	case classfile.OpIfIcmplt, classfile.OpIfIcmple:
		limit, bound := m.LimitOf(l, c.B, true)
		if !limit.Ok() {
			break
		}
		if c.Op == classfile.OpIfIcmplt {
			one = -1
		}
		limit.Size = limit.Size.AddInt(one)
		return rising(m, l, x, t, c.A, limit, bound)
	case classfile.OpIfIcmpgt, classfile.OpIfIcmpge:
		limit, bound := m.LimitOf(l, c.B, false)
		if !limit.Ok() {
			break
		}
		if c.Op == classfile.OpIfIcmpgt {
			one = 1
		}
		limit.Size = limit.Size.AddInt(one)
		return falling(m, l, x, t, c.A, limit, bound, false)
	case classfile.OpIfIcmpne:
		limit, bound := m.LimitOf(l, c.B, false)
		if v, known := limit.Size.Int(); limit.Ok() && known && !bound && len(limit.Conds) == 0 && (c.A == x || v == 0) {
			limit.Size = limit.Size.AddInt(1)
			return falling(m, l, x, t, c.A, limit, false, true)
		}
	}
	return symval.Bound{}, false
}

// geometric bounds a counter that is multiplied, divided or shifted.
func geometric(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	if len(t.xs) != 1 || len(t.ys) > 0 {
		return symval.Bound{}, false
	}
	return scaled(m, t.loop, t.xs[0], t.cmp)
}
