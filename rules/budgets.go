package rules

import "github.com/energylint/energylint/internal/finding"

// The rules about budgets, specifications, suppressions and differences have no Check: their findings come from the
// verification of budgets, from the driver and from comparisons with another state.
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
	_ = register(&Rule{RuleInfo: finding.RuleInfo{
		ID: "EL0006", Name: "EnergyRegression", Level: finding.Error, Precision: "very-high", Tags: []string{"energy", "difference"},
		Summary: "The method costs more than in the state that it is compared with",
	}})
	_ = register(&Rule{RuleInfo: finding.RuleInfo{
		ID: "EL0007", Name: "BudgetProofLost", Level: finding.Error, Precision: "very-high", Tags: []string{"energy", "budget", "difference"},
		Summary: "The method's energy budget was proved in the state that it is compared with, and is no longer",
	}})
)
