package code

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparisons that branches decide. Sound because negation and mirroring follow JVMS 6.5 (if_icmp<cond>).

// Comparison is a relation that holds in a block: two operands and a branch opcode between ints (if_icmplt and so on).
type Comparison struct {
	A, B ssa.ID // B is 0 for the constant zero
	Op   classfile.Op
}

// Less returns the inequality in the form a < b + extra; ok is false for equality and difference.
func (f Comparison) Less() (a, b ssa.ID, extra int64, ok bool) {
	swap, extra, ok := Strictly(f.Op)
	if swap {
		return f.B, f.A, extra, ok
	}
	return f.A, f.B, extra, ok
}

// Strictly brings a comparison into the form small < large + extra. swap: the second operand is small. ok: it is an
// inequality.
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

// Mirror returns the comparison with its operands exchanged.
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

// Negate returns the branch that is taken if op is not. Opposite conditions are neighbours in the opcode table (JVMS 6.5).
func Negate(op classfile.Op) classfile.Op {
	if op == classfile.OpIfnull || op == classfile.OpIfnonnull {
		return op ^ classfile.OpIfnull ^ classfile.OpIfnonnull
	}
	return (op - classfile.OpIfeq) ^ 1 + classfile.OpIfeq
}

// NotEmpty returns the string that a comparison shows not to be empty, 0 for none: s.isEmpty() is false, or s.equals("").
func (m *Method) NotEmpty(c Comparison) ssa.ID {
	f := m.Fn
	if c.B != 0 || c.Op != classfile.OpIfIcmpeq || !f.IsCall(c.A) {
		return 0
	}
	args := f.Args(c.A)
	switch {
	case f.IsCallTo(c.A, platform.StringClass, "isEmpty"):
		return args[0]
	case f.IsCallTo(c.A, platform.StringClass, "equals"):
		for i, a := range args {
			if text, constant := f.StringConstant(a); constant && text == "" && f.Static(args[1-i]) == "Ljava/lang/String;" {
				return args[1-i]
			}
		}
	}
	return 0
}
