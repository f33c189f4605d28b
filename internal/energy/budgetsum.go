package energy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/spec"
)

// budgetSum is a budget as a sum of weights times sizes: the weights are joules, or numbers where a call is costed.
type budgetSum []absint.WeightedSize

// constant reports whether the budget is a number.
func (b budgetSum) constant() bool {
	return !slices.ContainsFunc(b, func(t absint.WeightedSize) bool {
		_, ok := t.Size.Int()
		return !ok || len(t.Calls) > 0
	})
}

// hasCalls reports whether the budget depends on the cost of a call.
func (b budgetSum) hasCalls() bool {
	return slices.ContainsFunc(b, func(t absint.WeightedSize) bool { return len(t.Calls) > 0 })
}

// joules returns the value of a constant budget.
func (b budgetSum) joules() float64 {
	sum := 0.0
	for _, t := range b {
		n, _ := t.Size.Int()
		sum += t.Weight * float64(n)
	}
	return sum
}

// at returns the value of the budget at a point of a domain, in joules, without the costs of calls.
func (b budgetSum) at(point absint.Domain) float64 {
	sum := 0.0
	for _, t := range b {
		if len(t.Calls) == 0 {
			sum += t.Weight * point.SizeRange(t.Size).Hi
		}
	}
	return sum
}

// scale multiplies the budget by k, in place.
func (b budgetSum) scale(k float64) {
	for i := range b {
		b[i].Weight *= k
	}
}

// times returns the product of two sums, at most one of which has calls; ok is false where a size is too large.
func (b budgetSum) times(c budgetSum) (out budgetSum, ok bool) {
	if len(b)*len(c) > maxBudgetTerms {
		return nil, false
	}
	for _, x := range b {
		for _, y := range c {
			t := absint.WeightedSize{Weight: x.Weight * y.Weight, Size: x.Size.Mul(y.Size), Calls: slices.Concat(x.Calls, y.Calls)}
			if t.Size.Bad() {
				return nil, false
			}
			out = append(out, t)
		}
	}
	return out, true
}

// maxBudgetTerms bounds the terms of a budget.
const maxBudgetTerms = 4096

// budgetReader converts the energy expression of a budget of a method.
type budgetReader struct {
	names  *absint.Names
	budget spec.Budget
}

// newBudgetReader returns the reader of a budget whose names mean what names says, and what the method declares.
func newBudgetReader(names *absint.Names, b spec.Budget) *budgetReader {
	return &budgetReader{names, b}
}

// read converts the budget; why is not empty where it cannot be checked.
func (r *budgetReader) read() (b budgetSum, why string) {
	if err := r.names.Err(); err != nil {
		return nil, err.Error()
	}
	return r.terms(r.budget.Energy)
}

// isDeclared reports whether a name of the budget is declared by the method.
func (r *budgetReader) isDeclared(name string) bool {
	return strings.Contains(name, ".") && spec.IsPath(name) && !slices.ContainsFunc(r.budget.Unknown, func(u spec.Unknown) bool { return u.Name == name })
}

// terms converts an expression; why is not empty where it is none that the analysis can hold against a cost.
func (r *budgetReader) terms(e spec.Expr) (b budgetSum, why string) {
	if e.Dim() == spec.Count {
		if s, ok := r.names.Size(e, r.isDeclared); ok {
			return budgetSum{{Weight: 1, Size: s}}, ""
		}
	}
	switch e := e.(type) {
	case spec.Energy:
		return budgetSum{{Weight: e.Joules, Size: absint.Const(1)}}, ""
	case spec.Number:
		return budgetSum{{Weight: e.Value, Size: absint.Const(1)}}, ""
	case spec.Symbol:
		if e.Cost {
			ids := r.names.Call(e.Name)
			if len(ids) == 0 {
				return nil, r.unknownCall(e)
			}
			return budgetSum{{Weight: 1, Size: absint.Const(1), Calls: ids}}, ""
		}
	case spec.Neg:
		b, why := r.terms(e.X)
		b.scale(-1)
		return b, why
	case spec.Binary:
		switch e.Op {
		case '+', '-':
			return r.sum(e)
		case '*':
			return r.product(e)
		case '/':
			if e.Dim() == spec.Joule || !spec.Whole(e) {
				return r.quotient(e)
			}
		}
	}
	if e.Dim() == spec.Joule {
		if c, ok := e.(spec.Call); ok {
			return nil, fmt.Sprintf("%s of energies cannot be checked: %s", c.Func, map[bool]string{true: "write a budget for each", false: "multiply an energy by the " + c.Func + " of sizes"}[c.Func == "min"])
		}
		return nil, fmt.Sprintf("%s is not a sum of energies and of energies times sizes, such as 2 uJ + 3 nJ * n", e)
	}
	return r.size(e)
}

// size converts a number, or says why an expression of sizes is no size.
func (r *budgetReader) size(e spec.Expr) (b budgetSum, why string) {
	if v, err := spec.Evaluate(e, func(string) (float64, bool) { return 0, false }); err == nil {
		return budgetSum{{Weight: v, Size: absint.Const(1)}}, ""
	}
	for _, s := range spec.Symbols(e) {
		if _, ok := r.names.Symbol(s, r.isDeclared(s.Name)); !ok {
			return nil, r.unknownSize(s)
		}
	}
	if q, ok := e.(spec.Binary); ok && (q.Op == '/' || q.Op == '%') {
		return nil, fmt.Sprintf("%s cannot be checked: write floor(%s / %s), or ceil, of sizes that are not negative", q, q.X, q.Y)
	}
	if _, ok := e.(spec.Binary); ok {
		return nil, fmt.Sprintf("%s is too large an expression", e)
	}
	return nil, fmt.Sprintf("%s is not a whole number", e)
}

func (r *budgetReader) sum(e spec.Binary) (b budgetSum, why string) {
	x, why := r.terms(e.X)
	if why != "" {
		return nil, why
	}
	y, why := r.terms(e.Y)
	if e.Op == '-' {
		y.scale(-1)
	}
	if len(x)+len(y) > maxBudgetTerms {
		return nil, fmt.Sprintf("%s is too large an expression", e)
	}
	return append(x, y...), why
}

func (r *budgetReader) product(e spec.Binary) (b budgetSum, why string) {
	x, why := r.terms(e.X)
	if why != "" {
		return nil, why
	}
	y, why := r.terms(e.Y)
	if why != "" {
		return nil, why
	}
	b, ok := x.times(y)
	if !ok {
		why = fmt.Sprintf("%s is too large an expression", e)
	}
	return b, why
}

func (r *budgetReader) quotient(e spec.Binary) (b budgetSum, why string) {
	b, why = r.terms(e.X)
	if why != "" {
		return nil, why
	}
	n, err := spec.Evaluate(e.Y, func(string) (float64, bool) { return 0, false })
	if err != nil || n == 0 {
		return nil, fmt.Sprintf("an energy can be divided by a number, not by %s", e.Y)
	}
	for i := range b { // not scale: x * (1 / k) is not x / k
		b[i].Weight /= n
	}
	return b, ""
}

// unknownSize says what to write instead of a size that neither the method nor its formula has.
func (r *budgetReader) unknownSize(s spec.Symbol) string {
	for _, word := range []string{"largest ", "smallest "} {
		if r.names.Has(word + s.Name) {
			return fmt.Sprintf("%s changes while the method runs: write %s%s, as its formula does", s.Name, word, s.Name)
		}
	}
	return fmt.Sprintf("%s is neither a parameter nor a size that the method leaves unchanged%s", s, r.suggest(s.Name))
}

func (r *budgetReader) unknownCall(s spec.Symbol) string {
	return fmt.Sprintf("the formula has no call %s%s", s, r.suggest(s.Name))
}

// Misnamed returns the names in a claim that neither its method nor its method's formula has, as mistakes.
func (v *Evaluation) Misnamed(c Claim) []Problem {
	if len(c.Budget.Unknown) == 0 {
		return nil
	}
	var out []Problem
	r := newBudgetReader(v.names(c).WithMembers(), c.Budget)
	for _, u := range c.Budget.Unknown {
		if r.names.Has(u.Name) || r.names.Err() != nil {
			continue
		}
		p := u.Problem
		if hint := r.suggest(u.Name); !strings.Contains(p.Message, "did you mean") && len(r.names.All()) > 0 {
			p.Message += hint
		}
		if !slices.Contains(out, Problem{c.Method, p}) {
			out = append(out, Problem{c.Method, p})
		}
	}
	return out
}

// mostNames is how many sizes and calls of a formula a message lists.
const mostNames = 6

// suggest names what a misspelled name may mean: the nearest of the formula's names, or all of them.
func (r *budgetReader) suggest(name string) string {
	all := r.names.All()
	if hint := nearest.DidYouMean(name, append(r.names.Members(), all...)); hint != "" {
		return hint
	}
	if len(all) == 0 {
		return "; the formula has no sizes"
	}
	more := ""
	if len(all) > mostNames {
		more = fmt.Sprintf(" and %d more", len(all)-mostNames)
		all = all[:mostNames]
	}
	for i, n := range all {
		all[i] = spec.QuoteName(n)
	}
	return "; the formula has " + strings.Join(all, ", ") + more
}
