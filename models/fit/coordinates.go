package fit

import (
	"math"
	"math/rand/v2"
)

// coordinateSweeps is how often every coordinate is drawn in place of one trajectory. A sweep costs about as much as a
// few bounces.
const coordinateSweeps = 10

// coordinates draws every coordinate of x from its distribution given the others, a normal one cut off below zero.
func (t *truncated) coordinates(rng *rand.Rand, x []float64) error {
	gradient := t.v // scratch: h - qx
	for range coordinateSweeps {
		t.q.multiply(gradient, x)
		for i, h := range t.h {
			gradient[i] = h - gradient[i]
		}
		for i, old := range x {
			d := *t.q.diagonal(i)
			if !(d > 0) || math.IsInf(d, 0) {
				return errNotPositive
			}
			mean := old + gradient[i]/d
			if math.IsNaN(mean) || math.IsInf(mean, 0) {
				return errNotPositive
			}
			x[i] = math.Max(positiveNormal(rng, mean, 1/math.Sqrt(d)), math.SmallestNonzeroFloat64)
			t.q.subtract(gradient, i, x[i]-old)
		}
	}
	return nil
}

// positiveNormal draws from Normal(mean, sd) cut off below zero, by rejection (Robert 1995, section 2.1): from the normal
// distribution where that is accepted often enough, otherwise from an exponential one.
func positiveNormal(rng *rand.Rand, mean, sd float64) float64 {
	low := -mean / sd
	if low < 0.5 {
		for {
			if z := rng.NormFloat64(); z >= low {
				return mean + z*sd
			}
		}
	}
	rate := (low + math.Hypot(low, 2)) / 2
	for {
		// Above the cut: in the tail, mean and z sd would cancel.
		e := rng.ExpFloat64() / rate
		if d := low + e - rate; rng.Float64() <= math.Exp(-d*d/2) {
			return e * sd
		}
	}
}

// subtract subtracts f times column i of the matrix from x.
func (a *arrow) subtract(x []float64, i int, f float64) {
	x1, x2 := x[:a.m], x[a.m:]
	if i < a.m {
		x1[i] -= f * a.d[i]
		for j, b := range a.b.Data[i*a.b.Stride : i*a.b.Stride+a.k] {
			x2[j] -= f * b
		}
		return
	}
	i -= a.m
	for j := range x1 {
		x1[j] -= f * a.b.Data[j*a.b.Stride+i]
	}
	for j := range x2 {
		x2[j] -= f * a.c.Data[min(i, j)*a.c.Stride+max(i, j)]
	}
}
