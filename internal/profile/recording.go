package profile

import (
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
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
	maxNesting   = 32      // of elements of the metadata, and of values in values
	maxConstants = 1 << 24 // of a chunk
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
	c := &chunk{data: data, classes: map[int64]*class{}, named: map[string]int64{}, pools: map[int64]map[int64]int{}, methods: map[int64]Frame{}}
	if err := c.readMetadata(int(metadata)); err != nil {
		return err
	}
	if err := c.readPools(int(pools)); err != nil {
		return err
	}
	samples := map[int64]map[int64]int64{} // how many, by event and stack trace
	for _, name := range events {
		if id, ok := c.named[name]; ok {
			samples[id] = map[int64]int64{}
		}
	}
	setting, settings := c.named["jdk.ActiveSetting"]
	periods := map[int64]time.Duration{}
	for at := headerSize; at < len(data); {
		r, kind := c.event(at)
		if stacks := samples[kind]; stacks != nil {
			t := c.classes[kind]
			stacks[t.member(c.classValue(r, t, 0), "stackTrace").number]++
		} else if settings && kind == setting {
			t := c.classes[kind]
			c.addPeriod(periods, t, c.classValue(r, t, 0))
		}
		if r.broken {
			return errBroken
		}
		at = len(r.data)
	}
	for _, kind := range slices.Sorted(maps.Keys(samples)) {
		for _, id := range slices.Sorted(maps.Keys(samples[kind])) {
			calls := c.stack(id)
			if len(calls) == 0 || waiting[Frame{Class: calls[0].Class, Method: calls[0].Method}] {
				continue
			}
			n, period := samples[kind][id], cmp.Or(periods[kind], usualPeriod)
			if err := b.add(calls, float64(n)*float64(period)/float64(time.Millisecond), n); err != nil {
				return err
			}
		}
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

// usualPeriod is how much time a sample stands for where the recording does not say: the setting of the JDK that is not changed.
const usualPeriod = 20 * time.Millisecond

// addPeriod remembers how much time a sample of a kind of events stands for, if a setting says so. Of several recordings at once the one
// that asks most often counts.
func (c *chunk) addPeriod(periods map[int64]time.Duration, t *class, setting value) {
	if c.text(t.member(setting, "name")) != "period" {
		return
	}
	of, period := t.member(setting, "id").number, parsePeriod(c.text(t.member(setting, "value")))
	if period > 0 && (periods[of] == 0 || period < periods[of]) {
		periods[of] = period
	}
}

// parsePeriod reads a period as the settings have it, "20 ms"; 0 where it is none ("everyChunk").
func parsePeriod(text string) time.Duration {
	d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
	if err != nil || d < 0 {
		return 0
	}
	return d
}

// chunk is one part of a recording.
type chunk struct {
	data    []byte
	classes map[int64]*class
	named   map[string]int64        // classes by name
	pools   map[int64]map[int64]int // where constants are, by class and number
	methods map[int64]Frame

	constants int // how many of pools
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
	const trace, frame = "jdk.types.StackTrace", "jdk.types.StackFrame"
	for _, f := range c.member(trace, c.constant(trace, id), "frames").parts {
		call := c.method(c.member(frame, f, "method").number)
		if line := c.member(frame, f, "lineNumber").number; line > 0 && line <= 1<<16 {
			call.Line = int(line)
		}
		calls = append(calls, call)
	}
	return calls
}

// method returns a method by its number, without a line.
func (c *chunk) method(id int64) Frame {
	if known, ok := c.methods[id]; ok {
		return known
	}
	const method, of = "jdk.types.Method", "java.lang.Class"
	m := c.constant(method, id)
	declared := c.constant(of, c.member(method, m, "type").number)
	f := Frame{
		Class: strings.ReplaceAll(c.symbol(c.member(of, declared, "name").number), ".", "/"), Method: c.symbol(c.member(method, m, "name").number),
		Desc: c.symbol(c.member(method, m, "descriptor").number),
	}
	c.methods[id] = f
	return f
}

// symbol returns a text that is a constant.
func (c *chunk) symbol(id int64) string {
	const symbol = "jdk.types.Symbol"
	return c.text(c.member(symbol, c.constant(symbol, id), "string"))
}

// text returns a text, which may be a constant.
func (c *chunk) text(v value) string {
	if v.text == "" && v.number != 0 {
		return c.constant("java.lang.String", v.number).text
	}
	return v.text
}

// constant returns a constant of a class by its number.
func (c *chunk) constant(name string, id int64) value {
	of := c.named[name]
	at, ok := c.pools[of][id]
	if !ok {
		return value{}
	}
	return c.classValue(&reader{data: c.data, at: at}, c.classes[of], 0)
}

// member returns a field of a value of a class.
func (c *chunk) member(name string, v value, member string) value {
	return c.classes[c.named[name]].member(v, member)
}

// member returns a field of a value of the class.
func (t *class) member(v value, member string) value {
	if t != nil {
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
			if err := c.readPool(r); err != nil {
				return err
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

// readPool finds the constants of one class.
func (c *chunk) readPool(r *reader) error {
	id := r.number()
	t := c.classes[id]
	if t == nil {
		return errBroken
	}
	pool := c.pools[id]
	if pool == nil {
		pool = map[int64]int{}
		c.pools[id] = pool
	}
	r.passing = true
	for range r.count() {
		key := r.number()
		at := r.at
		c.classValue(r, t, 0)
		if r.broken {
			return errBroken
		}
		if c.constants++; c.constants > maxConstants {
			return errTooLarge
		}
		pool[key] = at
	}
	return nil
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
		if x := c.fieldValue(r, f, depth+1); !r.passing {
			v.parts = append(v.parts, x)
		}
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
		if x := one(); !r.passing {
			v.parts = append(v.parts, x)
		}
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
	data    []byte
	at      int
	passing bool // what is read is not kept: it is looked up later where it is
	broken  bool
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
		if r.passing {
			return value{}
		}
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
			if c := rune(r.number()); !r.passing {
				runes = append(runes, c)
			}
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
