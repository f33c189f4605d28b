package classfile

import (
	"encoding/binary"
	"errors"
)

// read are the attributes that this package reads; of others nothing is kept.
var read = map[string]bool{
	"Code": true, "SourceFile": true, "SourceDebugExtension": true, "Signature": true, "ConstantValue": true,
	"Exceptions": true, "BootstrapMethods": true, "InnerClasses": true, "MethodParameters": true, "Synthetic": true,
	"EnclosingMethod": true, "NestHost": true, "NestMembers": true, "PermittedSubclasses": true, "LineNumberTable": true, "LocalVariableTable": true,
	"RuntimeVisibleAnnotations": true, "RuntimeInvisibleAnnotations": true,
	"RuntimeVisibleParameterAnnotations": true, "RuntimeInvisibleParameterAnnotations": true,
}

// Strip returns a copy of a class file without what is not read: attributes such as StackMapTable, and the text of
// constants that nothing refers to, which becomes empty. Indices of constants stay. Parse gives the same class for the
// copy, which shares no memory with data. A file that is not well-formed is copied as it is, for Parse to say why.
func Strip(data []byte) []byte {
	if len(data) >= 10 && binary.BigEndian.Uint32(data) == 0xCAFEBABE {
		if pool, at, err := parsePool(data); err == nil {
			s := stripper{reader: reader{data: data, at: at}, pool: pool, end: at, short: shortCode(data), used: make([]uint64, (pool.Len()+63)/64)}
			if s.class() {
				return s.join()
			}
		}
	}
	return append([]byte(nil), data...)
}

func shortCode(data []byte) bool {
	return binary.BigEndian.Uint16(data[6:]) == 45 && binary.BigEndian.Uint16(data[4:]) < 3
}

var errNotStripped = errors.New("the class file is not well-formed")

type stripper struct {
	reader
	pool  Pool
	end   int      // of the constant pool
	short bool     // code attributes have the form before version 45.3
	used  []uint64 // bit set: constants whose text is kept
	out   []byte   // what follows the constant pool
}

func (s *stripper) use(i int) {
	if i>>6 < len(s.used) {
		s.used[i>>6] |= 1 << (i & 63)
	}
}

// copy copies n bytes.
func (s *stripper) copy(n int) {
	if s.need(n, "") {
		s.out = append(s.out, s.data[s.at:s.at+n]...)
		s.at += n
	}
}

// count copies a number of two bytes and returns it.
func (s *stripper) count() int {
	s.copy(2)
	if s.err != nil {
		return 0
	}
	return int(binary.BigEndian.Uint16(s.out[len(s.out)-2:]))
}

// class strips what follows the constant pool; it reports whether that is well-formed.
func (s *stripper) class() bool {
	s.out = make([]byte, 0, len(s.data)-s.at)
	s.copy(6)
	s.copy(2 * s.count()) // interfaces
	for range 2 {         // fields, methods
		for range s.count() {
			if s.err != nil {
				return false
			}
			s.copy(2)
			s.use(s.count())
			s.use(s.count())
			s.attributes(0)
		}
	}
	s.attributes(0)
	return s.err == nil && s.at == len(s.data)
}

// attributes strips a table of attributes; those of code, at depth 1, have none of their own.
func (s *stripper) attributes(depth int) {
	at := len(s.out)
	kept := 0
	for range s.count() {
		name, size := s.u2(""), s.u4("")
		if !s.need(size, "") {
			return
		}
		end := s.at + size
		text := s.pool.Utf8(name)
		switch {
		case s.pool.Tag(name) != TagUtf8:
			s.err = errNotStripped
			return
		case !read[text]:
			s.at = end
			continue
		}
		kept++
		s.use(name)
		start := len(s.out)
		s.out = binary.BigEndian.AppendUint16(s.out, uint16(name))
		s.out = binary.BigEndian.AppendUint32(s.out, uint32(size))
		if text == "Code" && depth == 0 {
			s.code()
			if s.err != nil || s.at != end {
				s.err = errNotStripped
				return
			}
			binary.BigEndian.PutUint32(s.out[start+2:], uint32(len(s.out)-start-6))
			continue
		}
		s.mark(text, s.data[s.at:end])
		s.copy(size)
	}
	if s.err == nil {
		binary.BigEndian.PutUint16(s.out[at:], uint16(kept))
	}
}

func (s *stripper) code() {
	if s.short {
		s.copy(2)
		s.copy(s.count())
	} else {
		s.copy(8)
		if s.err != nil {
			return
		}
		s.copy(int(binary.BigEndian.Uint32(s.out[len(s.out)-4:])))
	}
	s.copy(8 * s.count()) // exception table
	if s.err == nil {
		s.attributes(1)
	}
}

// mark marks the constants whose text an attribute may refer to. Where that takes reading its structure, every two bytes
// may be an index.
func (s *stripper) mark(name string, b []byte) {
	switch name {
	case "LineNumberTable", "SourceDebugExtension", "BootstrapMethods", "NestMembers", "PermittedSubclasses", "Exceptions":
		return
	case "LocalVariableTable":
		for at := 2; at+10 <= len(b); at += 10 {
			s.use(int(binary.BigEndian.Uint16(b[at+4:])))
			s.use(int(binary.BigEndian.Uint16(b[at+6:])))
		}
		return
	}
	for at := 0; at+2 <= len(b); at++ {
		s.use(int(binary.BigEndian.Uint16(b[at:])))
	}
}

// join puts the header, the constants and the rest together.
func (s *stripper) join() []byte {
	p := &s.pool
	for i := 1; i < p.Len(); i++ {
		switch p.Tag(i) {
		case TagClass, TagString, TagMethodType, TagModule, TagPackage:
			s.use(p.u2(i, 0))
		case TagNameAndType:
			s.use(p.u2(i, 0))
			s.use(p.u2(i, 2))
		}
	}
	unused := func(i int) bool { return p.Tag(i) == TagUtf8 && s.used[i>>6]&(1<<(i&63)) == 0 }
	size := s.end + len(s.out)
	for i := range p.Len() {
		if unused(i) {
			size -= p.u2(i, 0)
		}
	}
	out := make([]byte, 0, size)
	from := 0 // what has not been copied
	for i := range p.Len() {
		if unused(i) {
			o := int(p.offsets[i] &^ nonASCII)
			out = append(append(out, s.data[from:o]...), byte(TagUtf8), 0, 0)
			from = o + 3 + p.u2(i, 0)
		}
	}
	out = append(out, s.data[from:s.end]...)
	return append(out, s.out...)
}
