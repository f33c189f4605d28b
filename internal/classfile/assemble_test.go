package classfile

import (
	"encoding/binary"
	"math"
	"testing"
)

// assembler builds class files for tests: constants get their indices in order of use.
type assembler struct {
	pool  []byte
	next  int
	known map[string]int
}

func newAssembler() *assembler { return &assembler{next: 1, known: map[string]int{}} }

func u16(vs ...int) (b []byte) {
	for _, v := range vs {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func u32(vs ...int) (b []byte) {
	for _, v := range vs {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	return b
}

func join(parts ...[]byte) (b []byte) {
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

func (a *assembler) raw(tag Tag, payload []byte) int {
	key := string(rune(tag)) + string(payload)
	if i, ok := a.known[key]; ok {
		return i
	}
	i := a.next
	a.known[key] = i
	a.pool = append(append(a.pool, byte(tag)), payload...)
	a.next++
	if tag == TagLong || tag == TagDouble {
		a.next++
	}
	return i
}

func (a *assembler) bytes8(b []byte) int     { return a.raw(TagUtf8, join(u16(len(b)), b)) }
func (a *assembler) text(s string) int       { return a.bytes8([]byte(s)) }
func (a *assembler) class(s string) int      { return a.raw(TagClass, u16(a.text(s))) }
func (a *assembler) str(s string) int        { return a.raw(TagString, u16(a.text(s))) }
func (a *assembler) module(s string) int     { return a.raw(TagModule, u16(a.text(s))) }
func (a *assembler) pkg(s string) int        { return a.raw(TagPackage, u16(a.text(s))) }
func (a *assembler) methodType(s string) int { return a.raw(TagMethodType, u16(a.text(s))) }
func (a *assembler) integer(v int32) int     { return a.raw(TagInteger, u32(int(v))) }
func (a *assembler) float(v float32) int     { return a.raw(TagFloat, u32(int(math.Float32bits(v)))) }
func (a *assembler) long(v int64) int        { return a.raw(TagLong, u32(int(v>>32), int(v))) }
func (a *assembler) double(v float64) int {
	b := math.Float64bits(v)
	return a.raw(TagDouble, u32(int(b>>32), int(b)))
}
func (a *assembler) nameType(n, d string) int {
	return a.raw(TagNameAndType, u16(a.text(n), a.text(d)))
}
func (a *assembler) handle(kind, member int) int {
	return a.raw(TagMethodHandle, append([]byte{byte(kind)}, u16(member)...))
}
func (a *assembler) field(c, n, d string) int {
	return a.raw(TagFieldref, u16(a.class(c), a.nameType(n, d)))
}
func (a *assembler) method(c, n, d string) int {
	return a.raw(TagMethodref, u16(a.class(c), a.nameType(n, d)))
}
func (a *assembler) iface(c, n, d string) int {
	return a.raw(TagInterfaceMethodref, u16(a.class(c), a.nameType(n, d)))
}
func (a *assembler) dynamic(b int, n, d string) int {
	return a.raw(TagDynamic, u16(b, a.nameType(n, d)))
}
func (a *assembler) indy(b int, n, d string) int {
	return a.raw(TagInvokeDynamic, u16(b, a.nameType(n, d)))
}

// attr makes an attribute_info.
func (a *assembler) attr(name string, payload ...[]byte) []byte {
	p := join(payload...)
	return join(u16(a.text(name)), u32(len(p)), p)
}

// member makes a field_info or method_info.
func (a *assembler) member(access int, name, desc string, attrs ...[]byte) []byte {
	return join(u16(access, a.text(name), a.text(desc), len(attrs)), join(attrs...))
}

// code makes a Code attribute; handlers are groups of start, end, target and type.
func (a *assembler) code(stack, locals int, code []byte, handlers []int, attrs ...[]byte) []byte {
	return a.attr("Code", u16(stack, locals), u32(len(code)), code, u16(len(handlers)/4), u16(handlers...), u16(len(attrs)), join(attrs...))
}

// file puts the class together.
type file struct {
	minor, major, access        int
	name, super                 string
	interfaces                  []string
	fields, methods, attributes [][]byte
}

func (a *assembler) build(f file) []byte {
	if f.major == 0 {
		f.major = 61
	}
	this, super := a.class(f.name), 0
	if f.super != "" {
		super = a.class(f.super)
	}
	var is []int
	for _, i := range f.interfaces {
		is = append(is, a.class(i))
	}
	return join(u32(0xCAFEBABE), u16(f.minor, f.major, a.next), a.pool, u16(f.access, this, super, len(is)), u16(is...),
		u16(len(f.fields)), join(f.fields...), u16(len(f.methods)), join(f.methods...), u16(len(f.attributes)), join(f.attributes...))
}

// withCode builds a class with the one static method m of descriptor desc.
func (a *assembler) withCode(desc string, locals int, code []byte, handlers []int, attrs ...[]byte) []byte {
	return a.build(file{name: "T", super: "java/lang/Object", methods: [][]byte{a.member(AccStatic, "m", desc, a.code(4, locals, code, handlers, attrs...))}})
}

func parse(t testing.TB, b []byte) *Class {
	t.Helper()
	c, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// everything calls every accessor there is, for tests that want no panic.
func everything(data []byte) (instructions int, err error) {
	c, err := Parse(data)
	if err != nil {
		return 0, err
	}
	p := &c.Pool
	for i := -1; i <= p.Len(); i++ {
		p.Utf8(i)
		p.ClassName(i)
		p.StringValue(i)
		p.MethodType(i)
		p.NameAndType(i)
		if m, ok := p.Member(i); ok {
			_ = m.String()
		}
		p.Dynamic(i)
		p.Handle(i)
		switch p.Tag(i) {
		case TagInteger:
			p.Integer(i)
		case TagFloat:
			p.Float(i)
		case TagLong:
			p.Long(i)
		case TagDouble:
			p.Double(i)
		}
	}
	c.SourceFile()
	c.Signature()
	c.SourceDebugExtension()
	c.InnerClasses()
	for _, a := range c.Annotations() {
		a.Value("value")
	}
	if _, e := c.Bootstraps(); e != nil {
		err = e
	}
	for i := range c.Fields {
		f := &c.Fields[i]
		f.Signature()
		f.ConstantValue()
		f.Annotations()
		_ = JavaType(f.Desc)
		_ = Slots(f.Desc)
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		m.Signature()
		m.Annotations()
		m.ParameterAnnotations(0)
		m.Exceptions()
		m.ParameterNames()
		m.CodeSize()
		m.HasCode()
		m.Synthetic()
		Params(m.Desc)
		ParamSlots(m.Desc)
		_ = JavaType(Return(m.Desc))
		code, e := m.Code()
		if e != nil {
			err = e
			continue
		}
		if code == nil {
			continue
		}
		n := 0
		lines := code.Lines()
		code.Variables()
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			n++
			op := code.Op(pc)
			_ = op.String()
			_ = op.Kind()
			_ = op.EndsFlow()
			LineAt(lines, pc)
			code.Local(pc)
			code.Branch(pc)
			p.Tag(code.Index(pc))
			switch op {
			case OpTableswitch, OpLookupswitch:
				code.Switch(pc)
			case OpIinc:
				code.Increment(pc)
			case OpBipush, OpSipush:
				code.Immediate(pc)
			case OpNewarray:
				code.ArrayType(pc)
			case OpMultianewarray:
				code.Dimensions(pc)
			}
		}
		if n != code.Count {
			panic("Next visits another number of instructions than Count")
		}
		instructions += n
	}
	return instructions, err
}
