//go:build linux

package main

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

// texts are names and descriptors that something may take for more than they are.
var texts = []string{
	"", "V", "I", "()V", "(I)I", "()Ljava/lang/Object;", "(", "()", "L;", "[", "[[[[[[I", "Ljava/lang/Object;", "java/lang/Object",
	"java/lang/Enum", "java/util/ArrayList", "java/util/Iterator", "java/lang/invoke/LambdaMetafactory", "metafactory",
	"makeConcatWithConstants", "\x01\x01\x02", "<init>", "<clinit>", "size", "add", "hasNext", "next", "equals", "hashCode",
	"Code", "StackMapTable", "LineNumberTable", "BootstrapMethods", "Signature", "SourceFile", "InnerClasses", "Record",
	"a/", "/", ".", "..", "a//b", "\xC0\x80", "\xED\xA0\x80", "\xFF", "TT;", "<T:Ljava/lang/Object;>()TT;", "9223372036854775808",
}

// mutate returns a class file with a few changed fields.
func mutate(l *layout, r *rand.Rand) []byte {
	data := slices.Clone(l.data)
	structural := r.IntN(4) == 0 && len(l.parts) > 0
	for range 1 + r.IntN(3) {
		f := l.fields[r.IntN(len(l.fields))]
		if f.role == text && !structural {
			continue // changes offsets: below
		}
		l.change(data, f, r)
	}
	switch {
	case structural:
		return l.repeat(data, l.parts[r.IntN(len(l.parts))], r)
	case r.IntN(3) == 0:
		return l.replaceText(data, r)
	}
	return data
}

// change gives a field another value of its kind.
func (l *layout) change(data []byte, f field, r *rand.Rand) {
	b := data[f.at : f.at+f.size]
	switch {
	case f.size == 0:
	case f.role == opcode:
		b[0] = byte(r.IntN(202))
	case f.role == tag:
		b[0] = byte(1 + r.IntN(20))
	case f.role == version:
		binary.BigEndian.PutUint16(b, uint16(45+r.IntN(26)))
	case f.size == 2 && r.IntN(3) > 0: // the value of another such field, or a near one
		other := l.fields[r.IntN(len(l.fields))]
		for tries := 0; tries < 50 && (other.role != f.role || other.size != 2); tries++ {
			other = l.fields[r.IntN(len(l.fields))]
		}
		v := binary.BigEndian.Uint16(b)
		if other.size == 2 && r.IntN(2) == 0 {
			v = binary.BigEndian.Uint16(l.data[other.at:])
		}
		binary.BigEndian.PutUint16(b, v+uint16(r.IntN(5))-2)
	case r.IntN(3) == 0:
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
	default:
		x := []byte{0, 0xFF, 0x7F, 0x80, 1}[r.IntN(5)]
		for i := range b {
			b[i] = x
		}
		if x == 0x7F || x == 0x80 || x == 1 { // the largest, the smallest, 1
			clear(b)
			b[0] = x &^ 1
			b[len(b)-1] |= x & 1
		}
	}
}

// replaceText gives a Utf8 constant another text.
func (l *layout) replaceText(data []byte, r *rand.Rand) []byte {
	for range 100 {
		f := l.fields[r.IntN(len(l.fields))]
		if f.role != text {
			continue
		}
		s := texts[r.IntN(len(texts))]
		binary.BigEndian.PutUint16(data[f.at-2:], uint16(len(s)))
		return slices.Concat(data[:f.at], []byte(s), data[f.at+f.size:])
	}
	return data
}

// repeat leaves a part out or repeats it, and corrects the number and the lengths around it.
func (l *layout) repeat(data []byte, p part, r *rand.Rand) []byte {
	times := []int{0, 2, 3, 100}[r.IntN(4)]
	n := int(binary.BigEndian.Uint16(l.data[p.count:])) + times - 1
	if n > 0xFFFF || (p.end-p.start)*times > 1<<20 {
		return data
	}
	binary.BigEndian.PutUint16(data[p.count:], uint16(n))
	grow := (times - 1) * (p.end - p.start)
	for i, f := range l.fields {
		if f.role != length || f.size != 4 {
			continue
		}
		// The attributes around the part: their bytes follow their length.
		size := int(binary.BigEndian.Uint32(l.data[f.at:]))
		if code := i > 0 && l.fields[i-1].role == count; !code && f.at+4 <= p.count && p.end <= f.at+4+size {
			binary.BigEndian.PutUint32(data[f.at:], uint32(size+grow))
		}
	}
	out := slices.Clone(data[:p.start])
	for range times {
		out = append(out, data[p.start:p.end]...)
	}
	return append(out, data[p.end:]...)
}
