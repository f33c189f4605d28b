package summaries

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"slices"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
)

// Method is one method of a class that is written: what a call costs that runs it and nothing else, and what one costs
// that may run what overrides it. Nil is not written.
type Method struct {
	Direct, Virtual *absint.Portable
}

// Class is one class that is written, with the costs of its methods in the order of methodsOf.
type Class struct {
	Class   *classfile.Class
	Methods []Method
}

// chunkSize is how many bytes of classes are compressed together.
const chunkSize = 64 << 10

// choicesPerChunk is how many choices are.
const choicesPerChunk = 1024

// magic begins every file and says which format it has.
const magic = "elsums2\n"

// The tags of what is written of a method.
const (
	noCost     = iota
	directCost // only
	sameCost   // direct and virtual calls alike
	bothCosts
	virtualCost // only
)

// Encode writes a database. engine says which engine made it, source what it was made from: of the same classes and
// costs it makes the same bytes.
func Encode(classes []Class, engine, source string) ([]byte, error) {
	classes = slices.Clone(classes)
	slices.SortFunc(classes, func(a, b Class) int { return cmp.Compare(a.Class.Name, b.Class.Name) })
	e := absint.NewEncoder()
	index := appendString(appendString(nil, engine), source)
	var chunks, placed []byte
	var table []byte // of the chunks: length, length when compressed, checksum
	count := 0
	var raw []byte
	flush := func(head []byte) {
		packed := deflate(slices.Concat(head, raw))
		table = binary.AppendUvarint(binary.AppendUvarint(table, uint64(len(head)+len(raw))), uint64(len(packed)))
		table = binary.LittleEndian.AppendUint32(table, crc32.ChecksumIEEE(packed))
		chunks = append(chunks, packed...)
		raw = nil
		count++
	}
	flushClasses := func() {
		if len(raw) == 0 {
			return
		}
		head := binary.AppendUvarint(nil, uint64(len(e.Strings)))
		for _, s := range e.Strings {
			head = appendString(head, s)
		}
		flush(head)
		e.ResetStrings()
	}
	last := ""
	for _, c := range classes {
		shared := 0
		for shared < min(len(last), len(c.Class.Name)) && last[shared] == c.Class.Name[shared] {
			shared++
		}
		last = c.Class.Name
		placed = appendString(binary.AppendUvarint(placed, uint64(shared)), c.Class.Name[shared:])
		placed = binary.AppendUvarint(binary.AppendUvarint(placed, uint64(count)), uint64(len(raw)))
		var err error
		if raw, err = appendClass(raw, e, c); err != nil {
			return nil, err
		}
		if len(raw) >= chunkSize {
			flushClasses()
		}
	}
	flushClasses()
	classChunks := count
	for part := range slices.Chunk(e.Choices, choicesPerChunk) {
		for _, c := range part {
			raw = appendString(raw, string(c))
		}
		flush(nil)
	}
	index = binary.AppendUvarint(binary.AppendUvarint(index, uint64(classChunks)), uint64(count))
	index = append(index, table...)
	index = binary.AppendUvarint(index, uint64(len(classes)))
	index = append(index, placed...)
	packed := deflate(index)
	out := []byte(magic)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(packed)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(index)))
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(packed))
	return slices.Concat(out, packed, chunks), nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// deflate compresses; writing to memory does not fail.
func deflate(data []byte) []byte {
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("summaries: compressing in memory: " + err.Error())
	}
	return buf.Bytes()
}

func appendClass(b []byte, e *absint.Encoder, c Class) ([]byte, error) {
	s := skeletonOf(c.Class)
	str := func(v string) { b = binary.AppendUvarint(b, e.String(v)) }
	list := func(vs []string) {
		b = binary.AppendUvarint(b, uint64(len(vs)))
		for _, v := range vs {
			str(v)
		}
	}
	num := func(v uint64) { b = binary.AppendUvarint(b, v) }
	num(uint64(s.access))
	str(s.name)
	str(s.super)
	list(s.interfaces)
	if s.sealed {
		num(1)
		list(s.permitted)
	} else {
		num(0)
	}
	num(uint64(len(s.fields)))
	for _, f := range s.fields {
		num(uint64(f.access))
		str(f.name)
		str(f.desc)
		num(uint64(f.constant.tag))
		if f.constant.tag != 0 {
			b = binary.AppendVarint(b, f.constant.value)
		}
	}
	num(uint64(len(s.methods)))
	for i, m := range s.methods {
		num(uint64(m.access))
		str(m.name)
		str(m.desc)
		var cost []byte
		var err error
		if i < len(c.Methods) {
			if cost, err = appendCost(e, c.Methods[i]); err != nil {
				return nil, err
			}
		}
		b = appendString(b, string(cost))
	}
	return b, nil
}

func appendCost(e *absint.Encoder, m Method) ([]byte, error) {
	switch {
	case m.Direct == nil && m.Virtual == nil:
		return nil, nil
	case m.Virtual == nil:
		return e.Append([]byte{directCost}, m.Direct)
	case m.Direct == nil:
		return e.Append([]byte{virtualCost}, m.Virtual)
	case m.Direct == m.Virtual:
		return e.Append([]byte{sameCost}, m.Direct)
	}
	b, err := e.Append([]byte{bothCosts}, m.Direct)
	if err != nil {
		return nil, err
	}
	return e.Append(b, m.Virtual)
}
