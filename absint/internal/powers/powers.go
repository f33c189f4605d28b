// Package powers bounds loops that divide a number by the powers of a constant, one after the other:
//
//	for (int e = 1; max / e > 0; e *= 10) countingSort(a, e);
//
// Sound because the powers are those of the program, with the overflow of their type: the number does not change, so that it is in the interval that all
// tests before have left, and the loop ends where no number of that passes the next one, or where a power has become 0, by which a division throws.
package powers

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// maxPowers bounds the powers that are tried: an even number to the power of 64 is 0 as a long.
const maxPowers = 64

// Test bounds loop l by a test of a quotient at the end of a block, whose taken branch stays in the loop or not; ok is false for other tests.
func Test(m *symval.Func, l, block int, stay bool) (b symval.Bound, ok bool) {
	c, ok := m.Comparison(block, stay)
	if !ok {
		return b, false
	}
	if c.A == 0 || m.Fn.Values[c.A].Kind == ssa.Int {
		c = code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}
	}
	t, ok := testOf(m, l, c)
	if !ok {
		return b, false
	}
	power := t.first
	for n := range int64(maxPowers) {
		if power == 0 || !t.passes(power) {
			return symval.Bound{Upper: expr.Const(n)}, true
		}
		power *= t.factor
		if t.isInt {
			power = int64(int32(power))
		}
	}
	return b, false
}

// test is a test under which a loop goes on while the quotient of a number by a power is at least a limit, or is not 0.
type test struct {
	least   int64 // 0 if the quotient is not 0
	largest int64 // the number is at most that, or its absolute value is
	isInt   bool  // the type of the powers
	first   int64
	factor  int64
}

// testOf returns the test of a quotient by a variable that each iteration of loop l multiplies by the same constant, from a positive one.
func testOf(m *symval.Func, l int, c code.Comparison) (t test, ok bool) {
	f := m.Fn
	if c.A == 0 || f.Values[c.A].Kind != ssa.Instr {
		return t, false
	}
	quotient, limit := &f.Values[c.A], int64(0)
	if c.B != 0 {
		if limit = f.Values[c.B].Aux; f.Values[c.B].Kind != ssa.Int {
			return t, false
		}
	}
	switch c.Op {
	case classfile.OpIfIcmpgt:
		t.least = limit + 1
	case classfile.OpIfIcmpge:
		t.least = limit
	case classfile.OpIfIcmpne:
		if ok = limit == 0; !ok {
			return t, false
		}
	default:
		return t, false
	}
	if quotient.Op != classfile.OpIdiv && quotient.Op != classfile.OpLdiv || c.Op != classfile.OpIfIcmpne && t.least < 1 || t.least > math.MaxInt32 {
		return t, false
	}
	number, power := f.Args(c.A)[0], f.Args(c.A)[1]
	if x := &f.Values[power]; x.Kind == ssa.Instr && x.Op == classfile.OpI2l {
		power = f.Args(power)[0]
	}
	r := m.RangeOf(number)
	t.isInt = f.Values[power].Type == 'i'
	t.largest = wholeBelow(math.Max(r.Hi, 0), quotient.Op == classfile.OpIdiv)
	if t.least == 0 {
		t.largest = wholeBelow(math.Max(r.Hi, -r.Lo), quotient.Op == classfile.OpIdiv)
	}
	return t, m.CFG.InLoop(int(quotient.Block), l) && stays(m, number, l) && t.multiplies(m, power, l)
}

// wholeBelow returns an upper bound of a number as a whole one, which is at most the largest absolute value of its type.
func wholeBelow(hi float64, isInt bool) int64 {
	if isInt {
		return int64(math.Min(hi, 1<<31))
	}
	if hi >= 1<<62 {
		return math.MaxInt64
	}
	return int64(math.Ceil(hi))
}

// stays reports whether a number, perhaps as a long, is the same in all iterations of loop l.
func stays(m *symval.Func, number ssa.ID, l int) bool {
	for x := &m.Fn.Values[number]; x.Kind == ssa.Instr && x.Op == classfile.OpI2l; x = &m.Fn.Values[number] {
		number = m.Fn.Args(number)[0]
	}
	return heapsize.LoopInvariant(m, number, l)
}

// multiplies reads the first power and the factor between two of a variable of loop l.
func (t *test) multiplies(m *symval.Func, power ssa.ID, l int) bool {
	f := m.Fn
	by := int64(1) // that of a test behind the multiplication
	for _, phi := range f.Body[m.CFG.Loops[l].Header] {
		if k, ok := factorOf(f, power, phi); ok {
			power, by = phi, k
			break
		}
	}
	x := &f.Values[power]
	if x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) != l || m.CFG.Blocks[x.Block].Region >= 0 {
		return false
	}
	init := m.InitOf(power, l)
	if init == 0 || f.Values[init].Kind != ssa.Int || min(f.Values[init].Aux, by) < 1 || max(f.Values[init].Aux, by) > math.MaxInt16 {
		return false
	}
	t.first = f.Values[init].Aux * by
	for i, a := range f.Args(power) {
		if !m.ViaBackEdge(l, i) {
			continue
		}
		k, ok := factorOf(f, a, power)
		if !ok || t.factor != 0 && t.factor != k {
			return false
		}
		t.factor = k
	}
	return t.factor >= 2 && t.factor <= math.MaxInt16
}

// factorOf returns the constant by which v is a multiple of x.
func factorOf(f *ssa.Func, v, x ssa.ID) (k int64, ok bool) {
	if op := f.Values[v].Op; f.Values[v].Kind != ssa.Instr || op != classfile.OpImul && op != classfile.OpLmul {
		return 0, false
	}
	args := f.Args(v)
	a, b := args[0], args[1]
	if b == x {
		a, b = b, a
	}
	return f.Values[b].Aux, a == x && f.Values[b].Kind == ssa.Int
}

// passes reports whether a number that has passed all tests before may pass that with a power, which is not 0. Since the first power is positive, a number that
// passes a test of least is positive, too.
func (t *test) passes(power int64) bool {
	if t.least == 0 {
		return power == math.MinInt64 || max(power, -power) <= t.largest
	}
	return power > 0 && power <= t.largest/t.least
}
