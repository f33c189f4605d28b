package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// CostSummary is an upper bound of the cost of a library method for all callers and all models. Branches whose order
// depends on the model are choices. Sound because it holds under any nonnegative weights.
type CostSummary struct {
	Poly   expr.Poly
	Conds  []expr.Condition
	Joined bool
	// Why is the reason for no cost; empty if there is one.
	Why string
	// Needs are the methods, sorted, that only classes of the library may override for the cost to hold. Their class is the
	// one through which they are called.
	Needs []classfile.Member
	// MustCost is a lower bound of a call that returns, for calls with this method as their only target.
	MustCost pattern.Counts

	From ChoiceSource

	ExpectedCalls *CallSet // see Expected
	Methods       *MethodTable
}

// Outcome returns the cost under an upper objective with nonnegative weights for patterns; ok is false under any other. The
// method must have a cost.
func (p *CostSummary) Outcome(obj Objective) (o Outcome, ok bool) {
	if !obj.Upper || len(obj.Weights) == 0 {
		return Outcome{}, false
	}
	return NewResolver(obj.Weights, p.From).Outcome(p)
}

// Bound returns the cost with its choices.
func (p *CostSummary) Bound() Outcome {
	return Outcome{Poly: p.Poly, Conditions: p.Conds, Joined: p.Joined}
}

// Outcome resolves a cost; ok is false if a choice is unknown or a weight is negative.
func (r *Resolver) Outcome(p *CostSummary) (o Outcome, ok bool) {
	if r.negative {
		return Outcome{}, false
	}
	o = p.Bound()
	o.Poly, ok = r.Poly(p.Poly)
	return o, ok
}

// Expected returns the library methods whose expected costs the bound contains, sorted.
func (p *CostSummary) Expected() []classfile.Member { return p.Methods.List(p.ExpectedCalls) }
