package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// AssumedCost is an assumption of what a call costs, with what the call costs at least.
type AssumedCost struct {
	Assumption
	Method *classfile.Method // that makes the call
	Line   int
	Least  Outcome // of the call, in the sizes of Method
}

// AssumedCosts returns the calls whose cost results take from an assumption. upper and least are the outcomes of all methods
// under an upper objective and under obj, a lower one.
func (p *Program) AssumedCosts(upper, least []Outcome, obj Objective) []AssumedCost {
	var out []AssumedCost
	for v, s := range p.sums {
		if s.err != nil || !slices.ContainsFunc(upper[v].Assumptions, func(a Assumption) bool { return a.Cost }) {
			continue
		}
		for site := range s.allCalls() {
			if s.dispatched(site) { // what it costs depends on an object, which may be of a class that is not known
				continue
			}
			names := []string{s.callSymbol(site).Name, assumedName(site.member)}
			for _, a := range upper[v].Assumptions {
				if a.Cost && slices.Contains(names, a.Symbol) {
					out = append(out, AssumedCost{Assumption: a, Method: s.Method, Line: site.line, Least: p.callOutcome(v, site, obj, least)})
				}
			}
		}
	}
	return out
}
