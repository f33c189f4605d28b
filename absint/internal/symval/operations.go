package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Addition decomposes v into a + c for an int or long constant c that float64 holds with those that it is added to.
func (m *Func) Addition(v ssa.ID) (a ssa.ID, c int64, ok bool) {
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
	}
	return 0, 0, false
}

// exactConstant is below what a sum of constants is exact in float64, however many of them a method has.
const exactConstant = 1 << 36

// Access says whether v ends by an exception unless index is at least 0 and less than the length of what it reads or
// writes: an array (JVMS 6.5, iaload and so on), or a character of a string (String.charAt).
func (m *Func) Access(v ssa.ID) (array, index ssa.ID, ok bool) {
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

// narrowed says whether v converts an int to byte, char or short, and to which range.
func (m *Func) narrowed(v ssa.ID) (r expr.Interval, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return expr.Interval{}, false
	}
	switch x.Op {
	case classfile.OpI2b:
		return DescRange("B"), true
	case classfile.OpI2c:
		return DescRange("C"), true
	case classfile.OpI2s:
		return DescRange("S"), true
	}
	return expr.Interval{}, false
}

// shiftCount is the constant number of bits by which v is shifted; ok is false where it is not known or above 30.
func (m *Func) shiftCount(v ssa.ID) (n int64, ok bool) {
	k := &m.Fn.Values[m.Fn.Args(v)[1]]
	return k.Aux, k.Kind == ssa.Int && k.Aux >= 0 && k.Aux < 31
}

// RootOf is n where v is Math.sqrt(n) of an int or long.
func (m *Func) RootOf(v ssa.ID) (n ssa.ID, ok bool) {
	if !m.Fn.IsCallTo(v, platform.Math, "sqrt") {
		return 0, false
	}
	return m.FromInteger(m.Fn.Args(v)[0])
}

// FromInteger is n where v is an int or long n as a double.
func (m *Func) FromInteger(v ssa.ID) (n ssa.ID, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpI2d && x.Op != classfile.OpL2d {
		return 0, false
	}
	return m.Fn.Args(v)[0], true
}

// Creates says whether a value is a new object or array.
func (m *Func) Creates(v ssa.ID) bool {
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

func (m *Func) Uncast(v ssa.ID) ssa.ID {
	for m.Fn.Values[v].Kind == ssa.Instr && m.Fn.Values[v].Op == classfile.OpCheckcast {
		v = m.Fn.Args(v)[0]
	}
	return v
}

// MakesObject says whether the method has made an object itself, or is its constructor.
func (m *Func) MakesObject(v ssa.ID) bool {
	v = m.Uncast(v)
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpNew || x.Op == classfile.OpAnewarray) || m.Fn.Method.Name == "<init>" && x.Kind == ssa.Param && m.Fn.Params[0] == v
}
