package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
)

// sharedRoute is what the targets of a route cost, as far as that does not depend on the call.
type sharedRoute struct {
	comps []int32 // the components of the targets, sorted
	open  int     // the first target without any bound, for an upper objective; -1 for none
	n     int     // the first n targets are in cost
	cost  cost.Outcome

	missing bool // a target has no bound
	calls   bool // a target's cost has call symbols
}

// Finish makes known what calls of a method cost. The methods that call it are evaluated after it.
func Finish(c *cost.SharedCosts, v int32, o cost.Outcome, required []expr.Condition) {
	if c != nil && c.Simple != nil && o.Constant() && len(o.Conditions) == 0 && len(required) == 0 && !o.Poly.HasCalls() {
		simple := called(o)
		simple.Poly = o.Poly.MapVectors(calleeVector)
		c.Simple[v] = &simple
	}
}

// costs is what any call of a method costs; nil where that is not known, or where nothing is shared.
func costs(c *cost.SharedCosts, method int) *cost.Outcome {
	if c == nil || c.Simple == nil {
		return nil
	}
	return c.Simple[method]
}

// sharedTargets is what the targets of a call cost, as far as that is the same for all calls of a route. It is nil where
// nothing is shared, or where the call may be one by which a method recurs.
func (p *Program) sharedTargets(v int, site *callees.CallSite, obj cost.Objective, done []cost.Outcome) *sharedRoute {
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
	return r
}

// shareTargets evaluates the targets of a route for all calls from other components than the caller's, where they need
// not all have been evaluated.
func (p *Program) shareTargets(targets []*classfile.Method, obj cost.Objective, done []cost.Outcome, caller int32) *sharedRoute {
	r := &sharedRoute{open: -1}
	e := cost.NewCombiner(obj, expr.Env{})
	more := true
	for k, t := range targets {
		i, ok := p.Positions[t]
		if !ok || p.Comp[i] == caller {
			return nil
		}
		r.comps = append(r.comps, p.Comp[i])
		r.missing = r.missing || len(done[i].Reasons) > 0
		r.calls = r.calls || done[i].Poly.HasCalls()
		if r.open < 0 && obj.Upper && done[i].Unbounded {
			r.open = k
		}
		if o := obj.Shared.Simple[i]; !more || o == nil {
			more = false
		} else if r.n++; k == 0 {
			r.cost = *o
		} else {
			r.cost = e.Either(r.cost, *o)
		}
	}
	slices.Sort(r.comps)
	r.comps = slices.Clip(slices.Compact(r.comps))
	return r
}

// surelySymbol says whether a call that depends on an object is a symbol whatever its arguments are: one by which the
// recursion that v is in was cut, or one that can run what has no bound, or several methods of which one has symbols
// itself.
func (p *Program) surelySymbol(v int, site *callees.CallSite, common *sharedRoute, obj cost.Objective, done []cost.Outcome) bool {
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
			found = len(done[i].Reasons) > 0 || several && done[i].Poly.HasCalls()
		}
	}
	if common != nil {
		found = common.missing || several && common.calls
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
	return found
}
