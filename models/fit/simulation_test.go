package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/energylint/energylint/internal/tier"
)

// truth is a draw of every parameter from the prior.
type truth struct {
	pooling      [len(categories)]pooling
	beta         []float64
	delta        []float64
	sigma, omega float64
}

// aboveZero draws from Normal(mu, tau) cut off below zero.
func aboveZero(rng *rand.Rand, mu, tau float64) float64 {
	a := -mu / tau
	if a < 1 {
		for {
			if z := rng.NormFloat64(); z > a {
				return mu + tau*z
			}
		}
	}
	// Robert (1995): rejection from a shifted exponential.
	rate := (a + math.Sqrt(a*a+4)) / 2
	for {
		z := a + rng.ExpFloat64()/rate
		if d := z - rate; rng.Float64() < math.Exp(-d*d/2) {
			return mu + tau*z
		}
	}
}

// smallExperiment lists the cells of a design whose effects are partly confounded, as real ones are.
func smallExperiment() []Observation {
	var out []Observation
	for o := range 4 {
		for ty := range 2 {
			for s := range 2 {
				for d := range 2 {
					if (o+ty+s)%3 == 2 || d == 1 && o == 3 {
						continue
					}
					for range 2 + d {
						out = append(out, Observation{
							Pattern: Pattern{fmt.Sprint("op", o), fmt.Sprint("type", ty), fmt.Sprint("size", s)}, Device: fmt.Sprint("device", d),
						})
					}
				}
			}
		}
	}
	return out
}

// simulate draws parameters and data from the prior, in the internal scale.
func simulate(rng *rand.Rand, structure Structure) (truth, *design) {
	obs := Observations{Unit: "J", List: smallExperiment()}
	layout := newDesign(obs, 1)
	tr := truth{
		beta: make([]float64, len(layout.effects)), delta: make([]float64, len(layout.patterns)),
		sigma: priorScaleMean * rng.ExpFloat64(),
	}
	if structure == Pooled {
		tr.omega = priorScaleMean * rng.ExpFloat64()
	}
	for c := range tr.pooling {
		tr.pooling[c] = pooling{mu: priorMuSD * rng.NormFloat64(), tau: priorScaleMean * rng.ExpFloat64()}
	}
	for i, e := range layout.effects {
		p := tr.pooling[e.category]
		tr.beta[i] = aboveZero(rng, p.mu, p.tau)
	}
	for p := range tr.delta {
		tr.delta[p] = tr.omega * rng.NormFloat64()
	}
	at := map[Pattern]int{}
	for p, name := range layout.patterns {
		at[name] = p
	}
	for i := range obs.List {
		o := &obs.List[i]
		p := at[o.Pattern]
		for _, c := range layout.of[p] {
			if cell := layout.cells[c]; cell.device == o.Device {
				o.Energy = layout.mean(&cell, tr.beta) + tr.delta[p] + tr.sigma*rng.NormFloat64()
			}
		}
	}
	return tr, newDesign(obs, 1)
}

// TestCalibration is simulation-based calibration (Talts et al. 2018): if parameters are drawn from
// the prior and data given them, then the rank of each parameter among draws from its posterior is
// uniform. It covers every conditional of the sampler, in both structures.
func TestCalibration(t *testing.T) {
	tier.Slow(t, tier.Long)
	simulations := 40
	if tier.Whole() {
		simulations = 150
	}
	const (
		warmup = 200
		kept   = 99 // ranks 0 .. 99
		thin   = 5
		bins   = 10
	)
	for _, structure := range []Structure{Additive, Pooled} {
		t.Run(structure.String(), func(t *testing.T) {
			ranks := map[string][]int{}
			var mu sync.Mutex
			var wg sync.WaitGroup
			jobs := make(chan int)
			for range 2 {
				wg.Go(func() {
					for sim := range jobs {
						got, err := calibrate(structure, uint64(sim), warmup, kept, thin)
						mu.Lock()
						if err != nil {
							t.Errorf("simulation %d: %v", sim, err)
						}
						for name, rank := range got {
							ranks[name] = append(ranks[name], rank)
						}
						mu.Unlock()
					}
				})
			}
			for sim := range simulations {
				jobs <- sim
			}
			close(jobs)
			wg.Wait()
			for name, rs := range ranks {
				counts := make([]float64, bins)
				for _, r := range rs {
					counts[r*bins/(kept+1)]++
				}
				chi2, expected := 0.0, float64(len(rs))/bins
				for _, c := range counts {
					chi2 += (c - expected) * (c - expected) / expected
				}
				if p := (distuv.ChiSquared{K: bins - 1}).Survival(chi2); p < 1e-4 {
					t.Errorf("%s: ranks are not uniform (P = %.2g): %v", name, p, counts)
				}
			}
		})
	}
}

// calibrate simulates once and ranks some of the true values among draws.
func calibrate(structure Structure, seed uint64, warmup, kept, thin int) (map[string]int, error) {
	rng := rand.New(rand.NewPCG(seed, 1000))
	tr, d := simulate(rng, structure)
	c := newChain(d, Options{Structure: structure, Seed: seed, Draws: 1 << 20}, 2000)
	values := func(pooling []pooling, beta, delta []float64, sigma, omega float64) map[string]float64 {
		v := map[string]float64{"sigma": sigma}
		for i, p := range pooling {
			v["mu "+categories[i]], v["tau "+categories[i]] = p.mu, p.tau
		}
		for i, b := range beta {
			v[fmt.Sprint("beta ", i)] = b
		}
		v["cell"] = d.mean(&d.cells[0], beta)
		if structure == Pooled {
			v["omega"], v["delta"], v["pattern"] = omega, delta[0], delta[0]+v["cell"]
		}
		return v
	}
	want := values(tr.pooling[:], tr.beta, tr.delta, tr.sigma, tr.omega)
	ranks := map[string]int{}
	for i := range warmup + kept*thin {
		if err := c.step(); err != nil {
			return nil, err
		}
		if i < warmup || (i-warmup)%thin != thin-1 {
			continue
		}
		for name, x := range values(c.pooling[:], c.beta, c.delta, c.sigma, c.omega) {
			if x < want[name] {
				ranks[name]++
			} else {
				ranks[name] += 0
			}
		}
	}
	return ranks, nil
}

// realistic simulates measurements in joules of the reference experiment's patterns with known
// effects, lack of fit and noise.
func realistic(tb testing.TB, seed uint64, sigma, omega float64) (Observations, map[string]float64) {
	tb.Helper()
	obs := readReference(tb)
	rng := rand.New(rand.NewPCG(seed, 7))
	known := map[string]float64{"sigma": sigma * 1e-9, "omega": omega * 1e-9}
	value := func(category, name string) float64 {
		if name == "" {
			return 0
		}
		key := category + ":" + name
		if _, ok := known[key]; !ok {
			known[key] = 1e-9 * 30 * rng.ExpFloat64()
		}
		return known[key]
	}
	for i := range obs.List {
		o := &obs.List[i]
		name := o.Operation + ", " + orNone(o.Type) + ", " + orNone(o.Size)
		if _, ok := known["Pattern:"+name]; !ok {
			known["Pattern:"+name] = omega * 1e-9 * rng.NormFloat64()
		}
		o.Energy = value(CategoryOperation, o.Operation) + value(CategoryType, o.Type) + value(CategorySize, o.Size) +
			value(CategoryDevice, o.Device) + known["Pattern:"+name] + sigma*1e-9*rng.NormFloat64()
	}
	return obs, known
}

// TestPooledRecoversTruth: with lack of fit twice the noise, the pooled structure tells the two apart
// and its intervals cover; the additive one takes it all for noise and says that it does not fit.
func TestPooledRecoversTruth(t *testing.T) {
	tier.Slow(t, tier.Long)
	obs, known := realistic(t, 1, 2, 4)
	pooled, err := Run(context.Background(), obs, Options{Structure: Pooled, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(pooled.Diagnostics())
	if d := pooled.Diagnostics(); !d.Converged() {
		t.Errorf("not converged: %v", d)
	}
	inside, total := 0, 0
	for _, p := range pooled.Parameters {
		want, ok := known[p.Key()]
		if !ok {
			continue
		}
		total++
		if p.Q025 <= want && want <= p.Q975 {
			inside++
		} else if p.Category == CategorySigma || p.Category == CategoryOmega {
			t.Errorf("%s: 95%% interval %.3g to %.3g does not hold %.3g", p.Key(), p.Q025, p.Q975, want)
		}
	}
	if share := float64(inside) / float64(total); share < 0.9 {
		t.Errorf("95%% intervals hold %.1f%% of %d true values", 100*share, total)
	}
	for _, w := range pooled.Warnings() {
		if !strings.Contains(w, "not known apart") {
			t.Errorf("warning: %s", w)
		}
	}
	additive, err := Run(context.Background(), obs, Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	sigma, _ := additive.Parameter("sigma")
	if sigma.Mean < 3e-9 {
		t.Errorf("additive sigma %g holds no lack of fit", sigma.Mean)
	}
	warnings := strings.Join(additive.Warnings(), "\n")
	if !strings.Contains(warnings, "additive structure does not fit") || !strings.Contains(warnings, "pooled structure") {
		t.Errorf("warnings of the additive fit: %s", warnings)
	}
	t.Log(warnings)
}
