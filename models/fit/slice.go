package fit

import (
	"math"
	"math/rand/v2"
)

// maxSliceSteps bounds how far a slice is stepped out on each side, in widths. maxShrinks bounds how often it is cut: by
// half on average, so that nothing but the starting point is left of it.
const maxSliceSteps, maxShrinks = 50, 500

// slice draws from the density exp(logp) on the line by slice sampling with stepping out and
// shrinkage (Neal 2003, sections 4.1 and 4.2), starting from x, a point of positive density.
func slice(rng *rand.Rand, x, width float64, logp func(float64) float64) float64 {
	level := logp(x) - rng.ExpFloat64()
	lo := x - width*rng.Float64()
	hi := lo + width
	left := rng.IntN(maxSliceSteps)
	right := maxSliceSteps - 1 - left
	for ; left > 0 && logp(lo) > level; left-- {
		lo -= width
	}
	for ; right > 0 && logp(hi) > level; right-- {
		hi += width
	}
	for range maxShrinks {
		y := lo + (hi-lo)*rng.Float64()
		if logp(y) > level || hi-lo <= 1e-14*math.Abs(x) {
			return y
		}
		if y < x {
			lo = y
		} else {
			hi = y
		}
	}
	return x
}
