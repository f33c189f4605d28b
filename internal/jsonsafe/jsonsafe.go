// Package jsonsafe prepares values for JSON, which has neither infinity nor NaN: where an amount has no bound, the outputs
// write null. Text keeps its value, and is written so that no terminal acts upon it.
package jsonsafe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/plain"
)

// Number is a float64 that encodes as null where it is infinite or NaN.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) { return n.Append(nil), nil }

// Append appends what MarshalJSON returns.
func (n Number) Append(b []byte) []byte {
	x := float64(n)
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return append(b, "null"...)
	}
	return appendFloat(b, x)
}

// appendFloat writes a finite number as encoding/json does, as ES6 writes it: there are several in each line of a report,
// and json.Marshal takes much longer around each than to write it.
func appendFloat(b []byte, x float64) []byte {
	if abs := math.Abs(x); abs == 0 || abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(b, x, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, x, 'e', -1, 64)
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// UnmarshalJSON implements json.Unmarshaler: null reads as +Inf.
func (n *Number) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = Number(math.Inf(1))
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// Probability is a Number that is unknown, null, where p is negative.
func Probability(p float64) Number {
	if p < 0 {
		return Number(math.NaN())
	}
	return Number(p)
}

// Escape writes what a terminal or the log of a CI service would act upon as escapes of JSON, in a document that
// encoding/json has written: the strings in it stay what they are.
func Escape(doc []byte) []byte {
	if !acts(doc) {
		return doc
	}
	out := make([]byte, 0, len(doc)+64)
	for i := 0; i < len(doc); {
		if bytes.HasPrefix(doc[i:], command) {
			out = append(out, `#\u0023[`...)
			i += len(command)
			continue
		}
		r, n := utf8.DecodeRune(doc[i:])
		switch {
		case r < utf8.RuneSelf && r != 0x7F || !plain.Unsafe(r):
			out = append(out, doc[i:i+n]...)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		}
		i += n
	}
	return out
}

// command is what the runner of GitHub Actions looks for anywhere in a line.
var command = []byte("##[")

// acts reports whether Escape has something to do.
func acts(doc []byte) bool {
	if bytes.Contains(doc, command) {
		return true
	}
	for i := 0; i < len(doc); {
		if c := doc[i]; c < utf8.RuneSelf {
			if c == 0x7F {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(doc[i:])
		if plain.Unsafe(r) {
			return true
		}
		i += n
	}
	return false
}

// List is ss, or an empty list in the place of null.
func List(ss []string) []string {
	if ss == nil {
		return []string{}
	}
	return ss
}

// Map copies m with all its values made safe to encode.
func Map(m map[string]any) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		out[k] = value(v)
	}
	return out
}

func value(v any) any {
	switch v := v.(type) {
	case float64:
		return Number(v)
	case float32:
		return Number(v)
	case []float64:
		out := make([]Number, len(v))
		for i, x := range v {
			out[i] = Number(x)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = value(x)
		}
		return out
	case map[string]any:
		return Map(v)
	case map[string]float64:
		out := make(map[string]Number, len(v))
		for k, x := range v {
			out[k] = Number(x)
		}
		return out
	case nil, bool, string, []string, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return v
	}
	return fmt.Sprint(v)
}
