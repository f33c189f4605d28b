package expr

import (
	"math"
)

// Logarithms rounded down: the trip count of loops that multiply or divide their counter. Sound because the range widens
// beyond 2^53, where float64 rounds.

// Log2 returns floor(log2(s)), 0 if s < 1.
func (s Size) Log2() Size { return s.Log(2) }

// Log returns the logarithm floor(log_base(s)) for s >= 1 and 0 below; it is TopSize for a base below 2. With base 10 it
// is one less than the number of digits.
func (s Size) Log(base int64) Size {
	if s.Top || base < 2 {
		return TopSize
	}
	if v, ok := s.Int(); ok {
		return Const(IntLog(v, base))
	}
	if t, ok := s.wholeQuotient(base); ok {
		return t.Log(base)
	}
	return NewAtom(Atom{Kind: LogAtom, Args: []Size{s}, K: base})
}

// IntLog returns floor(log_base(v)), 0 if v < 1.
func IntLog(v, base int64) int64 {
	n := int64(0)
	for ; v >= base; v /= base {
		n++
	}
	return n
}

// wholeQuotient returns t if s is k*floor(t/k) + c with 0 <= c < k. Both have the same logarithm to the base k, which does
// not change between multiples of k, since all powers of k above 1 are multiples of k.
func (s Size) wholeQuotient(k int64) (t Size, ok bool) {
	c := s.constant()
	q := s.AddInt(-c)
	if len(q.Terms) != 1 || q.Terms[0].Coef != k || len(q.Terms[0].Mono) != 1 {
		return Size{}, false
	}
	a := q.Terms[0].Mono[0]
	if a.Kind != DivAtom || a.K != k {
		return Size{}, false
	}
	j := c / k
	if c%k < 0 {
		j--
	}
	t = a.Args[0].AddInt(k * j) // whole multiples of k go into the floor
	return t, !t.Top
}

// Digits returns the number of divisions of q by base until it is 0: floor(log_base(q)) + 1, and 0 if q < 1. The logarithm
// of base*q + base-1 equals it for all q.
func (q Size) Digits(base int64) Size { return q.Scale(base).AddInt(base - 1).Log(base) }

// digitsOf returns q if the atom is the logarithm that Digits makes of q.
func (a *Atom) digitsOf() (q Size, ok bool) {
	if a.Kind != LogAtom {
		return Size{}, false
	}
	var out []Term
	for _, t := range a.Args[0].AddInt(1 - a.K).Terms {
		if t.Coef%a.K != 0 {
			return Size{}, false
		}
		out = append(out, Term{t.Coef / a.K, t.Mono})
	}
	return Size{Terms: out}, true
}

// LogRange returns the range of a logarithm over an interval.
func LogRange(x Interval, base int64) Interval {
	log := func(v float64) float64 {
		switch {
		case v < 1:
			return 0
		case math.IsInf(v, 1):
			return v
		}
		n := 0.0
		for p := float64(base); p <= v; p *= float64(base) { // exact up to 2^53
			n++
		}
		return n
	}
	lo := log(x.Lo)
	if x.Lo > ExactWhole && lo > 0 { // rounding may have gone up
		lo--
	}
	hi := x.Hi
	if hi > ExactWhole { // the powers are rounded as well, each from the one before
		hi += hi / (1 << 46)
	}
	return Interval{lo, log(hi)}
}

// plain replaces numbers of digits by log(q) + 1, for display only. Both are equal if q has a digit.
func (s Size) plain() Size {
	return s.replaceAtoms(func(a *Atom) Size {
		if q, ok := a.digitsOf(); ok {
			return q.Log(a.K).AddInt(1)
		}
		return AtomSize(a)
	})
}
