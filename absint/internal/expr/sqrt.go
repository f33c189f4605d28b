package expr

import (
	"math"
	"math/bits"
)

// Square roots rounded down: the trip count of loops with i*i <= n. Sound because the lower end is rounded down where
// float64 may have rounded up.

// Sqrt returns floor(sqrt(s)), 0 if s < 0.
func (s Size) Sqrt() Size {
	if s.Top {
		return TopSize
	}
	if v, ok := s.Int(); ok {
		return Const(IntSqrt(v))
	}
	return NewAtom(Atom{Kind: SqrtAtom, Args: []Size{s}})
}

// IntSqrt returns floor(sqrt(v)), 0 if v < 0, digit by digit in binary (exact for all int64).
func IntSqrt(v int64) int64 {
	if v <= 0 {
		return 0
	}
	r := int64(0)
	for bit := int64(1) << (bits.Len64(uint64(v)) / 2); bit > 0; bit /= 2 {
		if q := r + bit; q <= v/q {
			r = q
		}
	}
	return r
}

// sqrtRange returns the range of a square root over an interval.
func sqrtRange(x Interval) Interval {
	sqrt := func(v float64) float64 { return math.Floor(math.Sqrt(math.Max(v, 0))) }
	lo := sqrt(x.Lo)
	if x.Lo > 1<<52 && !math.IsInf(lo, 1) { // rounding may have gone up
		lo--
	}
	return Interval{lo, sqrt(x.Hi)}
}
