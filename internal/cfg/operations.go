package cfg

import (
	"fmt"
	"slices"
	"strings"

	cf "github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// special executes the instructions whose operands or pattern the opcode alone does not tell.
func (t *tiler) special(i int32, pc int, op cf.Op, s *shape) error {
	switch op {
	case cf.OpLdc, cf.OpLdcW, cf.OpLdc2W:
		n, _, _ := t.pushed(pc)
		t.push(slot(i<<1), n)
	case cf.OpIfeq, cf.OpIfne, cf.OpIflt, cf.OpIfge, cf.OpIfgt, cf.OpIfle:
		t.branch(i, s)
	case cf.OpPop, cf.OpPop2, cf.OpDup, cf.OpDupX1, cf.OpDupX2, cf.OpDup2, cf.OpDup2X1, cf.OpDup2X2, cf.OpSwap:
		t.shuffle(op)
		t.root(i, pattern.StackOperation, pattern.Int, pattern.Load)
	case cf.OpGetstatic, cf.OpPutstatic, cf.OpGetfield, cf.OpPutfield:
		t.field(i, pc, op)
	case cf.OpInvokevirtual, cf.OpInvokespecial, cf.OpInvokestatic, cf.OpInvokeinterface, cf.OpInvokedynamic:
		return t.call(i, pc, op)
	case cf.OpNewarray, cf.OpAnewarray, cf.OpMultianewarray:
		t.array(i, pc, op)
	default:
		return fmt.Errorf("the %s at offset %d has no pattern", op, pc)
	}
	return nil
}

// xor is ^ or, where one operand is -1, ~.
func (t *tiler) xor(i int32, s *shape) {
	width := int(s.in[0])
	a, b := t.operand(2*width), t.operand(width)
	op := pattern.BitXor
	sizeA, sizeB := t.consume(a, i), t.consume(b, i)
	switch {
	case t.allOnes(b):
		op, sizeB = pattern.BitComplement, pattern.NoSize
	case t.allOnes(a):
		op, sizeA = pattern.BitComplement, pattern.NoSize
	}
	t.root(i, op, s.typ, max(sizeA, sizeB))
}

// allOnes reports whether the value is the constant -1.
func (t *tiler) allOnes(s slot) bool {
	n, ok := t.constant(s)
	return ok && n == -1
}

// constant returns the value of an integral constant that was pushed in this block.
func (t *tiler) constant(s slot) (int64, bool) {
	if s == unknown {
		return 0, false
	}
	c := t.g.Code
	pc := int(t.pcs[s.at()])
	switch op := c.Op(pc); op {
	case cf.OpIconstM1, cf.OpIconst0, cf.OpIconst1, cf.OpIconst2, cf.OpIconst3, cf.OpIconst4, cf.OpIconst5:
		return int64(op) - int64(cf.OpIconst0), true
	case cf.OpLconst0, cf.OpLconst1:
		return int64(op) - int64(cf.OpLconst0), true
	case cf.OpBipush, cf.OpSipush:
		return int64(c.Immediate(pc)), true
	case cf.OpLdc, cf.OpLdcW, cf.OpLdc2W:
		pool := &c.Method.Class.Pool
		switch k := c.Index(pc); pool.Tag(k) {
		case cf.TagInteger:
			return int64(pool.Integer(k)), true
		case cf.TagLong:
			return pool.Long(k), true
		}
	}
	return 0, false
}

// branch compares an int with zero, or is the second half of a comparison of longs, floats or doubles.
func (t *tiler) branch(i int32, s *shape) {
	v := t.operand(1)
	t.drop(1)
	if v != unknown && v&1 == 0 {
		c := v.at()
		if op := t.g.Code.Op(int(t.pcs[c])); op >= cf.OpLcmp && op <= cf.OpDcmpg {
			t.root(i, s.op, t.ids[c].Type(), t.ids[c].Size())
			t.owner[c] = i
			return
		}
	}
	t.root(i, s.op, s.typ, t.consume(v, i))
}

// shuffle moves the values of the stack. It consumes none: a push stays the first consumer's, and one that
// nobody consumes is alone.
func (t *tiler) shuffle(op cf.Op) {
	var v [4]slot // v[k] is k+1 slots deep
	for k := range v {
		v[k] = t.operand(k + 1)
	}
	replace := func(n int, with ...int) { // n slots by those at the given depths, the deepest first
		t.drop(n)
		for _, d := range with {
			s := v[d-1]
			if s != unknown && len(with) > n {
				s |= 1
			}
			t.push(s, 1)
		}
	}
	switch op {
	case cf.OpPop:
		t.drop(1)
	case cf.OpPop2:
		t.drop(2)
	case cf.OpSwap:
		replace(2, 1, 2)
	case cf.OpDup:
		replace(1, 1, 1)
	case cf.OpDupX1:
		replace(2, 1, 2, 1)
	case cf.OpDupX2:
		replace(3, 1, 3, 2, 1)
	case cf.OpDup2:
		replace(2, 2, 1, 2, 1)
	case cf.OpDup2X1:
		replace(3, 2, 1, 3, 2, 1)
	case cf.OpDup2X2:
		replace(4, 2, 1, 4, 3, 2, 1)
	}
}

func (t *tiler) field(i int32, pc int, op cf.Op) {
	c := t.g.Code
	m, _ := c.Method.Class.Pool.Member(c.Index(pc))
	y, n := pattern.TypeOf(m.Desc), cf.Slots(m.Desc)
	switch op {
	case cf.OpGetstatic:
		t.root(i, pattern.ObjectGetStaticField, y, pattern.Load)
		t.push(slot(i<<1), n)
	case cf.OpGetfield:
		t.consume(t.operand(1), i)
		t.drop(1)
		t.root(i, pattern.ObjectGetField, y, pattern.Load)
		t.push(slot(i<<1), n)
	case cf.OpPutstatic:
		t.root(i, pattern.ObjectPutStaticField, y, t.consume(t.operand(n), i))
		t.drop(n)
	case cf.OpPutfield:
		size := t.consume(t.operand(n+1), i)
		t.root(i, pattern.ObjectPutField, y, max(size, t.consume(t.operand(n), i)))
		t.drop(n + 1)
	}
}

func (t *tiler) call(i int32, pc int, op cf.Op) error {
	c := t.g.Code
	pool := &c.Method.Class.Pool
	desc := ""
	kind := pattern.NonStaticMethodCall
	switch op {
	case cf.OpInvokedynamic:
		d, _ := pool.Dynamic(c.Index(pc))
		desc = d.Desc
		kind = pattern.DynamicCall
		creates, err := t.creates(d)
		if err != nil {
			return fmt.Errorf("the invokedynamic at offset %d: %w", pc, err)
		}
		if creates {
			kind = pattern.DynamicCreation
		}
	default:
		m, _ := pool.Member(c.Index(pc))
		desc = m.Desc
		switch op {
		case cf.OpInvokestatic:
			kind = pattern.StaticMethodCall
		case cf.OpInvokeinterface:
			kind = pattern.InterfaceCall
		}
	}
	t.root(i, kind, pattern.NoType, pattern.SizeReference)
	t.types = t.types[:0]
	deep := 0
	if op != cf.OpInvokestatic && op != cf.OpInvokedynamic {
		t.types = append(t.types, pattern.Reference)
		deep = 1
	}
	at := 1
	for ; desc[at] != ')'; at++ {
		y := pattern.TypeOf(desc[at:])
		t.types = append(t.types, y)
		deep += slots(y)
		for desc[at] == '[' {
			at++
		}
		if desc[at] == 'L' {
			at += strings.IndexByte(desc[at:], ';')
		}
	}
	n := deep
	for _, y := range t.types {
		size := t.consume(t.operand(n), i)
		n -= slots(y)
		t.extras = append(t.extras, extra{i, pattern.Of(pattern.Argument, y, size)})
	}
	t.drop(deep)
	if y := pattern.TypeOf(desc[at+1:]); y != pattern.NoType {
		t.push(slot(i<<1), slots(y))
	}
	return nil
}

// slots is the number of stack slots that a value takes.
func slots(y pattern.Type) int {
	if y == pattern.Long || y == pattern.Double {
		return 2
	}
	return 1
}

// creates reports whether a call site makes an object each time: a lambda or method reference that captures
// something, or a string concatenation. Other lambdas are made once, when the site is linked.
func (t *tiler) creates(d cf.Dynamic) (bool, error) {
	class := t.g.Code.Method.Class
	if t.class != class {
		bs, err := class.Bootstraps()
		if err != nil {
			return false, fmt.Errorf("BootstrapMethods: %w", err)
		}
		t.class, t.bootstraps = class, bs
	}
	if d.Bootstrap >= len(t.bootstraps) {
		return false, fmt.Errorf("it names bootstrap method %d of %d", d.Bootstrap, len(t.bootstraps))
	}
	switch t.bootstraps[d.Bootstrap].Method.Member.Class {
	case "java/lang/invoke/LambdaMetafactory":
		return cf.ParamSlots(d.Desc) > 0, nil
	case "java/lang/invoke/StringConcatFactory":
		return true, nil
	}
	return false, nil
}

// elementBytes is the size of an array element by descriptor letter; a boolean takes a byte.
func elementBytes(desc string) int {
	switch desc[0] {
	case 'B', 'Z':
		return 1
	case 'C', 'S':
		return 2
	case 'I', 'F':
		return 4
	case 'J', 'D':
		return 8
	}
	return ReferenceBytes
}

func (t *tiler) array(i int32, pc int, op cf.Op) {
	c := t.g.Code
	a := Allocation{PC: pc, Dimensions: 1, Leaf: pattern.Reference, LeafBytes: ReferenceBytes, Length: -1}
	switch op {
	case cf.OpNewarray:
		letter := string(c.ArrayType(pc))
		a.Leaf, a.LeafBytes = pattern.TypeOf(letter), elementBytes(letter)
	case cf.OpMultianewarray:
		a.Dimensions = c.Dimensions(pc)
		// An array class's name is its descriptor; what follows the dimensions is the element.
		if name := c.Method.Class.Pool.ClassName(c.Index(pc)); len(name) > a.Dimensions {
			a.Leaf, a.LeafBytes = pattern.TypeOf(name[a.Dimensions:]), elementBytes(name[a.Dimensions:])
		}
	}
	if a.Dimensions == 1 {
		if n, ok := t.constant(t.operand(1)); ok {
			a.Length = max(0, n)
		}
	}
	for d := a.Dimensions; d > 0; d-- {
		a.Size = max(a.Size, t.consume(t.operand(d), i))
	}
	t.drop(a.Dimensions)
	y, _ := a.Level(0)
	kind := pattern.ArrayAllocation
	if op == cf.OpMultianewarray {
		kind = pattern.MultiArrayAllocation
	}
	t.root(i, kind, y, a.Size)
	t.push(slot(i<<1), 1)
	t.allocs = append(t.allocs, a)
}

// addParts makes pushes and stores count beside the tiles that absorbed them.
func (t *tiler) addParts() {
	for i, root := range t.owner {
		if int(root) == i {
			continue
		}
		pc := int(t.pcs[i])
		switch s := &shapes[t.g.Code.Op(pc)]; {
		case t.isPush(int32(i)):
			_, y, size := t.pushed(pc)
			t.extras = append(t.extras, extra{root, pattern.Of(pattern.OperandPush, y, size)})
		case s.role == store:
			t.extras = append(t.extras, extra{root, pattern.Of(pattern.ResultStore, s.typ, pattern.Load)})
		}
	}
	slices.SortStableFunc(t.extras, func(a, b extra) int { return int(a.root - b.root) })
}
