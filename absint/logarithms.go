package absint

import "math"

// Log2 returns floor(log2(s)), 0 where s < 1.
func (s Size) Log2() Size { return s.Log(2) }

// Log returns the logarithm floor(log_base(s)) for s >= 1 and 0 below; base is at least 2. With base 10 it is one less
// than the number of digits.
func (s Size) Log(base int64) Size {
	if s.bad || base < 2 {
		return badSize
	}
	if v, ok := s.Int(); ok {
		return Const(intLog(v, base))
	}
	if t, ok := s.wholeQuotient(base); ok {
		return t.Log(base)
	}
	return newAtom(atom{kind: logAtom, args: []Size{s}, k: base})
}

// intLog is floor(log_base(v)), 0 where v < 1.
func intLog(v, base int64) int64 {
	n := int64(0)
	for ; v >= base; v /= base {
		n++
	}
	return n
}

// wholeQuotient is t where s is k*floor(t/k) + c with 0 <= c < k. Both have the same logarithm to the base k: from one
// multiple of k to the next it does not change, since all powers of k above 1 are multiples of k.
func (s Size) wholeQuotient(k int64) (t Size, ok bool) {
	c := s.constant()
	q := s.AddInt(-c)
	if len(q.terms) != 1 || q.terms[0].coef != k || len(q.terms[0].mono) != 1 {
		return Size{}, false
	}
	a := q.terms[0].mono[0]
	if a.kind != divAtom || a.k != k {
		return Size{}, false
	}
	j := c / k
	if c%k < 0 {
		j--
	}
	t = a.args[0].AddInt(k * j) // whole multiples of k go into the floor
	return t, !t.bad
}

// digits returns how often q can be divided by base until it is 0: floor(log_base(q)) + 1, and 0 where q < 1. As one
// logarithm that is right for all q: that of base*q + base-1.
func (q Size) digits(base int64) Size { return q.Scale(base).AddInt(base - 1).Log(base) }

// digitsOf is q where the atom is the logarithm that digits makes of q.
func (a *atom) digitsOf() (q Size, ok bool) {
	if a.kind != logAtom {
		return Size{}, false
	}
	var out []term
	for _, t := range a.args[0].AddInt(1 - a.k).terms {
		if t.coef%a.k != 0 {
			return Size{}, false
		}
		out = append(out, term{t.coef / a.k, t.mono})
	}
	return Size{terms: out}, true
}

// logRange is the range of a logarithm over an interval.
func logRange(x Range, base int64) Range {
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
	if x.Lo > exactWhole && lo > 0 { // rounding may have gone up
		lo--
	}
	hi := x.Hi
	if hi > exactWhole { // powers are rounded there as well, each from the one before
		hi += hi / (1 << 46)
	}
	return Range{lo, log(hi)}
}

// plain writes the number of digits as log(q) + 1, which says the same where there is a digit, as no count is below
// zero: bounds are shown so.
func (s Size) plain() Size {
	out := s.mapAtoms(func(a *atom) Size {
		if q, ok := a.digitsOf(); ok {
			return q.Log(a.k).AddInt(1)
		}
		return atomSize(a)
	})
	if out.bad {
		return s
	}
	return out
}
