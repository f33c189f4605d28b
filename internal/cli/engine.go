package cli

import (
	"context"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/rules/finding"
)

// Engine is what the command line runs: rules, and what computes energy. A nil function is a command that the engine
// does not have.
type Engine struct {
	// Rules describes every rule.
	Rules []finding.RuleInfo
	// Passes returns the passes of the enabled rules, by id.
	Passes func(s *Settings, enabled map[string]bool) []*analysis.Analyzer
	// Verify checks the budgets.
	Verify func(ctx context.Context, s *Settings, p *unit.Program, us []*unit.Unit) driver.Verification
	// Methods writes every method's energy.
	Methods func(ctx context.Context, s *Settings, a *driver.Analysis, o MethodsOptions) error
	// Explain writes what is known about one method: formula, distribution, critical path, lines. found is false where
	// nothing matches.
	Explain func(ctx context.Context, s *Settings, a *driver.Analysis, method string) (found bool, err error)
}

// MethodsOptions are the flags of energylint methods.
type MethodsOptions struct {
	JSON   bool
	Filter []string // method patterns, none for all
}

// Price is the model that a run prices with.
type Price struct {
	Model  *models.Model
	Device string
}
