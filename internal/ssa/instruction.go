package ssa

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
)

func (b *builder) push(v ID) { b.stack = append(b.stack, v) }

// pop takes the top value; an underflow yields 0, which instruction reports.
func (b *builder) pop() ID {
	if len(b.stack) == 0 {
		return 0
	}
	v := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	return v
}

// emit appends an instruction to the block; its result, if any, is pushed.
func (b *builder) emit(k, pc int, op classfile.Op, t byte, args ...ID) ID {
	id := b.newValue(Value{Kind: Instr, Type: t, Op: op, Block: int32(k), PC: int32(pc)}, args...)
	b.order = append(b.order, id)
	b.at[pc] = id
	if t != 'v' {
		b.push(id)
	}
	return id
}

func (b *builder) constant(k, pc int, kind Kind, t byte, aux int64) {
	id := b.newValue(Value{Kind: kind, Type: t, Op: b.Code.Op(pc), Block: int32(k), PC: int32(pc), Aux: aux})
	b.at[pc] = id
	b.push(id)
}

// wide reports whether v takes two stack slots.
func (b *builder) wide(v ID) bool { t := b.Values[v].Type; return t == 'l' || t == 'd' }

// instruction executes the instruction at pc symbolically.
func (b *builder) instruction(k, pc int) error {
	c := b.Code
	op := c.Op(pc)
	need := int(stackNeeds[op])
	if len(b.stack) < need {
		return fmt.Errorf("the %s at offset %d needs %d operands, the stack has %d", op, pc, need, len(b.stack))
	}
	switch {
	case op == classfile.OpNop:
	case op == classfile.OpAconstNull:
		b.constant(k, pc, Const, 'a', 0)
	case op >= classfile.OpIconstM1 && op <= classfile.OpIconst5:
		b.constant(k, pc, Int, 'i', int64(op)-int64(classfile.OpIconst0))
	case op == classfile.OpLconst0 || op == classfile.OpLconst1:
		b.constant(k, pc, Int, 'l', int64(op-classfile.OpLconst0))
	case op >= classfile.OpFconst0 && op <= classfile.OpFconst2:
		b.constant(k, pc, Const, 'f', 0)
	case op == classfile.OpDconst0 || op == classfile.OpDconst1:
		b.constant(k, pc, Const, 'd', 0)
	case op == classfile.OpBipush || op == classfile.OpSipush:
		b.constant(k, pc, Int, 'i', int64(c.Immediate(pc)))
	case op == classfile.OpLdc || op == classfile.OpLdcW || op == classfile.OpLdc2W:
		b.loadConstant(k, pc)
	case op.IsLoad():
		i, _ := c.Local(pc)
		v := b.locals[i]
		if v == 0 { // not assigned on this path: the verifier would refuse
			v = b.undef(k)
			b.Values[v].Type = op.Kind()
		}
		b.push(v)
	case op.IsStore():
		i, _ := c.Local(pc)
		b.locals[i] = b.pop()
	case op == classfile.OpIinc:
		i, _ := c.Local(pc)
		v := b.locals[i]
		if v == 0 {
			v = b.undef(k)
		}
		id := b.emit(k, pc, op, 'i', v)
		b.pop()
		b.Values[id].Aux = int64(c.Increment(pc))
		b.locals[i] = id
	case op >= classfile.OpPop && op <= classfile.OpSwap:
		return b.shuffle(pc, op)
	case op >= classfile.OpInvokevirtual && op <= classfile.OpInvokedynamic:
		return b.call(k, pc, op)
	case op == classfile.OpMultianewarray:
		n := c.Dimensions(pc)
		if len(b.stack) < n {
			return fmt.Errorf("the multianewarray at offset %d needs %d operands, the stack has %d", pc, n, len(b.stack))
		}
		args := append([]ID(nil), b.stack[len(b.stack)-n:]...)
		b.stack = b.stack[:len(b.stack)-n]
		b.emit(k, pc, op, 'a', args...)
	case op == classfile.OpJsr || op == classfile.OpJsrW:
		b.emit(k, pc, op, 'r')
	case op == classfile.OpGoto || op == classfile.OpGotoW || op == classfile.OpRet:
	default:
		b.Leaves = b.Leaves || op.IsReturn() && len(b.stack) > need
		b.simple(k, pc, op, need)
	}
	return nil
}

func (b *builder) loadConstant(k, pc int) {
	pool := &b.Method.Class.Pool
	i := b.Code.Index(pc)
	switch pool.Tag(i) {
	case classfile.TagInteger:
		b.constant(k, pc, Int, 'i', int64(pool.Integer(i)))
	case classfile.TagLong:
		b.constant(k, pc, Int, 'l', pool.Long(i))
	case classfile.TagFloat:
		b.constant(k, pc, Const, 'f', int64(i))
	case classfile.TagDouble:
		b.constant(k, pc, Const, 'd', int64(i))
	case classfile.TagDynamic:
		d, _ := pool.Dynamic(i)
		t := byte('a')
		if d.Desc != "" {
			t = Letter(d.Desc)
		}
		b.constant(k, pc, Const, t, int64(i))
	default:
		b.constant(k, pc, Const, 'a', int64(i))
	}
}

func (b *builder) call(k, pc int, op classfile.Op) error {
	pool := &b.Method.Class.Pool
	desc := ""
	n := 0
	if op == classfile.OpInvokedynamic {
		d, _ := pool.Dynamic(b.Code.Index(pc))
		desc = d.Desc
	} else {
		m, _ := pool.Member(b.Code.Index(pc))
		desc = m.Desc
		if op != classfile.OpInvokestatic {
			n = 1
		}
	}
	classfile.EachParam(desc, func(string) { n++ })
	if len(b.stack) < n {
		return fmt.Errorf("the %s at offset %d needs %d operands, the stack has %d", op, pc, n, len(b.stack))
	}
	args := b.stack[len(b.stack)-n:]
	b.stack = b.stack[:len(b.stack)-n]
	b.emit(k, pc, op, Letter(classfile.Return(desc)), args...)
	return nil
}

// shuffle moves values on the operand stack: pop to swap, by category as in JVMS 6.5.
func (b *builder) shuffle(pc int, op classfile.Op) error {
	s := b.stack
	n := len(s)
	top := func(i int) ID { // the i-th value from the top, 0 where the stack is too low
		if i >= n {
			return 0
		}
		return s[n-1-i]
	}
	// take is how many values the instruction works on, dup how many of the topmost it copies below.
	take, dup := 1, 1
	switch op {
	case classfile.OpPop:
		dup = 0
	case classfile.OpPop2:
		if take, dup = 2, 0; n > 0 && b.wide(top(0)) {
			take = 1
		}
	case classfile.OpDup:
	case classfile.OpSwap:
		take, dup = 2, 0
	case classfile.OpDupX1:
		take = 2
	case classfile.OpDupX2:
		if take = 3; n > 1 && b.wide(top(1)) {
			take = 2
		}
	case classfile.OpDup2, classfile.OpDup2X1, classfile.OpDup2X2:
		dup = 2
		if n > 0 && b.wide(top(0)) {
			dup = 1
		}
		take = dup
		switch op {
		case classfile.OpDup2X1:
			take++
		case classfile.OpDup2X2:
			if take++; take-1 < n && !b.wide(top(take-1)) {
				take++
			}
		}
	}
	if n < take {
		return fmt.Errorf("the %s at offset %d needs %d operands, the stack has %d", op, pc, take, n)
	}
	switch op {
	case classfile.OpPop, classfile.OpPop2:
		b.stack = s[:n-take]
	case classfile.OpSwap:
		s[n-1], s[n-2] = s[n-2], s[n-1]
	default:
		moved := append([]ID(nil), s[n-take:]...)
		b.stack = append(s[:n-take], moved[take-dup:]...)
		b.stack = append(b.stack, moved...)
	}
	return nil
}

// simple executes an instruction whose operands and result depend on the opcode alone.
func (b *builder) simple(k, pc int, op classfile.Op, need int) {
	var args [3]ID
	for i := need - 1; i >= 0; i-- {
		args[i] = b.pop()
	}
	t := results[op]
	if op == classfile.OpGetfield || op == classfile.OpGetstatic {
		m, _ := b.Method.Class.Pool.Member(b.Code.Index(pc))
		t = Letter(m.Desc)
	}
	b.emit(k, pc, op, t, args[:need]...)
}
