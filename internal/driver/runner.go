package driver

import (
	"fmt"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/unit"
)

// runner runs passes over the units of a program, one unit after the other. A pass runs once per unit, after those that
// it requires; its own work is parallel.
//
// The frame is the part of go/analysis that declares rules: a name, documentation, the passes that a rule requires, the
// type of its result, and the validation of these. Two parts are not implemented. Positions: a finding refers to a class
// file, which has lines and no token.File, so a pass returns []finding.Finding as its result and reports no
// analysis.Diagnostic. Facts: what rules use of other archives (bounds, costs, the class hierarchy) is computed on demand
// for the whole program by absint, and that of libraries comes from stored summaries (internal/summaries), so that a fact per
// archive would be a second cache of the same values. A pass that declares facts is refused, and one that reports a
// diagnostic fails.
type runner struct {
	order    []*analysis.Analyzer // dependencies first
	asked    map[*analysis.Analyzer]bool
	findings []finding.Finding
}

func newRunner(analyzers []*analysis.Analyzer) (*runner, error) {
	if err := analysis.Validate(analyzers); err != nil {
		return nil, fmt.Errorf("the rules are declared wrongly: %w", err)
	}
	r := &runner{asked: map[*analysis.Analyzer]bool{}}
	done := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer) error
	visit = func(a *analysis.Analyzer) error {
		if done[a] {
			return nil
		}
		done[a] = true
		if len(a.FactTypes) > 0 {
			return fmt.Errorf("the rules are declared wrongly: %s declares facts, which no pass can use here", a.Name)
		}
		for _, q := range a.Requires {
			if err := visit(q); err != nil {
				return err
			}
		}
		r.order = append(r.order, a)
		return nil
	}
	for _, a := range analyzers {
		r.asked[a] = true
		if err := visit(a); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// run runs every pass over one unit. A pass that fails, or panics outside of what unit.Isolate covers, becomes a
// notification; those that require it do not run, the others do.
func (r *runner) run(u *unit.Unit) {
	results := map[*analysis.Analyzer]any{unit.Classes: u}
	failed := map[*analysis.Analyzer]bool{}
	for _, a := range r.order {
		if a == unit.Classes {
			continue
		}
		if requiresFailed(a, failed) {
			failed[a] = true // the failure itself is reported already
			continue
		}
		result, err := runPass(a, u.Name, results)
		if err != nil {
			failed[a] = true
			u.Program.Notify(finding.Notification{Level: finding.Error, Path: u.Name, Message: fmt.Sprintf("%s failed: %v", a.Name, err)})
			continue
		}
		results[a] = result
		if fs, ok := result.([]finding.Finding); ok && r.asked[a] {
			r.findings = append(r.findings, fs...)
		}
	}
}

// requiresFailed reports whether a pass that a requires failed.
func requiresFailed(a *analysis.Analyzer, failed map[*analysis.Analyzer]bool) bool {
	for _, q := range a.Requires {
		if failed[q] {
			return true
		}
	}
	return false
}

// runPass runs one pass over the unit of that name, given the results of the passes that it requires.
func runPass(a *analysis.Analyzer, unitName string, results map[*analysis.Analyzer]any) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("internal error: %v", p)
		}
	}()
	pass := &analysis.Pass{
		Analyzer: a, Pkg: types.NewPackage(unitName, "classes"), TypesInfo: new(types.Info), ResultOf: map[*analysis.Analyzer]any{},
		ReadFile: func(string) ([]byte, error) { return nil, fmt.Errorf("passes read classes, not files") },
		Report:   func(analysis.Diagnostic) { panic("a pass returns findings and reports no diagnostics") },
	}
	for _, q := range a.Requires {
		pass.ResultOf[q] = results[q]
	}
	result, err = a.Run(pass)
	if err != nil {
		return nil, err
	}
	if a.ResultType != nil && reflect.TypeOf(result) != a.ResultType {
		return nil, fmt.Errorf("internal error: the result is a %T, not a %v", result, a.ResultType)
	}
	return result, nil
}
