// Package suggest proposes budgets and assumptions for energylint.toml: for each of the selected methods a budget that is
// proved, with a margin, and few assumptions that make most budgets provable. Every proposal was parsed and held against its
// method as check does it: what is proposed is proved.
package suggest

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/cover"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/spec"
)

// Options say what to propose.
type Options struct {
	Selection Selection
	Top       int     // only the most expensive of the selected methods; 0 for all
	Margin    float64 // on top of the bound: 0.2 for 20%
	MaxFacts  int     // assumptions
	Size      float64 // the value that a size is assumed to have at most
	Call      string  // the energy that a call is assumed to cost at most
	Joules    float64 // of Call

	Configured []energy.Configured // budgets that there are
	// With returns the engine with further assumptions.
	With func([]config.Assume) (*energy.Engine, error)
}

// Budget is a proposed [[budget]].
type Budget struct {
	Method, Energy, When string
}

// Fact is a proposed [[assume]].
type Fact struct {
	Symbol  string
	Method  string // the methods that it is assumed in; empty for all
	Call    bool
	Methods int // selected methods and budgets that need it
	key     string
}

// Omitted is a selected method without a proposal.
type Omitted struct{ Method, Reason string }

// Plan is what is proposed.
type Plan struct {
	Budgets []Budget
	Facts   []Fact
	Omitted []Omitted
	Had     []string  // selected methods that have a budget
	Open    []Omitted // budgets that there are and that the facts do not prove
	// Unproved counts the selected methods and the budgets of the configuration that need facts, Proved those of them that the
	// facts prove.
	Unproved, Proved int
	// PassedOver counts the methods that were not selected, dearer than one that was, which need more than MaxFacts facts each.
	PassedOver, MaxFacts int
}

// planner makes a plan.
type planner struct {
	Options
	names
	engine  *energy.Engine
	targets []*target
	claims  []claim   // unknown budgets that there are
	open    []Omitted // budgets that no assumption settles

	passedOver int // methods that are dearer than one of the targets, and need more facts than may be proposed
}

// target is a method that a budget is looked for.
type target struct {
	method    *classfile.Method
	pattern   string
	needs     energy.Needs
	found     *Budget
	without   *Budget // what was found without facts
	why       string
	energy    float64 // its bound, +Inf for none
	needFacts bool
	failed    bool // it is not proved with the facts that it needs
	failedNow bool // since the facts were chosen last
	tooMany   bool // facts that it needs: nothing is selected, and a formula is no way out
}

// noPattern is why a method that has the name and the parameters of another has no proposal.
const noPattern = "no pattern of a [[budget]] names only this method"

// keys returns the keys of the facts that it needs, as facts of its class.
func (t *target) keys() []string { return cover.Scoped(t.method.Class.Name, t.needs.Keys()) }

// claim is an unknown budget that assumptions may settle.
type claim struct {
	energy.Claim
	needs energy.Needs
	why   string // why it is not proved with the facts that it needs; empty where they were not tried
	// proved reports whether it is with the facts that were tried last.
	proved bool
}

// keys returns the keys of the facts that it needs, as facts of its class.
func (c *claim) keys() []string { return cover.Scoped(c.Method.Class.Name, c.needs.Keys()) }

// Make returns the plan for the program of an engine.
func Make(e *energy.Engine, o Options) (*Plan, error) {
	p := &planner{Options: o, names: newNames(e.Program), engine: e}
	plan := &Plan{}
	claims, _ := e.Claims(o.Configured)
	has := map[*classfile.Method]bool{}
	for _, c := range claims {
		has[c.Method] = true
	}
	for _, m := range o.Selection.methods(e.Program) {
		if has[m] {
			plan.Had = append(plan.Had, m.Member().Text())
			continue
		}
		t := &target{method: m, energy: math.Inf(1)}
		t.pattern = p.pattern(m)
		p.targets = append(p.targets, t)
	}
	if err := p.top(); err != nil {
		return nil, err
	}
	p.withoutFacts(claims)
	for _, t := range p.targets {
		t.without = t.found
	}
	for range mostRounds {
		facts := p.facts()
		e, err := o.With(o.assumptions(facts))
		if err != nil {
			return nil, err
		}
		failed := p.withFacts(e, facts)
		assumed := o.assumptions(facts) // anew: which of them what is proposed depends on
		if e, err = o.With(assumed); err != nil {
			return nil, err
		}
		again, err := p.verify(plan, e, facts, assumed)
		if err != nil {
			return nil, err
		}
		if !failed && !again {
			break
		}
	}
	p.told(plan)
	plan.Unproved, plan.PassedOver, plan.MaxFacts = len(p.claims), p.passedOver, p.MaxFacts
	for _, t := range p.targets {
		if t.needFacts {
			plan.Unproved++
		}
		if t.found != nil {
			plan.Budgets = append(plan.Budgets, *t.found)
		} else {
			plan.Omitted = append(plan.Omitted, Omitted{t.method.Member().Text(), t.why})
		}
	}
	return plan, nil
}

// mostRounds bounds how often facts are chosen again because some of those that were chosen do not prove what they are for.
const mostRounds = 4

// told adds the budgets that there are and are not proved, with what is missing.
func (p *planner) told(plan *Plan) {
	plan.Open = append(plan.Open, p.open...)
	for _, c := range p.claims {
		switch name := c.Method.Member().Text(); {
		case c.proved:
		case c.why != "":
			plan.Open = append(plan.Open, Omitted{name, c.why})
		default:
			plan.Open = append(plan.Open, Omitted{name, "it takes values of " + factList(c.needs)})
		}
	}
}

func (p *planner) methods() []*classfile.Method {
	var out []*classfile.Method
	for _, t := range p.targets {
		out = append(out, t.method)
	}
	return out
}

// top leaves the most expensive targets. Those that need facts are ranked with all of them assumed, those without a number
// come last, and where nothing is selected, those that need more facts than may be proposed.
func (p *planner) top() error {
	if p.Top == 0 || len(p.targets) <= p.Top {
		return nil
	}
	v := p.engine.Evaluate(p.methods())
	for _, t := range p.targets {
		t.needs = v.Needs(t.method, v.Confidence)
		if p.Selection.Empty() && len(t.needs.Keys()) > p.MaxFacts {
			text, _ := v.BudgetFormula(t.method, p.Margin)
			t.tooMany = text == "" || len(text) > maxFormula
		}
	}
	e := p.engine
	if all := p.named(p.targets, nil); len(all) > 0 {
		var err error
		if e, err = p.With(p.assumptions(all)); err != nil {
			return err
		}
	}
	v = e.Evaluate(p.methods())
	for _, t := range p.targets {
		t.energy = v.Worst(t.method, v.Confidence).Bound
	}
	rank := func(t *target) float64 {
		if math.IsInf(t.energy, 0) || math.IsNaN(t.energy) || t.tooMany {
			return -1
		}
		return t.energy
	}
	kept := slices.Clone(p.targets)
	slices.SortStableFunc(kept, func(a, b *target) int { return cmp.Compare(rank(b), rank(a)) })
	kept = kept[:p.Top]
	least := kept[p.Top-1]
	for _, t := range p.targets {
		if t.tooMany && t.energy > rank(least) && !math.IsInf(t.energy, 0) && !slices.Contains(kept, t) {
			p.passedOver++
		}
	}
	p.targets = slices.DeleteFunc(p.targets, func(t *target) bool { return !slices.Contains(kept, t) })
	return nil
}

// withoutFacts looks for budgets that need no further assumption, and finds what the others and the unknown budgets need.
func (p *planner) withoutFacts(claims []energy.Claim) {
	roots := p.methods()
	for _, c := range claims {
		roots = append(roots, c.Method)
	}
	v := p.engine.Evaluate(roots)
	v.Prepare(claims)
	for _, c := range claims {
		if r := v.Check(c); r.Verdict == finding.Unknown {
			p.unknown(v, c, r)
		}
	}
	p.each(v, func(t *target) {
		t.needs = v.Needs(t.method, v.Confidence)
		switch {
		case t.pattern == "":
			t.why = noPattern
		case len(t.needs.Reasons) > 0:
			t.why = t.needs.Reasons[0]
		case p.number(v, t), p.formula(v, t):
		case t.needs.Settleable():
			t.needFacts = true
			t.why = "it takes values of " + factList(t.needs)
		case len(t.needs.Unmet) > 0:
			t.why = t.needs.Unmet[0]
		}
	})
}

// unknown keeps an unknown budget with what it needs, or why no assumption settles it.
func (p *planner) unknown(v *energy.Evaluation, c energy.Claim, r finding.BudgetResult) {
	var when []spec.Predicate
	if c.Budget.When != nil {
		when = append(when, c.Budget.When)
	}
	n := v.Needs(c.Method, r.Confidence, when...)
	if n.Settleable() {
		p.claims = append(p.claims, claim{Claim: c, needs: n})
	} else if why := append(slices.Concat(n.Reasons, n.Unmet), r.Missing...); len(why) > 0 {
		p.open = append(p.open, Omitted{c.Method.Member().Text(), why[0]})
	}
}

// each calls f with every target, on all processors.
func (p *planner) each(v *energy.Evaluation, f func(t *target)) {
	if len(p.targets) > 0 {
		v.Worst(p.targets[0].method, v.Confidence) // all outcomes, before the goroutines ask for one
		v.Best(p.targets[0].method, v.Confidence)
	}
	p.engine.Program.Parallel(len(p.targets), func(i int) {
		t := p.targets[i]
		if !p.engine.Program.Isolate(t.method.Class, t.method, func() { f(t) }) {
			t.why, t.found = "the analysis failed", nil
		}
	})
}

// maxNamed is how many facts a reason names.
const maxNamed = 4

// factList names the facts by their keys.
func factList(n energy.Needs) string {
	list := n.Keys()
	if more := len(list) - maxNamed; more > 1 {
		return strings.Join(list[:maxNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return prose.List(list)
}

// number proposes the method's bound.
func (p *planner) number(v *energy.Evaluation, t *target) bool {
	w := v.Worst(t.method, v.Confidence)
	if math.IsInf(w.Bound, 0) || math.IsNaN(w.Bound) || !w.Numbers.Known {
		return false
	}
	return p.propose(v, t, quantity.Joule.FormatUp(energy.RoundedUp(w.Bound*(1+p.Margin))), "")
}

// maxFormula is how long a formula may be as a budget that people read.
const maxFormula = 160

// formula proposes the method's formula.
func (p *planner) formula(v *energy.Evaluation, t *target) bool {
	text, conditions := v.BudgetFormula(t.method, p.Margin)
	if text == "" || len(text) > maxFormula {
		return false
	}
	return p.propose(v, t, text, "") || len(conditions) > 0 && p.propose(v, t, text, strings.Join(conditions, " && "))
}

// propose keeps a budget of a target where it can be written and is proved.
func (p *planner) propose(v *energy.Evaluation, t *target, text, when string) bool {
	b, ok := parse(text, when)
	if !ok {
		return false
	}
	scope := spec.ScopeOf(t.method, nil)
	s, problems := scope.Check(spec.MethodSpec{Budgets: []spec.Budget{b}})
	if len(problems) > 0 || len(s.Budgets) == 0 {
		return false
	}
	if r := v.Check(energy.Claim{Method: t.method, Budget: s.Budgets[0]}); !holds(r) {
		t.why = fmt.Sprintf("a budget of %s is %s", text, r.Verdict)
		return false
	}
	t.found = &Budget{Method: t.pattern, Energy: text, When: when}
	return true
}

// holds reports whether a budget is proved.
func holds(r finding.BudgetResult) bool {
	return r.Verdict == finding.Proved || r.Verdict == finding.ProvedAssuming
}

func parse(text, when string) (spec.Budget, bool) {
	b := spec.Budget{Text: text}
	var err error
	if b.Energy, err = spec.ParseEnergy(text); err != nil {
		return b, false
	}
	if when != "" {
		if b.When, err = spec.ParsePredicate(when); err != nil {
			return b, false
		}
	}
	return b, true
}

// withFacts looks for budgets of the targets that need facts. It reports whether one has no budget with all facts that it needs.
func (p *planner) withFacts(e *energy.Engine, facts []Fact) (failed bool) {
	v := e.Evaluate(p.methods())
	p.each(v, func(t *target) {
		if t.found = t.without; !t.needFacts || t.failed {
			return
		}
		if p.number(v, t) || p.formula(v, t) {
			t.why = ""
		} else if t.failed = met(t.keys(), facts); t.failed {
			if missing := v.Missing(t.method, v.Confidence); len(missing) > 0 {
				t.why = stillMissing(missing)
			}
			t.failedNow = true
		}
	})
	for _, t := range p.targets {
		failed, t.failedNow = failed || t.failedNow, false
	}
	return failed
}

// met reports whether facts are all that is needed.
func met(keys []string, facts []Fact) bool {
	for _, k := range keys {
		if !slices.ContainsFunc(facts, func(f Fact) bool { return f.key == k }) {
			return false
		}
	}
	return true
}
