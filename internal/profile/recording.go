package profile

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
)

//go:embed waiting.tsv
var waitingTable string

// waiting are the native methods in which a thread waits.
var waiting = func() map[Frame]bool {
	out := map[Frame]bool{}
	for line := range strings.Lines(waitingTable) {
		if columns := strings.Split(strings.TrimSpace(line), "\t"); len(columns) == 3 && !strings.HasPrefix(line, "#") {
			out[Frame{Class: columns[0], Method: columns[1]}] = true
		}
	}
	return out
}()

// events are the samples of a recording. Those of native methods count where the thread does not wait: the others are not of
// threads in native code, such as in a read from a file.
var events = []string{"jdk.ExecutionSample", "jdk.NativeMethodSample"}

// A recording of the Flight Recorder is chunks, each of events in one encoding that the chunk describes itself: jdk.jfr.internal.consumer,
// ChunkHeader, MetadataReader and ChunkParser of the JDK read it.
const (
	magic        = "FLR\x00"
	headerSize   = 68
	metadataType = 0
	constantType = 1
	maxNesting   = 32 // of elements of the metadata, and of values in values
)

var errBroken = errors.New("it is no whole recording of the Flight Recorder")

// readRecording reads the samples of all chunks of a recording.
func readRecording(data []byte) (*Profile, error) {
	b := newBuilder()
	for len(data) > 0 {
		if len(data) < headerSize || string(data[:len(magic)]) != magic {
			return nil, errBroken
		}
		size := binary.BigEndian.Uint64(data[8:])
		if size < headerSize || size > uint64(len(data)) {
			return nil, errBroken
		}
		if err := readChunk(b, data[:size]); err != nil {
			return nil, err
		}
		data = data[size:]
	}
	return b.done()
}

// readChunk adds the samples of a chunk.
func readChunk(b *builder, data []byte) error {
	pools, metadata := binary.BigEndian.Uint64(data[16:]), binary.BigEndian.Uint64(data[24:])
	if pools >= uint64(len(data)) || metadata >= uint64(len(data)) {
		return errBroken
	}
	c := &chunk{data: data, classes: map[int64]*class{}, named: map[string]int64{}, pools: map[int64]map[int64]value{}, stacks: map[int64][]Frame{}}
	if err := c.readMetadata(int(metadata)); err != nil {
		return err
	}
	if err := c.readPools(int(pools)); err != nil {
		return err
	}
	samples := map[int64]*class{}
	for _, name := range events {
		if id, ok := c.named[name]; ok {
			samples[id] = c.classes[id]
		}
	}
	for at := headerSize; at < len(data); {
		r, kind := c.event(at)
		if r.broken {
			return errBroken
		}
		if t := samples[kind]; t != nil {
			if err := c.sample(b, r, t); err != nil {
				return err
			}
		}
		at = len(r.data)
	}
	return nil
}

// event returns a reader of the event at a place, behind its size and type, that ends with the event.
func (c *chunk) event(at int) (r *reader, kind int64) {
	r = &reader{data: c.data, at: at}
	size := r.number()
	kind = r.number()
	if size < int64(r.at-at) || size > int64(len(c.data)-at) {
		r.broken = true
		return r, kind
	}
	r.data = c.data[:at+int(size)]
	return r, kind
}

// sample adds one event.
func (c *chunk) sample(b *builder, r *reader, t *class) error {
	id := int64(0)
	for _, f := range t.fields {
		v := c.fieldValue(r, f, 0)
		if f.name == "stackTrace" {
			id = v.number
		}
	}
	if r.broken {
		return errBroken
	}
	calls, known := c.stacks[id]
	if !known {
		calls = c.stack(id)
		c.stacks[id] = calls
	}
	if len(calls) == 0 || waiting[Frame{Class: calls[0].Class, Method: calls[0].Method}] {
		return nil
	}
	return b.add(calls, 1, 1)
}

// chunk is one part of a recording.
type chunk struct {
	data    []byte
	classes map[int64]*class
	named   map[string]int64          // classes by name
	pools   map[int64]map[int64]value // constants by class and number
	stacks  map[int64][]Frame
}

// class is a type of events or values.
type class struct {
	name   string
	fields []field
}

type field struct {
	name     string
	class    int64
	constant bool // the value is the number of a constant
	array    bool
}

// value is a number or the number of a constant, a text, or values in it: of fields, or of an array.
type value struct {
	number int64
	text   string
	parts  []value
}

// stack returns the calls of a stack trace, the innermost first.
func (c *chunk) stack(id int64) (calls []Frame) {
	trace := c.constant("jdk.types.StackTrace", id)
	for _, f := range c.member("jdk.types.StackTrace", trace, "frames").parts {
		const frame, method, of = "jdk.types.StackFrame", "jdk.types.Method", "java.lang.Class"
		m := c.constant(method, c.member(frame, f, "method").number)
		declared := c.constant(of, c.member(method, m, "type").number)
		line := c.member(frame, f, "lineNumber").number
		if line < 0 || line > 1<<16 {
			line = 0
		}
		calls = append(calls, Frame{
			Class: strings.ReplaceAll(c.symbol(c.member(of, declared, "name").number), ".", "/"), Method: c.symbol(c.member(method, m, "name").number),
			Desc: c.symbol(c.member(method, m, "descriptor").number), Line: int(line),
		})
	}
	return calls
}

// symbol returns a text that is a constant.
func (c *chunk) symbol(id int64) string {
	const symbol = "jdk.types.Symbol"
	text := c.member(symbol, c.constant(symbol, id), "string")
	if text.text == "" && text.number != 0 {
		return c.constant("java.lang.String", text.number).text
	}
	return text.text
}

// constant returns a constant of a class by its number.
func (c *chunk) constant(name string, id int64) value {
	return c.pools[c.named[name]][id]
}

// member returns a field of a value of a class.
func (c *chunk) member(name string, v value, member string) value {
	if t := c.classes[c.named[name]]; t != nil {
		for i, f := range t.fields {
			if f.name == member && i < len(v.parts) {
				return v.parts[i]
			}
		}
	}
	return value{}
}

// readPools reads the constants: the last pools of the chunk say how far in front of them the ones before are.
func (c *chunk) readPools(at int) error {
	for end := len(c.data); ; {
		r, kind := c.event(at)
		if r.broken || kind != constantType || len(r.data) > end {
			return errBroken
		}
		r.number() // when
		r.number() // for how long
		before := r.number()
		r.byte() // of which kind
		for range r.count() {
			if !c.readPool(r) {
				return errBroken
			}
		}
		switch {
		case r.broken || before > 0 || before < int64(headerSize-at):
			return errBroken
		case before == 0:
			return nil
		}
		end, at = at, at+int(before)
	}
}

// readPool reads the constants of one class, and reports whether they are whole.
func (c *chunk) readPool(r *reader) bool {
	id := r.number()
	t := c.classes[id]
	if t == nil {
		return false
	}
	pool := c.pools[id]
	if pool == nil {
		pool = map[int64]value{}
		c.pools[id] = pool
	}
	for range r.count() {
		key := r.number()
		v := c.classValue(r, t, 0)
		if r.broken {
			return false
		}
		pool[key] = v
	}
	return true
}

// classValue reads a value of a class. Each takes a byte at least, so that the size of the event bounds the work.
func (c *chunk) classValue(r *reader, t *class, depth int) value {
	if primitive(t.name) {
		return r.primitive(t.name)
	}
	if depth > maxNesting || len(t.fields) == 0 {
		r.broken = true
	}
	v := value{}
	for _, f := range t.fields {
		if r.broken {
			break
		}
		v.parts = append(v.parts, c.fieldValue(r, f, depth+1))
	}
	return v
}

// fieldValue reads the value of a field.
func (c *chunk) fieldValue(r *reader, f field, depth int) value {
	one := func() value {
		t := c.classes[f.class]
		switch {
		case f.constant:
			return value{number: r.number()}
		case t == nil:
			r.broken = true
			return value{}
		}
		return c.classValue(r, t, depth)
	}
	if !f.array {
		return one()
	}
	v := value{}
	for range r.count() {
		if r.broken {
			break
		}
		v.parts = append(v.parts, one())
	}
	return v
}

// element is one of the tree that the metadata is.
type element struct {
	name       string
	attributes map[string]string
	children   []element
}

// readMetadata reads the classes.
func (c *chunk) readMetadata(at int) error {
	r, kind := c.event(at)
	if r.broken || kind != metadataType {
		return errBroken
	}
	r.number() // when
	r.number() // for how long
	r.number() // its number
	var texts []string
	for range r.count() {
		texts = append(texts, r.text().text)
	}
	root := r.element(texts, 0)
	if r.broken {
		return errBroken
	}
	for _, metadata := range root.children {
		for _, e := range metadata.children {
			id, err := strconv.ParseInt(e.attributes["id"], 10, 64)
			if e.name != "class" || err != nil {
				continue
			}
			t, ok := e.class()
			if !ok {
				return errBroken
			}
			c.classes[id], c.named[t.name] = t, id
		}
	}
	return nil
}

// class returns the class that an element describes; ok is false where a field has no class.
func (e element) class() (t *class, ok bool) {
	t = &class{name: e.attributes["name"]}
	for _, f := range e.children {
		if f.name != "field" {
			continue
		}
		of, err := strconv.ParseInt(f.attributes["class"], 10, 64)
		if err != nil {
			return nil, false
		}
		t.fields = append(t.fields, field{name: f.attributes["name"], class: of, constant: f.attributes["constantPool"] == "true", array: f.attributes["dimension"] == "1"})
	}
	return t, true
}

// reader reads the numbers and texts of a chunk; broken is set where it ends before they do.
type reader struct {
	data   []byte
	at     int
	broken bool
}

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		r.broken = true
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) bytes(n int64) []byte {
	if n < 0 || n > int64(len(r.data)-r.at) {
		r.broken = true
		return nil
	}
	r.at += int(n)
	return r.data[r.at-int(n) : r.at]
}

// number reads seven bits from each byte, the lowest first, and eight from the ninth.
func (r *reader) number() int64 {
	var n uint64
	for shift := 0; shift < 56; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return int64(n)
		}
	}
	return int64(n | uint64(r.byte())<<56)
}

// count reads how many of something follow, each of which takes a byte at least.
func (r *reader) count() int {
	n := r.number()
	if n < 0 || n > int64(len(r.data)-r.at) {
		r.broken = true
		return 0
	}
	return int(n)
}

// text reads a text, or the number of the constant that it is.
func (r *reader) text() value {
	switch kind := r.byte(); kind {
	case 0, 1: // null, empty
	case 2:
		return value{number: r.number()}
	case 3, 5: // UTF-8, ISO 8859-1
		raw := r.bytes(r.number())
		if kind == 3 {
			return value{text: string(raw)}
		}
		runes := make([]rune, len(raw))
		for i, b := range raw {
			runes[i] = rune(b)
		}
		return value{text: string(runes)}
	case 4:
		var runes []rune
		for range r.count() {
			runes = append(runes, rune(r.number()))
		}
		return value{text: string(runes)}
	default:
		r.broken = true
	}
	return value{}
}

// element reads an element of the metadata with those in it.
func (r *reader) element(texts []string, depth int) (e element) {
	text := func() string {
		if n := r.number(); n >= 0 && n < int64(len(texts)) {
			return texts[n]
		}
		r.broken = true
		return ""
	}
	if depth > maxNesting {
		r.broken = true
	}
	e = element{name: text(), attributes: map[string]string{}}
	for range r.count() {
		if r.broken {
			return e
		}
		key := text()
		e.attributes[key] = text()
	}
	for range r.count() {
		if r.broken {
			return e
		}
		e.children = append(e.children, r.element(texts, depth+1))
	}
	return e
}

// primitive reports whether a class of a recording has no fields, but a number or a text.
func primitive(name string) bool {
	switch name {
	case "boolean", "byte", "char", "short", "int", "long", "float", "double", "java.lang.String":
		return true
	}
	return false
}

// primitive reads a number or a text.
func (r *reader) primitive(name string) value {
	switch name {
	case "boolean", "byte":
		return value{number: int64(r.byte())}
	case "float":
		r.bytes(4)
	case "double":
		r.bytes(8)
	case "java.lang.String":
		return r.text()
	default:
		return value{number: r.number()}
	}
	return value{}
}
