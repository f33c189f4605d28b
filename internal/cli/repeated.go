package cli

import (
	"fmt"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/finding"
)

// repeatedBudgets are findings about budgets of the configuration that say what an earlier one says of the same methods.
func repeatedBudgets(s *Settings) []finding.Finding {
	var out []finding.Finding
	for i := range s.Config.Budgets {
		b := &s.Config.Budgets[i]
		first := firstOf(s.Config.Budgets[:i], b)
		if first == nil {
			continue
		}
		out = append(out, finding.Finding{
			Rule: driver.RuleUnused, Level: finding.Warning, Subject: "[[budget]] of " + b.Method,
			Message:  fmt.Sprintf("[[budget]] of %s repeats that of line %d: remove one of them", b.Method, first.Spec.Origin.Line),
			Location: finding.Location{File: s.configFile(), Line: b.Spec.Origin.Line, Source: true},
		})
	}
	return out
}

// firstOf returns the budget that b repeats, nil where there is none.
func firstOf(earlier []config.Budget, b *config.Budget) *config.Budget {
	for i := range earlier {
		if e := &earlier[i]; e.Method == b.Method && e.Spec.Same(b.Spec) {
			return e
		}
	}
	return nil
}
