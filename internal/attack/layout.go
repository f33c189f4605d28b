//go:build linux

package main

import (
	"encoding/binary"

	"github.com/energylint/energylint/internal/classfile"
)

// role is what a field of the class file format is for; a mutation depends on it.
type role int

const (
	index     role = iota // into the constant pool
	count                 // of what follows
	length                // in bytes of what follows
	access                // flags
	tag                   // of a constant
	text                  // the bytes of a Utf8 constant
	value                 // the bytes of another constant
	opcode                // of an instruction
	operand               // of an instruction
	offset                // in code: of an exception table, a line table, a stack map
	attribute             // the bytes of an attribute that has no fields here
	version
)

// field is a field of a class file.
type field struct {
	role     role
	at, size int
}

// part is a range of bytes that is one of several counted ones, such as a method; count is the offset of their number.
type part struct{ count, start, end int }

// layout is the structure of a class file: its fields, and what can be repeated or left out.
type layout struct {
	data   []byte
	at     int
	fields []field
	parts  []part
	class  *classfile.Class
	method int // the next one with a number
}

// layoutOf finds the fields of a class file that classfile.Parse takes.
func layoutOf(data []byte) (*layout, error) {
	c, err := classfile.Parse(data)
	if err != nil {
		return nil, err
	}
	l := &layout{data: data, class: c}
	l.at = 4
	l.take(version, 2)
	l.take(version, 2)
	l.constants()
	l.take(access, 2)
	l.take(index, 2)
	l.take(index, 2)
	l.each(func() { l.take(index, 2) })
	for _, methods := range []bool{false, true} {
		l.method = 0
		l.each(func() {
			l.take(access, 2)
			l.take(index, 2)
			l.take(index, 2)
			l.attributes(methods)
			l.method++
		})
	}
	l.attributes(false)
	return l, nil
}

func (l *layout) take(r role, size int) int {
	l.fields = append(l.fields, field{r, l.at, size})
	l.at += size
	switch size {
	case 2:
		return int(binary.BigEndian.Uint16(l.data[l.at-2:]))
	case 4:
		return int(binary.BigEndian.Uint32(l.data[l.at-4:]))
	}
	return 0
}

// each calls f for every part of a counted table.
func (l *layout) each(f func()) {
	at := l.at
	for range l.take(count, 2) {
		start := l.at
		f()
		l.parts = append(l.parts, part{at, start, l.at})
	}
}

func (l *layout) constants() {
	n := l.take(count, 2)
	for i := 1; i < n; i++ {
		kind := classfile.Tag(l.data[l.at])
		l.take(tag, 1)
		switch kind {
		case classfile.TagUtf8:
			l.take(text, l.take(length, 2))
		case classfile.TagLong, classfile.TagDouble:
			l.take(value, 8)
			i++
		case classfile.TagInteger, classfile.TagFloat:
			l.take(value, 4)
		case classfile.TagMethodHandle:
			l.take(access, 1)
			l.take(index, 2)
		case classfile.TagClass, classfile.TagString, classfile.TagMethodType, classfile.TagModule, classfile.TagPackage:
			l.take(index, 2)
		default:
			l.take(index, 2)
			l.take(index, 2)
		}
	}
}

// attributes finds the fields of a table of attributes; code is where they are a method's.
func (l *layout) attributes(code bool) {
	l.each(func() {
		name := l.class.Pool.Utf8(l.take(index, 2))
		end := l.take(length, 4)
		end += l.at
		switch name {
		case "Code":
			if code {
				l.code()
			}
		case "LineNumberTable":
			l.table(offset, offset)
		case "LocalVariableTable", "LocalVariableTypeTable":
			l.table(offset, offset, index, index, operand)
		case "InnerClasses":
			l.table(index, index, index, access)
		case "Exceptions", "NestMembers", "PermittedSubclasses":
			l.table(index)
		case "BootstrapMethods":
			l.each(func() {
				l.take(index, 2)
				l.each(func() { l.take(index, 2) })
			})
		case "StackMapTable":
			l.take(count, 2)
		}
		for l.at < end { // the rest by numbers, which may be anything
			l.take(attribute, min(2, end-l.at))
		}
		l.at = end
	})
}

func (l *layout) table(roles ...role) {
	l.each(func() {
		for _, r := range roles {
			l.take(r, 2)
		}
	})
}

func (l *layout) code() {
	l.take(count, 2) // stack
	l.take(count, 2) // locals
	n := l.take(length, 4)
	code, err := l.class.Methods[l.method].Code()
	if err != nil || len(code.Bytes) != n {
		l.at += n
	} else {
		start := l.at
		for pc := 0; pc < n; pc = code.Next(pc) {
			l.take(opcode, 1)
			for l.at < start+code.Next(pc) {
				l.take(operand, min(2, start+code.Next(pc)-l.at))
			}
		}
	}
	l.table(offset, offset, offset, index)
	l.attributes(false)
}
