package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// lambdaOutcome is the call of an interface method that runs the body of the k-th lambda of the site.
func (p *program) lambdaOutcome(v, k int, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	l := site.lambdas[k]
	d := p.a.Hierarchy.Body(l)
	if len(d.Targets) == 0 || !p.a.Hierarchy.Analysed(d.Targets[0].Class.Name) || p.a.stated(l.Body.Member) {
		if l.Body.Member.Class != "" {
			lib := site.back(l.Body.Member)
			lib.library, lib.owner, lib.direct = true, l.Body.Member.Class, d.Direct
			lib.exact = l.Body.Kind == classfile.RefNewInvokeSpecial || l.Body.Kind == classfile.RefInvokeStatic
			if d.Direct && len(d.Targets) == 1 {
				lib.body = d.Targets[0]
			}
			return p.libraryOutcome(v, &lib, obj, done)
		}
		return p.unpricedOutcome(s, site, obj, "the method that the lambda runs is not known")
	}
	if obj.namesCalls() && !p.a.assumesCalls() && len(d.Targets) > 1 && slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool {
		i, ok := p.index[t]
		return ok && (p.pending(v, i, obj, done) || len(done[i].Reasons) > 0 || done[i].Poly.hasCalls())
	}) { // a method reference, to be called on an object that is not known
		m := l.Body.Member
		m.Interface = false
		return p.symbol(v, CallSymbol{Member: m}.anyObject())
	}
	var parts []Outcome
	for _, t := range d.Targets {
		parts = append(parts, p.bodyOutcome(v, t, site, k, done, obj))
	}
	if !d.Complete {
		parts = append(parts, p.unpricedOutcome(s, site, obj, "code that was not analysed may override the method that the lambda runs"))
	}
	return newCombiner(obj, s.m.ranges).anyOf(parts)
}

// bodyOutcome instantiates one method behind a lambda. What is captured comes first, known only where the lambda is
// made in this method, then the arguments of the interface method; the receiver is the lambda itself.
func (p *program) bodyOutcome(v int, t *classfile.Method, site *callSite, k int, done []Outcome, obj Objective) Outcome {
	l := site.lambdas[k]
	var captured []ssa.ID
	if len(site.made) > 0 {
		captured = p.sums[v].m.f.Args(site.made[k])
	}
	return p.instance(v, t, site, t.Name, done, obj, func(param int) (ssa.ID, bool) {
		if l.Body.Kind == classfile.RefNewInvokeSpecial {
			param-- // the new object is no argument
		}
		k := param - len(l.Captured) + 1
		switch {
		case param >= 0 && param < len(captured):
			return captured[param], true
		case k >= 1 && k < len(site.args):
			return site.args[k], true
		}
		return 0, false
	})
}
