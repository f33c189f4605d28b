package profile

import (
	"cmp"
	_ "embed" // waiting.tsv
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
)

//go:embed waiting.tsv
var waitingTable string

// waiting are the native methods in which a thread waits.
var waiting = calleesOf(waitingTable)

// events are the samples of a recording. Those of native methods count where the thread does not wait: the others are not of
// threads in native code, such as in a read from a file.
var events = []string{"jdk.ExecutionSample", "jdk.NativeMethodSample"}

// sleeping are the events of a thread that gives the processor away. Only those that take as long as a setting says are recorded, 10 ms or 20 ms.
var sleeping = []string{"jdk.ThreadSleep", "jdk.ThreadPark"}

// A recording of the Flight Recorder is chunks, each of events in one encoding that the chunk describes itself: jdk.jfr.internal.consumer,
// ChunkHeader, MetadataReader and ChunkParser of the JDK read it.
const (
	magic        = "FLR\x00"
	headerSize   = 68
	metadataType = 0
	constantType = 1
	maxNesting   = 32      // of elements of the metadata, and of values in values
	maxConstants = 1 << 24 // of a chunk
	maxFields    = 1 << 10 // of a class
	maxText      = 1 << 18 // bytes of a text that is kept: of a name, and of a setting
)

var errBroken = errors.New("it is no whole recording of the Flight Recorder")

// ErrCutOff is the error of a recording that ends within a chunk, behind others that are whole, as a virtual machine that was killed leaves it.
var ErrCutOff = errors.New("it is cut off")

// errNoChunk is the error of a recording that ends within its first chunk.
var errNoChunk = errors.New("it is cut off before the first part of the recording ends: copy it when the JVM has written it whole")

// readRecording adds the samples of all chunks of a recording.
func (b *builder) readRecording(data []byte) error {
	cut := errNoChunk
	for len(data) > 0 {
		if len(data) < headerSize && strings.HasPrefix(string(data), magic) {
			return cut
		}
		if len(data) < headerSize || string(data[:len(magic)]) != magic {
			return errBroken
		}
		size := binary.BigEndian.Uint64(data[8:])
		if size < headerSize {
			return errBroken
		}
		if size > uint64(len(data)) {
			return cut
		}
		if err := b.readChunk(data[:size]); err != nil {
			return err
		}
		cut, data = ErrCutOff, data[size:]
	}
	return nil
}

// readChunk adds the samples of a chunk.
func (b *builder) readChunk(data []byte) error {
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
	for _, name := range slices.Concat(events, sleeping) {
		if id, ok := c.named[name]; ok {
			samples[id] = map[int64]int64{}
		}
	}
	periods := map[int64]time.Duration{}
	for at := headerSize; at < len(data); {
		r, kind := c.event(at)
		switch t := c.classes[kind]; {
		case t == nil:
		case samples[kind] != nil:
			samples[kind][t.member(c.classValue(r, t, 0), "stackTrace").number]++
		default:
			b.note(c, t, r, periods)
		}
		if r.broken {
			return errBroken
		}
		at = len(r.data)
	}
	for _, kind := range slices.Sorted(maps.Keys(samples)) {
		for _, id := range slices.Sorted(maps.Keys(samples[kind])) {
			calls := c.stack(id)
			if slices.Contains(sleeping, c.classes[kind].name) {
				if err := b.put(calls, amount{sleeps: float64(samples[kind][id])}); err != nil {
					return err
				}
				continue
			}
			if len(calls) == 0 || waiting[calls[0].callee()] {
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

// note reads an event that says something of the whole recording.
func (b *builder) note(c *chunk, t *class, r *reader, periods map[int64]time.Duration) {
	switch t.name {
	case "jdk.ActiveSetting":
		setting := c.classValue(r, t, 0)
		c.addPeriod(periods, t, setting)
		b.profile.sleeps = b.profile.sleeps || c.enables(sleeping[0], t, setting)
	case "jdk.GarbageCollection":
		b.profile.collected = true
		b.profile.asked = b.profile.asked || c.cause(t.member(c.classValue(r, t, 0), "cause").number) == "System.gc()"
	case "jdk.JVMInformation":
		main, _, _ := strings.Cut(c.text(t.member(c.classValue(r, t, 0), "javaArguments")), " ")
		if buildTools[main] {
			b.ofBuild()
		}
	}
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

// enables reports whether a setting says that events of a name are recorded.
func (c *chunk) enables(event string, t *class, setting value) bool {
	return t.member(setting, "id").number == c.named[event] && c.text(t.member(setting, "name")) == "enabled" && c.text(t.member(setting, "value")) == "true"
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

// cause returns the cause of a garbage collection.
func (c *chunk) cause(id int64) string {
	const cause = "jdk.types.GCCause"
	return c.text(c.member(cause, c.constant(cause, id), "cause"))
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
		if x := one(); !r.passing && len(v.parts) < maxDepth {
			v.parts = append(v.parts, x)
		}
	}
	return v
}
