package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// chain is the state of one Markov chain of the blocked Gibbs sampler:
//
//  1. all additive effects at once, a truncated Gaussian, pattern effects integrated out;
//  2. every category as a whole, effects, mu and tau by the same factor (see rescaler);
//  3. (mu, tau) of every category given its effects;
//  4. sigma and omega given the additive effects, pattern effects integrated out;
//  5. the pattern effects, independent Gaussians.
//
// Integrating the pattern effects out of 1, 2 and 4 matters: given them, the additive effects could
// hardly move.
type chain struct {
	d       *design
	rng     *rand.Rand
	pooled  bool
	beta    []float64
	pooling [len(categories)]pooling
	sigma   float64
	omega   float64 // 0 in the additive structure
	delta   []float64
	effects *truncated
	scales  *rescaler
	res     residuals
}

// bouncesPerSweep bounds the work of a chain: its trajectories may be reflected that often on average. Where the effects
// are well inside or well known it is 65; where nearly all posterior mass lies in a corner, there is no limit.
const bouncesPerSweep = 250

// newChain starts a chain at a random point, overdispersed with respect to the posterior.
func newChain(d *design, opts Options, index uint64) *chain {
	c := &chain{
		d: d, rng: rand.New(rand.NewPCG(opts.Seed, index)), pooled: opts.Structure == Pooled,
		beta: make([]float64, len(d.effects)), delta: make([]float64, len(d.patterns)),
		effects: newTruncated(len(d.levels[0]), len(d.effects)-len(d.levels[0])),
		scales:  newRescaler(len(d.levels[0]), len(d.effects)-len(d.levels[0])),
	}
	c.effects.bounces = bouncesPerSweep * (opts.Warmup + opts.Draws) * c.sweeps()
	typical := 0.0
	for _, cell := range d.cells {
		typical += math.Abs(cell.mean) / float64(len(d.cells))
	}
	typical = math.Max(typical, 1)
	spread := func() float64 { return typical * math.Exp(2*c.rng.Float64()-1) / 2 }
	for i := range c.beta {
		c.beta[i] = spread() * c.rng.ExpFloat64()
	}
	for i := range c.pooling {
		c.pooling[i] = pooling{mu: spread() * c.rng.NormFloat64(), tau: spread()}
	}
	c.sigma = math.Max(spread(), 2*noiseFloor)
	if c.pooled {
		c.omega = spread()
	}
	return c
}

// The chain moves on more than once for each draw that is kept: to look at a draw costs as much as to make it, and where
// the data leave a whole category near zero, draws that follow each other are alike. The pattern effects leave more to
// the categories' priors.
const sweepsPerDraw, pooledSweepsPerDraw = 2, 3

func (c *chain) sweeps() int {
	if c.pooled {
		return pooledSweepsPerDraw
	}
	return sweepsPerDraw
}

// step makes one draw.
func (c *chain) step() error {
	for range c.sweeps() {
		if err := c.sweep(); err != nil {
			return err
		}
	}
	if c.pooled {
		c.drawPatterns()
	}
	return nil
}

func (c *chain) sweep() error {
	if err := c.drawEffects(); err != nil {
		return fmt.Errorf("sigma %g, omega %g: %w", c.sigma, c.omega, err)
	}
	c.rescale()
	for cat, levels := range c.d.levels {
		s := pooled{n: float64(len(levels))}
		for _, i := range levels {
			s.sum += c.beta[i]
			s.sumSquares += c.beta[i] * c.beta[i]
		}
		c.pooling[cat].draw(c.rng, &s)
	}
	c.d.residual(&c.res, c.beta)
	c.drawScales()
	return nil
}

func (c *chain) drawEffects() error {
	t := c.effects
	c.d.precision(t.q, t.h, c.sigma, c.omega)
	c.scales.likelihood(t.q, t.h)
	for i, e := range c.d.effects {
		p := &c.pooling[e.category]
		precision := 1 / (p.tau * p.tau)
		*t.q.diagonal(i) += precision
		t.h[i] += p.mu * precision
	}
	return t.step(c.rng, c.beta)
}

// rescale moves every category as a whole, alone and with the operations giving way.
func (c *chain) rescale() {
	for cat, levels := range c.d.levels {
		if len(levels) == 0 {
			continue
		}
		c.scales.step(c.rng, levels, &c.pooling[cat], nil, c.beta)
		if cat != 0 {
			c.scales.step(c.rng, levels, &c.pooling[cat], &c.pooling[0], c.beta)
		}
	}
}

// drawScales updates the standard deviations of the noise and of the pattern effects.
func (c *chain) drawScales() {
	sweeps := 1
	if c.pooled {
		sweeps = 2 // they are correlated where patterns have few replicates
	}
	// A standard deviation estimated from n values is known to one part in sqrt(2n).
	width := 3 / math.Sqrt(2*c.d.n)
	for range sweeps {
		c.sigma = math.Exp(slice(c.rng, math.Log(c.sigma), width, func(l float64) float64 {
			sigma := math.Exp(l)
			if sigma < noiseFloor {
				return math.Inf(-1)
			}
			return c.d.logLikelihood(&c.res, sigma, c.omega) - sigma/priorScaleMean + l
		}))
		if c.pooled {
			c.drawOmega()
		}
	}
}

// drawOmega updates omega itself and not its logarithm: it may be zero as far as the data can tell,
// and its logarithm then wanders.
func (c *chain) drawOmega() {
	sum := 0.0
	for _, avg := range c.res.average {
		sum += avg * avg
	}
	// Between the precision of an omega that stands out of the noise and that of one that does not.
	n := float64(len(c.res.average))
	width := math.Sqrt(sum/n)/math.Pow(2*n, 0.25) + noiseFloor
	c.omega = slice(c.rng, c.omega, width, func(omega float64) float64 {
		if omega <= 0 {
			return math.Inf(-1)
		}
		return c.d.logLikelihood(&c.res, c.sigma, omega) - omega/priorScaleMean
	})
}

// drawPatterns draws the pattern effects given everything else.
func (c *chain) drawPatterns() {
	prior := 1 / (c.omega * c.omega)
	for p, avg := range c.res.average {
		data := c.d.average[p].n / (c.sigma * c.sigma)
		precision := data + prior
		c.delta[p] = avg*data/precision + c.rng.NormFloat64()/math.Sqrt(precision)
	}
}
