package cli

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models/library"
	"github.com/energylint/energylint/rules"
)

// productEngine is the engine of the released program.
func productEngine() Engine {
	return Engine{Rules: rules.Infos(), JDK: summaries.JDK, Passes: passes, Verify: verify, Methods: methods, Snapshot: snapshotMethods, Explain: explainMethod, Suggest: suggestBudgets}
}

// passes are those of the enabled rules.
func passes(s *Settings, enabled map[string]bool) []*analysis.Analyzer {
	c := s.Config
	everywhere := map[string]bool{}
	for _, r := range rules.All() {
		named := slices.Contains(c.Rules.Enable, r.ID) || slices.Contains(c.Rules.Enable, r.Name)
		everywhere[r.ID] = named || c.Level(r.ID, r.Name) != ""
	}
	var sampled func(m *classfile.Method) bool
	if s.recording != nil {
		sampled = func(m *classfile.Method) bool { return s.recording.Profile.Tells(m.Class.Name, m.Name, m.Desc) }
	}
	return rules.Passes(rules.Options{
		Sampled: sampled,
		Model:   s.Model, Device: s.Device, Confidence: c.Model.Confidence, Assume: assumed(s), Everywhere: everywhere, Measurement: s.measurement, Repairs: s.fixes, Hot: slices.Concat(c.Rules.HotPatterns, c.Rules.HotGiven),
		Visible: !c.Output.Verbose && len(c.Suppress) == 0 && s.recording == nil,
		Shared: func(p *unit.Program) (*absint.Analyzer, *library.Library, error) {
			e, err := energyEngine(s, p)
			if err != nil {
				return nil, nil, err
			}
			return e.Analyzer, e.Options.Library, nil
		},
		Budgeted: func(p *unit.Program) []*classfile.Method {
			e, err := energyEngine(s, p)
			if err != nil {
				return nil // reported by Shared
			}
			cs, _ := claims(s, e)
			var out []*classfile.Method
			for _, c := range cs {
				out = append(out, c.Method)
			}
			return out
		},
	}, func(r *rules.Rule) bool { return enabled[r.ID] })
}

// engineKey remembers the engine of a program.
type engineKey struct{}

// energyEngine returns the program's engine with the settings' model, made once.
func energyEngine(s *Settings, p *unit.Program) (*energy.Engine, error) {
	e, err := p.Once(engineKey{}, func() (any, error) { return newEngine(s, p) })
	if err != nil {
		return nil, err
	}
	return e.(*energy.Engine), nil
}

// newEngine returns an engine of a program.
func newEngine(s *Settings, p *unit.Program) (*energy.Engine, error) {
	shipped, err := library.Shipped()
	if err != nil {
		return nil, err
	}
	lib := shipped
	for _, own := range slices.Backward(s.libraries) {
		lib = lib.Merge(own)
	}
	return energy.New(p, energy.Options{
		Foreign: foreign(s, shipped, lib), Model: s.Model, Device: s.Device, Confidence: s.Config.Model.Confidence, Library: lib,
		Assume: assumed(s), AssumeCall: assumedCost(s), Specs: energy.NewSpecs(p.Sources), Exact: s.exact, CallEnergy: s.callEnergy,
	})
}

// claims evaluates the methods that have a budget.
func claims(s *Settings, e *energy.Engine) ([]energy.Claim, []energy.Problem) {
	return e.Claims(configured(s))
}

// configured are the budgets of the configuration.
func configured(s *Settings) []energy.Configured {
	var out []energy.Configured
	for i := range s.Config.Budgets {
		b := &s.Config.Budgets[i]
		out = append(out, energy.Configured{Pattern: b.Pattern, Budget: b.Spec})
	}
	return out
}

func verify(ctx context.Context, s *Settings, p *unit.Program, _ []*unit.Unit) driver.Verification {
	e, err := energyEngine(s, p)
	if err != nil {
		p.Notify(finding.Notification{Level: finding.Error, Path: "model", Message: err.Error()})
		return driver.Verification{}
	}
	cs, problems := claims(s, e)
	var out driver.Verification
	for _, x := range problems {
		out.Findings = append(out.Findings, e.Invalid(x))
	}
	for _, x := range e.Specs.Stray() {
		out.Findings = append(out.Findings, e.Invalid(energy.Problem{Problem: x}))
	}
	for _, x := range e.Specs.Unmarked() {
		f := e.Invalid(energy.Problem{Problem: x})
		f.Level = finding.Warning
		out.Findings = append(out.Findings, f)
	}
	out.Findings = append(out.Findings, repeatedBudgets(s)...)
	if ctx.Err() != nil {
		return out
	}
	if len(cs) == 0 {
		warnOfAssumptions(s, p)
		return out
	}
	checked := check(e, cs)
	for _, x := range slices.Concat(checked.misnamed, checked.contradictions) {
		out.Findings = append(out.Findings, e.Invalid(x))
	}
	warnOfAssumptions(s, p)
	if !p.Misses() { // else what nothing uses may be of use once all classes are read: sizes have other names until then
		for _, x := range checked.unused {
			f := e.Invalid(x)
			f.Rule, f.Level = driver.RuleUnused, finding.Warning
			out.Findings = append(out.Findings, f)
		}
		out.Findings = append(out.Findings, unusedAssumptions(s)...)
	}
	out.Budgets, out.Capped = checked.results, checked.capped
	for i, r := range checked.results {
		if f, ok := budget.Finding(r); ok {
			f.Flow = checked.flows[i]
			out.Findings = append(out.Findings, f)
		}
	}
	return out
}

// manyMethods is how many methods are priced at once before memory is traded for time.
const manyMethods = 1000

func allowPricing(methods int) {
	if methods >= manyMethods {
		driver.AllowPricing()
	}
}

// claimResults is what claims came to.
type claimResults struct {
	results        []finding.BudgetResult
	flows          [][]finding.Location // the critical paths of those that do not hold
	capped         finding.Capped       // where the analysis met its limits
	contradictions []energy.Problem     // assumptions that the code contradicts
	unused         []energy.Problem     // preconditions that nothing depends on
	misnamed       []energy.Problem     // names in budgets that nothing has; those budgets have no result
}

// check holds every claim against its method.
func check(e *energy.Engine, cs []energy.Claim) claimResults {
	var roots []*classfile.Method
	of := map[*classfile.Method][]int{} // claims
	for i, c := range cs {
		if len(of[c.Method]) == 0 {
			roots = append(roots, c.Method)
		}
		of[c.Method] = append(of[c.Method], i)
	}
	allowPricing(len(roots))
	v := e.Evaluate(roots)
	v.Prepare(cs)
	results, flows := make([]finding.BudgetResult, len(cs)), make([][]finding.Location, len(cs))
	e.Program.Parallel(len(roots), func(k int) {
		for _, i := range of[roots[k]] { // a method is looked at by one goroutine at a time
			r := v.Check(cs[i])
			if r.Verdict == finding.Exceeded || r.Verdict == finding.Violated || r.Verdict == finding.Inconclusive {
				flows[i] = v.Flow(cs[i].Method, r.Confidence)
			}
			results[i] = r
		}
	})
	out := claimResults{capped: v.Capped(cs), contradictions: v.Contradictions(cs), unused: v.UnusedRequires(cs)}
	for i, c := range cs {
		if wrong := v.Misnamed(c); len(wrong) > 0 {
			out.misnamed = append(out.misnamed, wrong...)
			continue
		}
		if results[i].Verdict == finding.Unknown {
			e.Program.Isolate(c.Method.Class, c.Method, func() { results[i].Lacking, _ = v.Lacking(c.Method, results[i].Confidence) })
		}
		out.results, out.flows = append(out.results, results[i]), append(out.flows, flows[i])
	}
	return out
}

func methods(_ context.Context, s *Settings, a *driver.Analysis, wanted func(class, name, desc string) bool, rows *report.MethodRows) (*result.MethodReport, error) {
	e, ms, results, err := evaluated(s, a.Program, wanted, nil)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, m := range ms {
		if _, ok := files[m.Class.Name]; !ok {
			files[m.Class.Name] = a.Complete(finding.Location{Class: m.Class.Name}).File
		}
	}
	var r *result.MethodReport
	if rows == nil {
		r = e.Methods(ms, results, s.jdk())
		for i := range r.Methods {
			r.Methods[i].File = files[r.Methods[i].Class]
		}
	} else {
		r = e.EachMethod(ms, results, s.jdk(), func(i int, x *result.Method) {
			x.File = files[x.Class]
			rows.Add(i, x)
		})
	}
	warnOfAssumptions(s, a.Program)
	return r, nil
}

// evaluated returns the engine, the methods that are wanted, and the verdicts on all budgets. These are computed where
// verified is nil.
func evaluated(s *Settings, p *unit.Program, wanted func(class, name, desc string) bool, verified *driver.Verification) (*energy.Engine, []*classfile.Method, []finding.BudgetResult, error) {
	e, err := energyEngine(s, p)
	if err != nil {
		return nil, nil, nil, err
	}
	ms := matching(p, wanted)
	allowPricing(len(ms))
	if verified != nil {
		return e, ms, verified.Budgets, nil
	}
	var results []finding.BudgetResult
	if cs, _ := claims(s, e); len(cs) > 0 {
		results = check(e, cs).results
	}
	return e, ms, results, nil
}

// jdk names the JDK whose methods have costs, for people.
func (s *Settings) jdk() string {
	if s.Embedded != nil {
		return s.Embedded.Source
	}
	return s.JDK
}

// matching returns the methods with code that are wanted, in the order of the class files.
func matching(p *unit.Program, wanted func(class, name, desc string) bool) []*classfile.Method {
	var out []*classfile.Method
	for _, c := range p.Classes() {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.HasCode() && wanted(c.Name, m.Name, m.Desc) {
				out = append(out, m)
			}
		}
	}
	return out
}

func explainMethod(_ context.Context, s *Settings, a *driver.Analysis, method *methodpattern.Pattern) (bool, error) {
	e, err := energyEngine(s, a.Program)
	if err != nil {
		return false, err
	}
	ms := matching(a.Program, method.Match)
	if len(ms) == 0 {
		return false, nil
	}
	if s.dump != "" {
		return true, dumpMethods(s, e, ms)
	}
	color, err := report.ParseColor(s.Config.Output.Color)
	if err != nil {
		return true, err
	}
	o := report.Options{Color: color, Quiet: s.Config.Output.Quiet, Verbose: s.Config.Output.Verbose}
	cs, _ := claims(s, e)
	cs = slices.DeleteFunc(cs, func(c energy.Claim) bool { return !slices.Contains(ms, c.Method) })
	v := e.Evaluate(ms)
	for i, m := range ms {
		if i > 0 {
			if _, err := fmt.Fprintln(s.Stdout); err != nil {
				return true, err
			}
		}
		var budgets []finding.BudgetResult
		for _, c := range cs {
			if c.Method == m {
				budgets = append(budgets, v.Check(c))
			}
		}
		var source func(int) string
		if path, ok := a.Program.Sources.File(m.Class.Name, m.Class.SourceFile()); ok {
			source = func(line int) string {
				text, _ := a.Program.Sources.Line(path, line)
				return text
			}
		}
		x := v.Explain(m, budgets, source)
		x.Location = a.Complete(x.Location)
		if err := report.WriteExplanation(s.Stdout, x, o); err != nil {
			return true, err
		}
	}
	warnOfAssumptions(s, a.Program)
	return true, nil
}
