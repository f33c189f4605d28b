package cost

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// Either is the worse (or better) of two outcomes, neither of which is a path that cannot be taken.
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
	d := e.difference(p, q)
	if !e.Obj.Upper {
		d = d.Scale(-1)
	}
	switch {
	case d.Lo >= 0:
		out.Poly = p
	case d.Hi <= 0:
		out.Poly = q
		calls, others = others, calls
	default:
		out.Poly, out.Joined = e.bound(p, q), true
		if e.Obj.Unsure && !e.Ranges.AllNotNegative(p, q) && (e.MayTake(p) || e.MayTake(q)) {
			return e.Obj.LeftOut()
		}
	}
	return e.eitherCalls(out, calls, others)
}

// AnyOf is the worst (or best) of several outcomes, one at least.
func (e *Evaluator) AnyOf(os []Outcome) Outcome {
	out := os[0]
	for _, o := range os[1:] {
		out = e.Either(out, o)
	}
	return out
}

// Worse is above both of two costs of constants.
func (e *Evaluator) Worse(a, b Outcome) Outcome {
	if e.Obj.Choices == nil {
		return e.Either(a, b)
	}
	out := a.MergeMeta(b)
	out.Poly = expr.Join(a.Poly, b.Poly)
	return out
}

// choose is the larger of two costs where the weights are not known yet. exact is false where it may be above both.
func (e *Evaluator) choose(p, q expr.Poly) (out expr.Poly, exact bool) {
	if !e.Ranges.AllNotNegative(p, q) {
		return e.atLeastZero(p).Add(e.atLeastZero(q)), false // what is not negative adds up to more than either
	}
	return e.Obj.Choices.Worse(p, q)
}

// bound is a polynomial that is on the safe side of both p and q everywhere.
func (e *Evaluator) bound(p, q expr.Poly) expr.Poly {
	// Coefficient by coefficient is safe where no monomial is negative.
	switch safe := e.Ranges.AllNotNegative(p, q); {
	case safe && e.Obj.Upper:
		return expr.Join(p, q)
	case safe:
		return expr.Meet(p, q, e.Weights)
	case e.Obj.Upper:
		return e.atLeastZero(p).Add(e.atLeastZero(q)) // what is not negative adds up to more than either
	}
	return expr.Poly{}
}

// atLeastZero is a polynomial that is never below p, nor below 0. The cost of a path is not negative where the path can be
// taken; elsewhere, what is known of its sizes does not hold, and p may be anything.
func (e *Evaluator) atLeastZero(p expr.Poly) expr.Poly {
	if e.Obj.Choices == nil && e.Ranges.Scalar(p.Dot(e.Weights)).Lo >= 0 {
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
		var up, down expr.Vector // what makes it more, and less, where the monomial is positive
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

// difference is the interval of p less q under the weights of the objective.
func (e *Evaluator) difference(p, q expr.Poly) expr.Interval {
	if p.Number() && q.Number() { // most are
		if d := p.Weigh(e.Weights) - q.Weigh(e.Weights); !math.IsNaN(d) {
			return expr.Interval{Lo: d, Hi: d}
		}
	}
	return e.Ranges.Scalar(p.Dot(e.Weights).Sub(q.Dot(e.Weights)))
}

// eitherCalls adds the call symbols of two outcomes of which one is chosen, and has the calls p.
func (e *Evaluator) eitherCalls(o Outcome, p, q expr.Poly) Outcome {
	if len(p.Terms)+len(q.Terms) > 0 {
		calls, exact := e.moreCalls(p, q)
		o.Poly, o.Joined = o.Poly.Add(calls), o.Joined || !exact
	}
	return o
}

// moreCalls is what is above the call symbols of both p and q: each as often as where it is called more often. exact
// says that it is those of p.
func (e *Evaluator) moreCalls(p, q expr.Poly) (out expr.Poly, exact bool) {
	over := covers(p, q)
	if over && covers(q, p) {
		return p, true
	}
	switch {
	case !e.Ranges.AllNotNegative(p, q):
		return p.Add(q), false // nothing is called less than never, so the sum is above both
	case over:
		return p, true
	}
	return expr.Join(p, q), false
}

// costs says whether more of a vector costs more. Of what has no weight that is known of vectors of one sign: see signed.
func (e *Evaluator) costs(v expr.Vector) bool {
	if e.Obj.Choices != nil || len(v) > 0 && v[0].ID >= expr.FirstCall {
		return len(v) == 0 || v[0].N > 0
	}
	return v.Dot(e.Weights) >= 0
}

// signed are the terms of a polynomial, those split that have counts of both signs of what has no weight: of everything
// where the weights are not known yet, else of call symbols.
func (e *Evaluator) signed(terms []expr.PolyTerm) []expr.PolyTerm {
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

// MayTake says whether a cost may be below 0.
func (e *Evaluator) MayTake(p expr.Poly) bool { return e.Ranges.Scalar(p.Dot(e.Weights)).Lo < 0 }

// LeaveOut is what a lower objective knows where it does not count on an outcome: that it costs nothing at least, or, where
// it may cost less (mean - z sd of something uncertain), nothing at all.
func (e *Evaluator) LeaveOut(o Outcome) Outcome {
	var out Outcome
	if e.MayTake(o.Poly) || len(o.Conditions) > 0 {
		out = e.Obj.LeftOut()
	}
	out.Throws = o.Throws
	return out
}
