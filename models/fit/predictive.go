package fit

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// PredictiveCheck compares the data with replicated data from the posterior (Gelman et al. 2013,
// Bayesian Data Analysis, section 6.3). A P value near 0 (near 0 or 1 for Replicates) says that the
// model does not produce data like these. The discrepancies are chi-squared given the parameters,
// so that the replication is integrated exactly and only the posterior is averaged over.
type PredictiveCheck struct {
	// Means: the squared distances of the cells' means from the model's, in standard errors,
	// summed over the cells (a cell: the replicates of one pattern on one device).
	Means Discrepancy
	// Replicates: the squared deviations of the replicates from their cell's mean.
	Replicates Discrepancy
	// Largest: the largest standardised residual of a single observation.
	Largest Discrepancy
	// LargestAt is the index of that observation.
	LargestAt int
	// Cells holds every cell, in the order of the observations.
	Cells []CellCheck
}

// Discrepancy is a statistic, its expectation under the model, and its posterior predictive P value:
// the probability that replicated data would be at least as large.
type Discrepancy struct {
	Statistic, Expected, P float64
}

// CellCheck compares one pattern on one device with the model. Energies are in the unit of the
// observations.
type CellCheck struct {
	Pattern  Pattern
	Device   string
	N        int
	Measured float64 // mean of the replicates
	Fitted   float64 // posterior mean
	SD       float64 // of the replicates; NaN for one
	// Z is the residual of the mean in standard errors of the noise.
	Z float64
	// NoiseP is the probability of replicates that scatter at least as much; NaN for one replicate.
	NoiseP float64
}

// predictiveDraws bounds the draws that the check averages over; its P values need no more.
const predictiveDraws = 400

// check computes the posterior predictive check.
func (r *Result) check() PredictiveCheck {
	d := r.design
	cells := make([]CellCheck, len(d.cells))
	for i, c := range d.cells {
		cells[i] = CellCheck{Pattern: d.patterns[c.pattern], Device: c.device, N: int(c.n), Measured: c.mean * r.scale, SD: math.NaN(), NoiseP: math.NaN()}
		if c.n > 1 {
			cells[i].SD = math.Sqrt(c.ss/(c.n-1)) * r.scale
			cells[i].NoiseP = 0
		}
	}
	pc := PredictiveCheck{Cells: cells}
	pc.Means.Expected = float64(len(cells))
	pc.Replicates.Expected = d.n - float64(len(cells))
	fitted := make([]float64, len(cells))
	k := len(d.effects)
	total := r.opts.Chains * r.opts.Draws
	used := min(total, predictiveDraws)
	w := 1 / float64(used)
	sigmas := r.draws[len(r.draws)-1]
	for s := range used {
		at := s * total / used
		chain, draw := at/r.opts.Draws, at%r.opts.Draws
		sigma := sigmas[chain][draw] / r.scale
		chi2 := 0.0
		for i := range d.cells {
			c := &d.cells[i]
			eta := 0.0
			for _, t := range c.terms {
				eta += r.draws[t][chain][draw]
			}
			if r.Structure == Pooled {
				eta += r.draws[k+c.pattern][chain][draw]
			}
			eta /= r.scale
			fitted[i] += w * eta
			z := (c.mean - eta) / sigma * math.Sqrt(c.n)
			cells[i].Z += w * z
			chi2 += z * z
			if c.n > 1 {
				cells[i].NoiseP += w * chiSquaredSurvival(c.n-1, c.ss/(sigma*sigma))
			}
		}
		pc.Means.add(w, chi2, chiSquaredSurvival(pc.Means.Expected, chi2))
		within := d.ss / (sigma * sigma)
		pc.Replicates.add(w, within, chiSquaredSurvival(pc.Replicates.Expected, within))
	}
	for i := range cells {
		cells[i].Fitted = fitted[i] * r.scale
	}
	r.checkLargest(&pc)
	return pc
}

func (d *Discrepancy) add(weight, statistic, p float64) {
	d.Statistic += weight * statistic
	d.P += weight * p
}

// checkLargest finds the observation that is farthest from the fit.
func (r *Result) checkLargest(pc *PredictiveCheck) {
	sigma := r.Parameters[len(r.Parameters)-1].Mean
	type key struct {
		Pattern
		device string
	}
	fitted := make(map[key]float64, len(pc.Cells))
	for _, c := range pc.Cells {
		fitted[key{c.Pattern, c.Device}] = c.Fitted
	}
	for i, o := range r.obs.List {
		if z := math.Abs(o.Energy-fitted[key{o.Pattern, o.Device}]) / sigma; z > pc.Largest.Statistic {
			pc.Largest.Statistic, pc.LargestAt = z, i
		}
	}
	n := float64(len(r.obs.List))
	// The largest of n: 1 - (1-p)^n, and its median.
	p := math.Erfc(pc.Largest.Statistic / math.Sqrt2)
	pc.Largest.P = -math.Expm1(n * math.Log1p(-p))
	pc.Largest.Expected = distuv.UnitNormal.Quantile(1 + math.Expm1(-math.Ln2/n)/2)
}

// chiSquaredSurvival is P(X >= x) for X chi-squared with k degrees of freedom.
func chiSquaredSurvival(k, x float64) float64 {
	if k <= 0 {
		return 1
	}
	return distuv.ChiSquared{K: k}.Survival(x)
}
