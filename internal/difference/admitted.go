package difference

import (
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// sizesAt are values of the symbols of a pair: size, but for those in values.
type sizesAt struct {
	size   float64
	values map[int]float64
	others []OtherSize // those of values that are not assumed
}

// points returns where the costs of a pair are compared: at each of sizes, or at the next values that both specifications
// admit, each once.
func (c *comparison) points(p *pair, t *symbols) []sizesAt {
	fixed := c.assumed(p, t)
	if len(t.labels) == 0 || len(fixed) == len(t.labels) {
		return []sizesAt{{values: fixed}}
	}
	a := newAdmitted(p, t, fixed)
	if len(a.low)+len(a.high)+len(a.related) == 0 {
		out := make([]sizesAt, len(sizes))
		for i, n := range sizes {
			out[i] = sizesAt{size: n, values: fixed}
		}
		return out
	}
	var out []sizesAt
	seen := map[string]bool{}
	for _, n := range sizes {
		if key, x := a.at(n); !seen[key] {
			seen[key] = true
			out = append(out, x)
		}
	}
	return out
}

// assumed returns the largest values that both sides assume of symbols.
func (c *comparison) assumed(p *pair, t *symbols) map[int]float64 {
	out := map[int]float64{}
	for i, label := range t.labels {
		for _, a := range p.head.Assumptions {
			if a.Symbol == label && !a.Cost {
				out[i] = float64(a.Max)
			}
		}
	}
	return out
}

// admitted are the values of symbols that the specifications of both sides allow.
type admitted struct {
	symbols   *symbols
	calls     map[int]bool    // symbols that are costs of calls, not sizes
	fixed     map[int]float64 // assumed
	low, high map[int]float64
	related   []relation
}

// relation is a sum that is at least 0, with the numbers of symbols.
type relation struct {
	coefficients map[int]float64
	constant     float64
}

// newAdmitted returns what both sides of a pair allow. What the sides contradict each other in is left out.
func newAdmitted(p *pair, t *symbols, fixed map[int]float64) *admitted {
	a := &admitted{symbols: t, calls: t.calls(), fixed: fixed, low: map[int]float64{}, high: map[int]float64{}}
	a.add(p.base, t.base)
	a.add(p.head, t.head)
	for i, hi := range a.high {
		if lo, ok := a.low[i]; ok && lo > hi {
			delete(a.low, i)
			delete(a.high, i)
		}
	}
	return a
}

// add adds what one side allows. number is that of its symbols.
func (a *admitted) add(m *snapshot.Method, number map[string]int) {
	for _, r := range m.Ranges {
		i, ok := number[r.Path]
		if !ok {
			continue
		}
		if lo := float64(r.Min); lo > 0 {
			a.low[i] = math.Max(lo, a.low[i])
		}
		if hi, had := a.high[i]; float64(r.Max) < math.Inf(1) {
			if !had {
				hi = math.Inf(1)
			}
			a.high[i] = math.Min(float64(r.Max), hi)
		}
	}
	for _, sum := range m.Related {
		if r, ok := linear(sum, number); ok {
			a.related = append(a.related, r)
		}
	}
}

// linear returns a sum as a relation; ok is false where it is of other symbols, or not of symbols alone.
func linear(sum []result.SizeProduct, number map[string]int) (r relation, ok bool) {
	r.coefficients = map[int]float64{}
	for i := range sum {
		switch fs := sum[i].Factors; {
		case len(fs) == 0:
			r.constant += float64(sum[i].Coefficient)
		case len(fs) == 1 && fs[0].Kind == result.FactorSymbol:
			n, known := number[identity(&fs[0])]
			if !known {
				return r, false
			}
			r.coefficients[n] += float64(sum[i].Coefficient)
		default:
			return r, false
		}
	}
	return r, len(r.coefficients) > 0
}

// calls are the symbols that are costs of calls.
func (t *symbols) calls() map[int]bool {
	out := map[int]bool{}
	for _, side := range []map[string]int{t.base, t.head} {
		for k, n := range side {
			if strings.HasPrefix(k, callIdentity("")) {
				out[n] = true
			}
		}
	}
	return out
}

// at returns the values that are next to n, and a key that tells them apart from those of other n.
func (a *admitted) at(n float64) (key string, x sizesAt) {
	values := make([]float64, len(a.symbols.labels))
	for i := range values {
		values[i] = n
		if hi, ok := a.high[i]; ok {
			values[i] = math.Min(values[i], hi)
		}
		if lo, ok := a.low[i]; ok {
			values[i] = math.Max(values[i], lo)
		}
		if v, ok := a.fixed[i]; ok {
			values[i] = v
		}
	}
	a.relate(values)
	x = sizesAt{size: math.Inf(-1), values: map[int]float64{}}
	for i, v := range values {
		x.values[i] = v
		if _, ok := a.fixed[i]; ok || a.calls[i] {
			continue
		}
		key += fmt.Sprint(v, " ")
		if x.size = math.Max(x.size, v); v == n {
			x.size = math.Inf(1) // one that is as asked for names the point
		}
	}
	if math.IsInf(x.size, 0) {
		x.size = n
	}
	for i, v := range values {
		if _, ok := a.fixed[i]; !ok && !a.calls[i] && v != x.size {
			x.others = append(x.others, OtherSize{a.symbols.labels[i], result.Joules(v)})
		}
	}
	return key, x
}

// mostRounds bounds how often relations are tried: those of values that contradict each other never hold all.
const mostRounds = 8

// relate changes values until the relations hold: what is taken away becomes less, then what is added more.
func (a *admitted) relate(values []float64) {
	for range mostRounds {
		changed := false
		for _, r := range a.related {
			for _, sign := range []float64{-1, 1} {
				changed = a.push(r, sign, values) || changed
			}
		}
		if !changed {
			return
		}
	}
}

// push changes the values whose coefficient has a sign as far as a relation lacks.
func (a *admitted) push(r relation, sign float64, values []float64) (changed bool) {
	sum := r.constant
	for i, k := range r.coefficients {
		sum += k * values[i]
	}
	for i := range values {
		k := r.coefficients[i]
		if _, assumed := a.fixed[i]; assumed || sum >= 0 || k*sign <= 0 {
			continue
		}
		to := values[i] + sign*math.Ceil(-sum/math.Abs(k))
		if hi, ok := a.high[i]; ok {
			to = math.Min(to, hi)
		}
		to = math.Max(to, a.low[i])
		if to != values[i] {
			sum += k * (to - values[i])
			values[i], changed = to, true
		}
	}
	return changed
}
