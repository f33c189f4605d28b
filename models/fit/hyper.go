package fit

import (
	"math"
	"math/rand/v2"
)

// The priors, in the internal scale (nanojoules for joules).
const (
	priorMuSD      = 50.0
	priorScaleMean = 25.0 // of tau, sigma and omega: exponential
)

// pooling is the prior of one category's effects: Normal(mu, tau) cut off below zero.
type pooling struct {
	mu, tau float64
}

// logNormalCDF is the logarithm of the standard normal distribution function, accurate in both
// tails.
func logNormalCDF(x float64) float64 {
	switch {
	case x > 5:
		return math.Log1p(-math.Erfc(x/math.Sqrt2) / 2)
	case x > -20:
		return math.Log(math.Erfc(-x/math.Sqrt2) / 2)
	default:
		// The asymptotic series of Mills' ratio; the next term is below 1e-9 of the sum.
		y := 1 / (x * x)
		return -x*x/2 - math.Log(-x*math.Sqrt(2*math.Pi)) + math.Log1p(y*(-1+y*(3+y*(-15+y*105))))
	}
}

// pooled are the sufficient statistics of a category's effects for its pooling.
type pooled struct {
	n, sum, sumSquares float64
}

// logPosterior of (mu, tau) given the effects, up to a constant. The last term is the truncated
// density's normalising constant: without it the effects would pull mu towards zero too little and
// tau would come out too small.
func (s *pooled) logPosterior(mu, tau float64) float64 {
	if !(tau >= noiseFloor) || math.IsInf(tau, 0) {
		return math.Inf(-1)
	}
	logp := -mu*mu/(2*priorMuSD*priorMuSD) - tau/priorScaleMean
	if s.n > 0 {
		logp -= s.n * (math.Log(tau) + logNormalCDF(mu/tau))
		logp -= (s.sumSquares - 2*mu*s.sum + s.n*mu*mu) / (2 * tau * tau)
	}
	return logp
}

// poolingSweeps is how often the four coordinates are updated per draw. An update costs a few
// dozen nanoseconds per evaluation, far less than a draw of the effects.
const poolingSweeps = 4

// draw updates (mu, tau) given the effects. What the effects identify is, by regime, mu and tau
// (effects far from zero), or only -mu/tau^2, the rate of the exponential distribution that the
// truncated one tends to. So besides mu and tau themselves the sampler moves tau with mu/tau fixed,
// and with mu/tau^2 fixed; tau^2 and tau^3 are the Jacobians.
func (p *pooling) draw(rng *rand.Rand, s *pooled) {
	for range poolingSweeps {
		p.mu = slice(rng, p.mu, priorMuSD, func(mu float64) float64 { return s.logPosterior(mu, p.tau) })
		for power := range 3 {
			ratio := p.mu / math.Pow(p.tau, float64(power))
			logTau := slice(rng, math.Log(p.tau), 1, func(l float64) float64 {
				tau := math.Exp(l)
				mu := ratio
				for range power {
					mu *= tau
				}
				return s.logPosterior(mu, tau) + float64(power+1)*l
			})
			p.tau = math.Exp(logTau)
			p.mu = ratio * math.Pow(p.tau, float64(power))
		}
	}
}
