package fit

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Summary describes the draws of one parameter. Mean, MCSE, SD and the quantiles are in the
// parameter's unit; the rest are numbers. The definitions are those of Stan and of Vehtari, Gelman,
// Simpson, Carpenter and Bürkner (2021), "Rank-normalization, folding, and localization".
type Summary struct {
	Mean, SD        float64
	MCSE            float64 // Monte Carlo standard error of the mean
	MCSESD          float64 // and of the standard deviation
	Q025, Q50, Q975 float64 // quantiles
	RHat            float64 // rank-normalised, split; the larger of bulk and folded
	BulkESS         float64 // effective sample size for the centre of the distribution
	TailESS         float64 // and for its 5% and 95% quantiles, the smaller
}

// Summarise computes the summary of a parameter from its draws, one slice per chain, all equally
// long. Statistics that the draws do not determine (constant draws, fewer than four per half chain)
// are NaN.
func Summarise(chains [][]float64) Summary {
	e := newEstimator(chains)
	return e.summary()
}

// estimator computes the diagnostics of one parameter.
type estimator struct {
	halves          [][]float64 // the chains, each split in two
	all             []float64   // sorted
	fft             *fourier.FFT
	padded          []float64 // scratch of autocovariance
	spectrum, power []complex128
}

func newEstimator(chains [][]float64) *estimator {
	e := &estimator{}
	for _, c := range chains {
		half := len(c) / 2 // an odd draw in the middle is left out
		e.halves = append(e.halves, c[:half], c[len(c)-half:])
	}
	for _, c := range chains {
		e.all = append(e.all, c...)
	}
	sort.Float64s(e.all)
	// Padding with zeros makes the circular autocovariance of the transform the linear one.
	length := 2
	if len(e.halves) > 0 {
		length = fastLength(2 * len(e.halves[0]))
	}
	e.fft = fourier.NewFFT(length)
	e.padded = make([]float64, length)
	e.spectrum = make([]complex128, length/2+1)
	e.power = make([]complex128, length/2+1)
	return e
}

// fastLength is the smallest even number of at least n without prime factors above 5, which are what
// the transform is fast for.
func fastLength(n int) int {
	for n = max(2, n+n%2); ; n += 2 {
		rest := n
		for _, p := range []int{2, 3, 5} {
			for rest%p == 0 {
				rest /= p
			}
		}
		if rest == 1 {
			return n
		}
	}
}

func (e *estimator) summary() Summary {
	s := Summary{RHat: math.NaN(), BulkESS: math.NaN(), TailESS: math.NaN(), MCSE: math.NaN(), MCSESD: math.NaN()}
	s.Mean, s.SD = stat.MeanStdDev(e.all, nil)
	s.Q025 = quantile(e.all, 0.025)
	s.Q50 = quantile(e.all, 0.5)
	s.Q975 = quantile(e.all, 0.975)
	if len(e.halves) == 0 || len(e.halves[0]) < 4 || e.all[0] == e.all[len(e.all)-1] {
		return s
	}
	ranked := rankNormalised(e.halves)
	folded := rankNormalised(mapped(e.halves, func(x float64) float64 { return math.Abs(x - s.Q50) }))
	s.RHat = math.Max(rHat(ranked), rHat(folded))
	s.BulkESS = e.ess(ranked)
	s.TailESS = math.Inf(1)
	for _, p := range []float64{0.05, 0.95} {
		q := quantile(e.all, p)
		s.TailESS = math.Min(s.TailESS, e.ess(mapped(e.halves, func(x float64) float64 {
			if x <= q {
				return 1
			}
			return 0
		})))
	}
	s.MCSE = s.SD / math.Sqrt(e.ess(e.halves))
	s.MCSESD = e.mcseSD(s.Mean)
	return s
}

// mcseSD is the Monte Carlo standard error of the standard deviation, by the delta method from the
// variance's (Vehtari et al. 2021, section 4; Kenney and Keeping 1951).
func (e *estimator) mcseSD(mean float64) float64 {
	squares := mapped(e.halves, func(x float64) float64 { return (x - mean) * (x - mean) })
	var flat []float64
	for _, c := range squares {
		flat = append(flat, c...)
	}
	variance, sd := stat.MeanStdDev(flat, nil)
	return sd / math.Sqrt(e.ess(squares)) / (2 * math.Sqrt(variance))
}

func mapped(chains [][]float64, f func(float64) float64) [][]float64 {
	out := make([][]float64, len(chains))
	for i, c := range chains {
		out[i] = make([]float64, len(c))
		for j, x := range c {
			out[i][j] = f(x)
		}
	}
	return out
}

// quantile interpolates linearly between order statistics (type 7, as R's default).
func quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// rankNormalised replaces the draws by the normal scores of their ranks over all chains (Vehtari
// et al. 2021, equation 14); ties get their average rank.
func rankNormalised(chains [][]float64) [][]float64 {
	type draw struct {
		value        float64
		chain, index int
	}
	var all []draw
	out := make([][]float64, len(chains))
	for i, c := range chains {
		out[i] = make([]float64, len(c))
		for j, x := range c {
			all = append(all, draw{x, i, j})
		}
	}
	slices.SortFunc(all, func(a, b draw) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	total := float64(len(all))
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j].value == all[i].value {
			j++
		}
		rank := float64(i+j+1) / 2 // the average of i+1 .. j
		z := distuv.UnitNormal.Quantile((rank - 3.0/8) / (total + 1.0/4))
		for ; i < j; i++ {
			out[all[i].chain][all[i].index] = z
		}
	}
	return out
}

// rHat is the potential scale reduction of chains (Vehtari et al. 2021, equations 1 to 4).
func rHat(chains [][]float64) float64 {
	n := float64(len(chains[0]))
	means := make([]float64, len(chains))
	within := 0.0
	for i, c := range chains {
		var v float64
		means[i], v = stat.MeanVariance(c, nil)
		within += v / float64(len(chains))
	}
	if within == 0 {
		return math.NaN()
	}
	return math.Sqrt((n-1)/n + stat.Variance(means, nil)/within)
}

// ess is the effective sample size of chains: Geyer's initial monotone sequence over the combined
// autocorrelations (Vehtari et al. 2021, section 3.2; Geyer 1992, section 3.3).
func (e *estimator) ess(chains [][]float64) float64 {
	m, n := len(chains), len(chains[0])
	acov, means := e.autocovariance(chains)
	meanVar := acov[0] * float64(n) / float64(n-1)
	varPlus := acov[0]
	if m > 1 {
		varPlus += stat.Variance(means, nil)
	}
	if !(varPlus > 0) {
		return math.NaN()
	}
	rho := func(t int) float64 { return 1 - (meanVar-acov[t])/varPlus }

	// Sums of pairs of autocorrelations are positive and decreasing for a reversible chain; what
	// is not is noise. rho(0) is 1 by definition.
	const slack = 5 // the last lags are estimated from a handful of pairs
	even, odd := 1.0, rho(1)
	kept := []float64{even, odd}
	for t := 2; t < n-slack && even+odd > 0; t += 2 {
		even, odd = rho(t), rho(t+1)
		if even+odd >= 0 {
			kept = append(kept, even, odd)
		}
	}
	for t := 2; t+1 < len(kept); t += 2 {
		if before := kept[t-2] + kept[t-1]; kept[t]+kept[t+1] > before {
			kept[t], kept[t+1] = before/2, before/2
		}
	}
	// The last pair ended the sequence if it was not kept; its even member, if positive, still
	// improves the estimate for antithetic chains.
	tau := -1.0
	if even+odd < 0 {
		tau += math.Max(0, even)
	} else {
		last := len(kept) - 2
		tau += math.Max(0, kept[last])
		kept = kept[:last]
	}
	for _, r := range kept {
		tau += 2 * r
	}
	draws := float64(m * n)
	return draws / math.Max(tau, 1/math.Log10(draws))
}

// autocovariance is the (biased) autocovariance at all lags, averaged over the chains, and the
// chains' means. The average is taken of the power spectra, so that one inverse transform does.
func (e *estimator) autocovariance(chains [][]float64) (acov, means []float64) {
	n := len(chains[0])
	means = make([]float64, len(chains))
	clear(e.power)
	for i, c := range chains {
		means[i] = stat.Mean(c, nil)
		clear(e.padded)
		for j, x := range c {
			e.padded[j] = x - means[i]
		}
		e.fft.Coefficients(e.spectrum, e.padded)
		for j, z := range e.spectrum {
			e.power[j] += complex(real(z)*real(z)+imag(z)*imag(z), 0)
		}
	}
	e.fft.Sequence(e.padded, e.power)
	acov = make([]float64, n)
	norm := 1 / (float64(len(e.padded)) * float64(n) * float64(len(chains)))
	for i := range acov {
		acov[i] = e.padded[i] * norm
	}
	return acov, means
}
