package suggest

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/methodpattern"
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
// configuration. It withdraws what is not proved, and facts that nothing depends on.
func (p *planner) verify(plan *Plan, facts []Fact) error {
	assumed := p.assumptions(facts)
	e, err := p.With(assumed)
	if err != nil {
		return err
	}
	claims, targets, err := p.proposed(e)
	if err != nil {
		return err
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
			if holds(r) {
				plan.Proved++
			}
		case !holds(r) && targets[i].found != nil:
			targets[i].found, targets[i].why = nil, fmt.Sprintf("a budget of %s is %s", targets[i].found.Energy, r.Verdict)
		}
	}
	for _, t := range p.targets {
		if t.needFacts && t.found != nil {
			plan.Proved++
		}
	}
	for i, a := range assumed {
		if a.Pattern.Matched() {
			plan.Facts = append(plan.Facts, facts[i])
		}
	}
	return nil
}
