package code

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Predicates of single instructions, each as JVMS 6.5 and the Java API define it.

// Addition decomposes v into a + c, which a call may add. ok is false unless c is an int or long constant below exactConstant.
func (m *Method) Addition(v ssa.ID) (a ssa.ID, c int64, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return 0, 0, false
	}
	args := m.Fn.Args(v)
	constant := func(i int) (int64, bool) {
		k := &m.Fn.Values[args[i]]
		return k.Aux, k.Kind == ssa.Int && k.Aux > math.MinInt32 && k.Aux < exactConstant
	}
	switch x.Op {
	case classfile.OpIinc:
		return args[0], x.Aux, true
	case classfile.OpIadd, classfile.OpLadd:
		if k, ok := constant(1); ok {
			return args[0], k, true
		}
		if k, ok := constant(0); ok {
			return args[1], k, true
		}
	case classfile.OpIsub, classfile.OpLsub:
		if k, ok := constant(1); ok {
			return args[0], -k, true
		}
	case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		if m.CallStep != nil && (x.Type == 'i' || x.Type == 'l') {
			if s := m.CallStep(v); s.Arg > 0 && s.Times == 1 {
				return args[s.Arg-1], s.By, true
			}
		}
	}
	return 0, 0, false
}

// exactConstant bounds the constants whose sums, for as many as a method can have, are exact in float64.
const exactConstant = 1 << 36

// Access returns the array or string and the index that v accesses; v throws unless 0 <= index < length (JVMS 6.5).
func (m *Method) Access(v ssa.ID) (array, index ssa.ID, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return 0, 0, false
	}
	args := m.Fn.Args(v)
	switch op := x.Op; {
	case op >= classfile.OpIaload && op <= classfile.OpSaload, op >= classfile.OpIastore && op <= classfile.OpSastore:
		return args[0], args[1], true
	case op == classfile.OpInvokevirtual && len(args) == 2:
		if mem, _ := m.Fn.Member(v); platform.CharAccess.Has(mem) {
			return args[0], args[1], true
		}
	}
	return 0, 0, false
}

// RootOf returns n if v is Math.sqrt(n) of an int or long n.
func (m *Method) RootOf(v ssa.ID) (n ssa.ID, ok bool) {
	if !m.Fn.IsCallTo(v, platform.Math, "sqrt") {
		return 0, false
	}
	return m.FromInteger(m.Fn.Args(v)[0])
}

// FromInteger returns n if v is the conversion of an int or long n to double.
func (m *Method) FromInteger(v ssa.ID) (n ssa.ID, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpI2d && x.Op != classfile.OpL2d {
		return 0, false
	}
	return m.Fn.Args(v)[0], true
}

// Creates reports whether v is a new object or array.
func (m *Method) Creates(v ssa.ID) bool {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return false
	}
	switch x.Op {
	case classfile.OpNew, classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		return true
	}
	return false
}

// Uncast returns v without the casts and null checks around it.
func (m *Method) Uncast(v ssa.ID) ssa.ID {
	for m.SameObject(v) {
		v = m.Fn.Args(v)[0]
	}
	return v
}

// SameObject reports whether v is its first operand: a cast, or a call of requireNonNull.
func (m *Method) SameObject(v ssa.ID) bool {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpCheckcast && x.Op != classfile.OpInvokestatic {
		return false
	}
	mem, _ := m.Fn.Member(v)
	return x.Op == classfile.OpCheckcast || platform.SameObject.Has(mem)
}

// MakesObject reports whether the method allocates v, or is its constructor.
func (m *Method) MakesObject(v ssa.ID) bool {
	v = m.Uncast(v)
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpNew || x.Op == classfile.OpAnewarray) || m.Fn.Method.Name == "<init>" && x.Kind == ssa.Param && m.Fn.Params[0] == v
}

// FoundEnd returns the operands of v = at + length, where at is the index at which a text is found in a string, or -1, and length is that of
// the text: the sum is at most the length of the string, or length - 1.
func (m *Method) FoundEnd(v ssa.ID) (at, length ssa.ID, ok bool) {
	f := m.Fn
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpIadd {
		return 0, 0, false
	}
	args := f.Args(v)
	for i, at := range args {
		if length := args[1-i]; f.IsCallTo(length, platform.StringClass, "length") && m.placeOf(at, m.Uncast(f.Args(length)[0])) {
			return at, length, true
		}
	}
	return 0, 0, false
}

// placeOf reports whether v is the index at which a text was found, or one of several.
func (m *Method) placeOf(v, text ssa.ID) bool {
	found := func(v ssa.ID) bool {
		mem, _ := m.Fn.Member(v)
		return m.Fn.IsCall(v) && platform.TextPlace.Has(mem) && m.Uncast(m.Fn.Args(v)[1]) == text
	}
	if m.Fn.Values[v].Kind == ssa.Phi {
		return !slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return !found(a) })
	}
	return found(v)
}
