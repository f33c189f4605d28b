package absint

import (
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// lambdaOutcome is the call of an interface method that runs the body of a lambda.
func (p *Program) lambdaOutcome(v int, l *callgraph.Lambda, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	d := p.a.Hierarchy.Body(l)
	if len(d.Targets) == 0 || !p.a.Hierarchy.Analysed(d.Targets[0].Class.Name) {
		if l.Body.Member.Class != "" {
			lib := *site
			lib.member = l.Body.Member
			lib.args = nil
			return p.libraryOutcome(s, &lib, obj)
		}
		return Outcome{Reasons: []Reason{unpriced(s, site, "the method behind the lambda is not known")}}
	}
	var out Outcome
	for i, t := range d.Targets {
		// What is captured comes first, then the arguments of the interface method; the receiver is the object
		// itself. Captured values are not known here.
		o := p.target(v, t, site, 1-len(l.Captured), obj, done)
		if len(l.Captured) > 0 {
			o = p.capturedOutcome(v, t, site, l, obj, done)
		}
		if i == 0 {
			out = o
		} else {
			e := &evaluator{s: s, obj: obj, weights: obj.weights(), ranges: s.m.ranges}
			out = e.either(out, o)
		}
	}
	if !d.Complete {
		out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "code that was not analysed may override the method behind the lambda")})
	}
	// The frame that hands the call on: one more call with its return.
	return out
}

// capturedOutcome instantiates a lambda's body whose first parameters were captured where the lambda was made: known
// only if that is this method.
func (p *Program) capturedOutcome(v int, t *classfile.Method, site *callSite, l *callgraph.Lambda, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	i, ok := p.index[t]
	if !ok {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it was not analysed")}}
	}
	if p.comp[i] == p.comp[v] {
		return Outcome{Reasons: []Reason{{Text: p.describeCycle(i), Line: site.line, Method: s.name()}}}
	}
	var captured []ssa.ID
	if len(site.args) > 0 && p.a.lambdaOf(s, site.args[0]) != nil {
		captured = s.m.f.Args(site.args[0])
	}
	return p.instantiate(s, done[i], func(param int) (ssa.ID, bool) {
		if param < len(l.Captured) {
			if param < len(captured) {
				return captured[param], true
			}
			return 0, false
		}
		if k := param - len(l.Captured) + 1; k < len(site.args) {
			return site.args[k], true
		}
		return 0, false
	}, site, t)
}
