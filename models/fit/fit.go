// Package fit samples the posterior of the hierarchical energy model from measurements.
//
// The model (Nyholm, Mostowski, Reichenbach 2025, section 4): a pattern's energy is a sum of
// positive effects of its operation, its data type, its data size and the device, each partially
// pooled within its category,
//
//	y     ~ Normal(operation + type + size + device [+ pattern], sigma)
//	beta  ~ Normal(mu_category, tau_category), cut off below zero
//	mu    ~ Normal(0, 50)    tau, sigma ~ Exponential(mean 25)
//
// in nanojoules, or in a unit of the data's own magnitude. The pooled structure adds an effect for
// every measured pattern, pattern ~ Normal(0, omega) with omega ~ Exponential(mean 25), so that
// lack of fit of the additive part is estimated and not mistaken for noise.
//
// Given the scales the effects are jointly a truncated Gaussian, which exact Hamiltonian Monte
// Carlo draws almost independently (see truncated.go), so that a thousand draws of a few dozen
// parameters take a fraction of a second.
package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
)

// Structure says which effects a model has.
type Structure int

const (
	// Additive is the published model: effects of operation, type, size and device.
	Additive Structure = iota
	// Pooled adds one effect per measured pattern, shrunk towards zero.
	Pooled
)

// String gives the structure's name: "additive" or "pooled".
func (s Structure) String() string {
	if s == Pooled {
		return "pooled"
	}
	return "additive"
}

// ParseStructure is the inverse of String.
func ParseStructure(s string) (Structure, error) {
	for _, v := range []Structure{Additive, Pooled} {
		if v.String() == s {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown structure %q: use additive or pooled", s)
}

// Defaults of Options.
const (
	DefaultChains = 4
	DefaultWarmup = 250
	DefaultDraws  = 2500
)

// Options say how to sample. The zero value means the additive structure and the defaults.
type Options struct {
	Structure Structure
	Chains    int    // independent chains, run in parallel; at least 2
	Warmup    int    // draws thrown away at the start of every chain
	Draws     int    // draws kept of every chain; at least 8
	Seed      uint64 // the same seed gives the same draws, whatever the number of processors
	// Progress, if set, is called from several goroutines with the number of draws done so far,
	// warm-up included, and their total.
	Progress func(done, total int)
}

func (o Options) withDefaults() (Options, error) {
	for _, v := range []struct {
		name         string
		value        *int
		std, minimum int
	}{
		{"chains", &o.Chains, DefaultChains, 2},
		{"warm-up draws", &o.Warmup, DefaultWarmup, 1},
		{"draws", &o.Draws, DefaultDraws, 8},
	} {
		if *v.value == 0 {
			*v.value = v.std
		}
		if *v.value < v.minimum {
			return o, fmt.Errorf("%d %s: at least %d are needed", *v.value, v.name, v.minimum)
		}
	}
	if o.Structure != Additive && o.Structure != Pooled {
		return o, fmt.Errorf("unknown structure %d", int(o.Structure))
	}
	return o, nil
}

// progressStride is the number of draws between calls of Options.Progress.
const progressStride = 50

// Run samples the posterior given the observations. It returns early with the context's error when
// that is cancelled.
func Run(ctx context.Context, obs Observations, opts Options) (*Result, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	if len(obs.List) == 0 {
		return nil, fmt.Errorf("fit: %w", ErrNoObservations)
	}
	for _, o := range obs.List {
		if math.IsNaN(o.Energy) || math.IsInf(o.Energy, 0) || o.Operation == "" {
			return nil, &LineError{o.Line, fmt.Errorf("an observation needs an operation and a finite energy, not %q and %g", o.Operation, o.Energy)}
		}
	}
	if err := affordable(obs, opts); err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	scale, note := internalScale(obs)
	d := newDesign(obs, scale)
	if err := d.plausible(obs, scale); err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	r := newResult(d, obs, opts, scale)
	if note != "" {
		r.notes = append(r.notes, note)
	}
	errs := make([]error, opts.Chains)
	var done atomic.Int64
	var wg sync.WaitGroup
	for i := range opts.Chains {
		wg.Go(func() {
			errs[i] = r.sample(ctx, newChain(d, opts, uint64(i)), i, &done)
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	r.summarise()
	return r, nil
}

// sample runs one chain and stores its draws.
func (r *Result) sample(ctx context.Context, c *chain, index int, done *atomic.Int64) error {
	total := r.opts.Warmup + r.opts.Draws
	for i := range total {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i > 0 && i%progressStride == 0 && r.opts.Progress != nil {
			r.opts.Progress(int(done.Add(progressStride)), total*r.opts.Chains)
		}
		if err := c.step(); err != nil {
			return fmt.Errorf("chain %d, draw %d: %w", index+1, i+1, err)
		}
		if i >= r.opts.Warmup {
			r.record(c, index, i-r.opts.Warmup)
		}
	}
	if r.opts.Progress != nil {
		r.opts.Progress(int(done.Add(int64(total-(total-1)/progressStride*progressStride))), total*r.opts.Chains)
	}
	return nil
}

// noiseFloor is the smallest sigma and tau that the sampler considers, in the internal scale. A meter that
// counts (instructions) can give the same number every time; the likelihood of sigma then grows
// without bound towards zero. So does the density of tau where the effects of a category are equal.
const noiseFloor = 1e-4
