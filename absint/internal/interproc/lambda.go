package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The cost of calls that run the body of a lambda or a method reference.
//
// Sound because captured values are used only if this method created the lambda.

// lambdaOutcome returns the cost of the call if it runs the k-th lambda of the site.
func (p *Program) lambdaOutcome(v, k int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	l := site.Lambdas[k]
	d := p.A.Hierarchy.Body(l)
	if len(d.Targets) == 0 || !p.A.Hierarchy.Analysed(d.Targets[0].Class.Name) || p.A.Stated(l.Body.Member) {
		if l.Body.Member.Class != "" {
			lib := p.A.Reference(site, l)
			if len(site.References) > 0 && site.References[k] != nil {
				lib.ElementCalls = site.References[k].ElementCalls
			}
			o := p.LibraryOutcome(v, &lib, obj, done)
			if len(o.Reasons) > 0 && NamesCalls(obj) && !p.A.assumesCalls() && p.A.modelled(lib.Member) { // its arguments are no values of this method
				return p.symbol(v, AnyObject(cost.CallSymbol{Member: lib.Member}))
			}
			return o
		}
		return p.unpricedOutcome(s, site, obj, "the method that the lambda runs is not known")
	}
	if NamesCalls(obj) && !p.A.assumesCalls() && (!d.Complete || len(d.Targets) > 1 && slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool {
		i, ok := p.Positions[t]
		return ok && (p.pending(v, i, obj, done) || p.named(i, obj, done))
	})) { // a method reference, to be called on an object that is not known
		m := l.Body.Member
		m.Interface = false
		return p.symbol(v, AnyObject(cost.CallSymbol{Member: m}))
	}
	var parts []cost.Outcome
	for _, t := range d.Targets {
		parts = append(parts, p.bodyOutcome(v, t, site, k, done, obj))
	}
	if !d.Complete {
		parts = append(parts, p.unpricedOutcome(s, site, obj, "code that was not analysed may override the method that the lambda runs"))
	}
	return cost.NewCombiner(obj, s.M.Env).AnyOf(parts)
}

// bodyOutcome returns the cost of one method that a lambda runs. Its first arguments are the captured values, which are
// known only if this method creates the lambda; the arguments of the interface method follow. The receiver is the
// lambda itself.
func (p *Program) bodyOutcome(v int, t *classfile.Method, site *callees.CallSite, k int, done []*cost.Outcome, obj cost.Objective) cost.Outcome {
	l := site.Lambdas[k]
	var captured []ssa.ID
	if len(site.LambdaValues) > 0 {
		captured = p.Sums[v].M.Fn.Args(site.LambdaValues[k])
	}
	return p.instance(v, t, site, t.Name, done, obj, func(param int) (ssa.ID, bool) {
		if l.Body.Kind == classfile.RefNewInvokeSpecial {
			param-- // the new object is no argument
		}
		k := param - len(l.Captured) + 1
		switch {
		case param >= 0 && param < len(captured):
			return captured[param], true
		case k >= 1 && k < len(site.Args):
			return site.Args[k], true
		}
		return 0, false
	})
}
