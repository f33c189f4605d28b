package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
)

// Shared target costs: calls of one interface method share the part of their cost that does not depend on the call
// site.
//
// Sound because only targets outside of the caller's component and without parameters in their cost are shared.

// sharedRoute is the part of the cost of a target set that does not depend on the call.
type sharedRoute struct {
	comps     []int32 // the components of the targets, sorted
	unbounded int     // the first target without any bound, for an upper objective; -1 for none
	costed    int     // number of leading targets that cost includes
	cost      cost.Outcome

	hasReasons     bool // a target has no bound
	hasCallSymbols bool // a target's cost has call symbols

	rivals *cost.Rivals // of the objective: where it may differ
}

// ShareOutcome stores the cost of a call of method v if it does not depend on the call. Callers of v are evaluated
// later.
func ShareOutcome(c *cost.SharedCosts, v int32, o cost.Outcome, required []expr.Condition) {
	if c != nil && c.Simple != nil && o.Constant() && len(o.Conditions) == 0 && len(required) == 0 && !o.Poly.HasCalls() {
		simple := metaOf(o)
		simple.Poly = o.Poly.MapVectors(calleeVector)
		c.Simple[v] = simple.Kept()
	}
}

// sharedCost returns the stored cost of a call of a method, nil if there is none.
func sharedCost(c *cost.SharedCosts, method int) *cost.Outcome {
	if c == nil || c.Simple == nil {
		return nil
	}
	return c.Simple[method]
}

// sharedTargets returns the shared cost of the targets of a call, nil if nothing is shared or if the call may be
// recursive.
func (p *Program) sharedTargets(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) *sharedRoute {
	if obj.Shared == nil || site.Route == nil || len(site.Targets) == 0 {
		return nil
	}
	var r *sharedRoute
	if known, ok := obj.Shared.Routes.Load(site.Route); ok {
		r = known.(*sharedRoute)
	} else {
		if r = p.shareTargets(site.Targets, obj, done, p.Comp[v]); r == nil {
			return nil
		}
		obj.Shared.Routes.Store(site.Route, r)
	}
	if _, within := slices.BinarySearch(r.comps, p.Comp[v]); within {
		return nil
	}
	obj.Rivals.Follow(r.rivals)
	return r
}

// shareTargets evaluates the targets of a route for all calls from other components than the caller's. It is nil if a
// target is in that component, because the targets may not all be evaluated then.
func (p *Program) shareTargets(targets []*classfile.Method, obj cost.Objective, done []*cost.Outcome, caller int32) *sharedRoute {
	obj = obj.Apart()
	r := &sharedRoute{unbounded: -1, rivals: obj.Rivals}
	e := cost.NewCombiner(obj, expr.Env{})
	more := true
	for k, t := range targets {
		i, ok := p.Positions[t]
		if !ok || p.Comp[i] == caller {
			return nil
		}
		obj.Rivals.Consult(i)
		r.comps = append(r.comps, p.Comp[i])
		r.hasReasons = r.hasReasons || len(done[i].Reasons) > 0
		r.hasCallSymbols = r.hasCallSymbols || done[i].HasCalls()
		if r.unbounded < 0 && obj.Upper && done[i].Unbounded {
			r.unbounded = k
		}
		if o := obj.Shared.Simple[i]; !more || o == nil {
			more = false
		} else if r.costed++; k == 0 {
			r.cost = *o
		} else {
			r.cost = e.Either(r.cost, *o)
		}
	}
	slices.Sort(r.comps)
	r.comps = slices.Clip(slices.Compact(r.comps))
	return r
}

// mustBeSymbol reports whether a virtual call is a cost variable for all arguments: it was cut from a recursion, it can
// run a method without a bound, or several methods of which one has call symbols itself.
func (p *Program) mustBeSymbol(v int, site *callees.CallSite, common *sharedRoute, obj cost.Objective, done []*cost.Outcome) bool {
	if site.Unknown != "" {
		return true
	}
	cut := p.partitionOf(v, obj) != nil
	several := len(site.Targets)+len(site.Lambdas)+len(site.Stated) > 1 || site.Library
	found := false
	look := func(m *classfile.Method) {
		i, ok := p.Positions[m]
		switch {
		case found || !ok:
		case cut && p.Comp[i] == p.Comp[v], p.pending(v, i, obj, done):
			found = true
		default:
			obj.Rivals.Consult(i)
			found = len(done[i].Reasons) > 0 || several && done[i].HasCalls()
		}
	}
	if common != nil {
		found = common.hasReasons || several && common.hasCallSymbols
	} else {
		for _, t := range site.Targets {
			look(t)
		}
	}
	for _, l := range site.Lambdas {
		if !found && !p.A.Stated(l.Body.Member) {
			p.A.EachBody(look, l)
		}
	}
	for _, r := range site.References {
		if r != nil && !found {
			r.EachCallee(p.A.Resolver, nil, look)
		}
	}
	return found
}
