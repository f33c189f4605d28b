package inline

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// errLarge says that the code of a method and of what it calls is too long.
var errLarge = errors.New("the code is too long")

// expansion writes the code of a method with those of methods that it calls.
type expansion struct {
	out   []byte
	fixes []fix
	moved []int // by pc of the method, where the instruction is in out
	stack int
	local int // variables used
}

// fix is an offset of a branch that is written when it is known where its target is.
type fix struct {
	from  int   // the branch in out
	at    int   // its offset in out
	wide  bool  // of four bytes
	moved []int // where the instructions of the code with the target are
	to    int   // in that code
}

// expand returns code with the code of callees, by the pc of a call, in the place of calls: the arguments are stored in variables of their own, and a
// return becomes a jump behind the call. The callees are of the same class, so that they share a constant pool, and have neither handlers nor
// subroutines. moved has where the instructions are in the new code.
func expand(code *classfile.Code, callees map[int]*classfile.Code) (expanded *classfile.Code, moved []int, err error) {
	x := &expansion{moved: make([]int, len(code.Bytes)+1), local: code.MaxLocals}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		x.moved[pc] = len(x.out)
		callee := callees[pc]
		if callee == nil {
			x.instruction(code, pc, x.moved)
			continue
		}
		x.stack = max(x.stack, callee.MaxStack)
		x.inline(callee, code, code.Next(pc))
	}
	x.moved[len(code.Bytes)] = len(x.out)
	if len(x.out) > maxExpanded || x.local > math.MaxInt16 {
		return nil, nil, errLarge
	}
	for _, f := range x.fixes {
		by := f.moved[f.to] - f.from
		if f.wide {
			binary.BigEndian.PutUint32(x.out[f.at:], uint32(int32(by)))
		} else {
			binary.BigEndian.PutUint16(x.out[f.at:], uint16(int16(by)))
		}
	}
	handlers := make([]classfile.Handler, len(code.Handlers))
	for i, h := range code.Handlers {
		handlers[i] = classfile.Handler{Start: x.moved[h.Start], End: x.moved[h.End], Target: x.moved[h.Target], Type: h.Type}
	}
	at := func(pc int) int { // of a pc inside an instruction, as a table of variables may have, the instruction's
		for !code.IsStart(pc) && pc > 0 && pc < len(code.Bytes) {
			pc--
		}
		return x.moved[pc]
	}
	expanded, err = code.Replace(classfile.Replacement{Bytes: x.out, Handlers: handlers, MaxStack: code.MaxStack + x.stack, MaxLocals: x.local, Moved: at})
	return expanded, x.moved, err
}

// inline writes the code of a callee in that of a caller, where next is the instruction behind the call. Where the callee returns a constant that
// the caller only compares, a jump goes where this leads (jump threading): each return then has its own way through the caller.
func (x *expansion) inline(callee, caller *classfile.Code, next int) {
	base := x.local
	x.local += callee.MaxLocals
	x.storeArguments(callee.Method, base)
	moved := make([]int, len(callee.Bytes)+1)
	for pc := 0; pc < len(callee.Bytes); pc = callee.Next(pc) {
		moved[pc] = len(x.out)
		op := callee.Op(pc)
		i, local := callee.Local(pc)
		c, constant := returned(callee, pc)
		to, decided := 0, false
		if constant {
			to, decided = decide(caller, next, c)
		}
		switch {
		case decided:
			x.branch(classfile.OpGoto, false, x.moved, to)
		case op.IsReturn():
			x.branch(classfile.OpGoto, false, x.moved, next)
		case local && op == classfile.OpIinc:
			x.wide(op, base+i)
			x.out = binary.BigEndian.AppendUint16(x.out, uint16(int16(callee.Increment(pc))))
		case local && op.IsLoad():
			x.wide(loads[op.Kind()], base+i)
		case local && op.IsStore():
			x.wide(stores[op.Kind()], base+i)
		default:
			x.instruction(callee, pc, moved)
		}
	}
	moved[len(callee.Bytes)] = len(x.out)
}

var (
	loads  = map[byte]classfile.Op{'i': classfile.OpIload, 'l': classfile.OpLload, 'f': classfile.OpFload, 'd': classfile.OpDload, 'a': classfile.OpAload}
	stores = map[byte]classfile.Op{'i': classfile.OpIstore, 'l': classfile.OpLstore, 'f': classfile.OpFstore, 'd': classfile.OpDstore, 'a': classfile.OpAstore}
)

// storeArguments takes the arguments of a call from the operand stack.
func (x *expansion) storeArguments(callee *classfile.Method, base int) {
	type argument struct {
		op   classfile.Op
		slot int
	}
	var args []argument
	slot := base
	if !callee.Static() {
		args = append(args, argument{classfile.OpAstore, slot})
		slot++
	}
	classfile.EachParam(callee.Desc, func(t string) {
		args = append(args, argument{stores[ssa.Letter(t)], slot})
		slot += classfile.Slots(t)
	})
	for i := len(args) - 1; i >= 0; i-- {
		x.wide(args[i].op, args[i].slot)
	}
}

// wide writes an instruction that names a variable, with two bytes for its number.
func (x *expansion) wide(op classfile.Op, slot int) {
	x.out = append(x.out, byte(classfile.OpWide), byte(op), byte(slot>>8), byte(slot))
}

// branch writes an instruction whose only operand is an offset.
func (x *expansion) branch(op classfile.Op, wide bool, moved []int, to int) {
	from := len(x.out)
	x.out = append(x.out, byte(op))
	x.offset(from, wide, moved, to)
}

// offset writes the offset of a branch.
func (x *expansion) offset(from int, wide bool, moved []int, to int) {
	x.fixes = append(x.fixes, fix{from, len(x.out), wide, moved, to})
	x.out = append(x.out, 0, 0)
	if wide {
		x.out = append(x.out, 0, 0)
	}
}

// instruction copies an instruction that names no variable, or one of the method.
func (x *expansion) instruction(code *classfile.Code, pc int, moved []int) {
	op := code.Op(pc)
	if to, ok := code.Branch(pc); ok {
		x.branch(op, op == classfile.OpGotoW || op == classfile.OpJsrW, moved, to)
		return
	}
	if op != classfile.OpTableswitch && op != classfile.OpLookupswitch {
		x.out = append(x.out, code.Bytes[pc:code.Next(pc)]...)
		return
	}
	from := len(x.out)
	x.out = append(x.out, byte(op))
	for len(x.out)%4 != 0 {
		x.out = append(x.out, 0)
	}
	def, cases := code.Switch(pc)
	x.offset(from, true, moved, def)
	if op == classfile.OpTableswitch {
		x.out = binary.BigEndian.AppendUint32(x.out, uint32(cases[0].Key))
		x.out = binary.BigEndian.AppendUint32(x.out, uint32(cases[len(cases)-1].Key))
	} else {
		x.out = binary.BigEndian.AppendUint32(x.out, uint32(len(cases)))
	}
	for _, k := range cases {
		if op == classfile.OpLookupswitch {
			x.out = binary.BigEndian.AppendUint32(x.out, uint32(k.Key))
		}
		x.offset(from, true, moved, k.Target)
	}
}
