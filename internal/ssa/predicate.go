package ssa

import "github.com/energylint/energylint/internal/classfile"

// Predicate is a comparison whose result a call returns.
type Predicate struct {
	A, B Operand
	Op   classfile.Op // of the branch that is taken where the call returns true: if_icmplt and so on, or ifnull and ifnonnull, which have no B
}

// Operand is a constant, or an argument of a call, the receiver first, a field that is read from it, or the length of that; and what is added to
// it, with the overflow of its type.
type Operand struct {
	Param  int                // -1 for a constant
	Fields []classfile.Member // from one to the next, as their classes declare them
	Length classfile.Op       // arraylength, or the call of Call; 0 for none
	Call   classfile.Member
	Plus   int64
}

// Negate returns the branch that is taken if op is not. Opposite conditions are neighbours in the opcode table (JVMS 6.5).
func Negate(op classfile.Op) classfile.Op {
	if op == classfile.OpIfnull || op == classfile.OpIfnonnull {
		return op ^ classfile.OpIfnull ^ classfile.OpIfnonnull
	}
	return (op - classfile.OpIfeq) ^ 1 + classfile.OpIfeq
}

// TestOf returns the comparison of numbers whose result v is, where it is known.
func (f *Func) TestOf(v ID) (a, b ID, op classfile.Op, ok bool) {
	t, ok := f.tests[v]
	return t.a, t.b, t.op, ok && t.b != 0
}

// NullTestOf returns the object of which v tells whether it is null (ifnull), or is not (ifnonnull), where it is known.
func (f *Func) NullTestOf(v ID) (object ID, op classfile.Op, ok bool) {
	t, ok := f.tests[v]
	return t.a, t.op, ok && t.b == 0
}

// test is a comparison of two values.
type test struct {
	a, b ID
	op   classfile.Op
}

// cellsOf returns the fields that the operands of a predicate read from the receiver of its call.
func (p *Predicate) cellsOf(receiver ID) []Cell {
	var cells []Cell
	for _, o := range []Operand{p.A, p.B} {
		if o.Param == 0 && len(o.Fields) == 1 && o.Length == 0 && (isNumber(o.Fields[0]) || isObject(o.Fields[0])) {
			cells = append(cells, Cell{receiver, o.Fields[0]})
		}
	}
	return cells
}

// makeOperand makes the value of an operand of a predicate at its call. known has what cells are at the call.
func (f *Func) makeOperand(o Operand, call ID, known map[Cell]ID) ID {
	at := f.Values[call]
	instruction := func(op classfile.Op, t byte, mem classfile.Member, args ...ID) ID {
		v := f.newValue(Value{Kind: Instr, Type: t, Op: op, Block: at.Block, PC: at.PC}, args...)
		f.members[v] = mem
		return v
	}
	if o.Param < 0 {
		return f.newValue(Value{Kind: Int, Type: 'i', Block: at.Block, PC: at.PC, Aux: o.Plus})
	}
	v := f.Args(call)[o.Param]
	for _, field := range o.Fields {
		if now, ok := known[Cell{v, field}]; ok {
			v = now
			continue
		}
		v = instruction(classfile.OpGetfield, Letter(field.Desc), field, v)
	}
	if o.Length != 0 {
		v = instruction(o.Length, 'i', o.Call, v)
	}
	if o.Plus != 0 {
		v = instruction(classfile.OpIinc, 'i', classfile.Member{}, v)
		f.Values[v].Aux = o.Plus
	}
	return v
}
