package models

import (
	"math"
	"sync/atomic"
)

// Gaussian is a normal distribution of an energy, in the model's unit. SD 0 is a point mass.
type Gaussian struct {
	Mean, SD float64
}

// Quantile returns the energy that is not exceeded with probability p. It is infinite at 0 and 1 unless SD is 0,
// and NaN where p is not a probability.
func (g Gaussian) Quantile(p float64) float64 { return g.At(Z(p)) }

// At returns Mean + z*SD.
func (g Gaussian) At(z float64) float64 {
	if g.SD == 0 {
		return g.Mean
	}
	return g.Mean + z*g.SD
}

// Exceed returns the probability that the energy is above b. It keeps its relative precision in the tail: it is
// 1e-200 and not 0 where it is so small.
func (g Gaussian) Exceed(b float64) float64 {
	if g.SD == 0 {
		if g.Mean > b {
			return 1
		}
		return 0
	}
	return 0.5 * math.Erfc((b-g.Mean)/(g.SD*math.Sqrt2))
}

// Interval returns the central interval that holds the energy with the given probability.
func (g Gaussian) Interval(probability float64) (low, high float64) {
	z := -Z((1 - probability) / 2)
	return g.At(-z), g.At(z)
}

// Z returns the standard normal quantile of p: 1.645 at 0.95. It is accurate in both tails, infinite at 0 and 1,
// and NaN where p is not a probability.
func Z(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p == 0.5:
		return 0
	}
	if last := lastZ.Load(); last != nil && last.p == p {
		return last.z
	}
	last := quantile{p: p}
	if p > 0.5 {
		last.z = -lowerZ(1 - p) // exact: p is at least 1/2
	} else {
		last.z = lowerZ(p)
	}
	lastZ.Store(&last)
	return last.z
}

// quantile is the standard normal quantile z of p.
type quantile struct{ p, z float64 }

// lastZ is the last one: a program is priced at one confidence.
var lastZ atomic.Pointer[quantile]

// lowerZ solves Phi(z) = q for q < 1/2 by Newton's method on log Phi. math.Erfcinv is of no use here: it computes
// Erfinv(1-x), which is infinite from 1e-17 on. log Phi is concave and increasing, so from the left of the root
// Newton's steps stay there and converge; the start, from Phi(-x) <= exp(-x*x/2)/2, is on the left.
func lowerZ(q float64) float64 {
	if q == 0 {
		return math.Inf(-1)
	}
	z := -math.Sqrt(-2 * math.Log(2*q))
	for range 100 {
		phi := 0.5 * math.Erfc(-z/math.Sqrt2)
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		if phi == 0 || density == 0 { // q is denormal: the bound is as near as numbers get
			break
		}
		step := math.Log(phi/q) * phi / density
		z -= step
		if math.Abs(step) <= 1e-15*(1+math.Abs(z)) {
			break
		}
	}
	return z
}
