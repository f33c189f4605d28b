package energy

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/spec"
)

// Configured is a budget of the configuration: it holds for every method that matches.
type Configured struct {
	Pattern *methodpattern.Pattern
	Budget  spec.Budget
}

// Claim is one budget of one method.
type Claim struct {
	Method *classfile.Method
	Budget spec.Budget
}

// Claims returns the budgets of all methods under analysis, from their specifications and from the configuration,
// and the mistakes in specifications.
func (e *Engine) Claims(configured []Configured) (claims []Claim, problems []Problem) {
	for _, c := range e.Program.Classes() {
		var specified map[string]spec.MethodSpec
		if e.Specs != nil {
			specified = e.Specs.class(c).methods
		}
		for i := range c.Methods {
			if len(configured) == 0 && len(specified) == 0 {
				break // most classes
			}
			m := &c.Methods[i]
			for _, b := range configured {
				if b.Pattern.MatchDeclared(m) {
					claim := Claim{m, b.Budget}
					scope := spec.ScopeOf(m, nil)
					ms, ps := scope.Check(spec.MethodSpec{Budgets: []spec.Budget{b.Budget}})
					for _, p := range ps {
						problems = append(problems, Problem{m, p})
					}
					if len(ms.Budgets) > 0 {
						claim.Budget = ms.Budgets[0]
						claims, problems = withClaim(claims, problems, claim, specified[m.ID()].Requires)
					}
				}
			}
			if len(specified) == 0 {
				continue
			}
			of := specified[m.ID()]
			for _, b := range of.Budgets {
				claims, problems = withClaim(claims, problems, Claim{m, b}, of.Requires)
			}
			if len(of.Loops) > 0 && m.HasCode() {
				problems = append(problems, e.contradictions(m)...)
			}
		}
		if e.Specs != nil {
			problems = append(problems, e.Specs.Problems(c)...)
		}
	}
	return claims, problems
}

// withClaim adds a claim, unless it is there already: of what is written twice one result says all. The claims of a method are the last ones.
// A claim about calls that the precondition rules out would be proved, and say nothing: it is a problem.
func withClaim(claims []Claim, problems []Problem, c Claim, requires []spec.Fact) ([]Claim, []Problem) {
	for i := len(claims) - 1; i >= 0 && claims[i].Method == c.Method; i-- {
		if claims[i].Budget.Same(c.Budget) {
			return claims, problems
		}
	}
	if p := noCall(c.Budget, requires); p.Message != "" {
		if p := (Problem{c.Method, p}); !slices.Contains(problems, p) {
			problems = append(problems, p)
		}
		return claims, problems
	}
	return append(claims, c), problems
}

// noCall returns the problem of a budget whose conditions no call satisfies; its message is empty where calls may.
func noCall(b spec.Budget, requires []spec.Fact) spec.Problem {
	all := spec.Predicates(requires)
	var written []string
	for _, p := range all {
		written = append(written, "requires "+p.String())
	}
	if len(all) > 0 && spec.Unsatisfiable(all...) {
		return spec.Problem{Origin: requires[len(requires)-1].Origin, Message: fmt.Sprintf("no values satisfy %s: a budget holds for no call", prose.List(written))}
	}
	if b.When == nil || !spec.Unsatisfiable(append(all, b.When)...) {
		return spec.Problem{}
	}
	at := b.Origin
	at.Line = cmp.Or(b.WhenLine, at.Line)
	return spec.Problem{Origin: at, Message: fmt.Sprintf("no values satisfy %s: the budget is for no call", prose.List(append([]string{"when " + b.When.String()}, written...)))}
}

// contradictions are the bounds written at loops that the loops provably exceed.
func (e *Engine) contradictions(m *classfile.Method) []Problem {
	var out []Problem
	for _, c := range e.Peek(m).Bounds().Contradictions() {
		text := fmt.Sprintf("the loop at line %d iterates %s times, more often than the bound %s that is written for it", c.Line, c.Runs, c.Written)
		out = append(out, Problem{m, spec.Problem{Origin: c.Origin, Message: text}})
	}
	return out
}

// Location is where a method is.
func (e *Engine) Location(m *classfile.Method) finding.Location {
	l := finding.Location{Class: m.Class.Name, Method: m.Name, Desc: m.Desc, Input: e.Program.Input(m.Class.Name)}
	if code, err := m.Code(); err == nil && code != nil {
		inlined := m.Class.InlinedLines()
		for _, x := range code.Lines() {
			if n := inlined.Line(x.Line); l.Line == 0 || n < l.Line {
				l.Line = n
			}
		}
	}
	return l
}

// confidence is what a claim is held at.
func (v *Evaluation) confidence(c Claim) float64 {
	if c.Budget.Confidence == 0 {
		return v.Confidence
	}
	return c.Budget.Confidence
}

// Prepare evaluates all methods for the claims. Claims of different methods may then be checked at the same time.
func (v *Evaluation) Prepare(cs []Claim) {
	for _, c := range cs {
		for _, device := range v.devices {
			for _, upper := range []bool{true, false} {
				v.outcome(c.Method, objectiveKey{device: device, confidence: v.confidence(c), upper: upper})
			}
		}
	}
}

// names returns what the names of a claim mean.
func (v *Evaluation) names(c Claim) *absint.Names {
	var on []absint.Outcome
	for _, device := range v.devices {
		on = append(on, v.outcome(c.Method, objectiveKey{device: device, confidence: v.confidence(c), upper: true}))
	}
	return v.Summary(c.Method).Names(on...)
}

// Check holds a claim against its method.
func (v *Evaluation) Check(c Claim) finding.BudgetResult {
	confidence := v.confidence(c)
	r := finding.BudgetResult{Location: v.Location(c.Method), Budget: c.Budget.Text, Origin: originOf(c.Budget.Origin), Confidence: confidence, Probability: -1}
	if r.Budget == "" {
		r.Budget = c.Budget.Energy.String()
	}
	s := v.Summary(c.Method)
	names := v.names(c).WithMembers()
	terms, why := newBudgetReader(names, c.Budget).read()
	if counted := v.Model.Counts(); counted != "" {
		why = fmt.Sprintf("it is an energy, and model %s counts %ss", v.Model.Name(), counted)
	}
	if why != "" {
		r.Verdict, r.Missing = finding.Unknown, []string{why}
		r.Worst.Upper, r.Worst.Mean = math.Inf(1), math.NaN()
		return r
	}
	worst, best := v.Worst(c.Method, confidence), v.Best(c.Method, confidence)
	r.Worst = distribution(worst, v.Model.Counts(), v.Formula(c.Method, confidence))
	r.Worst.MeanFormula = v.MeanFormula(worst)
	if r.Worst.Rounded = v.Rounded(c.Method, confidence); r.Worst.Formula != "" {
		r.Worst.Conditions = v.formulaConditions(c.Method, confidence)
	}
	r.Best = distribution(best, v.Model.Counts(), "")
	var when []spec.Predicate
	if c.Budget.When != nil {
		when = append(when, c.Budget.When)
	}
	var parts []budget.Outcome
	for _, device := range v.devices {
		var o budget.Outcome
		var assumed []string
		if terms.constant() && len(when) == 0 {
			o, assumed = v.numberOn(c.Method, device, terms, confidence)
		} else {
			o, assumed = v.symbolicOn(s, names, c.Method, device, terms, confidence, when)
		}
		parts, r.Assumptions = append(parts, o), append(r.Assumptions, assumed...)
	}
	slices.Sort(r.Assumptions)
	r.Assumptions = slices.Compact(r.Assumptions)
	o := budget.Combine(parts)
	r.Verdict, r.Probability, r.Missing = o.Verdict, o.Probability, o.Missing
	if r.Verdict == finding.Violated || r.Verdict == finding.Proved {
		r.Assumptions = nil
	}
	if r.Verdict == finding.Unknown {
		r.Facts = v.Needs(c.Method, confidence, when...).Keys()
	}
	v.refute(&r)
	if r.Verdict == finding.Inconclusive || r.Verdict == finding.Unknown || r.Verdict == finding.Exceeded && !terms.constant() {
		r.Counterexample, r.Remedy, r.Precondition = v.explainUnproved(s, names, c.Method, terms, confidence, when, r.Verdict == finding.Exceeded)
		if r.Verdict == finding.Unknown && r.Remedy == "" {
			r.Counterexample = "" // any sizes are one where a call has no price
		}
	}
	if r.Verdict != finding.Violated && r.Verdict != finding.Unknown {
		var on []absint.Outcome
		for _, device := range v.devices {
			on = append(on, v.outcome(c.Method, objectiveKey{device: device, confidence: confidence, upper: true}))
		}
		r.Expected = v.expected(on...)
		r.Operands = v.Model.OperandDependent(worst.Numbers.Counts, worst.Device)
	}
	return r
}

// path is the critical path as evidence that a budget is exceeded. A path that leaves something out is a lower
// bound only, and one whose sizes have no upper bound is no path at all.
func path(c Case) budget.Gaussian {
	if !c.Numbers.Known {
		for _, r := range c.Numbers.Missing {
			if r.Unpriced == "" {
				return budget.Gaussian{Mean: math.NaN(), SD: math.NaN()}
			}
		}
	}
	return budget.Gaussian(c.Energy)
}

// numberOn holds a budget that is a number against the method on one device.
func (v *Evaluation) numberOn(m *classfile.Method, device string, terms budgetSum, confidence float64) (budget.Outcome, []string) {
	worst, best, joules := v.on(m, device, confidence, true), v.on(m, device, confidence, false), terms.joules()
	assumed := v.assumptions(worst.Numbers.Assumptions)
	return budget.Decide(budget.Case{
		Budget: joules, Confidence: confidence, Upper: worst.Bound, Worst: path(worst), Best: budget.Gaussian(best.Energy), Joined: worst.Outcome.Joined,
		Lower: joules + v.leastExcess(m, device, terms, confidence, nil), Assumptions: assumed, Missing: reasons(worst.Numbers.Missing, m),
	}), assumed
}

// leastExcess is by how much every call that returns exceeds a budget at least, whatever is assumed of sizes: in the best case,
// and in the sum of the lower quantiles, which is never above that of any path. It is not above 0 where the budget may be kept,
// where an explicit throw of the method or of an analysed callee may end a call that keeps it, and where no call returns.
func (v *Evaluation) leastExcess(m *classfile.Method, device string, terms budgetSum, confidence float64, when []spec.Predicate) float64 {
	least := math.Inf(1)
	for _, k := range []objectiveKey{{}, {anyExit: true}, {anyExit: true, quantile: true}} {
		k.device, k.confidence = device, confidence
		best, s := v.outcome(m, k), v.Summary(m)
		x, over := s.Domain(best, nil, when...).Excess(best, v.objective(k), terms)
		if len(over) > 0 {
			x.Lo = math.Inf(-1)
		}
		if !k.anyExit && !best.Returns() {
			x.Lo = math.Min(0, x.Lo)
		}
		if least = math.Min(least, x.Lo); !(least > 0) {
			break
		}
	}
	return least
}

// symbolicExcess is by how much the worst case of a method exceeds a budget that depends on symbols.
type symbolicExcess struct {
	up          absint.Objective
	worst       absint.Outcome
	domain      absint.Domain
	unified     absint.Outcome // the worst case where sizes with one name have one value, and its domain
	within      absint.Domain
	excess      absint.Interval
	over        []absint.Reason // why the excess may not hold
	unmentioned []absint.Symbol
	open        []absint.Reason // what has no worst case, of what the budget does not mention
}

// excessOn compares the worst case of a method on one device with a budget, for every value of its symbols that is admitted.
func (v *Evaluation) excessOn(s *absint.Summary, names *absint.Names, m *classfile.Method, device string, terms budgetSum, confidence float64, assume absint.Assume, when []spec.Predicate) (e symbolicExcess) {
	k := objectiveKey{device: device, confidence: confidence, upper: true}
	e.up, e.worst = v.objective(k), v.outcome(m, k)
	e.domain = s.Domain(e.worst, assume, when...)
	e.unified, e.within = names.Unify(e.worst, e.domain, e.up.AllWeights())
	e.excess, e.over = e.within.Excess(e.unified, e.up, terms)
	e.unmentioned = names.Unmentioned(e.domain, terms)
	e.open = e.domain.WithoutWorst(e.worst, e.unmentioned)
	return e
}

// symbolicOn holds a budget that depends on symbols against the method for every admitted value of them, on one device.
func (v *Evaluation) symbolicOn(s *absint.Summary, names *absint.Names, m *classfile.Method, device string, terms budgetSum, confidence float64, when []spec.Predicate) (budget.Outcome, []string) {
	e := v.excessOn(s, names, m, device, terms, confidence, v.Assume, when)
	up, worst, unified, within, open, unmentioned := e.up, e.worst, e.unified, e.within, e.open, e.unmentioned
	assumed := v.assumptions(append(slices.Clone(worst.Assumptions), e.domain.Assumptions...))
	missing := reasons(slices.Concat(worst.Reasons, e.over, open), m)
	if len(missing) == len(open) && e.excess.Hi <= 0 {
		verdict := finding.Proved
		if len(assumed) > 0 {
			verdict = finding.ProvedAssuming
		}
		return budget.Outcome{Verdict: verdict, Probability: 0}, assumed
	}
	// Somewhere in the domain the budget may be exceeded: try the corners.
	// Sizes with one name have one value in an execution that shows somebody that a budget in that name is exceeded.
	// A size that only the budget has may decide whether the critical path is taken at all, so that all its values must exceed.
	of := s.Symbols(unified)
	exceeding := map[string]float64{}
	for _, at := range within.Points(unified, terms) {
		if terms.hasCalls() || len(unmentioned) > 0 {
			break // neither its value nor the worst case is known
		}
		n := at.Numbers(unified, up)
		if !at.Admits(when) || !names.Agree(at) || slices.ContainsFunc(n.Missing, func(r absint.Reason) bool { return r.Unpriced == "" }) {
			continue
		}
		key := ""
		for _, x := range of {
			key += fmt.Sprint(at.SizeRange(absint.SymbolSize(x)).Lo, " ")
		}
		q := v.Model.Price(n.Counts, device).Exceed(terms.at(at))
		if least, ok := exceeding[key]; !ok || q < least {
			exceeding[key] = q
		}
	}
	p := -1.0
	for _, q := range exceeding {
		p = math.Max(p, q)
	}
	switch {
	case v.leastExcess(m, device, terms, confidence, when) > 0:
		return budget.Outcome{Verdict: finding.Violated, Probability: math.Max(p, confidence)}, nil
	case p > 1-confidence && !worst.Joined:
		return budget.Outcome{Verdict: finding.Exceeded, Probability: p}, assumed
	case len(missing) > 0:
		return budget.Outcome{Verdict: finding.Unknown, Probability: -1, Missing: missing}, assumed
	case len(unmentioned) > 0:
		return budget.Outcome{Verdict: finding.Inconclusive, Probability: -1}, assumed
	}
	return budget.Outcome{Verdict: finding.Inconclusive, Probability: math.Max(p, 0)}, assumed
}

// explainUnproved returns a counterexample and a remedy for a budget that is not proved, or exceeded, of the first device that has
// them.
func (v *Evaluation) explainUnproved(s *absint.Summary, names *absint.Names, m *classfile.Method, terms budgetSum, confidence float64, when []spec.Predicate, exceeded bool) (example, remedy, precondition string) {
	for _, device := range v.devices {
		k := objectiveKey{device: device, confidence: confidence, upper: true}
		worst, up := v.outcome(m, k), v.objective(k)
		if len(worst.Reasons) > 0 {
			continue
		}
		unified, within := names.Unify(worst, s.Domain(worst, v.Assume, when...), up.AllWeights())
		c := &comparison{v, s, names, unified, within, up, terms, when, exceeded, device, confidence}
		if example = c.counterexample(); example != "" {
			remedy, precondition = c.remedy()
			return example, remedy, precondition
		}
	}
	return "", "", ""
}

func distribution(c Case, unit, formula string) finding.Distribution {
	d := finding.Distribution{Unit: unit, Mean: c.Energy.Mean, SD: c.Energy.SD, Upper: c.Bound, Formula: formula}
	if math.IsInf(c.Bound, 1) {
		d.Mean, d.SD = math.Inf(1), math.NaN()
	}
	return d
}

func originOf(o spec.Origin) string {
	if o.File != "" && o.Line > 0 {
		o.File = filepath.ToSlash(o.File)
	}
	return o.String()
}

// Invalid turns a mistake in a specification into a finding of EL0004.
func (e *Engine) Invalid(p Problem) finding.Finding {
	f := finding.Finding{Rule: "EL0004", Level: finding.Error, Message: p.Message, Subject: p.Message}
	if p.Method != nil {
		f.Location = e.Location(p.Method)
	}
	if o := p.Origin; o.File != "" && o.Line > 0 {
		f.Location.File, f.Location.Line, f.Location.Column, f.Location.Source = o.File, o.Line, o.Col, true
	} else if o.Annotation != "" {
		f.Message = fmt.Sprintf("%s: %s", o.Annotation, p.Message)
	}
	return f
}
