package cfg

import (
	cf "github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// role says how an instruction takes part in tiles.
type role uint8

const (
	special role = iota // tiler.special knows
	push                // owned by the tile that consumes it
	store               // owned by the tile whose result it takes, else a tile of its own
	root                // starts a tile
)

// shape is what the tiler knows of an opcode: the slots that each operand and the result take, and the pattern.
type shape struct {
	role role
	in   [3]uint8 // slots of each operand, the deepest first
	out  uint8
	op   pattern.Operation
	typ  pattern.Type
	size pattern.Size // of a push, what it makes its consumer; of a root, NoSize for the costliest operand
}

// shapes describes the opcodes as the specification's table does, by opcode.
var shapes = makeShapes()

func makeShapes() (t [cf.OpJsrW + 1]shape) {
	types := [...]pattern.Type{pattern.Int, pattern.Long, pattern.Float, pattern.Double, pattern.Reference}
	slots := func(y pattern.Type) uint8 { return uint8(slots(y)) }
	pushes := func(from, to cf.Op, y pattern.Type, size pattern.Size) {
		for o := from; o <= to; o++ {
			t[o] = shape{role: push, out: slots(y), typ: y, size: size}
		}
	}
	pushes(cf.OpAconstNull, cf.OpAconstNull, pattern.Reference, pattern.Constant)
	pushes(cf.OpIconstM1, cf.OpIconst5, pattern.Int, pattern.Constant)
	pushes(cf.OpLconst0, cf.OpLconst1, pattern.Long, pattern.Constant)
	pushes(cf.OpFconst0, cf.OpFconst1+1, pattern.Float, pattern.Constant) // fconst_2
	pushes(cf.OpDconst0, cf.OpDconst1, pattern.Double, pattern.Constant)
	pushes(cf.OpBipush, cf.OpSipush, pattern.Int, pattern.Constant)
	for i, y := range types {
		pushes(cf.OpIload+cf.Op(i), cf.OpIload+cf.Op(i), y, pattern.Load)
		pushes(cf.OpIload0+cf.Op(4*i), cf.OpIload0+cf.Op(4*i+3), y, pattern.Load)
		s := shape{role: store, in: [3]uint8{slots(y)}, op: pattern.VariableDeclaration, typ: y}
		t[cf.OpIstore+cf.Op(i)] = s
		for k := range cf.Op(4) {
			t[cf.OpIstore0+cf.Op(4*i)+k] = s
		}
		t[cf.OpIreturn+cf.Op(i)] = shape{role: root, in: [3]uint8{slots(y)}, op: pattern.ReturnStatement, typ: y}
	}
	elements := [...]pattern.Type{pattern.Int, pattern.Long, pattern.Float, pattern.Double, pattern.Reference, pattern.Int, pattern.Int, pattern.Int}
	for i, y := range elements {
		t[cf.OpIaload+cf.Op(i)] = shape{role: root, in: [3]uint8{1, 1}, out: slots(y), op: pattern.ArrayLoad, typ: y}
		t[cf.OpIastore+cf.Op(i)] = shape{role: root, in: [3]uint8{1, 1, slots(y)}, op: pattern.ArrayStore, typ: y}
	}
	for i, op := range [...]pattern.Operation{pattern.Addition, pattern.Subtraction, pattern.Multiplication, pattern.Division, pattern.Modulo} {
		for k, y := range types[:4] {
			t[cf.OpIadd+cf.Op(4*i+k)] = shape{role: root, in: [3]uint8{slots(y), slots(y)}, out: slots(y), op: op, typ: y}
		}
	}
	for k, y := range types[:4] {
		t[cf.OpIneg+cf.Op(k)] = shape{role: root, in: [3]uint8{slots(y)}, out: slots(y), op: pattern.Negation, typ: y}
	}
	for k, y := range types[:2] {
		for i, op := range [...]pattern.Operation{pattern.LeftBitshift, pattern.RightBitshift, pattern.LogicalRightBitshift} {
			t[cf.OpIshl+cf.Op(2*i+k)] = shape{role: root, in: [3]uint8{slots(y), 1}, out: slots(y), op: op, typ: y}
		}
		for i, op := range [...]pattern.Operation{pattern.BitAnd, pattern.BitOr, pattern.BitXor} {
			t[cf.OpIand+cf.Op(2*i+k)] = shape{role: root, in: [3]uint8{slots(y), slots(y)}, out: slots(y), op: op, typ: y}
		}
	}
	for _, v := range [...]struct {
		o        cf.Op
		op       pattern.Operation
		from, to pattern.Type
	}{
		{cf.OpI2l, pattern.I2l, pattern.Int, pattern.Long}, {cf.OpI2f, pattern.I2f, pattern.Int, pattern.Float},
		{cf.OpI2d, pattern.I2d, pattern.Int, pattern.Double}, {cf.OpL2i, pattern.L2i, pattern.Long, pattern.Int},
		{cf.OpL2f, pattern.L2f, pattern.Long, pattern.Float}, {cf.OpL2d, pattern.L2d, pattern.Long, pattern.Double},
		{cf.OpF2i, pattern.F2i, pattern.Float, pattern.Int}, {cf.OpF2l, pattern.F2l, pattern.Float, pattern.Long},
		{cf.OpF2d, pattern.F2d, pattern.Float, pattern.Double}, {cf.OpD2i, pattern.D2i, pattern.Double, pattern.Int},
		{cf.OpD2l, pattern.D2l, pattern.Double, pattern.Long}, {cf.OpD2f, pattern.D2f, pattern.Double, pattern.Float},
		{cf.OpI2b, pattern.I2b, pattern.Int, pattern.Int}, {cf.OpI2c, pattern.I2c, pattern.Int, pattern.Int},
		{cf.OpI2s, pattern.I2s, pattern.Int, pattern.Int},
	} {
		t[v.o] = shape{role: root, in: [3]uint8{slots(v.from)}, out: slots(v.to), op: v.op, typ: v.from}
	}
	for _, v := range [...]struct {
		o cf.Op
		y pattern.Type
	}{{cf.OpLcmp, pattern.Long}, {cf.OpFcmpl, pattern.Float}, {cf.OpFcmpg, pattern.Float}, {cf.OpDcmpl, pattern.Double}, {cf.OpDcmpg, pattern.Double}} {
		t[v.o] = shape{role: root, in: [3]uint8{slots(v.y), slots(v.y)}, out: 1, op: pattern.Comparison, typ: v.y}
	}
	numeric := [...]pattern.Operation{pattern.IfEqualNumeric, pattern.IfNonEqualNumeric, pattern.IfLessNumeric,
		pattern.IfGreaterOrEqualNumeric, pattern.IfGreaterNumeric, pattern.IfLessOrEqualNumeric}
	ints := [...]pattern.Operation{pattern.IfEqualInt, pattern.IfNonEqualInt, pattern.IfLessInt,
		pattern.IfGreaterOrEqualInt, pattern.IfGreaterInt, pattern.IfLessOrEqualInt}
	for i := range numeric {
		t[cf.OpIfeq+cf.Op(i)] = shape{role: special, in: [3]uint8{1}, op: numeric[i], typ: pattern.Int}
		t[cf.OpIfIcmpeq+cf.Op(i)] = shape{role: root, in: [3]uint8{1, 1}, op: ints[i], typ: pattern.Int}
	}
	r := func(op pattern.Operation, y pattern.Type, size pattern.Size, out uint8, in ...uint8) shape {
		s := shape{role: root, out: out, op: op, typ: y, size: size}
		copy(s.in[:], in)
		return s
	}
	t[cf.OpIfAcmpeq] = r(pattern.IfEqualReference, pattern.Reference, 0, 0, 1, 1)
	t[cf.OpIfAcmpne] = r(pattern.IfNonEqualReference, pattern.Reference, 0, 0, 1, 1)
	t[cf.OpIfnull] = r(pattern.IfNullReference, pattern.Reference, 0, 0, 1)
	t[cf.OpIfnonnull] = r(pattern.IfNonNullReference, pattern.Reference, 0, 0, 1)
	t[cf.OpIinc] = r(pattern.Increase, pattern.Int, pattern.Constant, 0)
	t[cf.OpGoto] = r(pattern.ElseBranch, pattern.Int, pattern.Load, 0)
	t[cf.OpGotoW] = t[cf.OpGoto]
	t[cf.OpJsr] = r(pattern.Subroutine, pattern.Int, pattern.Load, 1)
	t[cf.OpJsrW] = t[cf.OpJsr]
	t[cf.OpRet] = r(pattern.Subroutine, pattern.Int, pattern.Load, 0)
	t[cf.OpTableswitch] = r(pattern.SwitchCaseConsecutive, pattern.Int, 0, 0, 1)
	t[cf.OpLookupswitch] = r(pattern.SwitchCaseNonConsecutive, pattern.Int, 0, 0, 1)
	t[cf.OpArraylength] = r(pattern.ArrayLength, pattern.Int, pattern.Load, 1, 1)
	t[cf.OpNew] = r(pattern.ObjectAllocation, pattern.Reference, pattern.Load, 1)
	t[cf.OpReturn] = r(pattern.VoidReturn, pattern.Int, pattern.Load, 0)
	t[cf.OpInstanceof] = r(pattern.TypeCheck, pattern.Reference, pattern.Load, 1, 1)
	t[cf.OpCheckcast] = t[cf.OpInstanceof]
	t[cf.OpAthrow] = r(pattern.Throw, pattern.NoType, pattern.SizeReference, 0, 1)
	t[cf.OpMonitorenter] = r(pattern.Monitor, pattern.Reference, pattern.Load, 0, 1)
	t[cf.OpMonitorexit] = t[cf.OpMonitorenter]
	t[cf.OpNop] = r(pattern.StackOperation, pattern.Int, pattern.Load, 0)
	return t
}
