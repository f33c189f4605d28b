package models

import (
	"math"

	"github.com/energylint/energylint/internal/pattern"
)

// Weights returns, by pattern.ID, mean_p + z*sd_p and mean_p - z*sd_p of one execution of each pattern, its
// residual included. Counts times upper is the linear, and so compositional, sound upper bound L of semantics
// section 3: for all counts c >= 0
//
//	L(c) = sum_p c_p (mean_p + extra_p + z sd_p)  >=  Q_z(c) = mean(c) + extra(c) + z sd(c)
//
// with extra_p what p costs more with its costliest operands, which upper contains and lower does not.
//
// Proof. The means and extras are linear in c, so L(c) - Q_z(c) = z (sum_p c_p sd_p - sd(c)). Write E c for the expanded
// counts (expand is linear). Under the Pattern reading
//
//	sd(c) = || (S^1/2 X' E c, sigma_q (E c)_q for all q) ||
//
// with sigma_q the standard deviation of what is not fitted of pattern q, is a seminorm of c (with comonotone parameters: the sum of two seminorms' squares, rooted, also one), and sd_p
// is its value at one execution of p. By the triangle inequality sd(c) <= sum_p c_p sd_p. The variance under the
// Execution reading replaces each (E c)_q^2 by min((E c)_q^2, (E c)_q), which is not more; the weights use the
// Pattern reading in both cases. So L bounds either reading. The lower bound is the mirror image.
//
// A z below 0 asks for a quantile below the median; it counts as 0, where the bound still holds. For "any" upper
// is the largest over the devices and lower the smallest. Lower weights may be negative, where a single execution
// is less certain than it is costly: a lower bound over loops must then take the larger count.
func (m *Model) Weights(device string, z float64) (upper, lower []float64) {
	z = max(z, 0)
	upper, lower = make([]float64, pattern.Num), make([]float64, pattern.Num)
	pessimist := m.WithResidual(Pattern)
	type cell struct{ low, high float64 }
	var cache [pattern.Num]*cell // by the pattern that it expands to alone
	for i := range upper {
		id := pattern.ID(i)
		e := m.expanded[id]
		if e == nil {
			upper[id] = math.Inf(1)
			continue
		}
		alone := len(e) == 1 && e[0].n == 1
		if alone && cache[e[0].id] != nil {
			lower[id], upper[id] = cache[e[0].id].low, cache[e[0].id].high
			continue
		}
		low, high := math.Inf(1), math.Inf(-1)
		for _, d := range m.indices(device) {
			g := pessimist.single(e, d)
			low, high = min(low, g.At(-z)), max(high, g.At(z)+m.extraOf(id))
		}
		lower[id], upper[id] = low, high
		if alone {
			cache[e[0].id] = &cell{low, high}
		}
	}
	return upper, lower
}

// single is evaluate for the few parameters of one pattern.
func (m *Model) single(e []share, device int) Gaussian {
	var ks []int
	var xs []float64
	add := func(k int, x float64) {
		for i := range ks {
			if ks[i] == k {
				xs[i] += x
				return
			}
		}
		ks, xs = append(ks, k), append(xs, x)
	}
	for _, s := range e {
		r := &m.rows[s.id]
		for _, k := range r.param[:r.n] {
			add(int(k), s.n)
		}
		if !r.entry {
			add(device, s.n)
		}
	}
	mean, variance, sum := 0.0, 0.0, 0.0
	for i, k := range ks {
		mean += xs[i] * m.mean[k]
		sum += math.Abs(xs[i]) * m.sd[k]
		if m.cov != nil {
			for j, l := range ks {
				variance += xs[i] * xs[j] * m.cov[k*len(m.parameters)+l]
			}
		}
	}
	if m.cov == nil {
		variance = sum * sum
	}
	return Gaussian{mean, math.Sqrt(max(variance, 0) + m.residualVariance(e))}
}
