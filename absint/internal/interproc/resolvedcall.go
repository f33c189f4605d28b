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

// Substitution of call symbols: a caller that passes an object of known class replaces the callee's symbol for a call
// on it by the cost of the call.
//
// Sound because a symbol is replaced only if the object flow analysis knows every object that the caller passes;
// otherwise it becomes the symbol for any object.

// withCalls returns outcome o of a callee with its call symbols resolved by what the caller knows of the receivers.
func (p *Program) withCalls(v int, site *callees.CallSite, arg func(param int) (ssa.ID, bool), o cost.Outcome, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
	if !o.Poly.HasCalls() || !NamesCalls(obj) {
		return o
	}
	weighed, calls := o.Poly.WithoutCalls()
	out := o
	var sum expr.Sum
	sum.Add(weighed)
	for _, id := range p.A.Calls.Sorted(calls.Calls()) {
		one := p.resolveSymbol(v, site, arg, p.A.Calls.Call(id), obj, done)
		for _, t := range calls.Of(id).Terms {
			sum.Add(one.Poly.Scale(t.Coef).MulSize(expr.MonoSize(t.Mono)))
		}
		out = out.MergeMeta(one)
	}
	out.Poly = sum.Poly()
	return out.Settle()
}

// maxResolveDepth caps how many call symbols are resolved one after the other on one object: each call may lead to
// another of its methods.
const maxResolveDepth = 2

// resolveSymbol returns the cost of a callee's call symbol if the caller knows the object, otherwise its symbol in the
// caller.
func (p *Program) resolveSymbol(v int, site *callees.CallSite, arg func(param int) (ssa.ID, bool), c cost.CallSymbol, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
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
			_, tail, _ := strings.Cut(strings.TrimSuffix(c.Name, callName("", c.Member)), ".")
			path, object = path+"."+fields, name+"."+tail
		}
		c.Path, c.Name = path, callName(object, c.Member)
		return p.symbol(v, c)
	}
	if fields != "" || site.ResolveDepth >= maxResolveDepth {
		return p.symbol(v, AnyObject(c))
	}
	ks, ok := objectflow.NewObjectFlow(p.A.Flows).Objects(s.Body, x, c.Member.Class, 0, false)
	if !ok {
		return p.symbol(v, AnyObject(c))
	}
	call := site.Callback(c.Member, x)
	call.ResolveDepth = site.ResolveDepth + 1
	if !p.analysedBefore(v, c, ks) || !p.A.ResolveObjects(s.Summary, &call, ks, callees.MaxFollowed) {
		return p.symbol(v, AnyObject(c))
	}
	p.A.AddReferences(s.Summary, &call)
	if p.anyPending(v, &call, obj, done) {
		return p.symbol(v, AnyObject(c))
	}
	p.A.AddReceiverHooks(&call)
	o := p.CallOutcome(v, &call, obj, done)
	o.Joined = true // what it costs with these arguments is not known, only with any
	return o
}

// analysedBefore reports whether the targets of a call on each of the objects were analysed before method v,
// independent of the program that v is a part of.
func (p *Program) analysedBefore(v int, c cost.CallSymbol, ks []objectflow.AbstractObject) bool {
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
