package libsummary

import (
	"fmt"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/recursion"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Analysis of a library by itself. Costs hold for all callers and all models.
//
// Sound because each cost lists the methods that must not be overridden outside of the library for it to hold (Needs).

// LibraryAnalyzer analyses the methods of a library by themselves. All classes of the library are known; a result lists
// in Needs what it requires of code that is not. Results depend on the library and on the models of library methods,
// not on the order of queries. It is safe for concurrent use, but analyses one method at a time.
type LibraryAnalyzer struct {
	a *interproc.Pricer
	// summaries analyses single methods.
	summaries summarizer
	choices   *cost.Maxima
	obj       cost.Objective

	mu      sync.Mutex
	direct  map[*classfile.Method]*cost.CostSummary
	virtual map[*classfile.Method]*cost.CostSummary
	least   map[leastKey]pattern.Counts
	visits
}

// summarizer analyses single methods without memoizing them.
type summarizer interface {
	Analysis(m *classfile.Method) *cost.Summary
	Forget(m *classfile.Method)
}

// New returns an analyzer that computes costs with a and the analyses of methods by summaries.
func New(a *interproc.Pricer, summaries summarizer) *LibraryAnalyzer {
	w := &LibraryAnalyzer{
		a: a, summaries: summaries, choices: cost.NewChoices(),
		direct: map[*classfile.Method]*cost.CostSummary{}, virtual: map[*classfile.Method]*cost.CostSummary{}, least: map[leastKey]pattern.Counts{},
		visits: visits{At: map[*classfile.Method]*visit{}},
	}
	w.obj = cost.Objective{Upper: true, Weights: make([]float64, pattern.Num), Header: -1, Choices: w.choices}.Prepared()
	return w
}

// Direct returns the cost of a call that runs exactly this method.
func (w *LibraryAnalyzer) Direct(m *classfile.Method) *cost.CostSummary {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.withLeast(m)
}

// maxTargets caps the targets of a virtual call with a cost.
const maxTargets = 24

// Virtual returns the cost of a call that runs the method or any override in the library.
func (w *LibraryAnalyzer) Virtual(m *classfile.Method) *cost.CostSummary {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p, ok := w.virtual[m]; ok {
		return p
	}
	d := w.a.Hierarchy.Dispatch(nil, classfile.OpInvokevirtual, m.Class.Name, m.Name, m.Desc)
	var p *cost.CostSummary
	switch {
	case d.Direct && len(d.Targets) == 1:
		p = w.withLeast(d.Targets[0])
	default:
		p = w.join(m, d)
	}
	w.virtual[m] = p
	return p
}

// join returns the cost of a virtual call: the worst of its analysed targets and, for a method of an underlying
// library, of the targets there.
func (w *LibraryAnalyzer) join(m *classfile.Method, d *callgraph.Dispatch) *cost.CostSummary {
	var parts []*cost.CostSummary
	below := !w.a.Hierarchy.Analysed(m.Class.Name)
	if below {
		parts = append(parts, w.foreign(m, false))
	}
	if why := manyTargets(d); why != "" && (len(d.Targets) > 0 || len(d.Lambdas) > 0 || !below) {
		return &cost.CostSummary{Why: why}
	}
	if !d.Complete && !below {
		return &cost.CostSummary{Why: "code that was not analysed may override it, through " + classfile.External(d.Open)}
	}
	for _, t := range d.Targets {
		if !below || w.a.Hierarchy.Analysed(t.Class.Name) {
			parts = append(parts, w.of(t))
		}
	}
	var out cost.CostSummary
	e := cost.NewCombiner(w.obj, expr.Env{})
	for i, o := range parts {
		if o.Why != "" {
			return &cost.CostSummary{Why: o.Why}
		}
		if i == 0 {
			out = *o
			continue
		}
		joined := e.Either(w.outcome(&out), w.outcome(o))
		out.Poly, out.Conds, out.Joined = joined.Poly, joined.Conditions, joined.Joined
		out.ExpectedCalls, out.Methods = joined.Expected, &w.a.Methods
		out.Needs = slices.Concat(out.Needs, o.Needs)
	}
	out.Needs, out.MustCost = uniqueMembers(out.Needs), nil
	return w.finished(&out)
}

// foreign returns the cost of a call of an underlying library.
func (w *LibraryAnalyzer) foreign(m *classfile.Method, direct bool) *cost.CostSummary {
	amount, why := w.a.ForeignCost(m.Member(), direct)
	if why == "" {
		own, ok := *amount, false
		if own.Poly, ok = w.choices.Adopt(amount.From, amount.Poly); ok {
			own.From = w.choices
			own.ExpectedCalls, own.Methods = w.a.Methods.Adopt(amount.Methods, amount.ExpectedCalls), &w.a.Methods
			return &own
		}
		why = interproc.NoModel
	}
	p := &cost.CostSummary{Why: why}
	if direct {
		p.MustCost = w.a.ForeignMustCost(m)
	}
	return p
}

// manyTargets returns the reason why a virtual call has too many targets for a cost, empty if it has not.
func manyTargets(d *callgraph.Dispatch) string {
	switch {
	case len(d.Lambdas) > 0:
		return "it may run a lambda"
	case len(d.Targets) == 0:
		return "no class that implements it was found"
	case len(d.Targets) > maxTargets:
		return fmt.Sprintf(interproc.CanRunMore+" %d methods", maxTargets)
	}
	return ""
}

// uniqueMembers returns the members sorted and without duplicates.
func uniqueMembers(ms []classfile.Member) []classfile.Member {
	slices.SortFunc(ms, cost.CompareMembers)
	return slices.Compact(ms)
}

// outcome returns a cost as an outcome, with the expected costs in it.
func (w *LibraryAnalyzer) outcome(p *cost.CostSummary) cost.Outcome {
	o := p.Bound()
	o.Expected = w.a.Methods.Adopt(p.Methods, p.ExpectedCalls)
	return o
}

// Bounds of what is kept of one method: beyond, a price would cost every caller more time than it is worth.
const (
	maxPortableTerms = 64
	maxNeeds         = 64
)

// finished returns a cost with its choices, or one without a bound if it is too large to be stored or depends on a loop
// index.
func (w *LibraryAnalyzer) finished(p *cost.CostSummary) *cost.CostSummary {
	vague := slices.ContainsFunc(p.Poly.Terms, func(t expr.PolyTerm) bool { return recursion.MentionsAnyIndex(expr.MonoSize(t.Mono)) }) ||
		slices.ContainsFunc(p.Conds, func(c expr.Condition) bool { return c.Size.Top || recursion.MentionsAnyIndex(c.Size) })
	if vague || len(p.Poly.Terms) > maxPortableTerms || len(p.Needs) > maxNeeds {
		return &cost.CostSummary{Why: "its cost " + expr.TooLarge}
	}
	p.From = w.choices
	return p
}

// obstacle returns the reason why a method has no cost, empty if none is found. It runs before the evaluation because
// most methods have an obstacle. Without one, it collects what the calls need.
func (w *LibraryAnalyzer) obstacle(v *visit) (why string) {
	m := v.m
	in := ", in " + progdb.MethodName(m)
	switch {
	case m.Access&classfile.AccNative != 0:
		return "it runs native code" + in
	case !m.HasCode():
		return "it has no code" + in
	}
	s := w.summaries.Analysis(m)
	if s.Failure != nil {
		return s.Failure.Error()
	}
	for l := range s.M.Loops {
		if info := &s.M.Loops[l]; info.Upper.Top {
			return info.Why + in
		}
	}
	for site := range s.AllCalls() {
		needs, why := w.check(s, site)
		if why != "" {
			return why
		}
		v.needs = append(v.needs, needs...)
	}
	return ""
}

// price evaluates a method that does not recur and has no obstacle.
func (w *LibraryAnalyzer) price(v *visit) *cost.CostSummary {
	s := w.summaries.Analysis(v.m)
	p := w.program(s)
	o := s.Evaluate(w.obj, func(site *callees.CallSite) cost.Outcome { return w.call(p, 0, site, w.finally) })
	return w.portable(o.Unrefuted(w.obj, s, nil), v.needs)
}

// portable returns an outcome as a cost summary.
func (w *LibraryAnalyzer) portable(o cost.Outcome, needs []classfile.Member) *cost.CostSummary {
	if len(o.Reasons) > 0 {
		return &cost.CostSummary{Why: o.Reasons[0].Text + ", in " + o.Reasons[0].Method}
	}
	return w.finished(&cost.CostSummary{Poly: o.Poly, Conds: o.Conditions, Joined: o.Joined, Needs: uniqueMembers(needs), ExpectedCalls: o.Expected, Methods: &w.a.Methods})
}

// check returns what the cost of a call needs. why is the reason if the call has no cost.
func (w *LibraryAnalyzer) check(s *cost.Summary, site *callees.CallSite) (needs []classfile.Member, why string) {
	place := fmt.Sprintf(" (the call of %s.%s)", classfile.External(site.Member.Class), site.Member.Name)
	if !site.Direct {
		needs = append(needs, classfile.Member{Class: site.Owner, Name: site.Member.Name, Desc: site.Member.Desc})
	}
	if site.Indy != nil {
		if len(site.Callbacks) > 0 {
			return nil, "it may call application code" + place
		}
		return nil, ""
	}
	modelled := callees.Models(w.a.Library, site.Member)
	if platform.RunsTask.Has(site.Member.Class) && site.Member.Name == "start" && !w.a.Hierarchy.Analysed(platform.ObjectClass) {
		return nil, "it starts a thread" + place
	}
	if modelled {
		if _, callbacks := w.a.Library.Calls(site.Member); len(callbacks) > 0 {
			return nil, "it may call application code" + place
		}
		needs = append(needs, w.contentNeeds(s, site)...)
		if !site.Library { // the model prices all that the library has
			return needs, ""
		}
	}
	switch {
	case site.Unknown != "":
		return nil, site.Unknown + place
	case len(site.Lambdas) > 0:
		return nil, "it may run a lambda" + place
	case len(site.Targets) == 0 && !site.Library:
		return nil, "no class that implements it was found" + place
	case len(site.Targets) > maxTargets:
		return nil, fmt.Sprintf(interproc.CanRunMore+" %d methods%s", maxTargets, place)
	}
	if site.Library && !modelled {
		p := w.library(site)
		if p.Why != "" {
			return nil, p.Why + place
		}
		needs = append(needs, p.Needs...)
	}
	for _, t := range site.Targets {
		p := w.of(t)
		if p.Why != "" {
			return nil, p.Why
		}
		needs = append(needs, p.Needs...)
	}
	return needs, ""
}

// contentNeeds returns what a modelled call needs of the objects that it is passed or holds. What the platform's own library calls on them is in
// tables, which are read at each call of a program (elementcalls.tsv).
func (w *LibraryAnalyzer) contentNeeds(s *cost.Summary, site *callees.CallSite) []classfile.Member {
	if site.Value == 0 || w.a.Hierarchy.Analysed(platform.ObjectClass) {
		return nil
	}
	return w.a.ContentNeeds(s.M.Fn, site.Value)
}

// library returns the cost in an underlying library that a call runs.
func (w *LibraryAnalyzer) library(site *callees.CallSite) *cost.CostSummary {
	m := site.Body
	if !site.Direct {
		m = w.a.Hierarchy.Resolve(site.Member.Class, site.Member.Name, site.Member.Desc).Method
	}
	if m == nil {
		return &cost.CostSummary{Why: interproc.NoModel}
	}
	return w.foreign(m, site.Direct)
}

// finally returns the cost of a method whose analysis is complete.
func (w *LibraryAnalyzer) finally(m *classfile.Method) cost.Outcome { return w.outcome(w.of(m)) }

// call returns the outcome of a call without an obstacle, by method v of p. of returns the costs of its analysed targets.
func (w *LibraryAnalyzer) call(p *interproc.Program, v int, site *callees.CallSite, of func(*classfile.Method) cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	var parts []cost.Outcome
	modelled := site.Indy != nil || callees.Models(w.a.Library, site.Member)
	if modelled {
		lib := *site
		lib.Library = true
		parts = append(parts, p.LibraryOutcome(v, &lib, w.obj, nil))
	}
	if site.Library && !modelled {
		parts = append(parts, interproc.Instantiate(s, w.outcome(w.library(site)), site.Arg, site, site.Member.Name, nil, w.obj))
	}
	if site.Library || !modelled {
		for _, t := range site.Targets {
			parts = append(parts, interproc.Instantiate(s, of(t), site.Arg, site, t.Name, nil, w.obj))
		}
	}
	return cost.NewCombiner(w.obj, s.M.Env).AnyOf(parts).Unrefuted(w.obj, s, site)
}

// program returns the program of methods that form one component.
func (w *LibraryAnalyzer) program(sums ...*cost.Summary) *interproc.Program {
	return interproc.ComponentOf(w.a, w.summaries.Analysis, sums)
}
