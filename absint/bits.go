package absint

import (
	"math"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// bitStep is what an iteration does to the bits of a number.
type bitStep uint8

const (
	otherStep  bitStep = iota
	clearsBit          // at least one bit that is set: n & (n-1), n - (n & -n), n ^ Integer.highestOneBit(n)
	addsLowest         // n + (n & -n): the lowest bit that is set moves up
	setsLowest         // n | (n+1): the lowest bit that is not set
	clearsOnes         // (n & (n+1)) - 1, which clears the lowest bit of n+1
	shiftsLeft         // n << k, n + n, n times an even number: zeros come in below
)

// bitSteps bounds a loop whose counter x loses, gains or moves bits, of which it has 32 or 64. It reports false where the
// test is not of x, where iterations take different steps, and where a step alone does not end the loop.
func (m *method) bitSteps(l int, x ssa.ID, c turn, test fact) (testBound, bool) {
	if test.a != x {
		return testBound{}, false
	}
	step, zeros := m.commonBitStep(l, x, c)
	width := int64(32)
	if m.f.Values[x].Type == 'l' {
		width = 64
	}
	switch step {
	case clearsBit:
		return m.clearedBits(l, c, test, width)
	case clearsOnes:
		return m.clearedOnes(l, c, test)
	case addsLowest, setsLowest:
		return m.risingBits(l, c, test, step, width)
	case shiftsLeft:
		return m.shiftedBits(test, zeros, width)
	}
	return testBound{}, false
}

// commonBitStep returns the step that every iteration of loop l takes from x, otherStep where they differ, and the least
// number of zeros that a shift brings in.
func (m *method) commonBitStep(l int, x ssa.ID, c turn) (step bitStep, zeros int64) {
	for i, p := range m.jointly(l, c.backs, c.backs) {
		s, k := m.bitStep(p[0], x)
		if s == otherStep || i > 0 && s != step {
			return otherStep, 0
		}
		if i == 0 || k < zeros {
			zeros = k
		}
		step = s
	}
	return step, zeros
}

// clearedBits bounds a loop that clears at least one set bit of its counter per iteration and that ends at 0: it runs at
// most as often as the number has bits, those of its initial value where that is not negative.
func (m *method) clearedBits(l int, c turn, test fact, width int64) (testBound, bool) {
	if !m.excludesZero(test) {
		return testBound{}, false
	}
	positive := requiresGreater(test)
	if positive {
		width--
	}
	if start, _ := m.limitOf(l, c.init, true); start.ok() {
		low, _ := m.limitOf(l, c.init, false)
		if positive || low.ok() && m.leastOf(low.size) >= 0 {
			n := start.size.digits(2)
			return testBound{upper: n, conds: slices.Concat(start.conds, low.conds)}, !n.bad
		}
	}
	return testBound{upper: Const(width)}, true
}

// clearedOnes bounds a loop whose counter n becomes (n & (n+1)) - 1 while it is at least 0: n + 1 loses a bit per
// iteration.
func (m *method) clearedOnes(l int, c turn, test fact) (testBound, bool) {
	zero := m.isConstant(test.b, 0)
	start, _ := m.limitOf(l, c.init, true)
	if !start.ok() || test.op != classfile.OpIfIcmpge || !zero {
		return testBound{}, false
	}
	n := start.size.AddInt(1).digits(2)
	return testBound{upper: n, conds: start.conds}, !n.bad
}

// shiftedBits bounds a loop that shifts at least zeros zeros into its counter per iteration and that ends at 0. After k
// iterations, the lowest k*zeros bits are 0. A number that is not 0 has another one, below the sign if it is positive.
func (m *method) shiftedBits(test fact, zeros, width int64) (testBound, bool) {
	if !m.excludesZero(test) {
		return testBound{}, false
	}
	if requiresGreater(test) {
		width--
	}
	return testBound{upper: Const((width-1)/zeros + 1)}, true
}

// requiresGreater reports whether a test requires its first value to be above its second, or equal to it.
func requiresGreater(test fact) bool {
	return test.op == classfile.OpIfIcmpgt || test.op == classfile.OpIfIcmpge
}

// risingBits bounds a loop that goes on while x is below a limit and that adds its lowest bit to it, or sets the lowest
// one that is not set. In iteration k, x has k zeros (or ones) at its end.
func (m *method) risingBits(l int, c turn, test fact, step bitStep, width int64) (testBound, bool) {
	if test.op != classfile.OpIfIcmplt && test.op != classfile.OpIfIcmple {
		return testBound{}, false
	}
	start, _ := m.limitOf(l, c.init, false)
	limit, _ := m.limitOf(l, test.b, true)
	if !start.ok() || !limit.ok() {
		return testBound{}, false
	}
	most := limit.size
	if test.op == classfile.OpIfIcmplt {
		most = most.AddInt(-1)
	}
	conds := slices.Concat(start.conds, limit.conds)
	least, top := 1.0, math.Exp2(float64(width-2))-1 // up to which adding the lowest bit stays inside of the type
	if step == setsLowest {
		least, top = 0, math.Exp2(float64(width-1))-2
	}
	if width == 64 {
		top = 1 << 61 // a float64 does not hold what is just below 2^62
	}
	conds = m.require(conds, Condition{Size: start.size, Lo: least, Hi: math.Inf(1)})
	conds = m.require(conds, Condition{Size: most, Lo: math.Inf(-1), Hi: top})
	if step == setsLowest {
		most = most.AddInt(1)
	}
	n := most.digits(2)
	return testBound{upper: n, conds: conds}, !n.bad
}

func (m *method) isConstant(v ssa.ID, k int64) bool {
	return v == 0 && k == 0 || v != 0 && m.f.Values[v].Kind == ssa.Int && m.f.Values[v].Aux == k
}

// excludesZero says whether a test does not hold for 0.
func (m *method) excludesZero(test fact) bool {
	k := int64(0)
	if test.b != 0 {
		if m.f.Values[test.b].Kind != ssa.Int {
			return false
		}
		k = m.f.Values[test.b].Aux
	}
	switch test.op {
	case classfile.OpIfIcmpne:
		return k == 0
	case classfile.OpIfIcmpgt:
		return k >= 0
	case classfile.OpIfIcmpge:
		return k > 0
	case classfile.OpIfIcmplt:
		return k <= 0
	case classfile.OpIfIcmple:
		return k < 0
	}
	return false
}

// bitStep returns the step from x to v, otherStep where v is no such step; zeros is how many zeros a shift to the left
// brings in.
func (m *method) bitStep(v, x ssa.ID) (s bitStep, zeros int64) {
	w := &m.f.Values[v]
	if w.Kind != ssa.Instr {
		return otherStep, 0
	}
	if a, k, ok := m.addition(v); ok { // x + k - 1 is (x & (x+1)) - 1
		if k == -1 && m.eitherOperand(a, classfile.OpIand, classfile.OpLand, func(p, q ssa.ID) bool { return p == x && m.isPlus(q, x, 1) }) {
			return clearsOnes, 0
		}
		return otherStep, 0
	}
	switch w.Op {
	case classfile.OpIand, classfile.OpLand, classfile.OpIor, classfile.OpLor, classfile.OpIxor, classfile.OpLxor:
		return m.logicalBitStep(v, x), 0
	case classfile.OpIsub, classfile.OpLsub:
		if args := m.f.Args(v); args[0] == x && (m.isLowestBit(args[1], x) || m.isOneBit(args[1], x)) {
			return clearsBit, 0
		}
	case classfile.OpIadd, classfile.OpLadd:
		if args := m.f.Args(v); args[0] == x && args[1] == x {
			return shiftsLeft, 1
		}
		if m.eitherOperand(v, w.Op, w.Op, func(p, q ssa.ID) bool { return p == x && m.isLowestBit(q, x) }) {
			return addsLowest, 0
		}
	case classfile.OpIshl, classfile.OpLshl, classfile.OpImul, classfile.OpLmul:
		return m.shiftStep(v, x)
	}
	return otherStep, 0
}

// logicalBitStep is bitStep for a v that is a bitwise and, inclusive or, or exclusive or.
func (m *method) logicalBitStep(v, x ssa.ID) bitStep {
	op := m.f.Values[v].Op
	step := clearsBit
	var operand func(q ssa.ID) bool // the other operand beside x
	switch op {
	case classfile.OpIand, classfile.OpLand:
		operand = func(q ssa.ID) bool { return m.isPlus(q, x, -1) || m.isOthers(q, x) }
	case classfile.OpIxor, classfile.OpLxor:
		operand = func(q ssa.ID) bool { return m.isLowestBit(q, x) || m.isOneBit(q, x) }
	default:
		step, operand = setsLowest, func(q ssa.ID) bool { return m.isPlus(q, x, 1) }
	}
	if m.eitherOperand(v, op, op, func(p, q ssa.ID) bool { return p == x && operand(q) }) {
		return step
	}
	return otherStep
}

// shiftStep is bitStep for v, a shift to the left or a product: x times an even constant ends in that many zeros more.
func (m *method) shiftStep(v, x ssa.ID) (s bitStep, zeros int64) {
	args := m.f.Args(v)
	switch m.f.Values[v].Op {
	case classfile.OpIshl, classfile.OpLshl:
		if k := &m.f.Values[args[1]]; args[0] == x && k.Kind == ssa.Int && k.Aux >= 1 && k.Aux <= 31 {
			return shiftsLeft, k.Aux
		}
	case classfile.OpImul, classfile.OpLmul:
		for i := range args {
			if k := &m.f.Values[args[i]]; args[1-i] == x && k.Kind == ssa.Int && k.Aux != 0 && k.Aux%2 == 0 {
				return shiftsLeft, int64(bits.TrailingZeros64(uint64(k.Aux)))
			}
		}
	}
	return otherStep, 0
}

// eitherOperand says whether v is the operation with operands that are as wanted, in one order or the other.
func (m *method) eitherOperand(v ssa.ID, op, long classfile.Op, wanted func(p, q ssa.ID) bool) bool {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr || x.Op != op && x.Op != long {
		return false
	}
	args := m.f.Args(v)
	return wanted(args[0], args[1]) || wanted(args[1], args[0])
}

// isPlus says whether v is x + k.
func (m *method) isPlus(v, x ssa.ID, k int64) bool {
	a, c, ok := m.addition(v)
	return ok && a == x && c == k
}

// isLowestBit says whether v is x & -x.
func (m *method) isLowestBit(v, x ssa.ID) bool {
	return m.eitherOperand(v, classfile.OpIand, classfile.OpLand, func(p, q ssa.ID) bool {
		y := &m.f.Values[q]
		return p == x && y.Kind == ssa.Instr && (y.Op == classfile.OpIneg || y.Op == classfile.OpLneg) && m.f.Args(q)[0] == x
	}) || m.f.IsCall(v) && m.isOneBitCall(v, x, "lowestOneBit")
}

// isOneBit says whether v is the highest bit of x that is set.
func (m *method) isOneBit(v, x ssa.ID) bool {
	return m.f.IsCall(v) && m.isOneBitCall(v, x, "highestOneBit")
}

func (m *method) isOneBitCall(v, x ssa.ID, name string) bool {
	mem, _ := m.f.Member(v)
	return platform.OneBit.Has(mem) && mem.Name == name && m.f.Args(v)[0] == x
}

// isOthers says whether v is all bits but the lowest one of x that is set.
func (m *method) isOthers(v, x ssa.ID) bool {
	return m.eitherOperand(v, classfile.OpIxor, classfile.OpLxor, func(p, q ssa.ID) bool {
		return (m.isLowestBit(p, x) || m.isOneBit(p, x)) && m.isConstant(q, -1)
	})
}
