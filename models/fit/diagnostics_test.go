package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// autoregressive simulates chains of x_t = rho x_{t-1} + e_t with unit variance.
func autoregressive(seed uint64, chains, n int, rho float64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	out := make([][]float64, chains)
	for c := range out {
		x := rng.NormFloat64()
		for range n {
			x = rho*x + math.Sqrt(1-rho*rho)*rng.NormFloat64()
			out[c] = append(out[c], x)
		}
	}
	return out
}

// slowESS is the effective sample size by the definition, without Fourier transform: chains split in
// halves, autocovariances summed directly, pairs kept while positive and made monotone.
func slowESS(chains [][]float64) float64 {
	var halves [][]float64
	for _, c := range chains {
		halves = append(halves, c[:len(c)/2], c[len(c)-len(c)/2:])
	}
	m, n := float64(len(halves)), len(halves[0])
	acov := make([]float64, n)
	var means []float64
	for _, c := range halves {
		mean := stat.Mean(c, nil)
		means = append(means, mean)
		for lag := range n {
			for i := 0; i+lag < n; i++ {
				acov[lag] += (c[i] - mean) * (c[i+lag] - mean) / float64(n) / m
			}
		}
	}
	w := acov[0] * float64(n) / float64(n-1)
	varPlus := acov[0] + stat.Variance(means, nil)
	rho := func(lag int) float64 {
		if lag == 0 {
			return 1
		}
		return 1 - (w-acov[lag])/varPlus
	}
	sum, last := 0.0, math.Inf(1)
	t := 0
	for ; t < n-5; t += 2 {
		pair := rho(t) + rho(t+1)
		if pair < 0 {
			break
		}
		last = math.Min(last, pair)
		sum += 2 * last
	}
	// The sum holds whole pairs; the even member of the pair that ended it still counts once.
	tau := -1 + sum + math.Max(0, rho(t))
	return m * float64(n) / math.Max(tau, 1/math.Log10(m*float64(n)))
}

func TestESSMatchesDefinition(t *testing.T) {
	for seed, rho := range []float64{0, 0.3, 0.9, 0.97, -0.4} {
		chains := autoregressive(uint64(seed), 4, 501, rho)
		e := newEstimator(chains)
		got, want := e.ess(e.halves), slowESS(chains)
		if math.Abs(got/want-1) > 1e-6 {
			t.Errorf("rho %g: ESS %.6f, by definition %.6f", rho, got, want)
		}
	}
}

// TestESSOfAutoregression: the effective sample size of an AR(1) process is n (1-rho)/(1+rho).
func TestESSOfAutoregression(t *testing.T) {
	for _, rho := range []float64{0, 0.5, 0.9, -0.5} {
		const chains, n = 4, 20000
		want := chains * n * (1 - rho) / (1 + rho)
		draws := autoregressive(11, chains, n, rho)
		s := Summarise(draws)
		if math.Abs(s.BulkESS/want-1) > 0.12 {
			t.Errorf("rho %g: bulk ESS %.0f, want %.0f", rho, s.BulkESS, want)
		}
		if mcse := 1 / math.Sqrt(want); math.Abs(s.MCSE/mcse-1) > 0.08 {
			t.Errorf("rho %g: MCSE %g, want %g", rho, s.MCSE, mcse)
		}
		// The squares of a Gaussian AR(1) have autocorrelation rho^2; the sd's error follows.
		sdESS := chains * n * (1 - rho*rho) / (1 + rho*rho)
		if mcse := 1 / math.Sqrt(2*sdESS); math.Abs(s.MCSESD/mcse-1) > 0.12 {
			t.Errorf("rho %g: MCSE of the sd %g, want %g", rho, s.MCSESD, mcse)
		}
		if s.RHat > 1.01 {
			t.Errorf("rho %g: R-hat %g", rho, s.RHat)
		}
	}
}

// TestRHat: chains that differ in location or in scale, or that drift, are told.
func TestRHat(t *testing.T) {
	const n = 1000
	for _, c := range []struct {
		name   string
		change func(chain, i int, x float64) float64
		low    float64
		high   float64
	}{
		{"same", func(_, _ int, x float64) float64 { return x }, 0.99, 1.01},
		{"location", func(c, _ int, x float64) float64 { return x + float64(c/3) }, 1.05, 2},
		{"scale", func(c, _ int, x float64) float64 { return x * float64(1+c/3*3) }, 1.05, 2},
		{"drift", func(_, i int, x float64) float64 { return x + 2*float64(i)/n }, 1.1, 2},
		{"heavy tails", func(_, _ int, x float64) float64 { return math.Tan(math.Pi * (distuv.UnitNormal.CDF(x) - 0.5)) }, 0.99, 1.01},
	} {
		chains := autoregressive(5, 4, n, 0)
		for k := range chains {
			for i := range chains[k] {
				chains[k][i] = c.change(k, i, chains[k][i])
			}
		}
		if s := Summarise(chains); s.RHat < c.low || s.RHat > c.high {
			t.Errorf("%s: R-hat %.3f, want %g to %g", c.name, s.RHat, c.low, c.high)
		}
	}
}

// TestRHatByHand checks the basic statistic on numbers small enough to follow.
func TestRHatByHand(t *testing.T) {
	// Within variance 1, means 2 and 4: B/n = 2, var+ = 2/3 + 2.
	if got, want := rHat([][]float64{{1, 2, 3}, {3, 4, 5}}), math.Sqrt(2.0/3+2); math.Abs(got-want) > 1e-12 {
		t.Errorf("rHat = %g, want %g", got, want)
	}
}

func TestRankNormalised(t *testing.T) {
	got := rankNormalised([][]float64{{1, 3}, {3, 7}})
	z := func(rank float64) float64 { return distuv.UnitNormal.Quantile((rank - 0.375) / 4.25) }
	want := [][]float64{{z(1), z(2.5)}, {z(2.5), z(4)}}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("chain %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestQuantile(t *testing.T) {
	x := []float64{1, 2, 3, 4, 10}
	for _, c := range []struct{ p, want float64 }{{0, 1}, {0.25, 2}, {0.5, 3}, {0.9, 7.6}, {1, 10}} {
		if got := quantile(x, c.p); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("quantile %g = %g, want %g", c.p, got, c.want)
		}
	}
}

// TestSummaryOfConstant: constant draws and too few draws have no diagnostics, and do not panic.
func TestSummaryOfConstant(t *testing.T) {
	for name, chains := range map[string][][]float64{
		"constant": {{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}},
		"short":    {{1, 2, 3}, {2, 3, 1}},
	} {
		if s := Summarise(chains); !math.IsNaN(s.RHat) || !math.IsNaN(s.BulkESS) || math.IsNaN(s.Mean) {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestTailESS: a chain that seldom visits a tail is good in bulk and bad there.
func TestTailESS(t *testing.T) {
	chains := autoregressive(3, 4, 4000, 0)
	for _, c := range chains {
		// Now and then it stays beyond the 95% quantile for long.
		for i := range c {
			if i%1000 < 60 {
				c[i] = 3 + 0.1*c[i]
			}
		}
	}
	if s := Summarise(chains); s.TailESS > s.BulkESS/2 {
		t.Errorf("bulk ESS %.0f, tail ESS %.0f", s.BulkESS, s.TailESS)
	}
}
