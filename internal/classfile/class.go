// Package classfile reads Java class files, versions 45 (JDK 1.0) to 69 (JDK 25), JVMS chapter 4.
//
// A Class is immutable and safe for concurrent use. Parsing checks the structure and every constant pool
// reference but copies nothing: names are views into the class bytes, which must not change afterwards, and
// code is read in place. Method.Code checks the instructions of one method: their boundaries, branch targets,
// constant pool operands and exception table, so that what follows never meets an impossible one.
package classfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
)

// MaxMajor is the newest class file version that is understood: 69, JDK 25.
const MaxMajor = 69

// Access flags, JVMS tables 4.1-B, 4.5-A and 4.6-A.
const (
	AccPublic       = 0x0001
	AccPrivate      = 0x0002
	AccProtected    = 0x0004
	AccStatic       = 0x0008
	AccFinal        = 0x0010
	AccSynchronized = 0x0020 // methods
	AccSuper        = 0x0020 // classes
	AccVolatile     = 0x0040 // fields
	AccBridge       = 0x0040 // methods
	AccVarargs      = 0x0080 // methods
	AccTransient    = 0x0080 // fields
	AccNative       = 0x0100
	AccInterface    = 0x0200
	AccAbstract     = 0x0400
	AccSynthetic    = 0x1000
	AccAnnotation   = 0x2000
	AccEnum         = 0x4000
	AccModule       = 0x8000
)

// Class is one parsed class file.
type Class struct {
	Pool         Pool
	Minor, Major uint16
	Access       uint16
	Name         string // internal form, java/lang/String
	Super        string // empty for java/lang/Object and module-info
	Interfaces   []string
	Fields       []Field
	Methods      []Method
	attrs        []attr
	data         []byte
	bootstraps   atomic.Pointer[bootstraps]
	inlined      atomic.Pointer[InlinedLines]
	named        func(*Method) []string // NameParameters
}

// Field is one field_info.
type Field struct {
	Access     uint16
	Name, Desc string
	class      *Class
	attrs      []attr
}

// Method is one method_info.
type Method struct {
	Access     uint16
	checked    uint32 // 1 once the operands of its code were found to be right; accessed atomically
	Name, Desc string
	Class      *Class
	attrs      []attr
}

// attr is an attribute: the pool index of its name and its bytes.
type attr struct {
	name       uint16
	start, end uint32
}

// Member is the method as a reference names it.
func (m *Method) Member() Member { return Member{Class: m.Class.Name, Name: m.Name, Desc: m.Desc} }

// ID is the method's name and descriptor, its identity within the class.
func (m *Method) ID() string { return m.Name + m.Desc }

// Static reports whether the method has no receiver.
func (m *Method) Static() bool { return m.Access&AccStatic != 0 }

// Abstract reports whether the method has no code because it is abstract or native.
func (m *Method) Abstract() bool { return m.Access&(AccAbstract|AccNative) != 0 }

// Bridge reports whether a compiler made the method to call another one of the class or of a superclass, which people declare, by
// an erased signature or from another package (JLS 15.12.4.5).
func (m *Method) Bridge() bool { return m.Access&AccBridge != 0 && m.Synthetic() }

// Synthetic reports whether a compiler made the method (JVMS 4.7.8), by flag or attribute.
func (m *Method) Synthetic() bool {
	return m.Access&AccSynthetic != 0 || m.Class.find(m.attrs, "Synthetic") != nil
}

// IsInterface reports whether the class is an interface.
func (c *Class) IsInterface() bool { return c.Access&AccInterface != 0 }

// reader walks the class bytes; the first failure sticks.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) need(n int, what string) bool {
	if r.err != nil {
		return false
	}
	if n < 0 || r.at+n > len(r.data) {
		r.err = fmt.Errorf("truncated in %s at offset %d", what, r.at)
		return false
	}
	return true
}

func (r *reader) u1(what string) int {
	if !r.need(1, what) {
		return 0
	}
	v := int(r.data[r.at])
	r.at++
	return v
}

func (r *reader) u2(what string) int {
	if !r.need(2, what) {
		return 0
	}
	v := int(binary.BigEndian.Uint16(r.data[r.at:]))
	r.at += 2
	return v
}

func (r *reader) u4(what string) int {
	if !r.need(4, what) {
		return 0
	}
	v := int(binary.BigEndian.Uint32(r.data[r.at:]))
	r.at += 4
	return v
}

// Parse reads a class file. The data is retained and must not be changed. An error says what is wrong and at
// which offset; it never names the file, which the caller knows.
func Parse(data []byte) (*Class, error) {
	if len(data) < 4 || binary.BigEndian.Uint32(data) != 0xCAFEBABE {
		return nil, fmt.Errorf("no class file: it does not start with 0xCAFEBABE")
	}
	if len(data) < 10 {
		return nil, fmt.Errorf("truncated: %d bytes are no class file", len(data))
	}
	if len(data) > math.MaxInt32 {
		return nil, fmt.Errorf("%d bytes are too many for a class file", len(data))
	}
	c := &Class{data: data}
	c.Minor = binary.BigEndian.Uint16(data[4:])
	c.Major = binary.BigEndian.Uint16(data[6:])
	if c.Major < 45 || c.Major > MaxMajor {
		return nil, fmt.Errorf("class file version %d.%d is not supported: 45 to %d (JDK 25) are", c.Major, c.Minor, MaxMajor)
	}
	pool, at, err := parsePool(data)
	if err != nil {
		return nil, err
	}
	c.Pool = pool
	r := &reader{data: data, at: at}
	c.Access = uint16(r.u2("access_flags"))
	this, super := r.u2("this_class"), r.u2("super_class")
	if r.err == nil && c.Pool.Tag(this) != TagClass {
		return nil, fmt.Errorf("this_class is constant %d, which is no class", this)
	}
	if r.err == nil && super != 0 && c.Pool.Tag(super) != TagClass {
		return nil, fmt.Errorf("super_class is constant %d, which is no class", super)
	}
	c.Name, c.Super = c.Pool.ClassName(this), c.Pool.ClassName(super)
	if r.err == nil && (c.Name == "" || c.Name[0] == '[') {
		return nil, fmt.Errorf("this_class is %q, which names no class", c.Name)
	}
	if r.err == nil && super != 0 && c.Super == "" {
		return nil, fmt.Errorf("super_class is \"\", which names no class")
	}
	n := r.u2("interfaces_count")
	if r.need(2*n, "interfaces") && n > 0 {
		c.Interfaces = make([]string, n)
		for i := range c.Interfaces {
			j := r.u2("interfaces")
			if c.Pool.Tag(j) != TagClass {
				return nil, fmt.Errorf("interface %d is constant %d, which is no class", i, j)
			}
			if c.Interfaces[i] = c.Pool.ClassName(j); c.Interfaces[i] == "" {
				return nil, fmt.Errorf("interface %d is \"\", which names no class", i)
			}
		}
	}
	if n = r.u2("fields_count"); r.need(8*n, "fields") {
		c.Fields = make([]Field, n)
		for i := range c.Fields {
			f := &c.Fields[i]
			f.class = c
			f.Access, f.Name, f.Desc, f.attrs = c.member(r, "field")
			if r.err != nil {
				return nil, r.err
			}
			if f.Desc == "" || fieldDescLen(f.Desc) != len(f.Desc) {
				return nil, fmt.Errorf("field %q has the malformed descriptor %q", f.Name, f.Desc)
			}
		}
	}
	if n = r.u2("methods_count"); r.need(8*n, "methods") {
		c.Methods = make([]Method, n)
		for i := range c.Methods {
			m := &c.Methods[i]
			m.Class = c
			m.Access, m.Name, m.Desc, m.attrs = c.member(r, "method")
			if r.err != nil {
				return nil, r.err
			}
			if !ValidMethodDesc(m.Desc) {
				return nil, fmt.Errorf("method %q has the malformed descriptor %q", m.Name, m.Desc)
			}
		}
	}
	c.attrs = c.attributes(r, nil)
	if r.err != nil {
		return nil, r.err
	}
	if r.at != len(data) {
		return nil, fmt.Errorf("%d bytes follow the class at offset %d", len(data)-r.at, r.at)
	}
	return c, nil
}

func (c *Class) member(r *reader, what string) (access uint16, name, desc string, attrs []attr) {
	access = uint16(r.u2(what))
	ni, di := r.u2(what), r.u2(what)
	if r.err == nil && (c.Pool.Tag(ni) != TagUtf8 || c.Pool.Tag(di) != TagUtf8) {
		r.err = fmt.Errorf("a %s has constants %d and %d for name and descriptor, which are no text", what, ni, di)
		return
	}
	if r.err == nil && c.Pool.Utf8(ni) == "" { // JVMS 4.2.2
		r.err = fmt.Errorf("a %s at offset %d has no name: constant %d is empty", what, r.at-6, ni)
		return
	}
	return access, c.Pool.Utf8(ni), c.Pool.Utf8(di), c.attributes(r, nil)
}

// attributes reads attributes behind those of as, which has none.
func (c *Class) attributes(r *reader, as []attr) []attr {
	n := r.u2("attributes_count")
	if n == 0 || !r.need(6*n, "attributes") {
		return as
	}
	as = slices.Grow(as, n)
	for range n {
		ni, size := r.u2("attribute"), r.u4("attribute")
		if !r.need(size, "attribute") {
			return nil
		}
		if c.Pool.Tag(ni) != TagUtf8 {
			r.err = fmt.Errorf("an attribute at offset %d has constant %d as its name, which is no text", r.at, ni)
			return nil
		}
		as = append(as, attr{uint16(ni), uint32(r.at), uint32(r.at + size)})
		r.at += size
	}
	return as
}

// find returns the bytes of the first attribute of that name, or nil; an empty attribute is not nil.
func (c *Class) find(as []attr, name string) []byte {
	for _, a := range as {
		if c.Pool.ascii(int(a.name)) == name {
			return c.data[a.start:a.end:a.end]
		}
	}
	return nil
}

var (
	errDeepAnnotation = errors.New("annotations nest too deeply")
	errElementValue   = errors.New("an annotation value has the wrong kind of constant")
)
