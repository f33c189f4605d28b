package expr

import (
	"math"
)

// Affine is the function (num*x + add) / den of an integer x, with den > 0. The results of operations are bad where a
// number left the range that can be computed with.
type Affine struct {
	Num, Add, Den int64
	Bad           bool
}

func ConstantAffine(v float64) Affine {
	if math.Abs(v) > 1<<53 {
		return Affine{Bad: true}
	}
	return Affine{Add: int64(v), Den: 1}
}

// reduced keeps numbers small, so that products of two of them stay in int64.
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

func (f Affine) Plus(g Affine) Affine { return f.combined(g, 1) }

func (f Affine) Minus(g Affine) Affine { return f.combined(g, -1) }

func (f Affine) combined(g Affine, sign int64) Affine {
	if f.Bad || g.Bad {
		return Affine{Bad: true}
	}
	a, ok1 := MulCoef(f.Add, g.Den)
	b, ok2 := MulCoef(g.Add, f.Den*sign)
	sum, ok3 := addCoef(a, b)
	return reduced(f.Num*g.Den+sign*g.Num*f.Den, sum, f.Den*g.Den, ok1 && ok2 && ok3)
}

func (f Affine) Times(k int64) Affine {
	if f.Bad || max(k, -k) > 1<<31 {
		return Affine{Bad: true}
	}
	num, ok1 := MulCoef(f.Num, k)
	add, ok2 := MulCoef(f.Add, k)
	return reduced(num, add, f.Den, ok1 && ok2)
}

// Over is f / k for k > 0.
func (f Affine) Over(k int64) Affine {
	if f.Bad {
		return f
	}
	den, ok := MulCoef(f.Den, k)
	return reduced(f.Num, f.Add, den, ok)
}

// At is exact for the small x and the numbers that loops are about: float64 holds integers up to 2^53.
func (f Affine) At(x int64) float64 {
	return (float64(f.Num)*float64(x) + float64(f.Add)) / float64(f.Den)
}

// Limit is the largest x for which f(x) <= most, where f rises.
func (f Affine) Limit(most float64) float64 {
	return math.Floor((most*float64(f.Den) - float64(f.Add)) / float64(f.Num))
}

// SlopeBelow says whether f rises by less than k with each x; SlopeIs whether by k.
func (f Affine) SlopeBelow(k int64) bool { return f.Num < k*f.Den }

func (f Affine) SlopeIs(k int64) bool { return f.Num == k*f.Den }

// compareSlope is negative where f rises slower than g.
func (f Affine) compareSlope(g Affine) int64 { return f.Num*g.Den - g.Num*f.Den }

// ExtremeOf is below (up: above) both f and g for every x >= least.
func ExtremeOf(f, g Affine, least int64, up bool) Affine {
	if f.Bad || g.Bad {
		return Affine{Bad: true}
	}
	if (f.compareSlope(g) > 0) != up {
		f, g = g, f
	}
	// f has the slope that is wanted. It is enough where it is not on the wrong side at least.
	d := g.Minus(f)
	if d.Bad {
		return d
	}
	gap, ok := MulCoef(d.Num, least)
	if gap, ok2 := addCoef(gap, d.Add); ok && ok2 && (up && gap > 0 || !up && gap < 0) {
		return f.Plus(reduced(0, gap, d.Den, true))
	} else if !ok || !ok2 {
		return Affine{Bad: true}
	}
	return f
}
