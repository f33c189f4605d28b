package loopbound

import (
	"math"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// bitStep is the effect of an iteration on the bits of a number.
type bitStep uint8

const (
	otherStep  bitStep = iota
	clearsBit          // at least one bit that is set: n & (n-1), n - (n & -n), n ^ Integer.highestOneBit(n)
	addsLowest         // n + (n & -n): the lowest bit that is set moves up
	setsLowest         // n | (n+1): the lowest bit that is not set
	clearsOnes         // (n & (n+1)) - 1, which clears the lowest bit of n+1
	shiftsLeft         // n << k, n + n, n times an even number: zeros come in below
)

// bitSteps bounds a loop whose counter x loses, gains or moves bits, of which it has 32 or 64. ok is false if the test
// is not of x, if iterations take different steps, or if a step alone does not end the loop.
// Sound because each step moves a count of bits in one direction only: the set bits, the bits of n+1, or the zeros (or
// ones) at the end of the number (Warren, Hacker's Delight, 2-1).
func bitSteps(m *symval.Func, l int, x ssa.ID, c phiUpdate, test code.Comparison) (symval.Bound, bool) {
	if test.A != x {
		return symval.Bound{}, false
	}
	step, zeros := commonBitStep(m, l, x, c)
	width := int64(32)
	if m.Fn.Values[x].Type == 'l' {
		width = 64
	}
	switch step {
	case clearsBit:
		return clearedBits(m, l, c, test, width)
	case clearsOnes:
		return clearedOnes(m, l, c, test)
	case addsLowest, setsLowest:
		return risingBits(m, l, c, test, step, width)
	case shiftsLeft:
		return shiftedBits(m, test, zeros, width)
	}
	return symval.Bound{}, false
}

// commonBitStep returns the step that every iteration of loop l takes from x, otherStep if they differ, and the least
// number of zeros that a shift inserts.
func commonBitStep(m *symval.Func, l int, x ssa.ID, c phiUpdate) (step bitStep, zeros int64) {
	for i, p := range joint.Pairs(m, l, c.backs, c.backs) {
		s, k := bitStepOf(m, p[0], x)
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

// clearedBits bounds a loop that clears at least one set bit of its counter per iteration and ends at 0: by the width
// of the number, or the bits of its initial value if that is not negative.
func clearedBits(m *symval.Func, l int, c phiUpdate, test code.Comparison, width int64) (symval.Bound, bool) {
	if !excludesZero(m, test) {
		return symval.Bound{}, false
	}
	positive := requiresGreater(test)
	if positive {
		width--
	}
	if start, _ := m.LimitOf(l, c.init, true); start.Ok() {
		low, _ := m.LimitOf(l, c.init, false)
		if positive || low.Ok() && m.LeastOf(low.Size) >= 0 {
			n := start.Size.Digits(2)
			return symval.Bound{Upper: n, Conds: slices.Concat(start.Conds, low.Conds)}, !n.Top
		}
	}
	return symval.Bound{Upper: expr.Const(width)}, true
}

// clearedOnes bounds a loop whose counter n becomes (n & (n+1)) - 1 while it is at least 0: n + 1 loses a bit per
// iteration.
func clearedOnes(m *symval.Func, l int, c phiUpdate, test code.Comparison) (symval.Bound, bool) {
	zero := m.IsConstant(test.B, 0)
	start, _ := m.LimitOf(l, c.init, true)
	if !start.Ok() || test.Op != classfile.OpIfIcmpge || !zero {
		return symval.Bound{}, false
	}
	n := start.Size.AddInt(1).Digits(2)
	return symval.Bound{Upper: n, Conds: start.Conds}, !n.Top
}

// shiftedBits bounds a loop that inserts at least zeros zeros at the low end of its counter per iteration and ends at
// 0. After k iterations, the lowest k*zeros bits are 0, and a number that is not 0 has a set bit above them, below the
// sign if it is positive.
func shiftedBits(m *symval.Func, test code.Comparison, zeros, width int64) (symval.Bound, bool) {
	if !excludesZero(m, test) {
		return symval.Bound{}, false
	}
	if requiresGreater(test) {
		width--
	}
	return symval.Bound{Upper: expr.Const((width-1)/zeros + 1)}, true
}

// requiresGreater reports whether a test requires its first value to be above its second, or equal to it.
func requiresGreater(test code.Comparison) bool {
	return test.Op == classfile.OpIfIcmpgt || test.Op == classfile.OpIfIcmpge
}

// risingBits bounds a loop that continues while x is below a limit and that adds its lowest set bit to it, or sets its
// lowest clear bit. In iteration k, x has k zeros (or ones) at its end.
func risingBits(m *symval.Func, l int, c phiUpdate, test code.Comparison, step bitStep, width int64) (symval.Bound, bool) {
	if test.Op != classfile.OpIfIcmplt && test.Op != classfile.OpIfIcmple {
		return symval.Bound{}, false
	}
	start, _ := m.LimitOf(l, c.init, false)
	limit, _ := m.LimitOf(l, test.B, true)
	if !start.Ok() || !limit.Ok() {
		return symval.Bound{}, false
	}
	most := limit.Size
	if test.Op == classfile.OpIfIcmplt {
		most = most.AddInt(-1)
	}
	conds := slices.Concat(start.Conds, limit.Conds)
	least, top := 1.0, math.Exp2(float64(width-2))-1 // up to which adding the lowest bit stays inside of the type
	if step == setsLowest {
		least, top = 0, math.Exp2(float64(width-1))-2
	}
	if width == 64 {
		top = 1 << 61 // the largest numbers below 2^62 are no float64 values
	}
	conds = m.Require(conds, expr.Condition{Size: start.Size, Lo: least, Hi: math.Inf(1)})
	conds = m.Require(conds, expr.Condition{Size: most, Lo: math.Inf(-1), Hi: top})
	if step == setsLowest {
		most = most.AddInt(1)
	}
	n := most.Digits(2)
	return symval.Bound{Upper: n, Conds: conds}, !n.Top
}

// excludesZero reports whether a test fails for 0.
func excludesZero(m *symval.Func, test code.Comparison) bool {
	k := int64(0)
	if test.B != 0 {
		if m.Fn.Values[test.B].Kind != ssa.Int {
			return false
		}
		k = m.Fn.Values[test.B].Aux
	}
	switch test.Op {
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

// bitStepOf returns the step from x to v, otherStep if there is none; zeros is how many zeros a left shift inserts.
func bitStepOf(m *symval.Func, v, x ssa.ID) (s bitStep, zeros int64) {
	w := &m.Fn.Values[v]
	if w.Kind != ssa.Instr {
		return otherStep, 0
	}
	if a, k, ok := m.Addition(v); ok { // x + k - 1 is (x & (x+1)) - 1
		if k == -1 && eitherOperand(m, a, classfile.OpIand, classfile.OpLand, func(p, q ssa.ID) bool { return p == x && isPlus(m, q, x, 1) }) {
			return clearsOnes, 0
		}
		return otherStep, 0
	}
	switch w.Op {
	case classfile.OpIand, classfile.OpLand, classfile.OpIor, classfile.OpLor, classfile.OpIxor, classfile.OpLxor:
		return logicalBitStep(m, v, x), 0
	case classfile.OpIsub, classfile.OpLsub:
		if args := m.Fn.Args(v); args[0] == x && (isLowestBit(m, args[1], x) || isOneBit(m, args[1], x)) {
			return clearsBit, 0
		}
	case classfile.OpIadd, classfile.OpLadd:
		if args := m.Fn.Args(v); args[0] == x && args[1] == x {
			return shiftsLeft, 1
		}
		if eitherOperand(m, v, w.Op, w.Op, func(p, q ssa.ID) bool { return p == x && isLowestBit(m, q, x) }) {
			return addsLowest, 0
		}
	case classfile.OpIshl, classfile.OpLshl, classfile.OpImul, classfile.OpLmul:
		return shiftStep(m, v, x)
	}
	return otherStep, 0
}

// logicalBitStep is bitStepOf for a v that is a bitwise and, inclusive or, or exclusive or.
func logicalBitStep(m *symval.Func, v, x ssa.ID) bitStep {
	op := m.Fn.Values[v].Op
	step := clearsBit
	var operand func(q ssa.ID) bool // the other operand beside x
	switch op {
	case classfile.OpIand, classfile.OpLand:
		operand = func(q ssa.ID) bool { return isPlus(m, q, x, -1) || isAllButOneBit(m, q, x) }
	case classfile.OpIxor, classfile.OpLxor:
		operand = func(q ssa.ID) bool { return isLowestBit(m, q, x) || isOneBit(m, q, x) }
	default:
		step, operand = setsLowest, func(q ssa.ID) bool { return isPlus(m, q, x, 1) }
	}
	if eitherOperand(m, v, op, op, func(p, q ssa.ID) bool { return p == x && operand(q) }) {
		return step
	}
	return otherStep
}

// shiftStep is bitStepOf for v, a left shift or a product: x times an even constant inserts the trailing zeros of the
// constant.
func shiftStep(m *symval.Func, v, x ssa.ID) (s bitStep, zeros int64) {
	args := m.Fn.Args(v)
	switch m.Fn.Values[v].Op {
	case classfile.OpIshl, classfile.OpLshl:
		if k := &m.Fn.Values[args[1]]; args[0] == x && k.Kind == ssa.Int && k.Aux >= 1 && k.Aux <= 31 {
			return shiftsLeft, k.Aux
		}
	case classfile.OpImul, classfile.OpLmul:
		for i := range args {
			if k := &m.Fn.Values[args[i]]; args[1-i] == x && k.Kind == ssa.Int && k.Aux != 0 && k.Aux%2 == 0 {
				return shiftsLeft, int64(bits.TrailingZeros64(uint64(k.Aux)))
			}
		}
	}
	return otherStep, 0
}

// eitherOperand reports whether v is the operation with operands as wanted, in either order.
func eitherOperand(m *symval.Func, v ssa.ID, op, long classfile.Op, wanted func(p, q ssa.ID) bool) bool {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != op && x.Op != long {
		return false
	}
	args := m.Fn.Args(v)
	return wanted(args[0], args[1]) || wanted(args[1], args[0])
}

// isPlus reports whether v is x + k.
func isPlus(m *symval.Func, v, x ssa.ID, k int64) bool {
	a, c, ok := m.Addition(v)
	return ok && a == x && c == k
}

// isLowestBit reports whether v is x & -x.
func isLowestBit(m *symval.Func, v, x ssa.ID) bool {
	return eitherOperand(m, v, classfile.OpIand, classfile.OpLand, func(p, q ssa.ID) bool {
		y := &m.Fn.Values[q]
		return p == x && y.Kind == ssa.Instr && (y.Op == classfile.OpIneg || y.Op == classfile.OpLneg) && m.Fn.Args(q)[0] == x
	}) || m.Fn.IsCall(v) && isOneBitCall(m, v, x, "lowestOneBit")
}

// isOneBit reports whether v is the highest set bit of x.
func isOneBit(m *symval.Func, v, x ssa.ID) bool {
	return m.Fn.IsCall(v) && isOneBitCall(m, v, x, "highestOneBit")
}

// isOneBitCall reports whether v is a call of the method name of Integer or Long, which returns one bit of x.
func isOneBitCall(m *symval.Func, v, x ssa.ID, name string) bool {
	mem, _ := m.Fn.Member(v)
	return platform.OneBit.Has(mem) && mem.Name == name && m.Fn.Args(v)[0] == x
}

// isAllButOneBit reports whether v is the complement of the lowest or the highest set bit of x.
func isAllButOneBit(m *symval.Func, v, x ssa.ID) bool {
	return eitherOperand(m, v, classfile.OpIxor, classfile.OpLxor, func(p, q ssa.ID) bool {
		return (isLowestBit(m, p, x) || isOneBit(m, p, x)) && m.IsConstant(q, -1)
	})
}
