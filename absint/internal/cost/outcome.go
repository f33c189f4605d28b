package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
)

// Outcome is the cost of one method or of a part of it: a polynomial that bounds it from the side that the
// objective asks for, where Conditions hold, and the reasons why it is not a bound where there are any.
type Outcome struct {
	Poly        expr.Poly
	Conditions  []expr.Condition
	Reasons     []expr.Reason
	Assumptions []expr.Assumption
	// Joined says that Poly is above two alternatives of which neither is always the worse: it is a bound, but no
	// path costs it.
	Joined bool
	// Expected are the library calls in Poly whose cost is an expected one: see Analyzer.Expected.
	Expected *CallSet
	// Unbounded says that a reason is no missing price: the cost has no bound at all, and Poly is empty.
	Unbounded  bool
	Recurs     bool // of a method that calls itself, and whose calls are all in Poly
	Infeasible bool
	Throws     bool // a path that ends by an exception, in a lower objective
}

// neverHolds is the condition of a lower bound that says nothing.
var neverHolds = []expr.Condition{{Size: expr.TopSize, Lo: 1}}

// Returns reports whether a lower bound is one of calls that return: not where all of them end by a throw.
func (o Outcome) Returns() bool { return !o.Throws && !o.Infeasible }

// HasCalls says whether an outcome has call symbols: it is a number only where all of them have a value.
func (o Outcome) HasCalls() bool { return o.Poly.HasCalls() }

// Constant says whether an outcome depends on no symbol.
func (o Outcome) Constant() bool {
	return !o.HasCalls() && (len(o.Poly.Terms) == 0 || len(o.Poly.Terms) == 1 && len(o.Poly.Terms[0].Mono) == 0)
}

// Then is one outcome after the other.
func (o Outcome) Then(next Outcome) Outcome {
	if o.Infeasible || next.Infeasible {
		return Outcome{Infeasible: true}
	}
	out := o.MergeMeta(next)
	out.Poly, out.Throws = o.Poly.Add(next.Poly), o.Throws || next.Throws
	return out.Settle()
}

// Times is what happens n times; n is not negative.
func (o Outcome) Times(n expr.Size) Outcome {
	if v, ok := n.Int(); ok && v == 0 {
		return Outcome{}
	}
	o.Poly = o.Poly.MulSize(n)
	return o
}

// MergeMeta is what two outcomes rest on together: all that is said of them but the costs and the paths.
func (o Outcome) MergeMeta(p Outcome) Outcome {
	return Outcome{
		Conditions: expr.Union(o.Conditions, p.Conditions), Reasons: expr.UnionReasons(o.Reasons, p.Reasons), Assumptions: expr.UnionAssumptions(o.Assumptions, p.Assumptions),
		Joined: o.Joined || p.Joined, Expected: o.Expected.Unite(p.Expected),
	}
}

// Settle drops the polynomial of an outcome that has no bound anyhow: nobody can use it, and in a large program with
// recursion everywhere it would be carried through thousands of methods.
func (o Outcome) Settle() Outcome {
	for _, r := range o.Reasons {
		if r.Unpriced == "" {
			return Outcome{Reasons: o.Reasons, Unbounded: true, Throws: o.Throws}
		}
	}
	return o
}

// Factors writes an outcome of Executions as an expression: "names.length * 4".
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
