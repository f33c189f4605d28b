package absint

import "math"

// affine is the function (num*x + add) / den of an integer x, with den > 0. The results of operations are bad where a
// number left the range that can be computed with.
type affine struct {
	num, add, den int64
	bad           bool
}

func constantAffine(v float64) affine {
	if math.Abs(v) > 1<<53 {
		return affine{bad: true}
	}
	return affine{add: int64(v), den: 1}
}

// reduced keeps numbers small, so that products of two of them stay in int64.
func reduced(num, add, den int64, ok bool) affine {
	if !ok || den <= 0 {
		return affine{bad: true}
	}
	g := gcd(gcd(num, add), den)
	if num, add, den = num/g, add/g, den/g; max(num, -num, den) > 1<<20 || max(add, -add) > 1<<40 {
		return affine{bad: true}
	}
	return affine{num: num, add: add, den: den}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func (f affine) plus(g affine) affine { return f.combined(g, 1) }

func (f affine) minus(g affine) affine { return f.combined(g, -1) }

func (f affine) combined(g affine, sign int64) affine {
	if f.bad || g.bad {
		return affine{bad: true}
	}
	a, ok1 := mulCoef(f.add, g.den)
	b, ok2 := mulCoef(g.add, f.den*sign)
	sum, ok3 := addCoef(a, b)
	return reduced(f.num*g.den+sign*g.num*f.den, sum, f.den*g.den, ok1 && ok2 && ok3)
}

func (f affine) times(k int64) affine {
	if f.bad || max(k, -k) > 1<<31 {
		return affine{bad: true}
	}
	num, ok1 := mulCoef(f.num, k)
	add, ok2 := mulCoef(f.add, k)
	return reduced(num, add, f.den, ok1 && ok2)
}

// over is f / k for k > 0.
func (f affine) over(k int64) affine {
	if f.bad {
		return f
	}
	den, ok := mulCoef(f.den, k)
	return reduced(f.num, f.add, den, ok)
}

// at is exact for the small x and the numbers that loops are about: float64 holds integers up to 2^53.
func (f affine) at(x int64) float64 {
	return (float64(f.num)*float64(x) + float64(f.add)) / float64(f.den)
}

// limit is the largest x for which f(x) <= most, where f rises.
func (f affine) limit(most float64) float64 {
	return math.Floor((most*float64(f.den) - float64(f.add)) / float64(f.num))
}

// slopeBelow says whether f rises by less than k with each x; slopeIs whether by k.
func (f affine) slopeBelow(k int64) bool { return f.num < k*f.den }

func (f affine) slopeIs(k int64) bool { return f.num == k*f.den }

// compareSlope is negative where f rises slower than g.
func (f affine) compareSlope(g affine) int64 { return f.num*g.den - g.num*f.den }

// extremeOf is below (up: above) both f and g for every x >= least.
func extremeOf(f, g affine, least int64, up bool) affine {
	if f.bad || g.bad {
		return affine{bad: true}
	}
	if (f.compareSlope(g) > 0) != up {
		f, g = g, f
	}
	// f has the slope that is wanted. It is enough where it is not on the wrong side at least.
	d := g.minus(f)
	if d.bad {
		return d
	}
	gap, ok := mulCoef(d.num, least)
	if gap, ok2 := addCoef(gap, d.add); ok && ok2 && (up && gap > 0 || !up && gap < 0) {
		return f.plus(reduced(0, gap, d.den, true))
	} else if !ok || !ok2 {
		return affine{bad: true}
	}
	return f
}
