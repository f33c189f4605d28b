package expr

import (
	"math"
)

// Quotients with a symbolic divisor: the trip count of a loop with a symbolic step. Sound because both arguments are
// clamped to the range in which the quotient is monotone.

// Quotient returns floor(max(s, 0) / max(t, 1)). It is never negative, grows with s and falls with t.
func Quotient(s, t Size) Size {
	if s.Top || t.Top {
		return TopSize
	}
	if k, ok := t.Int(); ok {
		return Max(Const(0), s).FloorDiv(max(k, 1))
	}
	if v, ok := s.Int(); ok && v <= 0 {
		return Size{}
	}
	return NewAtom(Atom{Kind: QuotAtom, Args: []Size{s, t}})
}

// FallsWith reports whether the atom is antitone in its i-th argument; it is monotone in all others.
func (a *Atom) FallsWith(i int) bool { return a.Kind == QuotAtom && i == 1 }

// quotientRange returns the range of a quotient over intervals, by its monotonicity.
func quotientRange(x, y Interval) Interval {
	divide := func(a, b float64) float64 {
		a, b = math.Max(a, 0), math.Max(b, 1)
		if math.IsInf(b, 1) {
			return 0
		}
		return math.Floor(a / b)
	}
	r := Interval{divide(x.Lo, y.Hi), divide(x.Hi, y.Lo)}
	if r.Lo > 1<<52 { // rounding may have gone up
		r.Lo--
	}
	return r
}
