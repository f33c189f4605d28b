package expr

import (
	"math"
)

// Interval is an interval of integers; the ends may be infinite.
type Interval struct{ Lo, Hi float64 }

var Everything = Interval{math.Inf(-1), math.Inf(1)}

// Point is the interval of one number: itself, as far as float64 holds it.
func Point(v int64) Interval { return Interval{float64(v), float64(v)}.outward() }

func mulEnds(a, b float64) float64 {
	if a == 0 || b == 0 { // 0 * inf is 0 here: an interval end, not a limit
		return 0
	}
	return a * b
}

func (x Interval) Mul(y Interval) Interval {
	a, b, c, d := mulEnds(x.Lo, y.Lo), mulEnds(x.Lo, y.Hi), mulEnds(x.Hi, y.Lo), mulEnds(x.Hi, y.Hi)
	return Interval{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}.outward()
}

func (x Interval) Add(y Interval) Interval { return Interval{x.Lo + y.Lo, x.Hi + y.Hi}.outward() }

func (x Interval) Join(y Interval) Interval {
	return Interval{math.Min(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)}
}

func (x Interval) Scale(k float64) Interval {
	if k < 0 {
		x = Interval{x.Hi, x.Lo}
	}
	if x = (Interval{mulEnds(x.Lo, k), mulEnds(x.Hi, k)}); math.Abs(k) == 1 {
		return x
	}
	return x.outward()
}

// ExactWhole is up to where all whole numbers are floating-point numbers.
const ExactWhole = 1 << 53

// rounded is an interval whose ends were computed in float64 from terms that add up to lo and hi without their signs:
// beyond what is exact, it is a little wider. Each operation rounds by 2^-53 of its result at most, and a cost has up to
// MaxCostTerms terms.
func (x Interval) rounded(lo, hi, exact float64) Interval {
	const most = 1.0 / (1 << 44)
	if lo > exact && !math.IsInf(lo, 1) {
		x.Lo -= lo * most
	}
	if hi > exact && !math.IsInf(hi, 1) {
		x.Hi += hi * most
	}
	return x
}

// outward is rounded where no term was larger than the ends themselves.
func (x Interval) outward() Interval { return x.rounded(math.Abs(x.Lo), math.Abs(x.Hi), ExactWhole) }

func Intersect(a, b Interval) Interval { return Interval{math.Max(a.Lo, b.Lo), math.Min(a.Hi, b.Hi)} }

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
