package energy

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/spec"
)

// comparison is a budget that is not proved for a method on one device.
type comparison struct {
	v       *Evaluation
	s       *absint.Summary
	names   *absint.Names
	outcome absint.Outcome // with one symbol for each name
	domain  absint.Domain
	up      absint.Objective
	terms   budgetSum
	when    []spec.Predicate

	exceeded   bool // sizes are looked for at which the critical path exceeds the budget, not only the bound does
	device     string
	confidence float64
}

// candidates are the values of symbols that a counterexample tries: of one, of two, and of all at a time, the others least.
var candidates = []float64{0, 1, -1, 2, -2, 10, -10, 100, 1000, 1e6, math.MaxInt32, math.MinInt32}

// mostVariables bounds the symbols of a counterexample.
const mostVariables = 8

// counterexample returns sizes for which the budget is not kept, or for which the bound of the cost does not hold, as in "n = -1";
// empty where it finds none.
func (c *comparison) counterexample() string {
	syms := c.domain.Variables(c.outcome, c.terms)
	if len(syms) == 0 || len(syms) > mostVariables || c.terms.hasCalls() {
		return ""
	}
	at := c.domain
	for _, s := range syms {
		at = at.With(s, c.domain.Least(s))
	}
	var groups [][]absint.Symbol
	for _, s := range syms {
		groups = append(groups, []absint.Symbol{s})
	}
	for i, s := range syms {
		for _, t := range syms[i+1:] {
			groups = append(groups, []absint.Symbol{s, t})
		}
	}
	for _, group := range append(groups, syms) {
		for _, v := range candidates {
			point := at
			for _, s := range group {
				if c.domain.Has(s, v) {
					point = point.With(s, v)
				}
			}
			if c.fails(point) {
				return values(group, syms, point)
			}
		}
	}
	return ""
}

// values writes a counterexample, the symbols of a group first.
func values(group, syms []absint.Symbol, point absint.Domain) string {
	var texts []string
	rest := slices.DeleteFunc(slices.Clone(syms), func(s absint.Symbol) bool { return slices.Contains(group, s) })
	for _, s := range slices.Concat(group, rest) {
		texts = append(texts, fmt.Sprintf("%s = %.0f", spec.QuoteName(s.Name), point.SizeRange(absint.SymbolSize(s)).Lo))
	}
	return strings.Join(texts, ", ")
}

// fails reports whether the cost is above the budget at a point that the condition of the budget admits, or its bound does not hold;
// of an exceeded budget, whether it is exceeded there.
func (c *comparison) fails(at absint.Domain) bool {
	if !at.Admits(c.when) || c.exceeded && !c.names.Agree(at) {
		return false
	}
	if c.exceeded {
		at.Open = slices.DeleteFunc(slices.Clone(at.Open), func(s absint.Symbol) bool {
			x := at.SizeRange(absint.SymbolSize(s))
			return x.Lo == x.Hi
		})
		n := at.Numbers(c.outcome, c.up)
		priced := !slices.ContainsFunc(n.Missing, func(r absint.Reason) bool { return r.Unpriced == "" })
		return priced && c.v.Model.Price(n.Counts, c.device).Exceed(c.terms.at(at)) > 1-c.confidence
	}
	x, missing := at.Excess(c.outcome, c.up, c.terms)
	return len(missing) > 0 || x.Lo > 0
}

// remedy returns a condition under which the budget is proved, as in "0 <= n", and the same as a precondition of the method, which
// cannot name its local variables. Both are empty where there is none.
func (c *comparison) remedy() (when, requires string) {
	var texts []string
	if conditions := absint.ConditionTexts(c.outcome.Conditions); len(conditions) > 0 {
		texts = append(texts, strings.Join(conditions, " && "))
	}
	syms := c.domain.Variables(c.outcome, c.terms)
	texts = append(texts, c.relations(syms)...)
	for _, s := range syms {
		if len(texts) > mostRemedies {
			break
		}
		name := spec.QuoteName(s.Name)
		if c.domain.Has(s, -1) {
			texts = append(texts, "0 <= "+name)
		}
		texts = append(texts, "1 <= "+name)
		for _, most := range []string{"1000000", "1000", "100"} {
			if c.domain.Has(s, -1) {
				texts = append(texts, "0 <= "+name+" && "+name+" <= "+most)
			} else {
				texts = append(texts, name+" <= "+most)
			}
		}
	}
	for _, text := range texts {
		p, err := spec.ParsePredicate(text)
		if err == nil && c.proves(p) {
			return text, c.precondition(p)
		}
	}
	return "", ""
}

// precondition writes a predicate in the names that a precondition has, empty where it has none for a size.
func (c *comparison) precondition(p spec.Predicate) string {
	known := true
	p = spec.RenamePredicate(p, func(name string) string {
		entry, ok := c.names.AtEntry(name)
		known = known && ok
		return entry
	})
	if !known {
		return ""
	}
	return p.String()
}

// relations are conditions on several symbols: none is negative, or one is not above another.
func (c *comparison) relations(syms []absint.Symbol) []string {
	var positive, out []string
	for _, s := range syms {
		if c.domain.Has(s, -1) {
			positive = append(positive, "0 <= "+spec.QuoteName(s.Name))
		}
	}
	if len(positive) > 1 && len(positive) <= mostVariables {
		out = append(out, strings.Join(positive, " && "))
	}
	if len(syms) <= mostRelated {
		for _, s := range syms {
			for _, t := range syms {
				if s != t {
					out = append(out, spec.QuoteName(s.Name)+" <= "+spec.QuoteName(t.Name))
				}
			}
		}
	}
	return out
}

// mostRelated bounds the symbols that are compared with each other.
const mostRelated = 3

// mostRemedies bounds the conditions that are tried.
const mostRemedies = 24

// proves reports whether the budget is proved under another condition.
func (c *comparison) proves(p spec.Predicate) bool {
	d := c.s.Domain(c.outcome, c.v.Assume, append(slices.Clone(c.when), p)...)
	x, missing := d.Excess(c.outcome, c.up, c.terms)
	return len(missing) == 0 && x.Hi <= 0
}
