package interproc

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Program is a set of methods with their costs, as far as they are known: what calls are priced in.
type Program struct {
	A *Pricer
	// Summarize returns the analysis of a method that need not be of the program.
	Summarize func(*classfile.Method) *cost.Summary

	Members   []*classfile.Method
	Positions map[*classfile.Method]int
	Sums      []*cost.Summary
	Levels    [][]int32 // strongly connected components, by level
	Comps     [][]int32
	Comp      []int32
	Cycles    []string                    // per component, why its recursion has no bound; empty where there is none
	Level     []int32                     // per component
	Cuts      []atomic.Pointer[Partition] // per component, once no measure was found to bound it
	Part      []int32                     // of methods in recursions that are cut
	Bodies    [][]ssa.ID                  // per method, the lambdas that it makes and whose bodies are evaluated before it
	Measures  sync.Map                    // of MeasureKey to *measured
	Behind    []*classfile.Method         // analysed besides; see summary
}

// ComponentOf returns the program of methods that are one strongly connected component.
func ComponentOf(a *Pricer, summarize func(*classfile.Method) *cost.Summary, sums []*cost.Summary) *Program {
	p := &Program{
		A: a, Summarize: summarize, Positions: map[*classfile.Method]int{}, Sums: sums, Levels: [][]int32{{0}}, Comps: make([][]int32, 1), Comp: make([]int32, len(sums)),
		Cycles: make([]string, 1), Level: make([]int32, 1), Cuts: make([]atomic.Pointer[Partition], 1), Part: make([]int32, len(sums)), Bodies: make([][]ssa.ID, len(sums)),
	}
	for i, s := range sums {
		p.Positions[s.Method] = i
		p.Members = append(p.Members, s.Method)
		p.Comps[0] = append(p.Comps[0], int32(i))
	}
	return p
}

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

func unpriced(s *cost.Summary, site *callees.CallSite, why string) expr.Reason {
	name := site.Member.Name
	if site.Member.Class != "" {
		name = classfile.External(site.Member.Class) + "." + name
	}
	return expr.Reason{Unpriced: site.Member.String(), Text: fmt.Sprintf("the call of %s at line %d has no price: %s", name, site.Line, why), Line: site.Line, Method: s.Name()}
}

// callee is the finished outcome of a callee. ok is false where there is none: the outcome is then the reason.
func (p *Program) callee(v int, t *classfile.Method, site *callees.CallSite, done []cost.Outcome, obj cost.Objective) (o cost.Outcome, ok bool) {
	s := p.Sums[v]
	i, ok := p.Positions[t]
	if !ok {
		return cost.Outcome{Conditions: obj.LeftOut().Conditions, Reasons: []expr.Reason{unpriced(s, site, "it was not analysed")}}, false
	}
	if p.pending(v, i, obj, done) {
		return cost.Outcome{Reasons: []expr.Reason{{Text: p.cycle(i, obj), Line: site.Line, Method: s.Name()}}}, false
	}
	return done[i], true
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
