package snapshot

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
	"strings"
)

// Limits of what a file may hold: it may be hostile.
const (
	maxData   = 1 << 29 // bytes when unpacked
	maxMemory = 1 << 31 // bytes that the values take, roughly
	maxDepth  = 4096    // of values in values; sizes nest less than 256 times, with several values each
)

var (
	errDamaged  = errors.New("it is damaged")
	errTooLarge = errors.New("it holds more than energylint reads")
)

// decoder reads values. Its first error is kept, and what is read after it is zero.
type decoder struct {
	in      string
	at      int
	strings []string
	floats  []float64
	memory  int64
	depth   int
	layout  layout
	plans   map[planKey][]step
	leasts  map[int]int // see least
	err     error
}

// planKey is a struct of the file to be read as a type.
type planKey struct {
	stored int
	typ    reflect.Type
}

// step is a field of a struct in the file.
type step struct {
	typ string
	to  int // the field that it is read into, negative where it is skipped
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.at = len(d.in)
}

func (d *decoder) uint() uint64 {
	var n uint64
	for shift := 0; d.at < len(d.in); shift += 7 {
		b := d.in[d.at]
		d.at++
		if shift == 63 && b > 1 {
			break
		}
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	d.fail(errDamaged)
	return 0
}

func (d *decoder) int() int64 {
	n := d.uint()
	return int64(n>>1) ^ -int64(n&1)
}

func (d *decoder) string() string {
	i := d.uint()
	switch {
	case i > uint64(len(d.strings)):
		d.fail(errDamaged)
		return ""
	case i > 0:
		return d.strings[i-1]
	}
	n := d.uint()
	if n > uint64(len(d.in)-d.at) || d.err != nil {
		d.fail(errDamaged)
		return ""
	}
	s := d.in[d.at : d.at+int(n)]
	d.at += int(n)
	d.strings = append(d.strings, s)
	return s
}

func (d *decoder) float() float64 {
	n := d.uint()
	switch n & 3 {
	case wholeFloat:
		n >>= 2
		return float64(int64(n>>1) ^ -int64(n&1))
	case newFloat:
		if len(d.in)-d.at < 8 {
			d.fail(errDamaged)
			return 0
		}
		f := math.Float64frombits(binary.LittleEndian.Uint64([]byte(d.in[d.at : d.at+8])))
		d.at += 8
		d.floats = append(d.floats, f)
		return f
	case oldFloat:
		if i := n >> 2; i < uint64(len(d.floats)) {
			return d.floats[i]
		}
	}
	d.fail(errDamaged)
	return 0
}

// length reads the length of a list of elements of a size; null is true for one that is nil. Each element takes at least
// a byte.
func (d *decoder) length(size uintptr) (n int, null bool) {
	v := d.uint()
	if v == 0 {
		return 0, true
	}
	if v-1 > uint64(len(d.in)-d.at) {
		d.fail(errDamaged)
		return 0, true
	}
	if d.memory += int64(v-1) * int64(size); d.memory > maxMemory {
		d.fail(errTooLarge)
		return 0, true
	}
	return int(v - 1), false
}

// counted is about how much memory an element of counts takes.
const counted = 48

func (d *decoder) counts() map[string]float64 {
	n, null := d.length(counted)
	if null {
		return nil
	}
	m := make(map[string]float64, min(n, 1024))
	for i := 0; i < n && d.err == nil; i++ {
		name := d.string()
		m[name] = d.float()
	}
	return m
}

// value reads a value of a stored type into v, or skips it where v is not valid or of another type.
func (d *decoder) value(typ string, v reflect.Value) {
	if d.depth++; d.depth > maxDepth {
		d.fail(errDamaged)
	}
	defer func() { d.depth-- }()
	if d.err != nil {
		return
	}
	switch typ {
	case "string":
		if s := d.string(); v.Kind() == reflect.String {
			v.SetString(s)
		}
	case "int":
		if n := d.int(); v.Kind() == reflect.Int || v.Kind() == reflect.Int64 {
			v.SetInt(n)
		}
	case "float":
		if f := d.float(); v.Kind() == reflect.Float64 {
			v.SetFloat(f)
		}
	case "bool":
		if b := d.uint() == 1; v.Kind() == reflect.Bool {
			v.SetBool(b)
		}
	case "counts":
		if m := d.counts(); v.Kind() == reflect.Map {
			v.Set(reflect.ValueOf(m))
		}
	default:
		d.composite(typ, v)
	}
}

// composite reads a list, a pointer or a struct.
func (d *decoder) composite(typ string, v reflect.Value) {
	if elem, ok := strings.CutPrefix(typ, "[]"); ok {
		d.list(elem, v)
		return
	}
	if elem, ok := strings.CutPrefix(typ, "*"); ok {
		if d.uint() == 0 {
			return
		}
		var to reflect.Value
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(v.Type().Elem()))
			to = v.Elem()
		}
		d.value(elem, to)
		return
	}
	i, ok := structIndex(typ, len(d.layout))
	if !ok {
		d.fail(errLayout)
		return
	}
	if v.Kind() != reflect.Struct {
		for _, f := range d.layout[i] {
			d.value(f.typ, reflect.Value{})
		}
		return
	}
	for _, s := range d.plan(i, v.Type()) {
		if s.to < 0 {
			d.value(s.typ, reflect.Value{})
		} else {
			d.value(s.typ, v.Field(s.to))
		}
	}
}

func (d *decoder) list(elem string, v reflect.Value) {
	if v.Kind() != reflect.Slice {
		n, _ := d.length(0)
		for i := 0; i < n && d.err == nil; i++ {
			d.value(elem, reflect.Value{})
		}
		return
	}
	n, null := d.length(v.Type().Elem().Size())
	if null {
		return
	}
	// A length that is a lie is not to take its memory: each element takes some of the bytes that are left.
	v.Set(reflect.MakeSlice(v.Type(), 0, min(n, (len(d.in)-d.at)/d.least(elem)+1)))
	for i := 0; i < n && d.err == nil; i++ {
		if i == v.Cap() {
			v.Grow(1)
		}
		v.SetLen(i + 1)
		d.value(elem, v.Index(i))
	}
}

// maxLeast bounds what least returns: structs that have each other several times would add up beyond any number.
const maxLeast = 1 << 16

// least is how many bytes a value of a type takes at least: those of a struct's fields, one where a struct is a part of itself.
func (d *decoder) least(typ string) int {
	i, ok := structIndex(typ, len(d.layout))
	if !ok {
		return 1
	}
	if n, known := d.leasts[i]; known {
		return n
	}
	d.leasts[i] = 1
	sum := 0
	for _, f := range d.layout[i] {
		sum = min(sum+d.least(f.typ), maxLeast)
	}
	d.leasts[i] = sum
	return sum
}

// plan returns where the fields of a stored struct go.
func (d *decoder) plan(stored int, t reflect.Type) []step {
	k := planKey{stored, t}
	p, ok := d.plans[k]
	if !ok {
		for _, f := range d.layout[stored] {
			to := -1
			if x, ok := t.FieldByName(f.name); ok && len(x.Index) == 1 {
				to = x.Index[0]
			}
			p = append(p, step{f.typ, to})
		}
		d.plans[k] = p
	}
	return p
}
