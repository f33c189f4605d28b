package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// CallOutcome is what one call costs in caller v: the worst (or best) of its targets, with the caller's sizes in
// place of the callee's symbols.
func (p *Program) CallOutcome(v int, site *callees.CallSite, obj cost.Objective, done []cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	common := p.sharedTargets(v, site, obj, done)
	named, assumes := NamesCalls(obj) && Dispatched(s, site), p.A.assumesCalls()
	if named && !assumes && p.surelySymbol(v, site, common, obj, done) {
		return p.symbol(v, CallSymbol(s, site))
	}
	switch {
	case named:
	case common != nil && common.open >= 0:
		return p.target(v, site.Targets[common.open], site, done, obj)
	case common == nil && obj.Upper:
		for _, t := range site.Targets {
			if i, ok := p.Positions[t]; ok && (p.pending(v, i, obj, done) || done[i].Unbounded) { // no bound, whatever else can run
				return p.target(v, t, site, done, obj)
			}
		}
	}
	j := &joined{p: p, v: v, site: site, obj: obj, named: named, assumes: assumes}
	j.addTargets(common, done)
	j.addLibrary(done)
	if j.n == 0 && !j.open {
		j.add(p.unpricedOutcome(s, site, obj, "no class that implements it was found"))
	}
	return j.outcome()
}

// addTargets takes in the analysed methods and the lambdas that the call can run, or that these are not all known.
func (j *joined) addTargets(common *sharedRoute, done []cost.Outcome) {
	targets := j.site.Targets
	if j.site.Unknown != "" {
		j.add(j.p.unpricedOutcome(j.p.Sums[j.v], j.site, j.obj, j.site.Unknown))
	} else if common != nil && common.n > 0 {
		j.add(common.cost)
		targets = targets[common.n:]
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

// addLibrary takes in the methods of libraries that the call can run: those whose cost is stated, and the one that a model
// prices.
func (j *joined) addLibrary(done []cost.Outcome) {
	for _, m := range j.site.Stated {
		other := *j.site
		other.Member, other.Callbacks, other.ElementCalls = m, nil, nil
		j.add(j.p.LibraryOutcome(j.v, &other, j.obj, done))
	}
	if j.site.Library && !(j.open && !j.assumes) {
		o := j.p.LibraryOutcome(j.v, j.site, j.obj, done)
		// What a model lacks is a size or what it calls back: that does not depend on the object.
		j.known = len(o.Reasons) > 0 && j.p.A.Modelled(j.site.Member)
		j.add(o)
	}
}

// joined is the worst (or best) of what a call can run.
type joined struct {
	p     *Program
	v     int
	site  *callees.CallSite
	obj   cost.Objective
	out   cost.Outcome
	n     int
	named bool // the call may become a symbol
	open  bool // it does
	known bool // no matter what, it does not
	// assumes says that something is assumed of calls that nothing prices: such a call costs as much as what else can
	// run, at least.
	assumes bool
}

// add takes in what the call can run. stop says that nothing else matters.
func (j *joined) add(o cost.Outcome) (stop bool) {
	o = o.Exact(j.obj, j.p.Sums[j.v])
	if j.named && !j.known && (len(o.Reasons) > 0 || j.n > 0 && (o.Poly.HasCalls() || j.out.Poly.HasCalls())) {
		j.open = true
		return !j.assumes
	}
	if j.n++; j.n == 1 {
		j.out = o
	} else {
		j.out = j.either(j.out, o)
	}
	return false
}

func (j *joined) either(a, b cost.Outcome) cost.Outcome {
	return cost.NewCombiner(j.obj, j.p.Sums[j.v].M.Env).Either(a, b)
}

func (j *joined) outcome() cost.Outcome {
	if !j.open && NamesCalls(j.obj) && len(j.out.Reasons) == 0 && tooMany(j.out.Poly) {
		j.open = true
	}
	if !j.open {
		return j.out
	}
	o := j.p.symbol(j.v, CallSymbol(j.p.Sums[j.v], j.site))
	if j.assumes && j.n > 0 {
		o = j.either(o, j.out)
	}
	return o
}

// target is the outcome of one callee that gets the arguments of the call.
func (p *Program) target(v int, t *classfile.Method, site *callees.CallSite, done []cost.Outcome, obj cost.Objective) cost.Outcome {
	name := t.Name
	if t == p.Sums[v].Method { // its sizes are the caller's own
		name = ""
	}
	return p.instance(v, t, site, name, done, obj, site.Arg)
}

// instance is the outcome of one callee where arg is what is passed for its parameters; see Summary.instantiate.
func (p *Program) instance(v int, t *classfile.Method, site *callees.CallSite, name string, done []cost.Outcome, obj cost.Objective, arg func(param int) (ssa.ID, bool)) cost.Outcome {
	callee, ok := p.callee(v, t, site, done, obj)
	if !ok {
		return callee
	}
	i := p.Positions[t]
	if o := costs(obj.Shared, i); o != nil {
		return *o
	}
	o := Instantiate(p.Sums[v], callee, arg, site, name, Required(p.Sums[i]), obj)
	return p.withCalls(v, site, arg, p.readOnlySizes(v, t, site, done, obj, arg, o), obj, done)
}
