package symval

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparison is a comparison that is known to hold in a block: the operands and the relation, as a branch opcode
// between two ints (if_icmplt and so on).
type Comparison struct {
	A, B ssa.ID // b is 0 for the constant zero
	Op   classfile.Op
}

// Less brings an inequality into the form a < b + extra.
func (f Comparison) Less() (a, b ssa.ID, extra int64, ok bool) {
	swap, extra, ok := Strictly(f.Op)
	if swap {
		return f.B, f.A, extra, ok
	}
	return f.A, f.B, extra, ok
}

// Strictly brings a comparison into the form small < large + extra. swap says that its second operand is the small one;
// ok is false where it asks for equality or difference.
func Strictly(op classfile.Op) (swap bool, extra int64, ok bool) {
	switch op {
	case classfile.OpIfIcmplt:
		return false, 0, true
	case classfile.OpIfIcmple:
		return false, 1, true
	case classfile.OpIfIcmpgt:
		return true, 0, true
	case classfile.OpIfIcmpge:
		return true, 1, true
	}
	return false, 0, false
}

// Mirror is the comparison with its operands exchanged.
func Mirror(op classfile.Op) classfile.Op {
	switch op {
	case classfile.OpIfIcmplt:
		return classfile.OpIfIcmpgt
	case classfile.OpIfIcmpgt:
		return classfile.OpIfIcmplt
	case classfile.OpIfIcmple:
		return classfile.OpIfIcmpge
	case classfile.OpIfIcmpge:
		return classfile.OpIfIcmple
	}
	return op
}

// Negate is the conditional branch that is taken where op is not: equal and different, less and not less, null and not
// null are neighbours (JVMS 6.5).
func Negate(op classfile.Op) classfile.Op {
	if op == classfile.OpIfnull || op == classfile.OpIfnonnull {
		return op ^ classfile.OpIfnull ^ classfile.OpIfnonnull
	}
	return (op - classfile.OpIfeq) ^ 1 + classfile.OpIfeq
}
