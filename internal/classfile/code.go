package classfile

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// Code is the checked Code attribute of one method (JVMS 4.7.3): every instruction begins where the one before
// ends, every branch lands on an instruction, every constant pool operand has the kind that its instruction
// needs, every local variable index is below MaxLocals, and the exception table's ranges are not empty.
// Operand stack depths are not checked here.
type Code struct {
	Method    *Method
	MaxStack  int
	MaxLocals int
	Bytes     []byte
	Handlers  []Handler
	Count     int // instructions; wide is a prefix, not one of its own
	attrs     []attr
	starts    []uint64     // bit set: an instruction starts here
	moved     *movedTables // in place of what attrs have; nil for code of the class file
}

// Handler is an entry of the exception table: pcs in [Start, End) that throw Type jump to Target.
// Type is empty for any.
type Handler struct {
	Start, End, Target int
	Type               string
}

// Covers reports whether the handler protects the instruction at an offset (JVMS 4.7.3).
func (h Handler) Covers(pc int) bool { return h.Start <= pc && pc < h.End }

// HasCode reports whether the method has a Code attribute, without checking it.
func (m *Method) HasCode() bool { return m.Class.find(m.attrs, "Code") != nil }

// CodeSize returns the length of the method's code in bytes, without checking it; 0 where there is none.
func (m *Method) CodeSize() int {
	b := m.Class.find(m.attrs, "Code")
	switch {
	case m.Class.shortCode() && len(b) >= 4:
		return int(binary.BigEndian.Uint16(b[2:]))
	case len(b) < 8:
		return 0
	}
	return int(binary.BigEndian.Uint32(b[4:]))
}

// shortCode reports whether Code attributes have the form of class files before 45.3: one byte each for max_stack
// and max_locals, two for code_length. Virtual machines still read them, though JVMS no longer says so.
func (c *Class) shortCode() bool { return c.Major == 45 && c.Minor < 3 }

// Code parses and checks the method's code. It returns nil and no error where the method has none. Nothing is
// cached but that the operands were checked: call it once.
func (m *Method) Code() (*Code, error) {
	a, ok := m.codeAttr()
	if !ok {
		return nil, nil
	}
	code := &Code{Method: m}
	if err := m.Class.parseCode(code, a); err != nil {
		return nil, fmt.Errorf("%s: %w", m.ID(), err)
	}
	return code, nil
}

// codeAttr returns the first Code attribute.
func (m *Method) codeAttr() (attr, bool) {
	for _, a := range m.attrs {
		if m.Class.Pool.ascii(int(a.name)) == "Code" {
			return a, true
		}
	}
	return attr{}, false
}

// codes are Codes whose memory can be used again.
var codes = sync.Pool{New: func() any { return new(Code) }}

// ReadCode is Code for one look at it: f gets what Code returns, nil where the method has none, and must keep nothing of it,
// since the memory is used again. The error is Code's; f is not called then.
func (m *Method) ReadCode(f func(*Code)) error {
	a, ok := m.codeAttr()
	if !ok {
		f(nil)
		return nil
	}
	code := codes.Get().(*Code)
	defer codes.Put(code)
	*code = Code{Method: m, Handlers: code.Handlers[:0], attrs: code.attrs[:0], starts: code.starts[:0]}
	if err := m.Class.parseCode(code, a); err != nil {
		return fmt.Errorf("%s: %w", m.ID(), err)
	}
	f(code)
	return nil
}

// parseCode reads an attribute into code, of which Method and, to be used again, the memory of slices is set.
func (c *Class) parseCode(code *Code, a attr) error {
	r := &reader{data: c.data[:a.end], at: int(a.start)}
	n := 0
	if c.shortCode() {
		code.MaxStack, code.MaxLocals, n = r.u1("Code"), r.u1("Code"), r.u2("Code")
	} else {
		code.MaxStack, code.MaxLocals, n = r.u2("Code"), r.u2("Code"), r.u4("Code")
	}
	if !r.need(n, "Code") {
		return r.err
	}
	if n == 0 || n > maxCode {
		return fmt.Errorf("code_length is %d: 1 to 65535 are possible", n)
	}
	code.Bytes = c.data[r.at : r.at+n : r.at+n]
	r.at += n
	code.starts = slices.Grow(code.starts, (n+63)/64)[:(n+63)/64]
	clear(code.starts)
	if err := code.findInstructions(); err != nil {
		return err
	}
	if atomic.LoadUint32(&code.Method.checked) == 0 {
		if err := code.checkOperands(); err != nil {
			return err
		}
		atomic.StoreUint32(&code.Method.checked, 1)
	}
	h := r.u2("exception_table")
	if !r.need(8*h, "exception_table") {
		return r.err
	}
	code.Handlers = slices.Grow(code.Handlers, h)
	for i := range h {
		e := Handler{Start: r.u2(""), End: r.u2(""), Target: r.u2("")}
		t := r.u2("")
		switch {
		case !code.IsStart(e.Start) || !code.IsStart(e.Target) || e.End != n && !code.IsStart(e.End):
			return fmt.Errorf("exception table entry %d (%d to %d, handler %d) is not at instructions", i, e.Start, e.End, e.Target)
		case e.Start >= e.End:
			return fmt.Errorf("exception table entry %d covers nothing: %d to %d", i, e.Start, e.End)
		case t != 0 && c.Pool.Tag(t) != TagClass:
			return fmt.Errorf("exception table entry %d catches constant %d, which is no class", i, t)
		}
		e.Type = c.Pool.ClassName(t)
		code.Handlers = append(code.Handlers, e)
	}
	code.attrs = c.attributes(r, code.attrs)
	if r.err != nil {
		return r.err
	}
	if r.at != int(a.end) {
		return fmt.Errorf("%d bytes follow the end of the Code attribute", int(a.end)-r.at)
	}
	return nil
}

func (c *Code) findInstructions() error {
	for pc := 0; pc < len(c.Bytes); {
		n, err := c.length(pc)
		if err != nil {
			return err
		}
		if pc+n > len(c.Bytes) {
			return fmt.Errorf("the %s at offset %d is truncated", c.Op(pc), pc)
		}
		c.starts[pc>>6] |= 1 << (pc & 63)
		c.Count++
		pc += n
	}
	return nil
}

// length computes the length of the instruction at pc, wide prefix included, checking what it reads.
func (c *Code) length(pc int) (int, error) {
	b := c.Bytes
	op := Op(b[pc])
	if int(op) >= len(opLengths) {
		return 0, fmt.Errorf("offset %d has the unknown opcode %d", pc, op)
	}
	if n := int(opLengths[op]); n > 0 {
		return n, nil
	}
	if op == OpWide {
		if pc+1 >= len(b) {
			return 0, fmt.Errorf("the wide at offset %d is truncated", pc)
		}
		switch w := Op(b[pc+1]); w {
		case OpIinc:
			return 6, nil
		case OpIload, OpLload, OpFload, OpDload, OpAload, OpIstore, OpLstore, OpFstore, OpDstore, OpAstore, OpRet:
			return 4, nil
		default:
			return 0, fmt.Errorf("the wide at offset %d prefixes %s, which it cannot", pc, w)
		}
	}
	at := (pc + 4) &^ 3
	if at+12 > len(b) && !(op == OpLookupswitch && at+8 <= len(b)) {
		return 0, fmt.Errorf("the %s at offset %d is truncated", op, pc)
	}
	if op == OpTableswitch {
		low, high := c.s4(at+4), c.s4(at+8)
		cases := int64(high) - int64(low) + 1
		if cases < 1 || cases > int64(len(b)) {
			return 0, fmt.Errorf("the tableswitch at offset %d goes from %d to %d", pc, low, high)
		}
		return at - pc + 12 + int(cases)*4, nil
	}
	pairs := c.s4(at + 4)
	if pairs < 0 || int(pairs) > len(b) {
		return 0, fmt.Errorf("the lookupswitch at offset %d has %d pairs", pc, pairs)
	}
	return at - pc + 8 + int(pairs)*8, nil
}

func (c *Code) u2(at int) int   { return int(binary.BigEndian.Uint16(c.Bytes[at:])) }
func (c *Code) s4(at int) int32 { return int32(binary.BigEndian.Uint32(c.Bytes[at:])) }

// IsStart reports whether an instruction starts at pc.
func (c *Code) IsStart(pc int) bool {
	return pc >= 0 && pc < len(c.Bytes) && c.starts[pc>>6]&(1<<(pc&63)) != 0
}

// Next returns the pc of the instruction behind the one at pc; len(Bytes) behind the last.
func (c *Code) Next(pc int) int {
	if n := lengths[c.Bytes[pc]]; n > 0 {
		return pc + int(n)
	}
	return c.nextStart(pc)
}

// nextStart is Next by where instructions start.
func (c *Code) nextStart(pc int) int {
	for pc++; pc < len(c.Bytes) && c.starts[pc>>6]&(1<<(pc&63)) == 0; pc++ {
	}
	return pc
}

// Op returns the opcode at pc; for a wide instruction, the one that is widened.
func (c *Code) Op(pc int) Op {
	op := Op(c.Bytes[pc])
	if op == OpWide && pc+1 < len(c.Bytes) {
		return Op(c.Bytes[pc+1])
	}
	return op
}

// Local returns the local variable index of a load, store, iinc or ret; ok is false for any other instruction.
func (c *Code) Local(pc int) (index int, ok bool) {
	op := Op(c.Bytes[pc])
	if op == OpWide {
		return c.u2(pc + 2), true
	}
	switch {
	case op >= OpIload && op <= OpAload, op >= OpIstore && op <= OpAstore, op == OpIinc, op == OpRet:
		return int(c.Bytes[pc+1]), true
	case op >= OpIload0 && op <= OpAload3:
		return int(op-OpIload0) & 3, true
	case op >= OpIstore0 && op <= OpAstore3:
		return int(op-OpIstore0) & 3, true
	}
	return 0, false
}

// IsLoad reports whether op pushes a local variable.
func (o Op) IsLoad() bool { return o >= OpIload && o <= OpAload3 }

// IsStore reports whether op pops into a local variable.
func (o Op) IsStore() bool { return o >= OpIstore && o <= OpAstore3 }

// Kind returns the type letter of a load or store of a local variable: i, l, f, d or a.
func (o Op) Kind() byte {
	const kinds = "ilfda"
	switch {
	case o >= OpIload && o <= OpAload:
		return kinds[o-OpIload]
	case o >= OpIload0 && o <= OpAload3:
		return kinds[(o-OpIload0)/4]
	case o >= OpIstore && o <= OpAstore:
		return kinds[o-OpIstore]
	case o >= OpIstore0 && o <= OpAstore3:
		return kinds[(o-OpIstore0)/4]
	}
	return 0
}

// Increment returns the constant that an iinc adds.
func (c *Code) Increment(pc int) int {
	if Op(c.Bytes[pc]) == OpWide {
		return int(int16(c.u2(pc + 4)))
	}
	return int(int8(c.Bytes[pc+2]))
}

// Immediate returns the int that bipush or sipush pushes.
func (c *Code) Immediate(pc int) int {
	if Op(c.Bytes[pc]) == OpSipush {
		return int(int16(c.u2(pc + 1)))
	}
	return int(int8(c.Bytes[pc+1]))
}

// Index returns the constant pool index of the instruction at pc, 0 where it has none.
func (c *Code) Index(pc int) int {
	switch op := Op(c.Bytes[pc]); {
	case op == OpLdc:
		return int(c.Bytes[pc+1])
	case op.hasIndex():
		return c.u2(pc + 1)
	}
	return 0
}

// hasIndex reports whether the operand of op is a constant pool index.
func (o Op) hasIndex() bool {
	switch o {
	case OpLdc, OpLdcW, OpLdc2W, OpGetstatic, OpPutstatic, OpGetfield, OpPutfield, OpInvokevirtual, OpInvokespecial,
		OpInvokestatic, OpInvokeinterface, OpInvokedynamic, OpNew, OpAnewarray, OpCheckcast, OpInstanceof,
		OpMultianewarray:
		return true
	}
	return false
}

// ArrayType returns the atype of a newarray (JVMS table 6.5.newarray-A) as a descriptor letter.
func (c *Code) ArrayType(pc int) byte {
	const letters = "ZCFDBSIJ"
	return letters[c.Bytes[pc+1]-4]
}

// Dimensions returns the number of dimensions that a multianewarray allocates.
func (c *Code) Dimensions(pc int) int { return int(c.Bytes[pc+3]) }

// Branch returns the target of a conditional branch, goto or jsr; ok is false for any other instruction.
func (c *Code) Branch(pc int) (target int, ok bool) {
	switch op := Op(c.Bytes[pc]); {
	case op >= OpIfeq && op <= OpJsr, op == OpIfnull, op == OpIfnonnull:
		return pc + int(int16(c.u2(pc+1))), true
	case op == OpGotoW, op == OpJsrW:
		return pc + int(c.s4(pc+1)), true
	}
	return 0, false
}

// IsConditional reports whether op is a two-way branch.
func (o Op) IsConditional() bool {
	return o >= OpIfeq && o <= OpIfAcmpne || o == OpIfnull || o == OpIfnonnull
}

// EndsFlow reports whether control never continues to the next instruction after op.
func (o Op) EndsFlow() bool {
	switch o {
	case OpGoto, OpGotoW, OpJsr, OpJsrW, OpRet, OpTableswitch, OpLookupswitch, OpAthrow:
		return true
	}
	return o.IsReturn()
}

// IsReturn reports whether op ends the method normally.
func (o Op) IsReturn() bool { return o >= OpIreturn && o <= OpReturn }

// IsCall reports whether the instruction calls a method that it names: every invoke instruction but invokedynamic.
func (o Op) IsCall() bool { return o >= OpInvokevirtual && o <= OpInvokeinterface }

// Invocations yields the instructions of a method that call others, but for invokedynamic, and what they call. There is none where the code
// cannot be read.
func (m *Method) Invocations() iter.Seq2[Op, Member] {
	return func(yield func(Op, Member) bool) {
		code, err := m.Code()
		if err != nil || code == nil {
			return
		}
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			op := code.Op(pc)
			if !op.IsCall() {
				continue
			}
			if c, _ := m.Class.Pool.Member(code.Index(pc)); !yield(op, c) {
				return
			}
		}
	}
}

// Case is one case of a switch.
type Case struct {
	Key    int32
	Target int
}

// Switch returns the default target and the cases of a tableswitch or lookupswitch, in code order.
func (c *Code) Switch(pc int) (def int, cases []Case) {
	at := (pc + 4) &^ 3
	def = pc + int(c.s4(at))
	if Op(c.Bytes[pc]) == OpTableswitch {
		low, high := c.s4(at+4), c.s4(at+8)
		cases = make([]Case, 0, int(int64(high)-int64(low)+1))
		for k := int64(low); k <= int64(high); k++ {
			cases = append(cases, Case{int32(k), pc + int(c.s4(at+12+4*len(cases)))})
		}
		return def, cases
	}
	n := int(c.s4(at + 4))
	cases = make([]Case, n)
	for i := range cases {
		cases[i] = Case{c.s4(at + 8 + 8*i), pc + int(c.s4(at+12+8*i))}
	}
	return def, cases
}
