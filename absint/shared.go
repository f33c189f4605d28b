package absint

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
)

// sharedCosts is what the calls of one evaluation have in common. Most methods cost the same wherever they are called from,
// and a method of an interface has the same targets at all its calls: what they cost together is computed once.
type sharedCosts struct {
	simple []*Outcome    // by method: what any call of it costs; nil where that depends on the call, or is not known yet
	routes sync.Map      // of *route to *sharedRoute
	prices [][]CallPrice // by method and call, nil where nobody asks
}

// sharedRoute is what the targets of a route cost, as far as that does not depend on the call.
type sharedRoute struct {
	comps []int32 // the components of the targets, sorted
	open  int     // the first target without any bound, for an upper objective; -1 for none
	n     int     // the first n targets are in cost
	cost  Outcome

	missing bool // a target has no bound
	calls   bool // a target's cost has call symbols
}

// finish makes known what calls of a method cost. The methods that call it are evaluated after it.
func (c *sharedCosts) finish(v int32, o Outcome, required []Condition) {
	if c != nil && c.simple != nil && o.Constant() && len(o.Conditions) == 0 && len(required) == 0 && !o.Poly.hasCalls() {
		simple := called(o)
		simple.Poly = o.Poly.mapVectors(calleeVector)
		c.simple[v] = &simple
	}
}

// costs is what any call of a method costs; nil where that is not known, or where nothing is shared.
func (c *sharedCosts) costs(method int) *Outcome {
	if c == nil || c.simple == nil {
		return nil
	}
	return c.simple[method]
}

// called is what of a method's outcome a call takes over as it is.
func called(o Outcome) Outcome {
	return Outcome{Reasons: slices.Clip(o.Reasons), Assumptions: o.Assumptions, Joined: o.Joined, expected: o.expected}
}

// sharedTargets is what the targets of a call cost, as far as that is the same for all calls of a route. It is nil where
// nothing is shared, or where the call may be one by which a method recurs.
func (p *program) sharedTargets(v int, site *callSite, obj Objective, done []Outcome) *sharedRoute {
	if obj.shared == nil || site.route == nil || len(site.targets) == 0 {
		return nil
	}
	var r *sharedRoute
	if known, ok := obj.shared.routes.Load(site.route); ok {
		r = known.(*sharedRoute)
	} else {
		if r = p.shareTargets(site.targets, obj, done, p.comp[v]); r == nil {
			return nil
		}
		obj.shared.routes.Store(site.route, r)
	}
	if _, within := slices.BinarySearch(r.comps, p.comp[v]); within {
		return nil
	}
	return r
}

// shareTargets evaluates the targets of a route for all calls from other components than the caller's, where they need
// not all have been evaluated.
func (p *program) shareTargets(targets []*classfile.Method, obj Objective, done []Outcome, caller int32) *sharedRoute {
	r := &sharedRoute{open: -1}
	e := newCombiner(obj, Ranges{})
	more := true
	for k, t := range targets {
		i, ok := p.index[t]
		if !ok || p.comp[i] == caller {
			return nil
		}
		r.comps = append(r.comps, p.comp[i])
		r.missing = r.missing || len(done[i].Reasons) > 0
		r.calls = r.calls || done[i].Poly.hasCalls()
		if r.open < 0 && obj.Upper && done[i].open {
			r.open = k
		}
		if o := obj.shared.simple[i]; !more || o == nil {
			more = false
		} else if r.n++; k == 0 {
			r.cost = *o
		} else {
			r.cost = e.either(r.cost, *o)
		}
	}
	slices.Sort(r.comps)
	r.comps = slices.Clip(slices.Compact(r.comps))
	return r
}
