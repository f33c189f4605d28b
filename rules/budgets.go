package rules

import "github.com/energylint/energylint/internal/finding"

// The rules about budgets, specifications and suppressions have no Check: their findings come from the verification
// of budgets and from the driver.
var (
	_ = register(&Rule{RuleInfo: finding.RuleInfo{
		ID: "EL0001", Name: "EnergyBudgetExceeded", Level: finding.Error, Precision: "very-high", Tags: []string{"energy", "budget"},
		Summary: "The method costs more energy than its budget allows",
	}})
	_ = register(&Rule{RuleInfo: finding.RuleInfo{
		ID: "EL0002", Name: "EnergyBudgetNotProved", Level: finding.Warning, Precision: "very-high", Tags: []string{"energy", "budget"},
		Summary: "The method's energy budget is neither proved nor exceeded",
	}})
	_ = register(&Rule{RuleInfo: finding.RuleInfo{
		ID: "EL0004", Name: "InvalidEnergySpecification", Level: finding.Error, Precision: "very-high", Tags: []string{"energy", "specification"},
		Summary: "An energy specification cannot be understood, matches nothing, or contradicts the code",
	}})
	_ = register(&Rule{RuleInfo: finding.RuleInfo{
		ID: "EL0005", Name: "UnusedSuppression", Level: finding.Warning, Precision: "very-high", Tags: []string{"energy", "suppression"},
		Summary: "A suppression suppresses nothing",
	}})
)
