package fit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// energies makes two replicates of n patterns of four operations, two types and two sizes, with an energy for each.
func energies(n int, energy func(i, replicate int) float64) Observations {
	obs := Observations{Unit: "J"}
	for i := range n {
		p := Pattern{fmt.Sprint("op", i%4), fmt.Sprint("type", i/4%2), fmt.Sprint("size", i/8%2)}
		for r := range 2 {
			obs.List = append(obs.List, Observation{Pattern: p, Device: fmt.Sprint("device", i/16), Replicate: fmt.Sprint(r), Energy: energy(i, r), Line: len(obs.List) + 2})
		}
	}
	return obs
}

// TestRunEnds fits what is far from what the model expects: each run ends with a result or an error, within the bounces
// that a chain may make.
func TestRunEnds(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		name   string
		obs    Observations
		refuse string
	}{
		{"one observation", Observations{Unit: "J", List: []Observation{{Pattern: Pattern{Operation: "x"}, Energy: 5e-8, Line: 2}}}, ""},
		{"one pattern", Observations{Unit: "J", List: energies(1, func(_, r int) float64 { return float64(5+r) * 1e-8 }).List}, ""},
		{"one pattern, equal", energies(1, func(int, int) float64 { return 5e-8 }), ""},
		{"all equal", energies(32, func(int, int) float64 { return 5e-8 }), "they do not tell the patterns apart"},
		{"all zero", energies(32, func(int, int) float64 { return 0 }), "every observation is zero"},
		{"all negative", energies(32, func(i, _ int) float64 { return -5e-8 * float64(i+1) }), "cannot give energy back"},
		{"one negative", energies(32, func(i, _ int) float64 { return 5e-8 - 2e-6*float64(i/31) }), "cannot give energy back"},
		{"all equal but one", energies(32, func(i, r int) float64 { return 5e-8 + 1e-8*float64(i/31*r) }), ""},
		{"one far off", energies(32, func(i, r int) float64 { return 5e-8 + float64(i/31*r) }), ""},
		{"only noise", energies(32, func(int, int) float64 { return 1e-9 * noise.NormFloat64() }), ""},
		{"large and equal to rounding", energies(32, func(i, _ int) float64 { return 1 + 1e-9*float64(i) }), ""},
		{"exactly additive", energies(32, func(i, _ int) float64 { return 1e-9 * float64(10+i%4+3*(i/4%2)+7*(i/8%2)) }), ""},
		{"of all sizes", energies(32, func(i, _ int) float64 { return math.Pow(10, float64(i-20)) }), ""},
		{"huge", energies(32, func(i, _ int) float64 { return 1e98 * float64(i+1) }), ""},
		{"tiny", energies(32, func(i, _ int) float64 { return 1e-300 * float64(i+1) }), ""},
		{"not finite", energies(32, func(int, int) float64 { return math.NaN() }), "line 2: an observation needs"},
	} {
		for _, structure := range []Structure{Additive, Pooled} {
			t.Run(fmt.Sprint(c.name, " ", structure), func(t *testing.T) {
				opts := Options{Structure: structure, Chains: 2, Warmup: 20, Draws: 100, Seed: 1}
				r, err := Run(t.Context(), c.obs, opts)
				if c.refuse != "" {
					if err == nil || !strings.Contains(err.Error(), c.refuse) {
						t.Fatalf("got %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range r.Parameters {
					if math.IsNaN(p.Mean) || math.IsInf(p.Mean, 0) {
						t.Errorf("%s: %v", p.Key(), p.Mean)
					}
				}
				_ = r.Warnings() // computes correlations of everything
			})
		}
	}
}

// TestWorkIsBounded counts the bounces of a chain where nearly all posterior mass lies in a corner.
func TestWorkIsBounded(t *testing.T) {
	obs := energies(64, func(i, _ int) float64 { return -5e-8 * float64(i+1) })
	d := newDesign(obs, 1e-9)
	opts := Options{Warmup: 5, Draws: 45, Seed: 1}
	c := newChain(d, opts, 0)
	budget := c.effects.bounces
	if budget != bouncesPerSweep*50*sweepsPerDraw {
		t.Errorf("budget %d", budget)
	}
	c.effects.bounces = 30 // and a chain that has used them up
	for range 50 {
		if err := c.step(); err != nil {
			t.Fatal(err)
		}
		if c.effects.bounces < 0 {
			t.Fatalf("%d bounces left", c.effects.bounces)
		}
	}
}

func TestNegativeNamesTheLine(t *testing.T) {
	obs := energies(32, func(i, _ int) float64 { return 5e-8 - 2e-6*float64(i/31) })
	_, err := Run(t.Context(), obs, Options{})
	var at *LineError
	if !errors.As(err, &at) || at.Line != 2*31+2 {
		t.Errorf("got %v", err)
	}
}

// TestAffordable refuses tables that would need more memory than there is.
func TestAffordable(t *testing.T) {
	obs := Observations{Unit: "J"}
	for i := range maxEffects + 1 {
		obs.List = append(obs.List, Observation{Pattern: Pattern{Operation: "x", Type: fmt.Sprint(i)}, Energy: float64(i+1) * 1e-9, Line: i + 2})
	}
	if _, err := Run(t.Context(), obs, Options{}); err == nil || !strings.Contains(err.Error(), "are the columns the right ones?") {
		t.Errorf("got %v", err)
	}
	obs.List = obs.List[:1]
	if _, err := Run(t.Context(), obs, Options{Draws: 1 << 30}); err == nil || !strings.Contains(err.Error(), "GB: use fewer") {
		t.Errorf("got %v", err)
	}
}

// TestCoordinates compares draws along coordinates with trajectories: both have the same distribution.
func TestCoordinates(t *testing.T) {
	const n = 40000
	fill := func(tr *truncated) {
		tr.q.d[0], tr.q.d[1] = 2, 1
		copy(tr.q.b.Data, []float64{0.8, -0.5})
		tr.q.c.Data[0] = 1.5
		copy(tr.h, []float64{-1, 0.5, 1})
	}
	means := func(bounces int) (sum [3]float64) {
		tr := newTruncated(2, 1)
		tr.bounces = bounces
		fill(tr)
		x := []float64{1, 1, 1}
		rng := rand.New(rand.NewPCG(3, 4))
		for range n {
			if err := tr.step(rng, x); err != nil {
				t.Fatal(err)
			}
			for i, v := range x {
				sum[i] += v / n
			}
		}
		return sum
	}
	a, b := means(math.MaxInt), means(0)
	for i := range a {
		if math.Abs(a[i]-b[i]) > 0.02*a[i] {
			t.Errorf("mean %d: %g by trajectories, %g along coordinates", i, a[i], b[i])
		}
	}
}

func TestPositiveNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, mean := range []float64{3, 0, -0.4, -0.6, -3, -50, -1e8, -1e200} {
		const n = 20000
		sum := 0.0
		for range n {
			x := positiveNormal(rng, mean, 1)
			if !(x >= 0) {
				t.Fatalf("mean %g: %g", mean, x)
			}
			sum += x / n
		}
		// mean + phi/Phi; in the far tail 1/-mean.
		want := 1 / math.Abs(mean)
		if mean > -20 {
			want = mean + math.Exp(-mean*mean/2-logNormalCDF(mean))/math.Sqrt(2*math.Pi)
		}
		if math.Abs(sum-want) > 0.03*want {
			t.Errorf("mean %g: %g, want %g", mean, sum, want)
		}
	}
}

// TestSliceEnds gives it densities that are zero or no number where it starts.
func TestSliceEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, v := range []float64{math.Inf(-1), math.NaN()} {
		if x := slice(rng, 0, 1, func(float64) float64 { return v }); math.IsNaN(x) {
			t.Error(x)
		}
	}
}

func TestScaleWarning(t *testing.T) {
	for _, c := range []struct {
		unit   string
		factor float64
		warns  bool
	}{
		{"J", 1e-9, false}, {"J", 1e-6, true}, {"J", 1e-12, true}, {"J", 1e-3, true},
		{"instruction", 1, false}, {"instruction", 1e-3, true}, {"instruction", 1e6, true}, {"cycle", 1e-9, false},
	} {
		obs := energies(32, func(i, _ int) float64 { return c.factor * float64(10+i) })
		obs.Unit = c.unit
		if got := scaleWarning(obs); (got != "") != c.warns {
			t.Errorf("%g %s: %q", c.factor, c.unit, got)
		}
	}
}
