package cost

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
)

// Outcome is the cost of a method or a part of it: a polynomial that bounds it from above or below, as the objective
// requires, if the Conditions hold, or the reasons for no bound. Sound because operations on outcomes combine conditions,
// reasons and assumptions of all operands.
type Outcome struct {
	Poly        expr.Poly
	Conditions  []expr.Condition
	Reasons     []expr.Reason
	Assumptions []expr.Assumption
	// Joined reports whether Poly is an upper bound of alternatives of which none is always the worst. It is a bound, but
	// possibly no path costs as much.
	Joined bool
	// Expected are the library calls in Poly whose cost is the expected one: see Analyzer.Expected.
	Expected *CallSet
	// Unbounded reports whether a reason is other than a call without a cost. The cost has no bound then, and Poly is empty.
	Unbounded  bool
	Recurs     bool        // the method is recursive, and Poly includes its recursive calls
	Infeasible bool        // no path
	Throws     bool        // all paths end by an exception, under a lower objective
	MayThrow   bool        // an explicit throw of the method or of an analysed callee may end a path, under Objective.AnyExit
	packed     *packedCost // the cost, conditions and assumptions of an outcome that Packer.Pack returned
}

// NotEvaluated is the outcome of a method that is not evaluated yet.
var NotEvaluated = &Outcome{}

// neverHolds is the condition of an unknown lower bound.
var neverHolds = []expr.Condition{{Size: expr.TopSize, Lo: 1}}

// Returns reports whether a lower bound is one of calls that return: not if all of them end by a throw.
func (o Outcome) Returns() bool { return !o.Throws && !o.Infeasible }

// HasCalls reports whether o has call symbols: it is a number only if all of them have a value.
func (o Outcome) HasCalls() bool { return o.Poly.HasCalls() || o.packed != nil && o.packed.calls }

// Constant reports whether o depends on no symbol.
func (o Outcome) Constant() bool {
	return !o.HasCalls() && (len(o.Poly.Terms) == 0 || len(o.Poly.Terms) == 1 && len(o.Poly.Terms[0].Mono) == 0)
}

// Then returns the outcome of o followed by next.
func (o Outcome) Then(next Outcome) Outcome {
	if o.Infeasible || next.Infeasible {
		return Outcome{Infeasible: true}
	}
	out := o.MergeMeta(next)
	out.Poly, out.Throws = o.Poly.Add(next.Poly), o.Throws || next.Throws
	return out.Settle()
}

// Times returns the outcome of n executions; n is not negative.
func (o Outcome) Times(n expr.Size) Outcome {
	if v, ok := n.Int(); ok && v == 0 {
		return Outcome{}
	}
	o.Poly = o.Poly.MulSize(n)
	return o
}

// MergeMeta combines the conditions, reasons and assumptions of two outcomes, ignoring cost and path state.
func (o Outcome) MergeMeta(p Outcome) Outcome {
	return Outcome{
		Conditions: expr.Union(o.Conditions, p.Conditions), Reasons: expr.UnionReasons(o.Reasons, p.Reasons), Assumptions: expr.UnionAssumptions(o.Assumptions, p.Assumptions),
		Joined: o.Joined || p.Joined, Expected: o.Expected.Unite(p.Expected), MayThrow: o.MayThrow || p.MayThrow,
	}
}

// Settle drops the polynomial of an outcome without a bound: it would only be passed on to callers.
func (o Outcome) Settle() Outcome {
	for _, r := range o.Reasons {
		if r.Unpriced == "" {
			return Outcome{Reasons: o.Reasons, Unbounded: true, Throws: o.Throws}
		}
	}
	return o
}

// Factors formats the header executions of an outcome as an expression: "names.length * 4".
func (o Outcome) Factors() string {
	text := ""
	for i, t := range o.Poly.Terms {
		n := t.Vec.Of(expr.HeaderExecutions)
		if n == 0 {
			continue
		}
		if i > 0 && text != "" {
			text += " + "
		}
		switch {
		case len(t.Mono) == 0:
			text += expr.Number(n)
		case n == 1:
			text += t.Mono.String()
		default:
			text += expr.Number(n) + " * " + t.Mono.String()
		}
	}
	return text
}

// Equal reports whether two outcomes are the same. It may miss that they are.
func (o Outcome) Equal(p Outcome) bool {
	return o.packed == p.packed && o.Joined == p.Joined && o.Unbounded == p.Unbounded && o.Recurs == p.Recurs && o.Infeasible == p.Infeasible && o.Throws == p.Throws && o.MayThrow == p.MayThrow &&
		o.Expected.equal(p.Expected) && slices.Equal(o.Reasons, p.Reasons) && slices.Equal(o.Assumptions, p.Assumptions) &&
		slices.EqualFunc(o.Conditions, p.Conditions, expr.Condition.Equal) && o.Poly.Equal(p.Poly)
}

// Identical reports whether two outcomes are the same one in memory, as an evaluation under several objectives makes them.
func (o Outcome) Identical(p Outcome) bool {
	return identical(o.Poly.Terms, p.Poly.Terms) && identical(o.Conditions, p.Conditions) && identical(o.Reasons, p.Reasons) && identical(o.Assumptions, p.Assumptions) &&
		o.packed == p.packed && o.Expected == p.Expected && o.Joined == p.Joined && o.Unbounded == p.Unbounded && o.Recurs == p.Recurs && o.Infeasible == p.Infeasible && o.Throws == p.Throws && o.MayThrow == p.MayThrow
}

// identical reports whether two slices are the same memory.
func identical[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
