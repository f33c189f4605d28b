package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// remainderTest is a test that x is a multiple of a divisor: x % divisor == 0, or x & (k-1) == 0 for a power of two.
type remainderTest struct {
	x, divisor ssa.ID // divisor is 0 for the second form
	k          int64  // the divisor, where it is a constant; else 0
}

// divisible bounds a loop that divides x by k as long as x is a multiple of k: x is at least as large as k to the power
// of the iterations. Only 0 can be divided for ever.
func (m *method) divisible(l int, c fact) (testBound, bool) {
	test, ok := m.remainderTest(c)
	if !ok {
		return testBound{}, false
	}
	if v := &m.f.Values[test.x]; v.Kind != ssa.Phi || m.loopHeadedBy(int(v.Block)) != l || test.k < 0 || test.k == 1 || test.k > 1<<31 {
		return testBound{}, false
	}
	turn, ok := m.turnOf(l, test.x)
	ways := m.jointly(l, turn.backs, turn.backs)
	if !ok || len(ways) == 0 {
		return testBound{}, false
	}
	for _, p := range ways {
		if !m.dividesBy(p[0], test) {
			return testBound{}, false
		}
	}
	start, _ := m.limitOf(l, turn.init, true)
	low, _ := m.limitOf(l, turn.init, false)
	if !start.ok() || !low.ok() {
		return testBound{}, false
	}
	conds := m.require(slices.Concat(start.conds, low.conds), Condition{Size: low.size, Lo: 1, Hi: math.Inf(1)})
	k := test.k
	if k == 0 {
		if k, conds, ok = m.leastDivisor(l, test.divisor, conds); !ok {
			return testBound{}, false
		}
	}
	n := start.size.Log(k)
	return testBound{upper: n, conds: conds}, !n.bad
}

// remainderTest decomposes the comparison c; ok is false where it does not compare a remainder with 0.
func (m *method) remainderTest(c fact) (t remainderTest, ok bool) {
	if c.op != classfile.OpIfIcmpeq || !m.isConstant(c.b, 0) {
		return t, false
	}
	w := &m.f.Values[c.a]
	if w.Kind != ssa.Instr {
		return t, false
	}
	args := m.f.Args(c.a)
	switch w.Op {
	case classfile.OpIrem, classfile.OpLrem:
		return remainderTest{x: args[0], divisor: args[1], k: m.constantOrZero(args[1])}, true
	case classfile.OpIand, classfile.OpLand: // the remainder by a power of two
		k := m.constantOrZero(args[1]) + 1
		return remainderTest{x: args[0], k: k}, k&(k-1) == 0
	}
	return t, false
}

// constantOrZero is the value of v where v is an int or long constant, else 0.
func (m *method) constantOrZero(v ssa.ID) int64 {
	if m.f.Values[v].Kind != ssa.Int {
		return 0
	}
	return m.f.Values[v].Aux
}

// dividesBy reports whether v is x divided by the divisor of a test, or shifted by its logarithm.
func (m *method) dividesBy(v ssa.ID, t remainderTest) bool {
	f := m.f
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
		return m.constantOrZero(by) == t.k
	case classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
		n := &f.Values[by]
		return n.Kind == ssa.Int && n.Aux >= 1 && n.Aux <= 30 && t.k == 1<<n.Aux
	}
	return false
}

// leastDivisor returns a lower bound of a divisor that loop l does not change, at least 2, and conds with the condition
// under which it holds. It fails where the divisor is computed in the loop or has no lower bound.
func (m *method) leastDivisor(l int, divisor ssa.ID, conds []Condition) (k int64, all []Condition, ok bool) {
	if d := &m.f.Values[divisor]; d.Kind != ssa.Param && m.g.InLoop(int(d.Block), l) {
		return 0, nil, false
	}
	q, _ := m.limitOf(l, divisor, false)
	if !q.ok() {
		return 0, nil, false
	}
	k = 2
	if m.leastOf(q.size) > 2 {
		k = smallLeast(m.leastOf(q.size))
	}
	return k, m.require(append(conds, q.conds...), Condition{Size: q.size, Lo: 2, Hi: math.Inf(1)}), true
}
