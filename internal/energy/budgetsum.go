package energy

import (
	"fmt"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/spec"
)

// budgetSum is a budget as a sum of joules times sizes: the weights are joules.
type budgetSum []absint.WeightedSize

// constant reports whether the budget is a number.
func (b budgetSum) constant() bool {
	for _, t := range b {
		if _, ok := t.Size.Int(); !ok {
			return false
		}
	}
	return true
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

// at returns the value of the budget at a point of a domain, in joules.
func (b budgetSum) at(point absint.Domain) float64 {
	sum := 0.0
	for _, t := range b {
		sum += t.Weight * point.SizeRange(t.Size).Hi
	}
	return sum
}

// scale multiplies the budget by k, in place.
func (b budgetSum) scale(k float64) {
	for i := range b {
		b[i].Weight *= k
	}
}

// budgetTerms converts the energy expression of a budget of a method; why is not empty where the expression is none that
// the analysis can hold against a cost.
func budgetTerms(s *absint.Summary, e spec.Expr) (b budgetSum, why string) {
	if err := s.Err(); err != nil {
		return nil, err.Error()
	}
	switch e := e.(type) {
	case spec.Energy:
		return budgetSum{{Weight: e.Joules, Size: absint.Const(1)}}, ""
	case spec.Neg:
		b, why := budgetTerms(s, e.X)
		b.scale(-1)
		return b, why
	case spec.Binary:
		switch e.Op {
		case '+', '-':
			return sumTerms(s, e)
		case '*':
			return productTerms(s, e)
		case '/':
			b, why := budgetTerms(s, e.X)
			n, ok := e.Y.(spec.Number)
			if why == "" && (!ok || n.Value == 0) {
				why = fmt.Sprintf("an energy can be divided by a number, not by %s", e.Y)
			}
			for i := range b { // not scale: x * (1 / k) is not x / k
				b[i].Weight /= n.Value
			}
			return b, why
		}
	}
	return nil, fmt.Sprintf("%s is not a sum of energies and of energies times sizes, such as 2 uJ + 3 nJ * n", e)
}

func sumTerms(s *absint.Summary, e spec.Binary) (b budgetSum, why string) {
	x, why := budgetTerms(s, e.X)
	if why != "" {
		return nil, why
	}
	y, why := budgetTerms(s, e.Y)
	if e.Op == '-' {
		y.scale(-1)
	}
	return append(x, y...), why
}

func productTerms(s *absint.Summary, e spec.Binary) (b budgetSum, why string) {
	x, y := e.X, e.Y
	if y.Dim() == spec.Joule {
		x, y = y, x
	}
	b, why = budgetTerms(s, x)
	if why != "" {
		return nil, why
	}
	if n, ok := y.(spec.Number); ok {
		b.scale(n.Value)
		return b, ""
	}
	k, ok := s.SizeOf(y)
	if !ok {
		return nil, fmt.Sprintf("%s is neither a parameter nor a size that the method leaves unchanged", y)
	}
	for i := range b {
		if b[i].Size = b[i].Size.Mul(k); b[i].Size.Bad() {
			return nil, fmt.Sprintf("%s is too large an expression", e)
		}
	}
	return b, ""
}
