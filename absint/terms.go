package absint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
)

// dimensions returns every pattern or further dimension that occurs, ascending.
func (p Poly) dimensions() []pattern.ID {
	var ids []pattern.ID
	for _, t := range p.terms {
		for _, c := range t.vec {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// of is the polynomial of one dimension.
func (p Poly) of(id pattern.ID) scalar {
	var s scalar
	for _, t := range p.terms {
		if n := t.vec.Of(id); n != 0 {
			s.terms = append(s.terms, scalarTerm{t.mono, n})
		}
	}
	return s
}

// Term is one summand of a cost: a product of sizes, written out, and what is executed as often.
type Term struct {
	Factor string   // "" for the constant part
	Atoms  []string // of the product, one for each time that it occurs
	Degree int
	Counts pattern.Counts // patterns only
	Calls  []CallCount
}

// CallCount is a call symbol and how often it is called.
type CallCount struct {
	Name string
	N    float64
}

// Terms returns the summands of a cost, the constant part first, then by degree and name.
func (a *Analyzer) Terms(o Outcome) []Term {
	out := make([]Term, 0, len(o.Poly.terms))
	for _, t := range o.Poly.terms {
		var c pattern.Counts
		var calls []CallCount
		for _, n := range t.vec {
			switch {
			case n.ID < ownInstructions:
				c = append(c, n)
			case n.ID >= firstCall:
				calls = append(calls, CallCount{a.calls.call(n.ID).Name, n.N})
			}
		}
		slices.SortStableFunc(calls, func(a, b CallCount) int { return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.N, b.N)) })
		if len(c)+len(calls) > 0 {
			atoms := make([]string, len(t.mono))
			for i, a := range t.mono {
				atoms[i] = a.String()
			}
			out = append(out, Term{t.mono.String(), atoms, len(t.mono), c, calls})
		}
	}
	slices.SortStableFunc(out, func(a, b Term) int {
		if a.Degree != b.Degree {
			return a.Degree - b.Degree
		}
		return strings.Compare(a.Factor, b.Factor)
	})
	return out
}

// Constant says whether an outcome depends on no symbol.
func (o Outcome) Constant() bool {
	return !o.HasCalls() && (len(o.Poly.terms) == 0 || len(o.Poly.terms) == 1 && len(o.Poly.terms[0].mono) == 0)
}
