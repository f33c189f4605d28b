package absint

import (
	"cmp"
	"slices"
	"strings"
	"sync"

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

// quotedNames maps names of sizes and calls to how expressions write them. Whether a name reads as itself is found out by parsing
// it, and the formulas of a program have the same few names thousands of times.
type quotedNames struct{ known sync.Map } // string to string

// QuoteName is spec.QuoteName.
func (q *quotedNames) QuoteName(name string) string {
	if text, ok := q.known.Load(name); ok {
		return text.(string)
	}
	text := spec.QuoteName(name)
	q.known.Store(name, text)
	return text
}

// Terms returns the summands of a cost, the constant part first, then by degree and name.
func (a *Analyzer) Terms(o cost.Outcome) []Term {
	return a.terms(o, func(id pattern.ID) bool { return int(id) < pattern.Num })
}

// OwnTerms returns the summands of an outcome of OwnInstructions, in the order of Terms.
func (a *Analyzer) OwnTerms(o cost.Outcome) []Term {
	return a.terms(o, func(id pattern.ID) bool { return id == expr.OwnInstructions })
}

func (a *Analyzer) terms(o cost.Outcome, counted func(pattern.ID) bool) []Term {
	w := expr.Writer{Name: a.QuoteName}
	known := make(map[*expr.Atom]string, len(o.Poly.Terms))
	written := func(a *expr.Atom) string {
		text, ok := known[a]
		if !ok {
			text = w.Atom(a)
			known[a] = text
		}
		return text
	}
	out := make([]Term, 0, len(o.Poly.Terms))
	for _, t := range o.Poly.Terms {
		c := countsOf(t.Vec, counted)
		var calls []CallCount
		for _, n := range t.Vec[t.FirstCall():] {
			calls = append(calls, CallCount{a.Calls.Call(n.ID).Name, n.N})
		}
		slices.SortStableFunc(calls, func(a, b CallCount) int { return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.N, b.N)) })
		if len(c)+len(calls) > 0 {
			atoms := make([]string, len(t.Mono))
			for i, a := range t.Mono {
				atoms[i] = written(a)
			}
			out = append(out, Term{expr.Powers(t.Mono, written), atoms, t.Mono, c, calls})
		}
	}
	slices.SortStableFunc(out, func(a, b Term) int {
		return cmp.Or(cmp.Compare(len(a.Mono), len(b.Mono)), strings.Compare(a.Factor, b.Factor))
	})
	return out
}

// countsOf returns the part of v that is counted, whose dimensions stand together. It shares the memory of v; nil for none.
func countsOf(v expr.Vector, counted func(pattern.ID) bool) pattern.Counts {
	from := slices.IndexFunc(v, func(n pattern.Count) bool { return counted(n.ID) })
	if from < 0 {
		return nil
	}
	to := from + 1
	for to < len(v) && counted(v[to].ID) {
		to++
	}
	return v[from:to:to]
}
