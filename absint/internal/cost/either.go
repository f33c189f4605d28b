package cost

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// The joins of outcomes at branches. Sound because the result is one of the two if it is the worse for all values of the
// symbols, else a polynomial that bounds both.

// Either returns the worse of two feasible outcomes under an upper objective, the better under a lower one, or an outcome
// that bounds both from that side.
func (e *Evaluator) Either(a, b Outcome) Outcome {
	out := a.MergeMeta(b)
	if e.Obj.Choices != nil && !e.Obj.Upper { // what both have in common
		out.Poly, out.Joined = e.bound(a.Poly, b.Poly), true
		return out
	}
	if e.Obj.Choices != nil {
		exact := false
		out.Poly, exact = e.choose(a.Poly, b.Poly)
		out.Joined = out.Joined || !exact
		return out
	}
	p, q := a.Poly, b.Poly
	var calls, others expr.Poly
	if p.HasCalls() || q.HasCalls() {
		p, calls = p.WithoutCalls()
		q, others = q.WithoutCalls()
	}
	switch e.worse(p, q) {
	case first:
		out.Poly = p
	case second:
		out.Poly = q
		calls, others = others, calls
	default:
		out.Poly, out.Joined = e.bound(p, q), true
		if e.Obj.Unsure && !e.Ranges.AllNotNegative(p, q) && (e.MayBeNegative(p) || e.MayBeNegative(q)) {
			return e.Obj.LeftOut()
		}
	}
	return e.eitherCalls(out, calls, others)
}

// AnyOf folds Either over at least one outcome.
func (e *Evaluator) AnyOf(os []Outcome) Outcome {
	out := os[0]
	for _, o := range os[1:] {
		out = e.Either(out, o)
	}
	return out
}

// Worse returns an upper bound of two constant costs.
func (e *Evaluator) Worse(a, b Outcome) Outcome {
	if e.Obj.Choices == nil {
		return e.Either(a, b)
	}
	out := a.MergeMeta(b)
	out.Poly = expr.Join(a.Poly, b.Poly)
	return out
}

// choose returns an upper bound of two costs under unknown weights; exact is false if it may exceed both.
func (e *Evaluator) choose(p, q expr.Poly) (out expr.Poly, exact bool) {
	if !e.Ranges.AllNotNegative(p, q) {
		return e.atLeastZero(p).Add(e.atLeastZero(q)), false // the sum of nonnegative costs bounds each
	}
	return e.Obj.Choices.Worse(p, q)
}

// bound returns a polynomial that bounds p and q from above under an upper objective, from below under a lower one.
func (e *Evaluator) bound(p, q expr.Poly) expr.Poly {
	// Coefficient by coefficient is safe where no monomial is negative.
	switch safe := e.Ranges.AllNotNegative(p, q); {
	case safe && e.Obj.Upper:
		return expr.Join(p, q)
	case safe:
		return expr.Meet(p, q, e.Weights)
	case e.Obj.Upper:
		return e.atLeastZero(p).Add(e.atLeastZero(q)) // the sum of nonnegative costs bounds each
	}
	return expr.Poly{}
}

// atLeastZero returns a polynomial that is at least p and at least 0 for all values of the symbols. p may be negative for
// values under which its path cannot be taken.
func (e *Evaluator) atLeastZero(p expr.Poly) expr.Poly {
	zero := func(weights []float64) bool { return e.Ranges.Weighted(p, weights).Lo >= 0 }
	if e.Obj.Choices == nil && compare(e.Obj.Rivals, zero(e.Weights), zero) {
		return p
	}
	less := func(n pattern.Count) bool {
		if e.Obj.Choices != nil || int(n.ID) >= len(e.Weights) {
			return n.N < 0
		}
		return n.N*e.Weights[n.ID] < 0
	}
	var out expr.Poly
	for _, t := range p.Terms {
		var up, down expr.Vector // counts that raise and lower the cost if the monomial is positive
		for _, n := range t.Vec {
			if less(n) {
				down = append(down, n)
			} else {
				up = append(up, n)
			}
		}
		size := expr.MonoSize(t.Mono)
		if e.Ranges.NotNegative(t.Mono) {
			out = out.Add(expr.ConstPoly(up).MulSize(size))
			continue
		}
		out = out.Add(expr.ConstPoly(up).MulSize(expr.Max(size, expr.Const(0)))).Add(expr.ConstPoly(down).MulSize(expr.Min(size, expr.Const(0))))
	}
	return out
}

// worse returns which of two costs is the worse under an upper objective, the better under a lower one, whatever the sizes are.
func (e *Evaluator) worse(p, q expr.Poly) side {
	worse := func(weights []float64) side {
		d := e.difference(p, q, weights)
		if !e.Obj.Upper {
			d = d.Scale(-1)
		}
		return sideOf(d)
	}
	return compare(e.Obj.Rivals, worse(e.Weights), worse)
}

// difference returns the interval of p - q under weights.
func (e *Evaluator) difference(p, q expr.Poly, weights []float64) expr.Interval {
	if p.Number() && q.Number() { // most are
		if d := p.Weigh(weights) - q.Weigh(weights); !math.IsNaN(d) {
			return expr.Interval{Lo: d, Hi: d}
		}
	}
	return e.Ranges.Difference(p, q, weights)
}

// eitherCalls adds to o an upper bound of the call symbols p and q of two alternatives; o was chosen with the symbols p.
func (e *Evaluator) eitherCalls(o Outcome, p, q expr.Poly) Outcome {
	if len(p.Terms)+len(q.Terms) > 0 {
		calls, exact := e.joinCalls(p, q)
		o.Poly, o.Joined = o.Poly.Add(calls), o.Joined || !exact
	}
	return o
}

// joinCalls returns an upper bound of the call symbols p and q, the maximum of each count if possible. exact reports whether
// it is p.
func (e *Evaluator) joinCalls(p, q expr.Poly) (out expr.Poly, exact bool) {
	over := covers(p, q)
	if over && covers(q, p) {
		return p, true
	}
	switch {
	case !e.Ranges.AllNotNegative(p, q):
		return p.Add(q), false // counts of calls are nonnegative, so the sum bounds both
	case over:
		return p, true
	}
	return expr.Join(p, q), false
}

// raisesCost reports whether a larger multiple of v has a larger cost. In dimensions without a known weight, v must have
// counts of one sign, as splitSigns returns them.
func (e *Evaluator) raisesCost(v expr.Vector) bool {
	if e.Obj.Choices != nil || len(v) > 0 && v[0].ID >= expr.FirstCall {
		return len(v) == 0 || v[0].N > 0
	}
	raises := func(weights []float64) bool { return v.Dot(weights) >= 0 }
	return compare(e.Obj.Rivals, raises(e.Weights), raises)
}

// splitSigns returns the terms split so that the counts of each in dimensions without a known weight have one sign. These
// are all dimensions if the weights are unknown, else the call symbols.
func (e *Evaluator) splitSigns(terms []expr.PolyTerm) []expr.PolyTerm {
	if e.Obj.Choices == nil && !(expr.Poly{Terms: terms}).HasCalls() {
		return terms
	}
	out := make([]expr.PolyTerm, 0, len(terms))
	for _, t := range terms {
		var weighed, more, less expr.Vector
		for _, n := range t.Vec {
			switch {
			case e.Obj.Choices == nil && n.ID < expr.FirstCall:
				weighed = append(weighed, n)
			case n.N > 0:
				more = append(more, n)
			default:
				less = append(less, n)
			}
		}
		for _, v := range []expr.Vector{weighed, more, less} {
			if len(v) > 0 {
				out = append(out, expr.PolyTerm{Mono: t.Mono, Vec: v})
			}
		}
	}
	return out
}

// MayBeNegative reports whether p may be below 0.
func (e *Evaluator) MayBeNegative(p expr.Poly) bool {
	negative := func(weights []float64) bool { return e.Ranges.Weighted(p, weights).Lo < 0 }
	return compare(e.Obj.Rivals, negative(e.Weights), negative)
}

// LeaveOut returns the lower bound of code that may or may not have the outcome o: 0, or no bound if o may be negative
// (weights of mean - z sd can be).
func (e *Evaluator) LeaveOut(o Outcome) Outcome {
	var out Outcome
	if e.MayBeNegative(o.Poly) || len(o.Conditions) > 0 {
		out = e.Obj.LeftOut()
	}
	out.Throws, out.MayThrow = o.Throws, out.MayThrow || o.MayThrow
	return out
}
