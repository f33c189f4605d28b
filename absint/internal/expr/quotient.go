package expr

import (
	"math"
)

// Quotient returns floor(s / t), with 0 in the place of a negative s and 1 in the place of a t below 1: it is never
// negative, and never grows with t.
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

// FallsWith says whether the atom gets smaller as its i-th operand grows; else it only grows.
func (a *Atom) FallsWith(i int) bool { return a.Kind == QuotAtom && i == 1 }

// quotientRange is the range of a quotient.
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
