package cost

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// Costs held against budgets.

// WeightedSize is a size times a weight, in the unit of the weights of an objective; times the cost of a call where there is one.
type WeightedSize struct {
	Weight float64
	Size   expr.Size
	Calls  []pattern.ID // the costliest of these calls is what is weighted
}

// Excess returns the interval, over the domain, of the weighted cost of an outcome minus the sum of limit. missing are the
// reasons why it may not hold: contradicted assumptions, possible overflows and calls without a cost that limit does not cover.
// The outcome's own Reasons are not repeated.
func (d Domain) Excess(o Outcome, obj Objective, limit []WeightedSize) (x expr.Interval, missing []expr.Reason) {
	if d.S.Failure != nil {
		return expr.Everything, nil
	}
	cost := d.settled(o, obj)
	x = d.excess(cost, limit)
	if obj.Upper && len(limit) > 0 {
		x.Hi = d.exceeds(cost, limit)
	}
	if slices.ContainsFunc(limit, func(t WeightedSize) bool { return len(t.Calls) > 0 }) {
		x.Lo = math.Inf(-1) // what a call costs has no upper bound
	}
	return x, slices.Concat(d.Contradicted, d.Unmet(o), d.S.missingCalls(d.uncovered(o.Poly, limit)))
}

// Settled returns the cost of an outcome in the form in which Weighted weighs it.
func (d Domain) Settled(o Outcome) expr.Poly { return d.Ranges.SettlePoly(o.Poly) }

// Weighted returns the interval, over the domain, of the weighted cost of an outcome that Settled returned: Excess over no limit.
func (d Domain) Weighted(settled expr.Poly, obj Objective) expr.Interval {
	if d.S.Failure != nil {
		return expr.Everything
	}
	return d.Ranges.Weighted(settled, obj.AllWeights())
}

// settled returns the weighted cost of an outcome in the domain.
func (d Domain) settled(o Outcome, obj Objective) expr.Scalar {
	return d.Settled(o).Dot(obj.AllWeights())
}

// relaxations are tried in this order where a limit is not proved for the cost itself.
var relaxations = []expr.Relaxation{
	{}, {Quotients: 8}, {Quotients: 1}, {Differences: true}, {Quotients: 1, Differences: true}, {Quotients: 1, Differences: true, Roots: true},
	{Minima: 1}, {Minima: -1}, {Quotients: 1, Differences: true, Minima: 1}, {Quotients: 1, Differences: true, Minima: -1},
	{Quotients: 1, Minima: 1}, {Quotients: 1, Minima: -1}, {Maxima: true}, {Quotients: 1, Maxima: true}, {Quotients: 1, Differences: true, Maxima: true},
}

// exceeds returns an upper bound of a cost minus limit, both without call symbols.
func (d Domain) exceeds(cost expr.Scalar, limit []WeightedSize) float64 {
	hi := d.excess(cost, limit).Hi
	var differences []expr.Scalar // of what is at least the cost
	for _, r := range relaxations {
		if hi <= 0 {
			return hi
		}
		above := d.difference(r.Above(cost, d.Ranges), limit)
		differences = append(differences, above)
		hi = math.Min(hi, d.Ranges.Scalar(above).Hi)
	}
	if len(d.Known) == 0 {
		return hi
	}
	p := expr.Prover{Ranges: d.Ranges, Known: d.Known}
	for _, above := range differences {
		if hi <= 0 {
			break
		}
		hi = math.Min(hi, p.MostScalar(above))
	}
	return hi
}

// excess returns the range of a cost minus limit, both without call symbols.
func (d Domain) excess(cost expr.Scalar, limit []WeightedSize) expr.Interval {
	return d.Ranges.Scalar(d.difference(cost, limit))
}

// difference returns a cost minus limit, both without call symbols.
func (d Domain) difference(cost expr.Scalar, limit []WeightedSize) expr.Scalar {
	for _, t := range limit {
		if len(t.Calls) == 0 {
			cost = cost.Sub(d.scaled(t))
		}
	}
	return cost
}

// scaled returns a size times its weight.
func (d Domain) scaled(t WeightedSize) expr.Scalar {
	b := expr.ScalarOf(d.Ranges.Settle(t.Size))
	for i := range b.Terms {
		b.Terms[i].Coef *= t.Weight
	}
	return b
}

// uncovered returns the terms of the calls in p that limit does not allow as often as p has them, everywhere in the domain. A
// limit of a call is one of the costliest of several calls, which therefore share it. Sound because no call costs less than 0.
func (d Domain) uncovered(p expr.Poly, limit []WeightedSize) expr.Poly {
	_, calls := d.Ranges.SettlePoly(p).WithoutCalls()
	covered := map[pattern.ID]bool{}
	for _, t := range limit {
		if len(t.Calls) == 0 || covered[t.Calls[0]] {
			continue
		}
		var minus, count expr.Scalar
		for _, id := range t.Calls {
			minus = minus.Sub(calls.Of(id))
		}
		count = count.Sub(minus)
		var allowed []WeightedSize
		for _, u := range limit {
			if slices.Equal(u.Calls, t.Calls) {
				allowed = append(allowed, WeightedSize{Weight: u.Weight, Size: u.Size})
			}
		}
		if d.exceeds(count, allowed) <= 0 {
			for _, id := range t.Calls {
				covered[id] = true
			}
		}
	}
	var out expr.Poly
	for _, t := range calls.Terms {
		vec := slices.DeleteFunc(slices.Clone(t.Vec), func(c pattern.Count) bool { return covered[c.ID] })
		if len(vec) > 0 {
			out.Terms = append(out.Terms, expr.PolyTerm{Mono: t.Mono, Vec: vec})
		}
	}
	return out
}
