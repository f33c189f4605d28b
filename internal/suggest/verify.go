package suggest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/quantity"
)

// proposed returns the proposals as claims of an engine, and their targets. It withdraws those that name no method.
func (p *planner) proposed(e *energy.Engine) (claims []energy.Claim, targets []*target, err error) {
	type key struct {
		method *classfile.Method
		text   string
	}
	var configured []energy.Configured
	for _, t := range p.targets {
		if t.found == nil {
			continue
		}
		pattern, err := methodpattern.Compile(t.found.Method)
		b, ok := parse(t.found.Energy, t.found.When)
		if err != nil || !ok {
			return nil, nil, fmt.Errorf("the proposed budget %s of %s cannot be read", t.found.Energy, t.found.Method) // it was, before
		}
		configured = append(configured, energy.Configured{Pattern: pattern, Budget: b})
	}
	all, _ := e.Claims(configured)
	of := map[key]energy.Claim{}
	for _, c := range all {
		of[key{c.Method, c.Budget.Text}] = c
	}
	for _, t := range p.targets {
		if t.found == nil {
			continue
		}
		c, ok := of[key{t.method, t.found.Energy}]
		if !ok {
			t.found, t.why = nil, noPattern
			continue
		}
		claims, targets = append(claims, c), append(targets, t)
	}
	return claims, targets, nil
}

// verify holds the proposed and the unknown budgets against their methods as check does it with the proposals in the
// configuration. It withdraws what is not proved, and facts that nothing depends on. again reports whether facts did not prove what
// they are for: others may.
func (p *planner) verify(plan *Plan, e *energy.Engine, facts []Fact, assumed []config.Assume) (again bool, err error) {
	claims, targets, err := p.proposed(e)
	if err != nil {
		return false, err
	}
	roots := make([]*classfile.Method, 0, len(claims)+len(p.claims))
	for _, c := range p.claims {
		claims = append(claims, c.Claim)
	}
	for _, c := range claims {
		roots = append(roots, c.Method)
	}
	v := e.Evaluate(roots)
	v.Prepare(claims)
	for i, c := range claims {
		r := v.Check(c)
		switch {
		case i >= len(targets):
			again = p.judge(v, &p.claims[i-len(targets)], r, facts) || again
		case !holds(r) && targets[i].found != nil:
			t := targets[i]
			t.why = fmt.Sprintf("a budget of %s is %s", t.found.Energy, r.Verdict)
			if len(r.Missing) > 0 {
				t.why += ", " + stillMissing(r.Missing)
			}
			t.found, t.failed = nil, t.needFacts
			again = again || t.needFacts
		}
	}
	p.count(plan, facts, assumed)
	return again, nil
}

// judge keeps what facts come to for an unknown budget. It reports whether they are all that it needs and do not prove it.
func (p *planner) judge(v *energy.Evaluation, c *claim, r finding.BudgetResult, facts []Fact) bool {
	c.proved = holds(r)
	if c.proved || c.why != "" || !met(c.keys(), facts) {
		return false
	}
	c.why = fmt.Sprintf("%s is %s with %s", r.Budget, r.Verdict, p.values(c.keys(), facts, p.Size))
	if r.Verdict == finding.Unknown && len(r.Missing) > 0 {
		c.why = stillMissing(r.Missing)
	}
	if n, ok := p.provedUpTo(v, c.Claim); ok {
		c.why += fmt.Sprintf(", but would be proved with %s", p.values(c.keys(), facts, n))
	}
	return true
}

// stillMissing returns what a budget misses though its sizes have values: of these, that they have none is no news.
func stillMissing(missing []string) string {
	for _, m := range missing {
		if !strings.Contains(m, " has no upper bound") {
			return m
		}
	}
	return missing[0]
}

// values writes the assumptions among facts with some keys, with a largest value of the sizes.
func (p *planner) values(keys []string, facts []Fact, most float64) string {
	var sizes, calls []string
	for _, f := range facts {
		switch {
		case !slices.Contains(keys, f.key):
		case f.Call:
			calls = append(calls, f.Symbol)
		default:
			sizes = append(sizes, f.Symbol)
		}
	}
	var parts []string
	if len(sizes) > 0 {
		parts = append(parts, atMost(sizes, quantity.Count(most)))
	}
	if len(calls) > 0 {
		parts = append(parts, atMost(calls, p.Call))
	}
	return strings.Join(parts, " and ")
}

// atMost writes that each of some symbols is at most a value.
func atMost(symbols []string, value string) string {
	if more := len(symbols) - maxNamed; more > 1 {
		symbols = append(symbols[:maxNamed:maxNamed], fmt.Sprintf("%d more", more))
	}
	return strings.Join(symbols, ", ") + " <= " + value
}

// provedUpTo returns the largest value of the sizes that are assumed with which a budget is proved; ok is false where there is none
// above 0.
func (p *planner) provedUpTo(v *energy.Evaluation, c energy.Claim) (most float64, ok bool) {
	proves := func(n float64) bool {
		return v.ProvedWith(c, func(m *classfile.Method, name string) (float64, string, bool) {
			assumed, origin, ok := v.Assume(m, name)
			if ok && origin == Origin {
				assumed = n
			}
			return assumed, origin, ok
		})
	}
	if v.Assume == nil || !proves(1) {
		return 0, false
	}
	lo, hi := 1.0, p.Size // the budget is proved at lo
	for hi-lo > 1 {
		if mid := math.Floor((lo + hi) / 2); proves(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo, p.Size > 1
}

// count keeps the facts that a proof depends on, with how much they prove.
func (p *planner) count(plan *Plan, facts []Fact, assumed []config.Assume) {
	plan.Proved, plan.Facts = 0, nil
	useful := map[string]bool{}
	proved := func(keys []string) {
		plan.Proved++
		for _, k := range keys {
			useful[k] = true
		}
	}
	for _, c := range p.claims {
		if c.proved {
			proved(c.keys())
		}
	}
	for _, t := range p.targets {
		if t.needFacts && t.found != nil {
			proved(t.keys())
		}
	}
	for i, f := range facts {
		if useful[f.key] && assumed[i].Pattern.Matched() {
			plan.Facts = append(plan.Facts, f)
		}
	}
}
