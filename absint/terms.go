package absint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
)

// Term is one summand of a cost: a product of sizes, written out, and what is executed as often.
type Term struct {
	Factor string         // "" for the constant part
	Atoms  []string       // of the product, one for each time that it occurs
	Mono   Mono           // the product itself
	Counts pattern.Counts // patterns only; of OwnTerms, instructions
	Calls  []CallCount
}

// CallCount is a call symbol and how often it is called.
type CallCount struct {
	Name string
	N    float64
}

// source writes sizes in the language of budgets.
var source = expr.Writer{Name: spec.QuoteName}

// Terms returns the summands of a cost, the constant part first, then by degree and name.
func (a *Analyzer) Terms(o cost.Outcome) []Term {
	return a.terms(o, func(id pattern.ID) bool { return int(id) < pattern.Num })
}

// OwnTerms returns the summands of an outcome of OwnInstructions, in the order of Terms.
func (a *Analyzer) OwnTerms(o cost.Outcome) []Term {
	return a.terms(o, func(id pattern.ID) bool { return id == expr.OwnInstructions })
}

func (a *Analyzer) terms(o cost.Outcome, counted func(pattern.ID) bool) []Term {
	out := make([]Term, 0, len(o.Poly.Terms))
	for _, t := range o.Poly.Terms {
		var c pattern.Counts
		var calls []CallCount
		for _, n := range t.Vec {
			switch {
			case counted(n.ID):
				c = append(c, n)
			case n.ID >= expr.FirstCall:
				calls = append(calls, CallCount{a.Calls.Call(n.ID).Name, n.N})
			}
		}
		slices.SortStableFunc(calls, func(a, b CallCount) int { return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.N, b.N)) })
		if len(c)+len(calls) > 0 {
			atoms := make([]string, len(t.Mono))
			for i, a := range t.Mono {
				atoms[i] = source.Atom(a)
			}
			out = append(out, Term{source.Mono(t.Mono), atoms, t.Mono, c, calls})
		}
	}
	slices.SortStableFunc(out, func(a, b Term) int {
		return cmp.Or(cmp.Compare(len(a.Mono), len(b.Mono)), strings.Compare(a.Factor, b.Factor))
	})
	return out
}
