package classfile

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Tag is the kind of a constant pool entry, JVMS 4.4.
type Tag uint8

// The constant pool tags of JVMS table 4.4-A.
const (
	TagUtf8               Tag = 1
	TagInteger            Tag = 3
	TagFloat              Tag = 4
	TagLong               Tag = 5
	TagDouble             Tag = 6
	TagClass              Tag = 7
	TagString             Tag = 8
	TagFieldref           Tag = 9
	TagMethodref          Tag = 10
	TagInterfaceMethodref Tag = 11
	TagNameAndType        Tag = 12
	TagMethodHandle       Tag = 15
	TagMethodType         Tag = 16
	TagDynamic            Tag = 17
	TagInvokeDynamic      Tag = 18
	TagModule             Tag = 19
	TagPackage            Tag = 20
)

// nonASCII marks, in an entry's offset, a Utf8 entry whose bytes need decoding.
const nonASCII = 1 << 31

// Pool is the constant pool of one class: entries are offsets into the class bytes, nothing is copied.
// All references between entries were checked when the class was parsed, so the accessors cannot fail on an
// index that they returned; an index that comes from elsewhere must be checked with Tag first.
type Pool struct {
	data    []byte
	offsets []uint32 // of the tag byte; 0 where the index is not usable
	checked []uint32 // a bit for each entry that checkMember found well-formed; accessed atomically
}

// isChecked reports whether checkMember found entry i well-formed.
func (p *Pool) isChecked(i int) bool { return atomic.LoadUint32(&p.checked[i>>5])&(1<<(i&31)) != 0 }

func (p *Pool) setChecked(i int) { atomic.OrUint32(&p.checked[i>>5], 1<<(i&31)) }

// Len is constant_pool_count: valid indices are below it, 0 is never valid.
func (p *Pool) Len() int { return len(p.offsets) }

// Tag returns the kind of entry i, or 0 where i is no entry.
func (p *Pool) Tag(i int) Tag {
	if i <= 0 || i >= len(p.offsets) || p.offsets[i] == 0 {
		return 0
	}
	return Tag(p.data[p.offsets[i]&^nonASCII])
}

func (p *Pool) u2(i, at int) int {
	o := int(p.offsets[i]&^nonASCII) + 1 + at
	return int(binary.BigEndian.Uint16(p.data[o:]))
}

func (p *Pool) u4(i, at int) uint32 {
	o := int(p.offsets[i]&^nonASCII) + 1 + at
	return binary.BigEndian.Uint32(p.data[o:])
}

// Utf8 returns the text of a Utf8 entry, converted from modified UTF-8 (JVMS 4.4.7). Plain ASCII, nearly all
// of it, is not copied.
func (p *Pool) Utf8(i int) string {
	if p.Tag(i) != TagUtf8 {
		return ""
	}
	n := p.u2(i, 0)
	o := int(p.offsets[i]&^nonASCII) + 3
	if n == 0 {
		return ""
	}
	b := p.data[o : o+n]
	if p.offsets[i]&nonASCII == 0 {
		return unsafe.String(&b[0], n)
	}
	return decodeModifiedUTF8(b)
}

// MayMention reports whether an ASCII text may be part of a Utf8 entry: whether its bytes are anywhere in the class.
func (p *Pool) MayMention(text string) bool {
	return strings.Contains(unsafe.String(unsafe.SliceData(p.data), len(p.data)), text)
}

// TextEndsWith reports whether the bytes of a Utf8 entry end with one of some texts of at least two characters.
func (p *Pool) TextEndsWith(ends ...string) bool {
	var next [256]bool // by the last byte but one, whether an end has it
	for _, end := range ends {
		next[end[len(end)-2]] = true
	}
	for _, at := range p.offsets {
		o := int(at &^ nonASCII)
		if o == 0 || Tag(p.data[o]) != TagUtf8 {
			continue
		}
		o += 3
		b := p.data[o : o+int(binary.BigEndian.Uint16(p.data[o-2:]))]
		if len(b) < 2 || !next[b[len(b)-2]] {
			continue
		}
		for _, end := range ends {
			if from := len(b) - len(end); from >= 0 && string(b[from:]) == end {
				return true
			}
		}
	}
	return false
}

// ascii returns the text of a Utf8 entry that has only ASCII characters, without decoding it, and the empty string for
// every other entry.
func (p *Pool) ascii(i int) string {
	if p.Tag(i) != TagUtf8 || p.offsets[i]&nonASCII != 0 {
		return ""
	}
	return p.Utf8(i)
}

// ClassName returns the internal name (or array descriptor) of a Class entry; also the name of a Module or
// Package entry.
func (p *Pool) ClassName(i int) string {
	switch p.Tag(i) {
	case TagClass, TagModule, TagPackage:
		return p.Utf8(p.u2(i, 0))
	}
	return ""
}

// StringValue returns the text of a String entry.
func (p *Pool) StringValue(i int) string {
	if p.Tag(i) != TagString {
		return ""
	}
	return p.Utf8(p.u2(i, 0))
}

// Integer returns the value of an Integer entry.
func (p *Pool) Integer(i int) int32 { return int32(p.u4(i, 0)) }

// Float returns the value of a Float entry.
func (p *Pool) Float(i int) float32 { return math.Float32frombits(p.u4(i, 0)) }

// Long returns the value of a Long entry.
func (p *Pool) Long(i int) int64 { return int64(uint64(p.u4(i, 0))<<32 | uint64(p.u4(i, 4))) }

// Double returns the value of a Double entry.
func (p *Pool) Double(i int) float64 { return math.Float64frombits(uint64(p.Long(i))) }

// Member is a reference to a field or method: owner, name and descriptor.
type Member struct {
	Class, Name, Desc string
	Interface         bool // an InterfaceMethodref
}

// String formats the member as class.name followed by the descriptor, as javap does.
func (m Member) String() string { return m.Class + "." + m.Name + m.Desc }

// Member returns a Fieldref, Methodref or InterfaceMethodref entry; ok is false for any other kind.
func (p *Pool) Member(i int) (m Member, ok bool) {
	switch t := p.Tag(i); t {
	case TagFieldref, TagMethodref, TagInterfaceMethodref:
		m.Class = p.ClassName(p.u2(i, 0))
		m.Name, m.Desc = p.NameAndType(p.u2(i, 2))
		m.Interface = t == TagInterfaceMethodref
		return m, true
	}
	return m, false
}

// MemberName returns the name in a Fieldref, Methodref or InterfaceMethodref entry; empty for any other kind.
func (p *Pool) MemberName(i int) string {
	switch p.Tag(i) {
	case TagFieldref, TagMethodref, TagInterfaceMethodref:
		if n := p.u2(i, 2); p.Tag(n) == TagNameAndType {
			return p.Utf8(p.u2(n, 0))
		}
	}
	return ""
}

// MemberClass returns the class in a Fieldref, Methodref or InterfaceMethodref entry; empty for any other kind.
func (p *Pool) MemberClass(i int) string {
	switch p.Tag(i) {
	case TagFieldref, TagMethodref, TagInterfaceMethodref:
		return p.ClassName(p.u2(i, 0))
	}
	return ""
}

// NameAndType returns the name and descriptor of a NameAndType entry.
func (p *Pool) NameAndType(i int) (name, desc string) {
	if p.Tag(i) != TagNameAndType {
		return "", ""
	}
	return p.Utf8(p.u2(i, 0)), p.Utf8(p.u2(i, 2))
}

// Dynamic is a Dynamic or InvokeDynamic entry: index of the bootstrap method, name and descriptor.
type Dynamic struct {
	Bootstrap  int
	Name, Desc string
}

// Dynamic returns a Dynamic or InvokeDynamic entry; ok is false for any other kind.
func (p *Pool) Dynamic(i int) (d Dynamic, ok bool) {
	switch p.Tag(i) {
	case TagDynamic, TagInvokeDynamic:
		d.Bootstrap = p.u2(i, 0)
		d.Name, d.Desc = p.NameAndType(p.u2(i, 2))
		return d, true
	}
	return d, false
}

// Handle is a MethodHandle entry: its reference_kind (JVMS table 5.4.3.5-A) and what it refers to.
type Handle struct {
	Kind   int
	Member Member
}

// The reference kinds of method handles, JVMS table 5.4.3.5-A.
const (
	RefGetField         = 1
	RefGetStatic        = 2
	RefPutField         = 3
	RefPutStatic        = 4
	RefInvokeVirtual    = 5
	RefInvokeStatic     = 6
	RefInvokeSpecial    = 7
	RefNewInvokeSpecial = 8
	RefInvokeInterface  = 9
)

// Handle returns a MethodHandle entry; ok is false for any other kind.
func (p *Pool) Handle(i int) (h Handle, ok bool) {
	if p.Tag(i) != TagMethodHandle {
		return h, false
	}
	o := int(p.offsets[i]&^nonASCII) + 1
	h.Kind = int(p.data[o])
	h.Member, ok = p.Member(int(binary.BigEndian.Uint16(p.data[o+1:])))
	return h, ok
}

// MethodType returns the descriptor of a MethodType entry.
func (p *Pool) MethodType(i int) string {
	if p.Tag(i) != TagMethodType {
		return ""
	}
	return p.Utf8(p.u2(i, 0))
}

// parsePool reads the constant pool at data[8:] and returns it with the offset behind it. It checks every
// reference between entries (kind included).
func parsePool(data []byte) (Pool, int, error) {
	if len(data) < 10 {
		return Pool{}, 0, fmt.Errorf("truncated: %d bytes, the constant pool starts at 8", len(data))
	}
	n := int(binary.BigEndian.Uint16(data[8:]))
	if n == 0 {
		return Pool{}, 0, fmt.Errorf("constant_pool_count is 0")
	}
	p := Pool{data: data, offsets: make([]uint32, n), checked: make([]uint32, (n+31)/32)}
	at := 10
	for i := 1; i < n; i++ {
		if at >= len(data) {
			return Pool{}, 0, fmt.Errorf("truncated in constant %d of %d", i, n-1)
		}
		tag := Tag(data[at])
		size := 0
		switch tag {
		case TagUtf8:
			if at+3 > len(data) {
				return Pool{}, 0, fmt.Errorf("truncated in constant %d of %d", i, n-1)
			}
			size = 3 + int(binary.BigEndian.Uint16(data[at+1:]))
		case TagInteger, TagFloat, TagFieldref, TagMethodref, TagInterfaceMethodref, TagNameAndType, TagDynamic, TagInvokeDynamic:
			size = 5
		case TagLong, TagDouble:
			size = 9
		case TagClass, TagString, TagMethodType, TagModule, TagPackage:
			size = 3
		case TagMethodHandle:
			size = 4
		default:
			return Pool{}, 0, fmt.Errorf("constant %d has the unknown tag %d at offset %d", i, tag, at)
		}
		if at+size > len(data) {
			return Pool{}, 0, fmt.Errorf("truncated in constant %d of %d", i, n-1)
		}
		p.offsets[i] = uint32(at)
		if tag == TagUtf8 {
			for _, b := range data[at+3 : at+size] {
				if b >= 0x80 {
					p.offsets[i] |= nonASCII
					break
				}
			}
		}
		at += size
		if tag == TagLong || tag == TagDouble {
			i++ // JVMS 4.4.5: they take two indices
			if i >= n {
				return Pool{}, 0, fmt.Errorf("constant %d takes two indices, and the pool ends at %d", i-1, n-1)
			}
		}
	}
	for i := 1; i < n; i++ {
		if err := p.checkEntry(i); err != nil {
			return Pool{}, 0, err
		}
	}
	return p, at, nil
}

// checkEntry verifies that entry i refers to entries of the right kind.
func (p *Pool) checkEntry(i int) error {
	want := func(at int, tags ...Tag) error {
		j := p.u2(i, at)
		got := p.Tag(j)
		for _, t := range tags {
			if got == t {
				return nil
			}
		}
		return fmt.Errorf("constant %d (tag %d) refers to constant %d, which is no tag %d", i, p.Tag(i), j, tags[0])
	}
	switch p.Tag(i) {
	case TagClass, TagString, TagMethodType, TagModule, TagPackage:
		return want(0, TagUtf8)
	case TagFieldref, TagMethodref, TagInterfaceMethodref:
		if err := want(0, TagClass); err != nil {
			return err
		}
		return want(2, TagNameAndType)
	case TagNameAndType:
		if err := want(0, TagUtf8); err != nil {
			return err
		}
		return want(2, TagUtf8)
	case TagDynamic, TagInvokeDynamic:
		return want(2, TagNameAndType)
	case TagMethodHandle:
		o := int(p.offsets[i]&^nonASCII) + 1
		kind := int(p.data[o])
		if kind < RefGetField || kind > RefInvokeInterface {
			return fmt.Errorf("constant %d is a method handle of the unknown kind %d", i, kind)
		}
		j := int(binary.BigEndian.Uint16(p.data[o+1:]))
		if t := p.Tag(j); !handleKind(kind, t) {
			return fmt.Errorf("constant %d (a method handle of kind %d) refers to constant %d (tag %d), which it cannot", i, kind, j, t)
		}
	}
	return nil
}

// handleKind reports whether a method handle of a kind may refer to a constant (JVMS 4.4.8). Static and special
// methods of interfaces are legal since version 52; older class files are not held to it.
func handleKind(kind int, t Tag) bool {
	switch kind {
	case RefGetField, RefGetStatic, RefPutField, RefPutStatic:
		return t == TagFieldref
	case RefInvokeVirtual, RefNewInvokeSpecial:
		return t == TagMethodref
	case RefInvokeStatic, RefInvokeSpecial:
		return t == TagMethodref || t == TagInterfaceMethodref
	}
	return t == TagInterfaceMethodref
}

// decodeModifiedUTF8 converts modified UTF-8 to UTF-8; malformed bytes become U+FFFD.
func decodeModifiedUTF8(b []byte) string {
	out := make([]byte, 0, len(b)+4)
	unit := func(i int) (u rune, n int) {
		c := b[i]
		switch {
		case c < 0x80:
			return rune(c), 1
		case c&0xE0 == 0xC0 && i+1 < len(b):
			return rune(c&0x1F)<<6 | rune(b[i+1]&0x3F), 2
		case c&0xF0 == 0xE0 && i+2 < len(b):
			return rune(c&0x0F)<<12 | rune(b[i+1]&0x3F)<<6 | rune(b[i+2]&0x3F), 3
		}
		return utf8.RuneError, 1
	}
	for i := 0; i < len(b); {
		u, n := unit(i)
		i += n
		if u >= 0xD800 && u < 0xDC00 && i < len(b) { // the first of a surrogate pair
			if v, m := unit(i); v >= 0xDC00 && v < 0xE000 {
				u = 0x10000 + (u-0xD800)<<10 + (v - 0xDC00)
				i += m
			}
		}
		out = utf8.AppendRune(out, u)
	}
	return string(out)
}
