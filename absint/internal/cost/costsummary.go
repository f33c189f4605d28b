package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// CostSummary is what a call of a library method costs at most, for all callers and all models: a cost whose branches are
// choices where it depends on the model which of them is the costlier.
type CostSummary struct {
	Poly   expr.Poly
	Conds  []expr.Condition
	Joined bool
	// Why is why the method has no price; empty where it has one.
	Why string
	// Needs are the methods that the price counts on to be overridden by the library's own classes only, sorted. The class
	// is the one through which they are called.
	Needs []classfile.Member
	// MustCost is what a call surely costs, if it returns: of one that runs this method and no other.
	MustCost pattern.Counts

	From ChoiceSource

	ExpectedCalls *CallSet // see Expected
	Methods       *MethodTable
}

// Outcome is the cost under an upper objective that weighs patterns, none of them less than 0; ok is false under any
// other. It says nothing where the method has no price.
func (p *CostSummary) Outcome(obj Objective) (o Outcome, ok bool) {
	if !obj.Upper || len(obj.Weights) == 0 {
		return Outcome{}, false
	}
	return NewResolver(obj.Weights, p.From).Outcome(p)
}

func (p *CostSummary) Bound() Outcome {
	return Outcome{Poly: p.Poly, Conditions: p.Conds, Joined: p.Joined}
}

// Outcome resolves a cost; ok is false where a choice is not known or a weight is negative.
func (r *Resolver) Outcome(p *CostSummary) (o Outcome, ok bool) {
	if r.negative {
		return Outcome{}, false
	}
	o = p.Bound()
	o.Poly, ok = r.Poly(p.Poly)
	return o, ok
}

// Expected returns the library methods whose calls count in the price with an expected cost, sorted.
func (p *CostSummary) Expected() []classfile.Member { return p.Methods.List(p.ExpectedCalls) }
