package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/internal/classfile"
)

// AssumedCost is an assumption of what a call costs, with what the call costs at least.
type AssumedCost struct {
	expr.Assumption
	Method *classfile.Method // that makes the call
	Line   int
	Least  cost.Outcome // of the call, in the sizes of Method
}

// AssumedCosts returns the calls whose cost results take from an assumption. upper and least are the outcomes of all methods
// under an upper objective and under obj, a lower one.
func (p *Program) AssumedCosts(upper, least []*cost.Outcome, obj cost.Objective) []AssumedCost {
	var out []AssumedCost
	for v, s := range p.Sums {
		if s.Failure != nil || !slices.ContainsFunc(upper[v].Assumptions, func(a expr.Assumption) bool { return a.Cost }) {
			continue
		}
		for site := range s.AllCalls() {
			if interproc.Dispatched(s, site) { // what it costs depends on an object, which may be of a class that is not known
				continue
			}
			names := []string{interproc.CallSymbol(s, site).Name, interproc.AssumedName(site.Member)}
			for _, a := range upper[v].Assumptions {
				if a.Cost && slices.Contains(names, a.Symbol) {
					out = append(out, AssumedCost{Assumption: a, Method: s.Method, Line: site.Line, Least: p.CallOutcome(v, site, obj, least)})
				}
			}
		}
	}
	return out
}
