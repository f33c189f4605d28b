package fit

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// rescaler moves a whole category at once: its effects, mu and tau are multiplied by the same factor. Given tau, effects
// cannot be much larger than it, and given the effects, tau cannot be much smaller or larger: where both may be
// zero as far as the data can tell, to change them in turn takes forever. The factor is drawn exactly from its
// conditional distribution (Liu and Sabatti 2000, theorem 1): the factors are a group, so that with the Haar measure
// dlog(s) and the Jacobian s^(n+2) of the n effects, mu and tau the posterior is left as it is. The prior of the effects
// given mu and tau only changes by s^-n.
//
// The other effects may give way: while the category is multiplied by s, they are moved by (1-s) W x, where x are the
// category's effects and W the regression of the others on them. That is a group, too: to go on with t is to
// multiply by st and to have moved by (1-st) W x.
type rescaler struct {
	q      *arrow    // precision of the likelihood, without priors
	h      []float64 // its product with the maximiser
	rest   *arrow    // precision of the effects outside the category
	e, qe  []float64 // the direction, and the precision times it
	within []bool    // the category
}

func newRescaler(m, k int) *rescaler {
	n := m + k
	return &rescaler{
		q: newArrow(m, k), h: make([]float64, n), rest: newArrow(m, k),
		e: make([]float64, n), qe: make([]float64, n), within: make([]bool, n),
	}
}

// likelihood takes over the precision of the effects under the likelihood alone, and its product with the maximiser.
func (r *rescaler) likelihood(q *arrow, h []float64) {
	r.q.copyFrom(q)
	copy(r.h, h)
}

// step rescales a category: the effects at levels, and its mu and tau. pooling are the categories' and of gives each
// effect's; giveWay lets the other effects give way.
func (r *rescaler) step(rng *rand.Rand, category int, levels []int, pooling []pooling, of func(i int) int, beta []float64, giveWay bool) error {
	clear(r.within)
	clear(r.e)
	for _, i := range levels {
		r.within[i] = true
		r.e[i] = beta[i]
	}
	r.q.multiply(r.qe, r.e)
	if giveWay {
		if err := r.others(pooling, of); err != nil {
			return err
		}
		r.q.multiply(r.qe, r.e)
	}
	// Along beta + (s-1) e the likelihood, and the prior of the other effects, are b (s-1) - a/2 (s-1)^2.
	a, b, least, most := 0.0, 0.0, 0.0, math.Inf(1)
	for i, e := range r.e {
		a += e * r.qe[i]
		b += e*r.h[i] - r.qe[i]*beta[i]
		if e != 0 && !r.within[i] {
			p := &pooling[of(i)]
			precision := 1 / (p.tau * p.tau)
			a += precision * e * e
			b += precision * e * (p.mu - beta[i])
			if e < 0 {
				most = math.Min(most, 1-beta[i]/e)
			} else {
				least = math.Max(least, 1-beta[i]/e)
			}
		}
	}
	p := &pooling[category]
	mu, tau := p.mu, p.tau
	s := math.Exp(slice(rng, 0, 1, func(l float64) float64 {
		s := math.Exp(l)
		if s < least || s > most { // an effect is not below zero
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
	return nil
}

// others sets the direction of the effects outside the category to what they do, on average, when it is changed.
func (r *rescaler) others(pooling []pooling, of func(i int) int) error {
	r.rest.copyFrom(r.q)
	for i, within := range r.within {
		if within {
			r.rest.isolate(i)
			r.qe[i] = 0
			continue
		}
		tau := pooling[of(i)].tau
		*r.rest.diagonal(i) += 1 / (tau * tau)
		r.qe[i] = -r.qe[i]
	}
	if err := r.rest.factor(); err != nil {
		return err
	}
	r.rest.solve(r.qe)
	for i, within := range r.within {
		if !within {
			r.e[i] = r.qe[i]
		}
	}
	return nil
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

// copyFrom takes over the matrix of an arrow of the same size.
func (a *arrow) copyFrom(b *arrow) {
	copy(a.d, b.d)
	copy(a.b.Data, b.b.Data)
	copy(a.c.Data, b.c.Data)
}

// isolate makes row and column i those of the identity.
func (a *arrow) isolate(i int) {
	if i < a.m {
		clear(a.b.Data[i*a.b.Stride : i*a.b.Stride+a.k])
	} else {
		j := i - a.m
		for l := range a.m {
			a.b.Data[l*a.b.Stride+j] = 0
		}
		for l := range a.k {
			lo, hi := min(j, l), max(j, l)
			a.c.Data[lo*a.c.Stride+hi] = 0
		}
	}
	*a.diagonal(i) = 1
}
