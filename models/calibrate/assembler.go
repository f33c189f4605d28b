package calibrate

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
)

// Access flags (JVMS table 4.1-B, 4.5-A, 4.6-A).
const (
	accPublic       = 0x0001
	accStatic       = 0x0008
	accFinal        = 0x0010
	accSuper        = 0x0020
	accSynchronized = 0x0020 // of a method
	accInterface    = 0x0200
	accAbstract     = 0x0400
)

// Versions of class files. Up to 49 the verifier infers types itself, so that no StackMapTable is needed; jsr and
// ret end with 50; invokedynamic begins with 51.
const (
	versionPlain   = 49
	versionDynamic = 51
)

// class is a class file being written.
type class struct {
	name, super string
	access      int
	version     int
	interfaces  []string

	pool       []byte
	poolCount  int // the next index
	index      map[string]int
	fields     []byte
	fieldCount int
	methods    []byte
	numMethods int
	bootstraps [][]byte
	err        error // the first
}

func newClass(name, super string, access int) *class {
	return &class{name: name, super: super, access: access, version: versionPlain, poolCount: 1, index: make(map[string]int)}
}

func (c *class) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("class "+c.name+": "+format, args...)
	}
}

func u2(b []byte, n int) []byte { return binary.BigEndian.AppendUint16(b, uint16(n)) }
func u4(b []byte, n int) []byte { return binary.BigEndian.AppendUint32(b, uint32(n)) }

// constant adds an entry to the pool, once; slots is 2 for long and double (JVMS 4.4.5).
func (c *class) constant(slots int, entry []byte) int {
	if i, ok := c.index[string(entry)]; ok {
		return i
	}
	i := c.poolCount
	c.index[string(entry)] = i
	c.pool = append(c.pool, entry...)
	c.poolCount += slots
	return i
}

func (c *class) utf8(s string) int { return c.constant(1, append(u2([]byte{1}, len(s)), s...)) }

func (c *class) classRef(name string) int { return c.constant(1, u2([]byte{7}, c.utf8(name))) }

func (c *class) nameAndType(name, desc string) int {
	return c.constant(1, u2(u2([]byte{12}, c.utf8(name)), c.utf8(desc)))
}

// member adds a Fieldref (9), Methodref (10) or InterfaceMethodref (11) for "Class.name".
func (c *class) member(tag byte, qualified, desc string) int {
	dot := strings.LastIndexByte(qualified, '.')
	if dot < 0 {
		c.fail("%q is no member: expected Class.name", qualified)
		return 0
	}
	return c.constant(1, u2(u2([]byte{tag}, c.classRef(qualified[:dot])), c.nameAndType(qualified[dot+1:], desc)))
}

// invokeDynamic adds a call site that LambdaMetafactory links: functional method name of interface type, made by
// factory descriptor desc, implemented by the static method implementation of implementationDesc.
func (c *class) invokeDynamic(name, desc, functionalDesc, implementation, implementationDesc string) int {
	methodType := func(desc string) int { return c.constant(1, u2([]byte{16}, c.utf8(desc))) }
	handle := func(ref int) int { return c.constant(1, u2([]byte{15, 6}, ref)) } // REF_invokeStatic
	const metafactory = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;" +
		"Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;"
	b := u2(nil, handle(c.member(10, "java/lang/invoke/LambdaMetafactory.metafactory", metafactory)))
	b = u2(b, 3)
	b = u2(b, methodType(functionalDesc))
	b = u2(b, handle(c.member(10, implementation, implementationDesc)))
	b = u2(b, methodType(functionalDesc))
	c.bootstraps = append(c.bootstraps, b)
	c.version = versionDynamic
	return c.constant(1, u2(u2([]byte{18}, len(c.bootstraps)-1), c.nameAndType(name, desc)))
}

func (c *class) field(access int, name, desc string) {
	c.fields = u2(u2(u2(u2(c.fields, access), c.utf8(name)), c.utf8(desc)), 0)
	c.fieldCount++
}

// method adds a method; without a body it is abstract.
func (c *class) method(access int, name, desc string, body *code) {
	c.methods = u2(u2(u2(c.methods, access), c.utf8(name)), c.utf8(desc))
	c.numMethods++
	if body == nil {
		c.methods = u2(c.methods, 0)
		return
	}
	b := body.finish()
	attribute := u2(u2(nil, body.maxStack), body.maxLocals)
	attribute = append(u4(attribute, len(b)), b...)
	attribute = u2(attribute, len(body.handlers))
	for _, h := range body.handlers {
		kind := 0
		if h.kind != "" {
			kind = c.classRef(h.kind)
		}
		attribute = u2(u2(u2(u2(attribute, body.labels[h.start]), body.labels[h.end]), body.labels[h.handler]), kind)
	}
	attribute = u2(attribute, 0)
	c.methods = u2(u2(c.methods, 1), c.utf8("Code"))
	c.methods = append(u4(c.methods, len(attribute)), attribute...)
}

// constructor adds the constructor that only calls the superclass's.
func (c *class) constructor() {
	body := c.code(1, 1)
	body.emit("aload 0", "invokespecial "+c.super+".<init> ()V", "return")
	c.method(accPublic, "<init>", "()V", body)
}

// bytes returns the class file (JVMS 4.1).
func (c *class) bytes() ([]byte, error) {
	this, super := c.classRef(c.name), c.classRef(c.super)
	var interfaces []byte
	for _, i := range c.interfaces {
		interfaces = u2(interfaces, c.classRef(i))
	}
	var attributes []byte
	count := 0
	if len(c.bootstraps) > 0 {
		var body []byte
		body = u2(body, len(c.bootstraps))
		for _, b := range c.bootstraps {
			body = append(body, b...)
		}
		attributes = append(u4(u2(attributes, c.utf8("BootstrapMethods")), len(body)), body...)
		count = 1
	}
	if c.poolCount > 0xffff {
		c.fail("the constant pool is full")
	}
	b := u2(u2(u4(nil, 0xCAFEBABE), 0), c.version)
	b = append(u2(b, c.poolCount), c.pool...)
	b = u2(u2(u2(b, c.access), this), super)
	b = append(u2(b, len(c.interfaces)), interfaces...)
	b = append(u2(b, c.fieldCount), c.fields...)
	b = append(u2(b, c.numMethods), c.methods...)
	b = append(u2(b, count), attributes...)
	return b, c.err
}

// code is the body of a method being assembled.
type code struct {
	class               *class
	b                   []byte
	maxStack, maxLocals int
	labels              map[string]int
	jumps               []jump
	handlers            []handler
	scope               int // makes the labels of one run of snippet its own
}

type jump struct {
	at, from int // offset of the operand, and of the instruction
	wide     bool
	label    string
}

type handler struct{ start, end, handler, kind string }

func (c *class) code(maxStack, maxLocals int) *code {
	return &code{class: c, maxStack: maxStack, maxLocals: maxLocals, labels: make(map[string]int)}
}

// snippet emits instructions whose labels are local to them.
func (m *code) snippet(lines ...string) {
	m.scope++
	m.emit(lines...)
}

// emit assembles lines: an instruction with its operands, or a label "name:", or an exception handler
// ".catch start end handler [class]".
func (m *code) emit(lines ...string) {
	for _, line := range lines {
		if err := m.line(line); err != nil {
			m.class.fail("%q: %v", line, err)
		}
	}
}

func (m *code) label(name string) string { return name + "#" + strconv.Itoa(m.scope) }

func (m *code) line(line string) error {
	f := strings.Fields(line)
	if len(f) == 0 {
		return nil
	}
	if name, ok := strings.CutSuffix(f[0], ":"); ok {
		m.labels[m.label(name)] = len(m.b)
		return nil
	}
	if f[0] == ".catch" {
		if len(f) < 4 {
			return fmt.Errorf("expected start, end, handler")
		}
		h := handler{start: m.label(f[1]), end: m.label(f[2]), handler: m.label(f[3])}
		if len(f) > 4 {
			h.kind = f[4]
		}
		m.handlers = append(m.handlers, h)
		return nil
	}
	op, ok := opcodes[f[0]]
	if !ok {
		return fmt.Errorf("no such instruction")
	}
	if want := op.operands(); want >= 0 && len(f)-1 != want {
		return fmt.Errorf("%d operands, expected %d", len(f)-1, want)
	}
	return m.instruction(op, f[1:])
}

// finish resolves the jumps.
func (m *code) finish() []byte {
	for _, j := range m.jumps {
		to, ok := m.labels[j.label]
		if !ok {
			m.class.fail("no label %q", j.label)
			continue
		}
		switch offset := to - j.from; {
		case j.wide:
			binary.BigEndian.PutUint32(m.b[j.at:], uint32(int32(offset)))
		case offset != int(int16(offset)):
			m.class.fail("the jump to %q is too far", j.label)
		default:
			binary.BigEndian.PutUint16(m.b[j.at:], uint16(int16(offset)))
		}
	}
	if len(m.b) > 0xffff {
		m.class.fail("a method of %d bytes: at most 65535", len(m.b))
	}
	return m.b
}
