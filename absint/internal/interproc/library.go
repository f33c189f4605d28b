package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// The cost of library calls by their models.
//
// Sound because a model applies only if no uncovered override can run and every size in it is bounded; models of
// average costs mark the result as expected.

// LibraryOutcome returns the cost of a call of a method that is not analysed, or whose cost is stated.
func (p *Program) LibraryOutcome(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	if !obj.Upper {
		return p.lowerOutcome(s, site, obj)
	}
	if site.Indy != nil && !p.A.Stated(site.Member) {
		return p.indyOutcome(v, site, obj, done)
	}
	if w := obj.Whole; w != nil && len(site.Callbacks)+len(site.ElementCalls) > 0 && !platform.PassesExceptions.Has(site.Member.Class) {
		obj.Rivals.Diverge()
		return p.LibraryOutcome(v, site, w.Obj, w.Done) // it may go on after an exception of what it calls
	}
	instructions := obj.Weights == nil || obj.Total // of analysed methods are counted
	if instructions && p.A.Stated(site.Member) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "its model has its energy, not its instructions")}}
	}
	if instructions && p.A.CallsBack(s.Summary, site) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "it is library code that may call application code")}}
	}
	if obj.Weights == nil && len(site.Callbacks) == 0 {
		return cost.Outcome{}
	}
	sizes := &siteSizes{s: s, site: site}
	if c := p.A.modelCost(site.Member, sizes.size); c.modelled {
		return p.modelOutcome(v, site, obj, done, c, sizes)
	}
	if obj.Weights != nil && heapsize.KeepsFunction(site.Member) {
		return p.unpricedOutcome(s, site, obj, "the stream that it returns calls a function that its model does not cover")
	}
	o, why := p.foreignOutcome(v, site, obj)
	if why != "" {
		return p.unpricedOutcome(s, site, obj, why)
	}
	if out, ok := p.hookOutcome(v, site, obj, p.laterHook(site)); ok {
		return out
	}
	return p.elementCallsOutcome(v, site, obj, done, o, sizes.size)
}

// laterHook returns an application method that later calls may run because of this one, which the library's code for it does not call: a
// method of an argument that an object keeps, or of the receiver that an iterator is made of. Nil if there is none.
func (p *Program) laterHook(site *callees.CallSite) *classfile.Method {
	if site.UncoveredOverride == nil && !platform.IteratesLater.Has(site.Member) {
		return nil
	}
	return p.A.Hook(site)
}

// hookOutcome is the outcome of a library call that may run a method of the program which no price covers: a hook, or functions that are run
// later. ok is false if there is none, or it makes no difference to the objective or to a cost that is stated.
func (p *Program) hookOutcome(v int, site *callees.CallSite, obj cost.Objective, hook *classfile.Method) (out cost.Outcome, ok bool) {
	if hook == nil && !site.RunsLater || obj.Weights == nil || p.A.Stated(site.Member) {
		return cost.Outcome{}, false
	}
	if NamesCalls(obj) && (site.RunsLater || p.A.HookDependsOnObject(site)) {
		return p.symbol(v, CallSymbol(p.Sums[v], site)), true
	}
	if hook == nil {
		return p.unpricedOutcome(p.Sums[v], site, obj, "it may run functions that a sequence or an iterator of a library keeps"), true
	}
	return p.unpricedOutcome(p.Sums[v], site, obj, "it may call "+progdb.MethodName(hook)+", which its model does not cover"), true
}

// modelOutcome returns the cost of a library call by cost c of its model, which was evaluated with the given sizes.
func (p *Program) modelOutcome(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome, c *modelCost, sizes *siteSizes) cost.Outcome {
	s := p.Sums[v]
	if out, ok := p.hookOutcome(v, site, obj, p.A.Hook(site)); ok {
		return out
	}
	out := cost.Outcome{Conditions: sizes.conds, Expected: p.A.expectedOf(site.Member, c.LibraryCost)}
	if obj.Weights != nil { // library code is no code of the analysed methods
		ok := c.constant
		if out.Poly = c.poly; !ok {
			out.Poly, ok = termsOf(s, c.LibraryCost, site)
		}
		if !ok {
			return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "its cost depends on a size that is not known: "+sizes.why)}}
		}
	}
	if len(c.Callbacks) > 0 && !site.IsCallback && retried(s.M, site.Value) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "its function may change what the call updates, and is called again then")}}
	}
	if len(c.Callbacks) != len(site.Callbacks) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "it calls a method of an unknown object")}}
	}
	for i := range site.Callbacks {
		cb := &site.Callbacks[i]
		if c.Callbacks[i].Top {
			return cost.Outcome{Reasons: []expr.Reason{unpriced(s, cb, "the number of its calls depends on a size that is not known: "+sizes.why)}}
		}
		one := cost.Outcome{}
		if !cb.FanOut {
			one = p.CallOutcome(v, cb, obj, done)
		}
		for k := range cb.Callbacks {
			if cb.FanOut {
				one = one.Then(p.CallOutcome(v, &cb.Callbacks[k], obj, done))
			}
		}
		out = out.Then(one.Times(s.ClampAt(c.Callbacks[i], site)))
	}
	return p.elementCallsOutcome(v, site, obj, done, out, sizes.size)
}
