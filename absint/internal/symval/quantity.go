package symval

import (
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
)

// Guarded is what is known of an integer value: a Size that it equals under conditions, or why there is none.
type Guarded struct {
	Size  expr.Size
	Conds []expr.Condition
	Why   string // set where there is no Size
}

func (q Guarded) Ok() bool { return q.Why == "" }

func UnknownQuantity(format string, args ...any) Guarded {
	return Guarded{Why: fmt.Sprintf(format, args...)}
}

// MaxLength is the largest length of an array, a string or a collection that counts in int.
const MaxLength = math.MaxInt32

const MaxDepth = 24 // of the expressions that values are followed through

// SaysNothing is where the end of an interval is only that of a type, plus or minus something: no bound that a person
// has use for.
const SaysNothing = 1 << 30

// TypeRange is the range of an integral type by its SSA letter.
func TypeRange(t byte) expr.Interval {
	if t == 'l' {
		return expr.Interval{Lo: math.MinInt64, Hi: math.MaxInt64}
	}
	return expr.Interval{Lo: math.MinInt32, Hi: math.MaxInt32}
}

// Fits is the range in which arithmetic of the type surely does not wrap. For long it is narrower than the type:
// intervals are computed in float64, which rounds there.
func Fits(t byte) expr.Interval {
	if t == 'l' {
		return expr.Interval{Lo: -1 << 62, Hi: 1 << 62}
	}
	return TypeRange(t)
}

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

// keep is r where a conversion to a type of that range changes nothing, else the whole range of the type.
func keep(r, of expr.Interval) expr.Interval {
	if r.Lo >= of.Lo && r.Hi <= of.Hi {
		return r
	}
	return of
}

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

// IsLargest says whether a symbol means the largest value at a place of a method, the same for all its callers.
func IsLargest(s expr.Symbol) bool { return strings.HasPrefix(s.Path, "~") }

// SmallLeast makes a float64 the least x of a tracer.
func SmallLeast(v float64) int64 { return int64(math.Max(0, math.Min(v, 1<<20))) }
