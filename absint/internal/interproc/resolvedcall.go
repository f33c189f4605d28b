package interproc

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/internal/ssa"
)

// withCalls puts what a caller knows of the objects in the place of a callee's call symbols.
func (p *Program) withCalls(v int, site *callees.CallSite, arg func(param int) (ssa.ID, bool), o cost.Outcome, obj cost.Objective, done []cost.Outcome) cost.Outcome {
	if !o.Poly.HasCalls() || !NamesCalls(obj) {
		return o
	}
	weighed, calls := o.Poly.WithoutCalls()
	out := o
	for _, id := range p.A.Calls.Sorted(calls.Calls()) {
		one := p.known(v, site, arg, p.A.Calls.Call(id), obj, done)
		for _, t := range calls.Of(id).Terms {
			weighed = weighed.Add(one.Poly.Scale(t.Coef).MulSize(expr.MonoSize(t.Mono)))
		}
		out = out.MergeMeta(one)
	}
	out.Poly = weighed
	return out.Settle()
}

// maxResolved bounds how deep the calls of one object are followed that a caller knows: each may lead to another of its
// methods.
const maxResolved = 2

// known is what a call symbol of a callee costs where the caller knows the object, or its symbol there.
func (p *Program) known(v int, site *callees.CallSite, arg func(param int) (ssa.ID, bool), c cost.CallSymbol, obj cost.Objective, done []cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	i, fields, _, ok := expr.SplitPath(c.Path)
	switch {
	case s.M.WritesOn(c.Path):
		return p.symbol(v, AnyObject(c))
	case !ok:
		return p.symbol(v, c) // the same everywhere
	}
	x, ok := arg(i)
	if !ok {
		return p.symbol(v, AnyObject(c))
	}
	if path, name := s.M.Path(x, 0); path != "" {
		object := name
		if fields != "" {
			_, tail, _ := strings.Cut(strings.TrimSuffix(c.Name, calledOn("", c.Member)), ".")
			path, object = path+"."+fields, name+"."+tail
		}
		c.Path, c.Name = path, calledOn(object, c.Member)
		return p.symbol(v, c)
	}
	if fields != "" || site.Resolved >= maxResolved {
		return p.symbol(v, AnyObject(c))
	}
	ks, ok := objectflow.NewObjectFlow(p.A.Flows).Objects(s.Body, x, c.Member.Class, 0, false)
	if !ok {
		return p.symbol(v, AnyObject(c))
	}
	call := site.Back(c.Member, x)
	call.Resolved = site.Resolved + 1
	if !p.follows(v, c, ks) || !p.A.ResolveKinds(s.Summary, &call, ks, callees.MaxFollowed) || p.anyPending(v, &call, obj, done) {
		return p.symbol(v, AnyObject(c))
	}
	o := p.CallOutcome(v, &call, obj, done)
	o.Joined = true // what it costs with these arguments is not known, only with any
	return o
}

// follows says whether what a call can run on one of the objects was analysed before method v, whatever the program is
// that v is a part of.
func (p *Program) follows(v int, c cost.CallSymbol, ks []objectflow.AbstractObject) bool {
	for _, k := range ks {
		if k.Lambda != nil {
			if k.In != p.Members[v] || !c.Followed && !slices.Contains(p.Bodies[v], k.Made) {
				return false
			}
			continue
		}
		if is, _ := p.A.Hierarchy.IsSubtype(k.Class, c.Member.Class); !is || !k.Exact || !c.Followed {
			return false
		}
	}
	return true
}
