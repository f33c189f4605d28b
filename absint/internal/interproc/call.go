package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The cost of a call: the worst (or best) of its possible targets, instantiated with the arguments.
//
// Sound because the targets over-approximate the methods that run, and a target without a cost makes the call a cost
// variable or unbounded.

// CallOutcome returns the cost of one call by method v: the worst (or best) of its targets, with the caller's sizes
// substituted for the callee's symbols.
func (p *Program) CallOutcome(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	common := p.sharedTargets(v, site, obj, done)
	named, assumes := NamesCalls(obj) && Dispatched(s, site), p.A.assumesCalls()
	if named && !assumes && p.mustBeSymbol(v, site, common, obj, done) {
		return p.symbol(v, CallSymbol(s, site))
	}
	switch {
	case named:
	case common != nil && common.unbounded >= 0:
		return p.target(v, site.Targets[common.unbounded], site, done, obj)
	case common == nil && obj.Upper:
		for _, t := range site.Targets {
			if i, ok := p.Positions[t]; ok && (p.pending(v, i, obj, done) || p.unbounded(i, obj, done)) { // unbounded for all other targets
				return p.target(v, t, site, done, obj)
			}
		}
	}
	j := &joined{p: p, v: v, site: site, obj: obj, named: named, assumes: assumes}
	j.addTargets(common, done)
	j.addLibrary(done)
	if j.count == 0 && !j.symbolic {
		j.add(p.unpricedOutcome(s, site, obj, "no class that implements it was found"))
	}
	return j.outcome()
}

// HasReason reports whether a call in a block of method v surely has a reason for no number, in an evaluation for numbers. It looks at
// what is known without an evaluation.
func (p *Program) HasReason(v int, block int32, obj cost.Objective, done []*cost.Outcome) bool {
	s := p.Sums[v]
	for i := range s.Calls[block] {
		site := &s.Calls[block][i]
		if site.Unknown != "" {
			return true
		}
		for _, t := range site.Targets {
			if i, ok := p.Positions[t]; !ok || p.pending(v, i, obj, done) || done[i].Unbounded {
				return true
			}
		}
	}
	return false
}

// MayThrow reports whether a call by method v may end by an explicit throw of an analysed callee, whose outcome is under
// Objective.AnyExit. Of methods that call each other, done has what is assumed of those that are not evaluated yet.
func (p *Program) MayThrow(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) bool {
	may := false
	site.EachCallee(p.A.Resolver, nil, func(t *classfile.Method) {
		i, ok := p.Positions[t]
		may = may || !ok || p.Comp[i] != p.Comp[v] && p.pending(v, i, obj, done) || done[i].MayThrow
	})
	return may
}

// addTargets adds the analysed methods and the lambdas that the call can run, or the reason why they are not all known.
func (j *joined) addTargets(common *sharedRoute, done []*cost.Outcome) {
	targets := j.site.Targets
	if j.site.Unknown != "" {
		j.add(j.p.unpricedOutcome(j.p.Sums[j.v], j.site, j.obj, j.site.Unknown))
	} else if common != nil && common.costed > 0 {
		j.add(common.cost)
		targets = targets[common.costed:]
	}
	for _, t := range targets {
		if j.add(j.p.target(j.v, t, j.site, done, j.obj)) {
			break
		}
	}
	for k := range j.site.Lambdas {
		if j.add(j.p.lambdaOutcome(j.v, k, j.site, j.obj, done)) {
			break
		}
	}
}

// addLibrary adds the library methods that the call can run: those with stated costs, and the one that a model prices.
func (j *joined) addLibrary(done []*cost.Outcome) {
	for _, m := range j.site.Stated {
		other := *j.site
		other.Member, other.Callbacks, other.ElementCalls = m, nil, nil
		j.add(j.p.LibraryOutcome(j.v, &other, j.obj, done))
	}
	if j.site.Library && !(j.symbolic && !j.assumes) {
		o := j.p.LibraryOutcome(j.v, j.site, j.obj, done)
		// What a model lacks is a size or what it calls back: that does not depend on the object, unless subclasses override it.
		j.keepsReason = len(o.Reasons) > 0 && j.p.A.Modelled(j.site.Member) && !j.p.A.HookDependsOnObject(j.site) && !unknownCollector(j.site)
		j.add(o)
	}
}

// unknownCollector reports whether a call runs the functions of a collector that is made elsewhere, or that passes on more elements than it
// gets: its cost depends on the collector.
func unknownCollector(site *callees.CallSite) bool {
	return slices.ContainsFunc(site.Callbacks, func(c callees.CallSite) bool { return c.Member.Class == platform.Collector && c.Unknown != "" })
}

// joined is the worst (or best) outcome of the targets of a call.
type joined struct {
	p           *Program
	v           int
	site        *callees.CallSite
	obj         cost.Objective
	out         cost.Outcome
	combiner    *cost.Evaluator // nil until outcomes are combined
	count       int
	named       bool // the call may become a symbol
	symbolic    bool // the call becomes a symbol
	keepsReason bool // the call must not become a symbol
	// assumes reports whether a cost is assumed for unpriced calls: each of them costs at least as much as its other
	// targets.
	assumes bool
}

// add adds the outcome of a target. stop reports that no further target can change the result.
func (j *joined) add(o cost.Outcome) (stop bool) {
	o = o.Exact(j.obj, j.p.Sums[j.v])
	if j.named && !j.keepsReason && (len(o.Reasons) > 0 || j.count > 0 && (o.Poly.HasCalls() || j.out.Poly.HasCalls())) {
		j.symbolic = true
		return !j.assumes
	}
	if j.count++; j.count == 1 {
		j.out = o
	} else {
		j.out = j.either(j.out, o)
	}
	return false
}

// either returns the worse (or better) of two outcomes.
func (j *joined) either(a, b cost.Outcome) cost.Outcome {
	if j.combiner == nil {
		j.combiner = cost.NewCombiner(j.obj, j.p.Sums[j.v].M.Env)
	}
	out := j.combiner.Either(a, b)
	out.Throws = a.Throws && b.Throws
	return out
}

// outcome returns the outcome of the call.
func (j *joined) outcome() cost.Outcome {
	if !j.symbolic && NamesCalls(j.obj) && len(j.out.Reasons) == 0 && tooManySymbols(j.out.Poly) {
		j.symbolic = true
	}
	if !j.symbolic {
		return j.out
	}
	o := j.p.symbol(j.v, CallSymbol(j.p.Sums[j.v], j.site))
	if j.assumes && j.count > 0 {
		o = j.either(o, j.out)
	}
	return o
}

// target returns the outcome of target t with the arguments of the call.
func (p *Program) target(v int, t *classfile.Method, site *callees.CallSite, done []*cost.Outcome, obj cost.Objective) cost.Outcome {
	name := t.Name
	if t == p.Sums[v].Method { // its sizes are the caller's own
		name = ""
	}
	return p.instance(v, t, site, name, done, obj, site.Arg)
}

// instance returns the outcome of target t, where arg returns the operand for a parameter; see Instantiate.
func (p *Program) instance(v int, t *classfile.Method, site *callees.CallSite, name string, done []*cost.Outcome, obj cost.Objective, arg func(param int) (ssa.ID, bool)) cost.Outcome {
	callee, ok := p.callee(v, t, site, done, obj)
	if !ok {
		return callee
	}
	i := p.Positions[t]
	if o := sharedCost(obj.Shared, i); o != nil {
		return *o
	}
	callee = p.Packer.Unpack(callee)
	o := Instantiate(p.Sums[v], callee, arg, site, name, Required(p.Sums[i]), obj)
	o = p.readOnlySizes(v, t, site, done, obj, arg, o)
	if w := obj.Whole; w != nil && w.CutCalls[i] {
		obj.Rivals.Diverge()
		obj, done = w.Obj, w.Done
	}
	return p.withCalls(v, site, arg, o, obj, done)
}
