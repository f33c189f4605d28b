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
}

// candidates are the values of symbols that a counterexample tries, those nearest to 0 first.
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
	for _, s := range syms {
		for _, v := range candidates {
			if c.domain.Has(s, v) && c.fails(at.With(s, v)) {
				return c.values(syms, s, v)
			}
		}
	}
	for _, v := range candidates {
		all := at
		for _, s := range syms {
			if c.domain.Has(s, v) {
				all = all.With(s, v)
			}
		}
		if c.fails(all) {
			var texts []string
			for _, s := range syms {
				texts = append(texts, fmt.Sprintf("%s = %.0f", spec.QuoteName(s.Name), all.SizeRange(absint.SymbolSize(s)).Lo))
			}
			return strings.Join(texts, ", ")
		}
	}
	return ""
}

// values writes a counterexample in which s is v and every other symbol least.
func (c *comparison) values(syms []absint.Symbol, s absint.Symbol, v float64) string {
	texts := []string{fmt.Sprintf("%s = %.0f", spec.QuoteName(s.Name), v)}
	for _, o := range syms {
		if o.Path != s.Path {
			texts = append(texts, fmt.Sprintf("%s = %.0f", spec.QuoteName(o.Name), c.domain.Least(o)))
		}
	}
	return strings.Join(texts, ", ")
}

// fails reports whether the cost is above the budget at a point that the condition of the budget admits, or its bound does not hold.
func (c *comparison) fails(at absint.Domain) bool {
	if !at.Admits(c.when) {
		return false
	}
	x, missing := at.Excess(c.outcome, c.up, c.terms)
	return len(missing) > 0 || x.Lo > 0
}

// remedy returns a condition under which the budget is proved, as in "0 <= n"; empty where it finds none.
func (c *comparison) remedy() string {
	var texts []string
	if conditions := absint.ConditionTexts(c.outcome.Conditions); len(conditions) > 0 {
		texts = append(texts, strings.Join(conditions, " && "))
	}
	for _, s := range c.domain.Variables(c.outcome, c.terms) {
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
			return text
		}
	}
	return ""
}

// mostRemedies bounds the conditions that are tried.
const mostRemedies = 24

// proves reports whether the budget is proved under another condition.
func (c *comparison) proves(p spec.Predicate) bool {
	d := c.s.Domain(c.outcome, c.v.Assume, append(slices.Clone(c.when), p)...)
	x, missing := d.Excess(c.outcome, c.up, c.terms)
	return len(missing) == 0 && x.Hi <= 0
}
