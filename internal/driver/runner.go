package driver

import (
	"fmt"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/unit"
)

// runner runs passes over the units of a program, one unit after the other: facts of an earlier unit are there for
// the later ones. A pass runs once per unit, after those that it requires; its own work is parallel.
type runner struct {
	order     []*analysis.Analyzer // dependencies first
	asked     map[*analysis.Analyzer]bool
	positions *positions
	facts     map[factKey]analysis.Fact
	packages  []*types.Package
	seen      map[string]*types.Package
	// diagnostics are what the rules found, as go/analysis has it, in the order of findings.
	diagnostics []analysis.Diagnostic
	findings    []finding.Finding
}

type factKey struct {
	pkg  *types.Package
	kind reflect.Type
}

func newRunner(analyzers []*analysis.Analyzer) (*runner, error) {
	if err := analysis.Validate(analyzers); err != nil {
		return nil, fmt.Errorf("the rules are declared wrongly: %w", err)
	}
	r := &runner{asked: map[*analysis.Analyzer]bool{}, positions: newPositions(), facts: map[factKey]analysis.Fact{}, seen: map[string]*types.Package{}}
	done := map[*analysis.Analyzer]bool{}
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if done[a] {
			return
		}
		done[a] = true
		for _, q := range a.Requires {
			visit(q)
		}
		r.order = append(r.order, a)
	}
	for _, a := range analyzers {
		r.asked[a] = true
		visit(a)
	}
	return r, nil
}

// run runs every pass over one unit. A pass that fails, or panics outside of what unit.Isolate covers, is reported,
// and so are those that need it; the others run.
func (r *runner) run(u *unit.Unit) {
	pkg := r.seen[u.Name]
	if pkg == nil {
		pkg = types.NewPackage(u.Name, "classes")
		r.seen[u.Name] = pkg
		r.packages = append(r.packages, pkg)
	}
	results := map[*analysis.Analyzer]any{unit.Classes: u}
	failed := map[*analysis.Analyzer]bool{}
	for _, a := range r.order {
		if a == unit.Classes {
			continue
		}
		if q := failedRequirement(a, failed); q != nil {
			failed[a] = true // the failure itself is reported already
			continue
		}
		result, err := r.pass(a, pkg, results)
		if err != nil {
			failed[a] = true
			u.Program.Notify(finding.Notification{Level: finding.Error, Path: u.Name, Message: fmt.Sprintf("%s failed: %v", a.Name, err)})
			continue
		}
		results[a] = result
	}
}

func failedRequirement(a *analysis.Analyzer, failed map[*analysis.Analyzer]bool) *analysis.Analyzer {
	for _, q := range a.Requires {
		if failed[q] {
			return q
		}
	}
	return nil
}

func (r *runner) pass(a *analysis.Analyzer, pkg *types.Package, results map[*analysis.Analyzer]any) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("internal error: %v", p)
		}
	}()
	pass := &analysis.Pass{
		Analyzer: a, Fset: r.positions.set, Pkg: pkg, TypesInfo: new(types.Info), ResultOf: map[*analysis.Analyzer]any{},
		ReadFile: func(string) ([]byte, error) { return nil, fmt.Errorf("passes read classes, not files") },
	}
	for _, q := range a.Requires {
		pass.ResultOf[q] = results[q]
	}
	var own []analysis.Diagnostic
	pass.Report = func(d analysis.Diagnostic) { own = append(own, d) }
	pass.ImportPackageFact = func(p *types.Package, f analysis.Fact) bool {
		g, ok := r.facts[factKey{p, reflect.TypeOf(f)}]
		if ok {
			reflect.ValueOf(f).Elem().Set(reflect.ValueOf(g).Elem())
		}
		return ok
	}
	pass.ExportPackageFact = func(f analysis.Fact) { r.facts[factKey{pkg, reflect.TypeOf(f)}] = f }
	pass.AllPackageFacts = func() (fs []analysis.PackageFact) {
		for _, p := range r.packages {
			for _, t := range a.FactTypes {
				if f, ok := r.facts[factKey{p, reflect.TypeOf(t)}]; ok {
					fs = append(fs, analysis.PackageFact{Package: p, Fact: f})
				}
			}
		}
		return fs
	}
	// There are no types.Objects for Java methods, so no facts about them.
	pass.ImportObjectFact = func(types.Object, analysis.Fact) bool { return false }
	pass.ExportObjectFact = func(types.Object, analysis.Fact) { panic("facts are about archives, not objects") }
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }

	result, err = a.Run(pass)
	if err != nil {
		return nil, err
	}
	if a.ResultType != nil && reflect.TypeOf(result) != a.ResultType {
		return nil, fmt.Errorf("internal error: the result is a %T, not a %v", result, a.ResultType)
	}
	if !r.asked[a] {
		return result, nil
	}
	for _, d := range own {
		r.diagnostics = append(r.diagnostics, d)
		r.findings = append(r.findings, r.positions.finding(a.Name, d))
	}
	if fs, ok := result.([]finding.Finding); ok {
		for _, f := range fs {
			r.diagnostics = append(r.diagnostics, r.positions.diagnostic(f))
			r.findings = append(r.findings, f)
		}
	}
	return result, nil
}
