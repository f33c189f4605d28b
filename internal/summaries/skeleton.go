package summaries

import (
	"encoding/binary"
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
)

// skeleton is what of a class the hierarchy and the resolution of calls need: everything but code, and no private
// members, which no other class can name.
type skeleton struct {
	access     uint16
	name       string
	super      string
	interfaces []string
	permitted  []string // of a sealed class
	sealed     bool
	fields     []fieldSkeleton
	methods    []methodSkeleton
}

type fieldSkeleton struct {
	access     uint16
	name, desc string
	constant   constant
}

type methodSkeleton struct {
	access     uint16
	name, desc string
}

// constant is the value of a static final int or long field.
type constant struct {
	tag   classfile.Tag // 0 for none
	value int64
}

// skeletonOf strips a class.
func skeletonOf(c *classfile.Class) skeleton {
	s := skeleton{access: c.Access, name: c.Name, super: c.Super, interfaces: c.Interfaces}
	s.permitted, s.sealed = c.PermittedSubclasses()
	for i := range c.Fields {
		f := &c.Fields[i]
		if f.Access&classfile.AccPrivate != 0 {
			continue
		}
		x := fieldSkeleton{access: f.Access, name: f.Name, desc: f.Desc}
		if k, ok := f.ConstantValue(); ok {
			switch c.Pool.Tag(k) {
			case classfile.TagInteger:
				x.constant = constant{classfile.TagInteger, int64(c.Pool.Integer(k))}
			case classfile.TagLong:
				x.constant = constant{classfile.TagLong, c.Pool.Long(k)}
			}
		}
		s.fields = append(s.fields, x)
	}
	for _, m := range methodsOf(c) {
		s.methods = append(s.methods, methodSkeleton{m.Access, m.Name, m.Desc})
	}
	return s
}

// methodsOf returns the methods that a skeleton has, in their order.
func methodsOf(c *classfile.Class) []*classfile.Method {
	var out []*classfile.Method
	for i := range c.Methods {
		if m := &c.Methods[i]; m.Access&classfile.AccPrivate == 0 && m.Name != "<clinit>" {
			out = append(out, m)
		}
	}
	return out
}

// class builds the class file of a skeleton (JVMS 4.1) and parses it.
func (s *skeleton) class() (*classfile.Class, error) {
	w := classWriter{pool: map[string]uint16{}}
	body := w.body(s)
	if w.next > 1<<16-1 {
		return nil, fmt.Errorf("the class %s has too many constants", classfile.External(s.name))
	}
	data := binary.BigEndian.AppendUint32(nil, 0xCAFEBABE)
	data = binary.BigEndian.AppendUint32(data, 61) // version 61.0, Java 17
	data = binary.BigEndian.AppendUint16(data, uint16(w.next+1))
	data = append(append(data, w.constants...), body...)
	return classfile.Parse(data)
}

// classWriter writes a class file: the constant pool grows while the rest is written.
type classWriter struct {
	constants []byte
	pool      map[string]uint16
	next      int // index of the last entry
}

func (w *classWriter) add(entry []byte, slots int) uint16 {
	if i, ok := w.pool[string(entry)]; ok {
		return i
	}
	i := uint16(w.next + 1)
	w.pool[string(entry)] = i
	w.constants = append(w.constants, entry...)
	w.next += slots
	return i
}

func (w *classWriter) utf8(s string) uint16 {
	e := binary.BigEndian.AppendUint16([]byte{byte(classfile.TagUtf8)}, uint16(len(s)))
	return w.add(append(e, s...), 1)
}

func (w *classWriter) classRef(name string) uint16 {
	if name == "" {
		return 0
	}
	return w.add(binary.BigEndian.AppendUint16([]byte{byte(classfile.TagClass)}, w.utf8(name)), 1)
}

func (w *classWriter) constant(c constant) uint16 {
	if c.tag == classfile.TagInteger {
		return w.add(binary.BigEndian.AppendUint32([]byte{byte(c.tag)}, uint32(c.value)), 1)
	}
	return w.add(binary.BigEndian.AppendUint64([]byte{byte(c.tag)}, uint64(c.value)), 2)
}

func (w *classWriter) body(s *skeleton) []byte {
	u2 := binary.BigEndian.AppendUint16
	u4 := binary.BigEndian.AppendUint32
	b := u2(u2(u2(nil, s.access), w.classRef(s.name)), w.classRef(s.super))
	names := func(b []byte, list []string) []byte {
		b = u2(b, uint16(len(list)))
		for _, name := range list {
			b = u2(b, w.classRef(name))
		}
		return b
	}
	b = names(b, s.interfaces)
	b = u2(b, uint16(len(s.fields)))
	for _, f := range s.fields {
		b = u2(u2(u2(b, f.access), w.utf8(f.name)), w.utf8(f.desc))
		if f.constant.tag == 0 {
			b = u2(b, 0)
		} else {
			b = u2(u4(u2(u2(b, 1), w.utf8("ConstantValue")), 2), w.constant(f.constant))
		}
	}
	b = u2(b, uint16(len(s.methods)))
	for _, m := range s.methods {
		b = u2(u2(u2(u2(b, m.access), w.utf8(m.name)), w.utf8(m.desc)), 0)
	}
	if !s.sealed {
		return u2(b, 0)
	}
	return names(u4(u2(u2(b, 1), w.utf8("PermittedSubclasses")), uint32(2+2*len(s.permitted))), s.permitted)
}
