package snapshot

import (
	"encoding/binary"
	"maps"
	"math"
	"reflect"
	"slices"
)

// encoder writes values. What a string or a number that is not whole was written as before is a reference.
type encoder struct {
	out     []byte
	strings map[string]uint64
	floats  map[uint64]uint64
}

// How a float is written, in the two lowest bits of what is written first.
const (
	wholeFloat = iota // the others are the number
	newFloat          // its 8 bytes follow
	oldFloat          // the others are a reference
)

// maxWhole bounds numbers that are written as whole ones.
const maxWhole = 1 << 50

func (e *encoder) uint(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

func (e *encoder) string(s string) {
	if i, ok := e.strings[s]; ok {
		e.uint(i + 1)
		return
	}
	e.strings[s] = uint64(len(e.strings))
	e.uint(0)
	e.uint(uint64(len(s)))
	e.out = append(e.out, s...)
}

func (e *encoder) float(f float64) {
	if f == math.Trunc(f) && math.Abs(f) < maxWhole && (f != 0 || !math.Signbit(f)) {
		n := int64(f)
		e.uint(uint64(n<<1^n>>63) << 2) // wholeFloat
		return
	}
	bits := math.Float64bits(f)
	if math.IsNaN(f) {
		bits = math.Float64bits(math.NaN())
	}
	if i, ok := e.floats[bits]; ok {
		e.uint(i<<2 | oldFloat)
		return
	}
	e.floats[bits] = uint64(len(e.floats))
	e.uint(newFloat)
	e.out = binary.LittleEndian.AppendUint64(e.out, bits)
}

func (e *encoder) bool(b bool) {
	if b {
		e.uint(1)
	} else {
		e.uint(0)
	}
}

// value writes a value of a type that a layout can have.
func (e *encoder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		e.string(v.String())
	case reflect.Int, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Float64:
		e.float(v.Float())
	case reflect.Bool:
		e.bool(v.Bool())
	case reflect.Map:
		counts := v.Interface().(map[string]float64)
		e.length(len(counts), counts == nil)
		for _, name := range slices.Sorted(maps.Keys(counts)) {
			e.string(name)
			e.float(counts[name])
		}
	case reflect.Slice:
		e.length(v.Len(), v.IsNil())
		for i := range v.Len() {
			e.value(v.Index(i))
		}
	case reflect.Pointer:
		e.bool(!v.IsNil())
		if !v.IsNil() {
			e.value(v.Elem())
		}
	default:
		for i := range v.NumField() {
			e.value(v.Field(i))
		}
	}
}

// length writes the length of a list, 0 for one that is nil.
func (e *encoder) length(n int, null bool) {
	if null {
		e.uint(0)
	} else {
		e.uint(uint64(n) + 1)
	}
}
