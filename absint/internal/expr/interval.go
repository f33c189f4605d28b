package expr

import (
	"math"
)

// Interval arithmetic (Moore 1966; Cousot and Cousot 1977). Sound because results that float64 may not hold exactly are
// rounded outwards.

// Interval is an interval of integers or reals; its ends may be infinite.
type Interval struct{ Lo, Hi float64 }

// Everything is the interval of all numbers.
var Everything = Interval{math.Inf(-1), math.Inf(1)}

// Point returns the interval of one number, exact up to 2^53 and rounded outwards beyond.
func Point(v int64) Interval { return Interval{float64(v), float64(v)}.outward() }

// mulEnds returns a * b for two ends of intervals.
func mulEnds(a, b float64) float64 {
	if a == 0 || b == 0 { // 0 * inf is 0 here: an interval end, not a limit
		return 0
	}
	return a * b
}

// Mul returns the interval of the products.
func (x Interval) Mul(y Interval) Interval {
	a, b, c, d := mulEnds(x.Lo, y.Lo), mulEnds(x.Lo, y.Hi), mulEnds(x.Hi, y.Lo), mulEnds(x.Hi, y.Hi)
	return Interval{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}.outward()
}

// Add returns the interval of the sums.
func (x Interval) Add(y Interval) Interval { return Interval{x.Lo + y.Lo, x.Hi + y.Hi}.outward() }

// Join returns the smallest interval that includes x and y.
func (x Interval) Join(y Interval) Interval {
	return Interval{math.Min(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)}
}

// Min returns the interval of the smaller one of two numbers.
func (x Interval) Min(y Interval) Interval {
	return Interval{math.Min(x.Lo, y.Lo), math.Min(x.Hi, y.Hi)}
}

// Max returns the interval of the larger one of two numbers.
func (x Interval) Max(y Interval) Interval {
	return Interval{math.Max(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)}
}

// Abs returns the interval of the absolute values.
func (x Interval) Abs() Interval {
	if x.Lo >= 0 {
		return x
	}
	if x.Hi <= 0 {
		return x.Scale(-1)
	}
	return Interval{0, math.Max(-x.Lo, x.Hi)}
}

// Scale returns the interval of the products with k.
func (x Interval) Scale(k float64) Interval {
	if k < 0 {
		x = Interval{x.Hi, x.Lo}
	}
	if x = (Interval{mulEnds(x.Lo, k), mulEnds(x.Hi, k)}); math.Abs(k) == 1 {
		return x
	}
	return x.outward()
}

// ExactWhole is 2^53: all integers up to it are float64 values.
const ExactWhole = 1 << 53

// rounded widens an interval whose ends were computed in float64 from terms with absolute values that sum to lo and hi, if
// these exceed exact. Sound because each operation rounds by at most 2^-53 of its result, and a cost has at most
// cost.MaxCostTerms terms.
func (x Interval) rounded(lo, hi, exact float64) Interval {
	const relative = 1.0 / (1 << 44)
	if lo > exact && !math.IsInf(lo, 1) {
		x.Lo -= lo * relative
	}
	if hi > exact && !math.IsInf(hi, 1) {
		x.Hi += hi * relative
	}
	return x
}

// outward rounds an interval whose ends are the only terms.
func (x Interval) outward() Interval { return x.rounded(math.Abs(x.Lo), math.Abs(x.Hi), ExactWhole) }

// Intersect returns the intersection of a and b; it is empty (Lo > Hi) if they are disjoint.
func Intersect(a, b Interval) Interval { return Interval{math.Max(a.Lo, b.Lo), math.Min(a.Hi, b.Hi)} }

// power returns the interval of the k-th powers.
func power(x Interval, k int) Interval {
	if k%2 == 0 && x.Lo < 0 {
		m := math.Max(-x.Lo, x.Hi)
		lo := 0.0
		if x.Hi < 0 {
			lo = math.Pow(-x.Hi, float64(k))
		}
		return Interval{lo, math.Pow(m, float64(k))}
	}
	return Interval{math.Pow(x.Lo, float64(k)), math.Pow(x.Hi, float64(k))}
}
