package expr

import (
	"math"
)

// Affine functions of one integer with rational coefficients: the values of a variable over the iterations of a loop, for
// loops whose exit is found by evaluating the recurrence. Sound because a coefficient that cannot be represented makes the
// function bad instead of being rounded.

// Affine is the function (Num*x + Add) / Den of an integer x, with Den > 0.
type Affine struct {
	Num, Add, Den int64
	Bad           bool // a coefficient left the supported range: the function is unknown
}

// ConstantAffine returns the constant function v; it is bad if v is beyond 2^53.
func ConstantAffine(v float64) Affine {
	if math.Abs(v) > 1<<53 {
		return Affine{Bad: true}
	}
	return Affine{Add: int64(v), Den: 1}
}

// reduced returns (num*x + add) / den in lowest terms. It is bad if ok is false or a coefficient is so large that the
// product of two of them may leave int64.
func reduced(num, add, den int64, ok bool) Affine {
	if !ok || den <= 0 {
		return Affine{Bad: true}
	}
	g := gcd(gcd(num, add), den)
	if num, add, den = num/g, add/g, den/g; max(num, -num, den) > 1<<20 || max(add, -add) > 1<<40 {
		return Affine{Bad: true}
	}
	return Affine{Num: num, Add: add, Den: den}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// Plus returns f + g.
func (f Affine) Plus(g Affine) Affine { return f.combined(g, 1) }

// Minus returns f - g.
func (f Affine) Minus(g Affine) Affine { return f.combined(g, -1) }

// combined returns f + sign*g.
func (f Affine) combined(g Affine, sign int64) Affine {
	if f.Bad || g.Bad {
		return Affine{Bad: true}
	}
	a, ok1 := MulCoef(f.Add, g.Den)
	b, ok2 := MulCoef(g.Add, f.Den*sign)
	sum, ok3 := addCoef(a, b)
	return reduced(f.Num*g.Den+sign*g.Num*f.Den, sum, f.Den*g.Den, ok1 && ok2 && ok3)
}

// Times returns k*f; it is bad for |k| > 2^31.
func (f Affine) Times(k int64) Affine {
	if f.Bad || max(k, -k) > 1<<31 {
		return Affine{Bad: true}
	}
	num, ok1 := MulCoef(f.Num, k)
	add, ok2 := MulCoef(f.Add, k)
	return reduced(num, add, f.Den, ok1 && ok2)
}

// Over returns f / k for k > 0.
func (f Affine) Over(k int64) Affine {
	if f.Bad {
		return f
	}
	den, ok := MulCoef(f.Den, k)
	return reduced(f.Num, f.Add, den, ok)
}

// At returns f(x). It is exact while numerator and denominator stay below 2^53, the integers that float64 holds.
func (f Affine) At(x int64) float64 {
	return (float64(f.Num)*float64(x) + float64(f.Add)) / float64(f.Den)
}

// Limit returns the largest integer x with f(x) <= upper, for a rising f.
func (f Affine) Limit(upper float64) float64 {
	return math.Floor((upper*float64(f.Den) - float64(f.Add)) / float64(f.Num))
}

// SlopeBelow reports whether the slope of f is less than k.
func (f Affine) SlopeBelow(k int64) bool { return f.Num < k*f.Den }

// SlopeIs reports whether the slope of f is k.
func (f Affine) SlopeIs(k int64) bool { return f.Num == k*f.Den }

// compareSlope returns a number with the sign of the slope of f minus that of g.
func (f Affine) compareSlope(g Affine) int64 { return f.Num*g.Den - g.Num*f.Den }

// ExtremeOf returns a function that bounds both f and g from below (up: from above) for every x >= from.
func ExtremeOf(f, g Affine, from int64, up bool) Affine {
	if f.Bad || g.Bad {
		return Affine{Bad: true}
	}
	if (f.compareSlope(g) > 0) != up {
		f, g = g, f
	}
	// f has the smaller (up: larger) slope, so it bounds g for all x >= from if it does at from; otherwise it is shifted
	// by the difference there.
	d := g.Minus(f)
	if d.Bad {
		return d
	}
	gap, ok := MulCoef(d.Num, from)
	if gap, ok2 := addCoef(gap, d.Add); ok && ok2 && (up && gap > 0 || !up && gap < 0) {
		return f.Plus(reduced(0, gap, d.Den, true))
	} else if !ok || !ok2 {
		return Affine{Bad: true}
	}
	return f
}
