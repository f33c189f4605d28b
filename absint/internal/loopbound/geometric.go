package loopbound

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The geometric prover bounds a loop whose counter is multiplied until it reaches a limit, or divided or shifted until
// little is left. The ranking function is a logarithm. Sound because an iteration that makes x at least k times as large
// (or small) runs at most log_k(range) + 1 times; that int arithmetic agrees with that of the integers becomes a condition
// on the initial value or the limit for each operation (semantics section 4), unless it is proved.

// boundScaled bounds a loop whose test compares a value of one variable x with one that the loop does not change.
func boundScaled(m *symval.Func, l int, x ssa.ID, c code.Comparison) (symval.Bound, bool) {
	t, ok := phiUpdateOf(m, l, x)
	if !ok {
		return symval.Bound{}, false
	}
	for _, bound := range scaledBounds {
		if b, ok := bound(m, l, x, t, c); ok {
			return b, true
		}
	}
	return symval.Bound{}, false
}

// scaledBounds bound a loop by its counter x, of update t, and its test c. The first bound is taken.
var scaledBounds = []func(m *symval.Func, l int, x ssa.ID, t phiUpdate, c code.Comparison) (symval.Bound, bool){
	boundQuotient, bitSteps, towardsLimit, boundStrides,
}

// towardsLimit bounds a loop whose counter rises or falls towards a value that the loop does not change.
func towardsLimit(m *symval.Func, l int, x ssa.ID, t phiUpdate, c code.Comparison) (symval.Bound, bool) {
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

// geometric is the prover of tests of one counter that is multiplied, divided or shifted.
func geometric(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	if len(t.xs) != 1 || len(t.ys) > 0 {
		return symval.Bound{}, false
	}
	return boundScaled(m, t.loop, t.xs[0], t.cmp)
}
