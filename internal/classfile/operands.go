package classfile

import "fmt"

// plain says of an opcode that its instruction has no operand to check: no local variable, target, element type or constant.
var plain = func() (out [256]bool) {
	for i := range opLengths {
		op := Op(i)
		c := &Code{Bytes: []byte{byte(op), 0, 0, 0, 0}}
		_, local := c.Local(0)
		_, branch := c.Branch(0)
		out[op] = !local && !branch && !op.hasIndex() && op != OpTableswitch && op != OpLookupswitch && op != OpNewarray
	}
	return out
}()

func (c *Code) checkOperands() error {
	pool := &c.Method.Class.Pool
	for pc := 0; pc < len(c.Bytes); pc = c.Next(pc) {
		if plain[c.Bytes[pc]] {
			continue
		}
		op := c.Op(pc)
		if i, ok := c.Local(pc); ok {
			top := i
			if k := op.Kind(); k == 'l' || k == 'd' {
				top++
			}
			if top >= c.MaxLocals {
				return fmt.Errorf("the %s at offset %d uses local variable %d, max_locals is %d", op, pc, i, c.MaxLocals)
			}
			continue
		}
		if t, ok := c.Branch(pc); ok {
			if !c.IsStart(t) {
				return fmt.Errorf("the %s at offset %d jumps to %d, where no instruction starts", op, pc, t)
			}
			continue
		}
		switch op {
		case OpTableswitch, OpLookupswitch:
			def, cases := c.Switch(pc)
			if !c.IsStart(def) {
				return fmt.Errorf("the default of the %s at offset %d is %d, where no instruction starts", op, pc, def)
			}
			for _, k := range cases {
				if !c.IsStart(k.Target) {
					return fmt.Errorf("case %d of the %s at offset %d is %d, where no instruction starts", k.Key, op, pc, k.Target)
				}
			}
		case OpNewarray:
			if t := c.Bytes[pc+1]; t < 4 || t > 11 {
				return fmt.Errorf("the newarray at offset %d has the unknown element type %d", pc, t)
			}
		default:
			if !op.hasIndex() {
				continue
			}
			i := c.Index(pc)
			if !operandKind(op, pool.Tag(i)) {
				return fmt.Errorf("the %s at offset %d has constant %d (tag %d) as its operand, which it cannot", op, pc, i, pool.Tag(i))
			}
			if err := checkMember(pool, op, i); err != nil {
				return fmt.Errorf("the %s at offset %d: %w", op, pc, err)
			}
			if op == OpMultianewarray {
				if d, all := c.Dimensions(pc), arrayDims(pool.ClassName(c.Index(pc))); d == 0 || d > all {
					return fmt.Errorf("the multianewarray at offset %d makes %d dimensions of %d", pc, d, all)
				}
			}
		}
	}
	return nil
}

func operandKind(op Op, t Tag) bool {
	switch op {
	case OpLdc, OpLdcW:
		switch t {
		case TagInteger, TagFloat, TagString, TagClass, TagMethodHandle, TagMethodType, TagDynamic:
			return true
		}
		return false
	case OpLdc2W:
		return t == TagLong || t == TagDouble || t == TagDynamic
	case OpGetstatic, OpPutstatic, OpGetfield, OpPutfield:
		return t == TagFieldref
	case OpInvokevirtual:
		return t == TagMethodref
	case OpInvokespecial, OpInvokestatic:
		return t == TagMethodref || t == TagInterfaceMethodref
	case OpInvokeinterface:
		return t == TagInterfaceMethodref
	case OpInvokedynamic:
		return t == TagInvokeDynamic
	}
	return t == TagClass
}

// checkMember verifies the descriptor that an instruction's operand has: the engine pops and pushes by it. What holds for all
// instructions that can have the operand is checked once for each constant pool entry.
func checkMember(pool *Pool, op Op, i int) error {
	if pool.isChecked(i) && op != OpMultianewarray {
		return nil
	}
	switch op {
	case OpGetstatic, OpPutstatic, OpGetfield, OpPutfield:
		if m, _ := pool.Member(i); m.Desc == "" || fieldDescLen(m.Desc) != len(m.Desc) {
			return fmt.Errorf("the field %q has the malformed descriptor %q", m.Name, m.Desc)
		}
	case OpInvokevirtual, OpInvokespecial, OpInvokestatic, OpInvokeinterface:
		if m, _ := pool.Member(i); !ValidMethodDesc(m.Desc) {
			return fmt.Errorf("the method %q has the malformed descriptor %q", m.Name, m.Desc)
		}
	case OpInvokedynamic:
		if d, _ := pool.Dynamic(i); !ValidMethodDesc(d.Desc) {
			return fmt.Errorf("the call site %q has the malformed descriptor %q", d.Name, d.Desc)
		}
	case OpLdc, OpLdcW, OpLdc2W:
		d, ok := pool.Dynamic(i)
		if !ok {
			return nil
		}
		if d.Desc == "" || fieldDescLen(d.Desc) != len(d.Desc) {
			return fmt.Errorf("the constant %q has the malformed descriptor %q", d.Name, d.Desc)
		}
		if (Slots(d.Desc) == 2) != (op == OpLdc2W) {
			return fmt.Errorf("the constant %q of type %s has not the size that the instruction loads", d.Name, d.Desc)
		}
		return nil
	case OpNew, OpAnewarray, OpCheckcast, OpInstanceof, OpMultianewarray:
		name := pool.ClassName(i)
		dims := arrayDims(name)
		switch {
		case name == "" || dims > 0 && fieldDescLen(name) != len(name):
			return fmt.Errorf("the class has the malformed name %q", name)
		case op == OpNew && dims > 0:
			return fmt.Errorf("it cannot make the array %s", name)
		case op == OpMultianewarray && dims == 0:
			return fmt.Errorf("%s is no array", name)
		case op == OpAnewarray && dims == 255:
			return fmt.Errorf("an array of %s has more than 255 dimensions", name)
		case dims > 0:
			return nil
		}
	}
	pool.setChecked(i)
	return nil
}
