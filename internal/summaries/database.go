// Package summaries stores what analysing code needs of a library that it calls: the library's classes without their
// code, and what calls of their methods cost. A database of them is made once, from the JDK or from a dependency, and
// then takes the place of the library's class files.
//
// A file is an index and chunks, each compressed by itself (RFC 1951). Only the index and the chunks with what is
// asked for are read.
package summaries

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
)

// Database is an opened database. It is safe for concurrent use.
type Database struct {
	Engine string // that made it
	Source string // that it was made from
	Digest string // of the content: equal databases have the same one, others do not

	data        *io.SectionReader // the compressed chunks
	chunks      []chunk
	classChunks int
	places      map[string]place
	decoder     *absint.Decoder

	mu      sync.Mutex
	classes map[string]*entry
}

type chunk struct {
	raw, size, offset int
	sum               uint32
	once              sync.Once
	content           []byte
	strings           []string
	choices           [][]byte
	err               error
}

// place is where a class begins: the chunk, and the offset behind the chunk's strings.
type place struct{ chunk, offset int }

// entry is a class that has been read.
type entry struct {
	class *classfile.Class
	costs map[string][]byte // by name and descriptor
	chunk *chunk
	mu    sync.Mutex
	done  map[string]costs
}

type costs struct{ direct, virtual *absint.Portable }

var errDamaged = errors.New("the database of summaries is damaged")

// maxRaw bounds what one chunk or index may become.
const maxRaw = 64 << 20

// Open opens a database. data is kept.
func Open(data []byte) (*Database, error) { return OpenAt(bytes.NewReader(data), int64(len(data))) }

// OpenAt opens a database of size bytes. It reads the index, and later each chunk when something of it is asked for: file is kept.
func OpenAt(file io.ReaderAt, size int64) (*Database, error) {
	const lengths = 12 // of the index as compressed and as it is, and its checksum
	rest := io.NewSectionReader(file, 0, size)
	head, err := part(rest, 0, len(magic)+lengths)
	if err != nil || string(head[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w or of another version of energylint", errDamaged)
	}
	head = head[len(magic):]
	stored, raw, sum := int(binary.LittleEndian.Uint32(head)), int(binary.LittleEndian.Uint32(head[4:])), binary.LittleEndian.Uint32(head[8:])
	compressed, err := part(rest, len(magic)+lengths, stored)
	if err != nil {
		return nil, err
	}
	index, err := inflate(compressed, raw, sum)
	if err != nil {
		return nil, err
	}
	chunks := int64(len(magic) + lengths + stored)
	digest := sha256.Sum256(compressed) // the index has the lengths and checksums of all the rest
	d := &Database{Digest: hex.EncodeToString(digest[:]), data: io.NewSectionReader(file, chunks, size-chunks), classes: map[string]*entry{}}
	r := &reader{b: index}
	d.Engine, d.Source = r.text(), r.text()
	d.classChunks = r.number()
	d.chunks = make([]chunk, r.count())
	offset := 0
	for i := range d.chunks {
		c := &d.chunks[i]
		c.raw, c.size, c.offset = r.number(), r.number(), offset
		c.sum = r.fixed()
		offset += c.size
		if int64(offset) > d.data.Size() {
			return nil, errDamaged
		}
	}
	n := r.count()
	d.places = make(map[string]place, n)
	var name []byte
	for range n {
		shared := r.number()
		if shared > len(name) {
			return nil, errDamaged
		}
		name = append(name[:shared], r.text()...)
		d.places[string(name)] = place{r.number(), r.number()}
	}
	if r.bad || d.classChunks > len(d.chunks) {
		return nil, errDamaged
	}
	d.decoder = &absint.Decoder{Choice: d.choice}
	return d, nil
}

// part reads size bytes at an offset.
func part(file *io.SectionReader, offset, size int) ([]byte, error) {
	if offset < 0 || size < 0 || int64(offset)+int64(size) > file.Size() {
		return nil, errDamaged
	}
	data := make([]byte, size)
	if _, err := file.ReadAt(data, int64(offset)); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return data, nil
}

func inflate(data []byte, raw int, sum uint32) ([]byte, error) {
	if raw > maxRaw || crc32.ChecksumIEEE(data) != sum {
		return nil, errDamaged
	}
	out := make([]byte, raw)
	if err := archive.Inflate(out, data); err != nil {
		return nil, errDamaged
	}
	return out, nil
}

func (d *Database) chunk(i int) (*chunk, error) {
	if i < 0 || i >= len(d.chunks) {
		return nil, errDamaged
	}
	c := &d.chunks[i]
	c.once.Do(func() {
		compressed, err := part(d.data, c.offset, c.size)
		if err != nil {
			c.err = err
			return
		}
		raw, err := inflate(compressed, c.raw, c.sum)
		if err != nil {
			c.err = err
			return
		}
		r := &reader{b: raw}
		if i < d.classChunks {
			for range r.count() {
				c.strings = append(c.strings, r.text())
			}
			c.content = r.b
		} else {
			for len(r.b) > 0 && !r.bad {
				c.choices = append(c.choices, r.bytes())
			}
		}
		if r.bad {
			c.err = errDamaged
		}
	})
	return c, c.err
}

func (d *Database) choice(n uint64) ([]byte, error) {
	if n > maxRaw {
		return nil, errDamaged
	}
	c, err := d.chunk(d.classChunks + int(n)/choicesPerChunk)
	if err != nil {
		return nil, err
	}
	k := int(n) % choicesPerChunk
	if k >= len(c.choices) {
		return nil, errDamaged
	}
	return c.choices[k], nil
}

// Names returns the names of the classes, sorted.
func (d *Database) Names() []string {
	out := make([]string, 0, len(d.places))
	for name := range d.places {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Find returns a class without its code, nil where the database has none of that name. It is a callgraph.Library.
func (d *Database) Find(name string) *classfile.Class {
	if e := d.entry(name); e != nil {
		return e.class
	}
	return nil
}

func (d *Database) entry(name string) *entry {
	p, ok := d.places[name]
	if !ok {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	e, ok := d.classes[name]
	if !ok {
		e = d.read(name, p)
		d.classes[name] = e
	}
	return e
}

// read reads a class; nil where it is damaged: it is as unknown then as one that is not there.
func (d *Database) read(name string, p place) *entry {
	c, err := d.chunk(p.chunk)
	if err != nil || p.chunk >= d.classChunks || p.offset > len(c.content) {
		return nil
	}
	r := &reader{b: c.content[p.offset:], strings: c.strings}
	s := skeleton{access: uint16(r.number()), name: r.string(), super: r.string(), interfaces: r.list()}
	if r.number() == 1 {
		s.sealed, s.permitted = true, r.list()
	}
	for range r.count() {
		f := fieldSkeleton{access: uint16(r.number()), name: r.string(), desc: r.string()}
		if f.constant.tag = classfile.Tag(r.number()); f.constant.tag != 0 {
			f.constant.value = r.signed()
		}
		s.fields = append(s.fields, f)
	}
	e := &entry{costs: map[string][]byte{}, done: map[string]costs{}, chunk: c}
	for range r.count() {
		m := methodSkeleton{uint16(r.number()), r.string(), r.string()}
		s.methods = append(s.methods, m)
		if cost := r.bytes(); len(cost) > 0 {
			e.costs[m.name+m.desc] = cost
		}
	}
	if r.bad || s.name != name {
		return nil
	}
	if e.class, err = s.class(); err != nil {
		return nil
	}
	return e
}

// Cost is what a call costs: see absint.Foreign.
func (d *Database) Cost(m classfile.Member, direct bool) (*absint.Portable, bool) {
	e := d.entry(m.Class)
	if e == nil {
		return nil, false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	key := m.Name + m.Desc
	c, ok := e.done[key]
	if !ok {
		c = d.costs(e, e.costs[key])
		e.done[key] = c
	}
	p := c.virtual
	if direct {
		p = c.direct
	}
	return p, p != nil
}

// costs reads the costs of a method; a damaged one is unknown.
func (d *Database) costs(e *entry, b []byte) (c costs) {
	if len(b) == 0 {
		return costs{}
	}
	str := func(n uint64) (string, error) {
		if n >= uint64(len(e.chunk.strings)) {
			return "", errDamaged
		}
		return e.chunk.strings[n], nil
	}
	tag, b := b[0], b[1:]
	first, b, err := d.decoder.Portable(b, str)
	if err != nil {
		return costs{}
	}
	switch tag {
	case directCost:
		c.direct = first
	case virtualCost:
		c.virtual = first
	case sameCost:
		c.direct, c.virtual = first, first
	case bothCosts:
		second, _, err := d.decoder.Portable(b, str)
		if err != nil {
			return costs{}
		}
		c.direct, c.virtual = first, second
	}
	return c
}

// reader reads the format's numbers and strings; the first failure sticks.
type reader struct {
	b       []byte
	strings []string
	bad     bool
}

func (r *reader) number() int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > 1<<40 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) signed() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) fixed() uint32 {
	if len(r.b) < 4 {
		r.bad, r.b = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint32(r.b)
	r.b = r.b[4:]
	return v
}

// count reads the length of a list, whose elements take a byte at least.
func (r *reader) count() int {
	n := r.number()
	if n > len(r.b) {
		r.bad, r.b = true, nil
		return 0
	}
	return n
}

func (r *reader) bytes() []byte {
	n := r.count()
	v := r.b[:n:n]
	r.b = r.b[n:]
	return v
}

func (r *reader) text() string { return string(r.bytes()) }

// string reads the number of a string.
func (r *reader) string() string {
	n := r.number()
	if n >= len(r.strings) {
		r.bad, r.b = true, nil
		return ""
	}
	return r.strings[n]
}

func (r *reader) list() []string {
	var out []string
	for range r.count() {
		out = append(out, r.string())
	}
	return out
}
