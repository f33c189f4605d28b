package code_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// TestComparisons checks Mirror, Negate and Less against the relations of JVMS 6.5, if_icmp<cond>.
func TestComparisons(t *testing.T) {
	holds := map[classfile.Op]func(a, b int) bool{
		classfile.OpIfIcmpeq: func(a, b int) bool { return a == b },
		classfile.OpIfIcmpne: func(a, b int) bool { return a != b },
		classfile.OpIfIcmplt: func(a, b int) bool { return a < b },
		classfile.OpIfIcmple: func(a, b int) bool { return a <= b },
		classfile.OpIfIcmpgt: func(a, b int) bool { return a > b },
		classfile.OpIfIcmpge: func(a, b int) bool { return a >= b },
	}
	for op, f := range holds {
		for a := -2; a <= 2; a++ {
			for b := -2; b <= 2; b++ {
				if holds[code.Mirror(op)](b, a) != f(a, b) {
					t.Errorf("Mirror(%v) of %d and %d", op, a, b)
				}
				if holds[ssa.Negate(op)](a, b) == f(a, b) {
					t.Errorf("Negate(%v) of %d and %d", op, a, b)
				}
				operands := [...]int{1: a, 2: b}
				small, large, extra, ok := code.Comparison{A: 1, B: 2, Op: op}.Less()
				if equality := op == classfile.OpIfIcmpeq || op == classfile.OpIfIcmpne; ok == equality {
					t.Errorf("Less of %v: ok is %v", op, ok)
				}
				if ok && (operands[small] < operands[large]+int(extra)) != f(a, b) {
					t.Errorf("Less of %v for %d and %d", op, a, b)
				}
			}
		}
	}
	for _, op := range []classfile.Op{classfile.OpIfnull, classfile.OpIfnonnull, classfile.OpIfeq, classfile.OpIflt} {
		if n := ssa.Negate(op); n == op || ssa.Negate(n) != op {
			t.Errorf("Negate(%v) is %v", op, n)
		}
	}
}
