package fit

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// rescaler moves a whole category at once: its effects, mu and tau are multiplied by the same factor. Given tau, effects
// cannot be much larger than it, and given the effects, tau cannot be much smaller or larger: where both may be
// zero as far as the data can tell, to change them in turn takes forever. The factor s is drawn exactly from its
// conditional distribution (Liu and Sabatti 2000, theorem 1): the factors are a group, so that with the Haar measure
// d log(s) and the Jacobian s^(n+2) of the n effects, mu and tau the posterior is left as it is. The prior of the effects
// given mu and tau only changes by s^-n.
//
// The operations may give way: while the category's effects x become s x, they are moved by (1-s) W x, where W is the
// regression of each operation on x. That is a group, too: to go on with t is to multiply by s t and to have moved by
// (1-s t) W x.
type rescaler struct {
	q      *arrow    // precision of the likelihood, without priors
	h      []float64 // its product with the maximiser
	e, qe  []float64 // the direction, and the precision times it
	within []bool    // the category
}

func newRescaler(m, k int) *rescaler {
	n := m + k
	return &rescaler{q: newArrow(m, k), h: make([]float64, n), e: make([]float64, n), qe: make([]float64, n), within: make([]bool, n)}
}

// likelihood takes over the precision of the effects under the likelihood alone, and its product with the maximiser.
func (r *rescaler) likelihood(q *arrow, h []float64) {
	copy(r.q.d, q.d)
	copy(r.q.b.Data, q.b.Data)
	copy(r.q.c.Data, q.c.Data)
	copy(r.h, h)
}

// step rescales a category: the effects at levels, and its mu and tau in p. operations is the prior of those, which give
// way if that is not nil.
func (r *rescaler) step(rng *rand.Rand, levels []int, p, operations *pooling, beta []float64) {
	clear(r.within)
	clear(r.e)
	for _, i := range levels {
		r.within[i] = true
		r.e[i] = beta[i]
	}
	r.q.multiply(r.qe, r.e)
	precision := 0.0 // of the operations' prior
	if operations != nil {
		precision = 1 / (operations.tau * operations.tau)
		for i, d := range r.q.d {
			r.e[i] = -r.qe[i] / (d + precision)
		}
		r.q.multiply(r.qe, r.e)
	}
	// Along beta + (s-1) e the likelihood, and the prior of the operations, are b (s-1) - a/2 (s-1)^2.
	a, b, least, most := 0.0, 0.0, 0.0, math.Inf(1)
	for i, e := range r.e {
		a += e * r.qe[i]
		b += e*r.h[i] - r.qe[i]*beta[i]
		if e == 0 || r.within[i] {
			continue
		}
		a += precision * e * e
		b += precision * e * (operations.mu - beta[i])
		if e < 0 {
			most = math.Min(most, 1-beta[i]/e)
		} else {
			least = math.Max(least, 1-beta[i]/e)
		}
	}
	mu, tau := p.mu, p.tau
	s := math.Exp(slice(rng, 0, 1, func(l float64) float64 {
		s := math.Exp(l)
		if s < least || s > most || s*tau < noiseFloor { // an effect would be below zero
			return math.Inf(-1)
		}
		return (b-a/2*(s-1))*(s-1) - s*s*mu*mu/(2*priorMuSD*priorMuSD) - s*tau/priorScaleMean + 2*l
	}))
	p.mu, p.tau = s*mu, s*tau
	for i, e := range r.e {
		if e != 0 {
			beta[i] = math.Max(beta[i]+(s-1)*e, math.SmallestNonzeroFloat64)
		}
	}
}

// multiply sets y to the matrix times x.
func (a *arrow) multiply(y, x []float64) {
	for i, d := range a.d {
		y[i] = d * x[i]
	}
	if a.k == 0 {
		return
	}
	blas64.Gemv(blas.NoTrans, 1, a.b, vector(x[a.m:]), 1, vector(y[:a.m]))
	blas64.Symv(1, a.c, vector(x[a.m:]), 0, vector(y[a.m:]))
	blas64.Gemv(blas.Trans, 1, a.b, vector(x[:a.m]), 1, vector(y[a.m:]))
}
