package cli

import (
	"context"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/internal/suggest"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/internal/unit"
)

// Engine is what the command line runs: rules, and what computes energy. A nil function is a command that the engine
// does not have.
type Engine struct {
	// Rules describes every rule.
	Rules []finding.RuleInfo
	// JDK returns the costs of the JDK's methods that the program carries.
	JDK func() (*summaries.Embedded, error)
	// Passes returns the passes of the enabled rules, by id.
	Passes func(s *Settings, enabled map[string]bool) []*analysis.Analyzer
	// Verify checks the budgets.
	Verify func(ctx context.Context, s *Settings, p *unit.Program, us []*unit.Unit) driver.Verification
	// Methods computes the energy of the methods that are wanted. Where rows are given, it adds the methods to these, and the
	// report has none.
	Methods func(ctx context.Context, s *Settings, a *driver.Analysis, wanted func(class, name, desc string) bool, rows *report.MethodRows) (*result.MethodReport, error)
	// Snapshot computes what a snapshot has of all methods, and of those that they call only what they override. verified are
	// the budgets, nil where they were not checked yet.
	Snapshot func(ctx context.Context, s *Settings, p *unit.Program, verified *driver.Verification) ([]snapshot.Method, []snapshot.Overridden, error)
	// Explain writes what is known about the methods that match: formula, distribution, critical path, lines. found is
	// false where none does.
	Explain func(ctx context.Context, s *Settings, a *driver.Analysis, method *methodpattern.Pattern) (found bool, err error)
	// Suggest proposes budgets and assumptions.
	Suggest func(s *Settings, a *driver.Analysis, o suggest.Options) (*suggest.Plan, error)
}
