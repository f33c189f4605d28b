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

// Whole splits the dividend of a quotient into a multiple of the divisor and a rest that lacks a term of it: for a divisor
// that is at least 1, floor((times * y + rest) / y) is times + floor(rest / y).
func (a *Atom) Whole() (times int64, rest Size) {
	x, y := a.Args[0], a.Args[1]
	multiples, _ := x.appendMultiples(nil, y)
	for _, k := range multiples {
		if d := x.AddScaled(y, -k); !d.Top && len(d.Terms) < len(x.Terms) {
			return k, d
		}
	}
	return 0, x
}

// quotient returns the range of a quotient. Its upper end is that of the rest of the dividend, which does not depend on the
// divisor in ceil(100 / step): a divisor below 1 counts as 1, and makes the dividend no larger than the rest.
func (r Env) quotient(a *Atom) Interval {
	y := r.Size(a.Args[1])
	out := quotientRange(r.Size(a.Args[0]), y)
	if times, rest := a.Whole(); times > 0 {
		x := r.Size(rest)
		most := quotientRange(x, y).Hi + float64(times)
		if y.Lo < 1 {
			most = math.Max(most, x.Hi)
		}
		out.Hi = math.Min(out.Hi, math.Max(most, 0))
	}
	return out
}

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
