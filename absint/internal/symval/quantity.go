package symval

import (
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
)

// Values and ranges shared by the package. Sound because arithmetic is exact within Fits, for int, long and float64.

// Guarded is an integer value as a Size that it equals under conditions, or the reason why there is none.
type Guarded struct {
	Size  expr.Size
	Conds []expr.Condition
	Why   string // the reason if there is no Size
}

// Ok reports whether the value has a Size.
func (q Guarded) Ok() bool { return q.Why == "" }

// UnknownQuantity returns a Guarded without a Size; the format and args make its reason.
func UnknownQuantity(format string, args ...any) Guarded {
	return Guarded{Why: fmt.Sprintf(format, args...)}
}

// MaxLength is the maximum length of an array, a string or a collection with an int size.
const MaxLength = math.MaxInt32

// MaxDepth bounds the depth of the expressions that values are traced through.
const MaxDepth = code.MaxDepth

// Uninformative is the magnitude from which the end of an interval is that of the type and not worth reporting as a bound.
const Uninformative = 1 << 30

// TypeRange returns the range of an integral type, given by its SSA letter.
func TypeRange(t byte) expr.Interval {
	if t == 'l' {
		return expr.Interval{Lo: math.MinInt64, Hi: math.MaxInt64}
	}
	return expr.Interval{Lo: math.MinInt32, Hi: math.MaxInt32}
}

// Fits returns the range in which arithmetic of the type cannot wrap: for long narrower, as float64 intervals round.
func Fits(t byte) expr.Interval {
	if t == 'l' {
		return expr.Interval{Lo: -1 << 62, Hi: 1 << 62}
	}
	return TypeRange(t)
}

// DescRange returns the range of the values that a field or result of descriptor d holds.
func DescRange(d string) expr.Interval {
	switch d {
	case "Z":
		return expr.Interval{Lo: 0, Hi: 1}
	case "B":
		return expr.Interval{Lo: math.MinInt8, Hi: math.MaxInt8}
	case "C":
		return expr.Interval{Lo: 0, Hi: math.MaxUint16}
	case "S":
		return expr.Interval{Lo: math.MinInt16, Hi: math.MaxInt16}
	case "J":
		return TypeRange('l')
	}
	return TypeRange('i')
}

// unchanged returns r if a conversion to a type of range of changes none of its values, else of.
func unchanged(r, of expr.Interval) expr.Interval {
	if r.Lo >= of.Lo && r.Hi <= of.Hi {
		return r
	}
	return of
}

// Utf16Length returns the length of s in UTF-16 code units, as String.length counts.
func Utf16Length(s string) int64 {
	n := int64(0)
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// IsLargest reports whether s is the symbol of an upper bound at one place of a method, the same for all callers.
func IsLargest(s expr.Symbol) bool { return strings.HasPrefix(s.Path, "~") }

// SmallLeast clamps the lower bound v to 0 .. 2^20.
func SmallLeast(v float64) int64 { return int64(math.Max(0, math.Min(v, 1<<20))) }
