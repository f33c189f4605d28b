package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// remainderTest is a test that x is a multiple of a divisor: x % divisor == 0, or x & (k-1) == 0 for a power of two k.
type remainderTest struct {
	x, divisor ssa.ID // divisor is 0 for the second form
	k          int64  // the divisor if it is a constant, else 0
}

// congruence is the prover of loops that divide x by k while x is a multiple of k (a congruence, Granger 1989). Sound
// because x is at least k to the power of the iterations; 0, which can be divided for ever, is excluded by a
// condition.
func congruence(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	l := t.loop
	test, ok := findRemainderTest(m, t.cmp)
	if !ok {
		return symval.Bound{}, false
	}
	if v := &m.Fn.Values[test.x]; v.Kind != ssa.Phi || m.LoopHeadedBy(int(v.Block)) != l || test.k < 0 || test.k == 1 || test.k > 1<<31 {
		return symval.Bound{}, false
	}
	update, ok := phiUpdateOf(m, l, test.x)
	pairs := joint.Pairs(m, l, update.backs, update.backs)
	if !ok || len(pairs) == 0 {
		return symval.Bound{}, false
	}
	for _, p := range pairs {
		if !dividesBy(m, p[0], test) {
			return symval.Bound{}, false
		}
	}
	start, _ := m.LimitOf(l, update.init, true)
	low, _ := m.LimitOf(l, update.init, false)
	if !start.Ok() || !low.Ok() {
		return symval.Bound{}, false
	}
	conds := m.Require(slices.Concat(start.Conds, low.Conds), expr.Condition{Size: low.Size, Lo: 1, Hi: math.Inf(1)})
	k := test.k
	if k == 0 {
		if k, conds, ok = leastDivisor(m, l, test.divisor, conds); !ok {
			return symval.Bound{}, false
		}
	}
	n := start.Size.Log(k)
	return symval.Bound{Upper: n, Conds: conds}, !n.Top
}

// findRemainderTest decomposes the comparison c; ok is false if it does not compare a remainder with 0.
func findRemainderTest(m *symval.Func, c code.Comparison) (t remainderTest, ok bool) {
	if c.Op != classfile.OpIfIcmpeq || !m.IsConstant(c.B, 0) {
		return t, false
	}
	w := &m.Fn.Values[c.A]
	if w.Kind != ssa.Instr {
		return t, false
	}
	args := m.Fn.Args(c.A)
	switch w.Op {
	case classfile.OpIrem, classfile.OpLrem:
		return remainderTest{x: args[0], divisor: args[1], k: constantOrZero(m, args[1])}, true
	case classfile.OpIand, classfile.OpLand: // the remainder by a power of two
		k := constantOrZero(m, args[1]) + 1
		return remainderTest{x: args[0], k: k}, k&(k-1) == 0
	}
	return t, false
}

// constantOrZero returns v if it is an int or long constant, else 0.
func constantOrZero(m *symval.Func, v ssa.ID) int64 {
	if m.Fn.Values[v].Kind != ssa.Int {
		return 0
	}
	return m.Fn.Values[v].Aux
}

// dividesBy reports whether v is x divided by the divisor of a test, or shifted by its logarithm.
func dividesBy(m *symval.Func, v ssa.ID, t remainderTest) bool {
	f := m.Fn
	w := &f.Values[v]
	if w.Kind != ssa.Instr || len(f.Args(v)) != 2 || f.Args(v)[0] != t.x {
		return false
	}
	by := f.Args(v)[1]
	switch w.Op {
	case classfile.OpIdiv, classfile.OpLdiv:
		if t.k == 0 {
			return by == t.divisor
		}
		return constantOrZero(m, by) == t.k
	case classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
		n := &f.Values[by]
		return n.Kind == ssa.Int && n.Aux >= 1 && n.Aux <= 30 && t.k == 1<<n.Aux
	}
	return false
}

// leastDivisor returns a lower bound of a divisor that loop l does not change, at least 2, and adds the condition for
// it to conds. ok is false if the divisor is computed in the loop or has no lower bound.
func leastDivisor(m *symval.Func, l int, divisor ssa.ID, conds []expr.Condition) (k int64, all []expr.Condition, ok bool) {
	if d := &m.Fn.Values[divisor]; d.Kind != ssa.Param && m.CFG.InLoop(int(d.Block), l) {
		return 0, nil, false
	}
	q, _ := m.LimitOf(l, divisor, false)
	if !q.Ok() {
		return 0, nil, false
	}
	k = 2
	if m.LeastOf(q.Size) > 2 {
		k = symval.SmallLeast(m.LeastOf(q.Size))
	}
	return k, m.Require(append(conds, q.Conds...), expr.Condition{Size: q.Size, Lo: 2, Hi: math.Inf(1)}), true
}
