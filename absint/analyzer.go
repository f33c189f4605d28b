package absint

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Analyzer analyses methods on demand and remembers. It is safe for concurrent use; results do not depend on the
// order of the demands.
type Analyzer struct {
	*Pricer
	Facts func(*classfile.Method) Facts // nil for none
	// Isolate runs f and reports a panic in it as a problem of the method; nil lets panics through.
	Isolate func(m *classfile.Method, f func()) bool
	Jobs    int

	oracle    Oracle
	results   sync.Map // resultKey to *result
	argued    sync.Map // argumentKey to []actual or map[int][]actual
	mu        sync.Mutex
	summaries map[*classfile.Method]*costSummary
}

// NewAnalyzer returns an analyzer over the classes of a hierarchy.
func NewAnalyzer(h *callgraph.Hierarchy, lib Library, facts func(*classfile.Method) Facts, jobs int) *Analyzer {
	return newAnalyzer(NewDB(h, false), lib, facts, jobs)
}

func newAnalyzer(db *DB, lib Library, facts func(*classfile.Method) Facts, jobs int) *Analyzer {
	contracts := &Contracts{Effects: &Effects{Flows: &Flows{DB: db}}}
	a := &Analyzer{
		Pricer: &Pricer{Resolver: &Resolver{Contracts: contracts, Library: lib}, calls: new(callTable)},
		Facts:  facts, Jobs: max(1, jobs), summaries: map[*classfile.Method]*costSummary{},
	}
	a.code, a.oracle = a.Pricer, programOracle{a}
	if db.OpenWorld {
		a.oracle = libraryOracle{a}
	}
	db.analysed = func(m *classfile.Method) *body {
		a.mu.Lock()
		defer a.mu.Unlock()
		if s := a.summaries[m]; s != nil {
			return s.body
		}
		return nil
	}
	return a
}

// Summary is what the analysis of one method's own code yields: its loops, the cost expression, the calls with their
// arguments as expressions over the method's symbols. It holds for every caller and is immutable.
type Summary struct{ *costSummary }

// Summary returns the method's own analysis.
func (a *Analyzer) Summary(m *classfile.Method) *Summary { return &Summary{a.summary(m)} }

func (a *Analyzer) summary(m *classfile.Method) *costSummary {
	a.mu.Lock()
	s := a.summaries[m]
	a.mu.Unlock()
	if s != nil {
		return s
	}
	s = a.isolated(m, true)
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.summaries[m]; t != nil {
		return t
	}
	a.summaries[m] = s
	return s
}

// Program is a set of methods with everything that they can call, in bottom-up order: what an evaluation needs.
type Program struct {
	*program
	a *Analyzer
}

// program is a set of methods with their costs, as far as they are known: what calls are priced in.
type program struct {
	a *Pricer
	// summarize returns the analysis of a method that need not be of the program.
	summarize func(*classfile.Method) *costSummary

	methods  []*classfile.Method
	index    map[*classfile.Method]int
	sums     []*costSummary
	levels   [][]int32 // strongly connected components, by level
	comps    [][]int32
	comp     []int32
	cycles   []string              // per component, why its recursion has no bound; empty where there is none
	level    []int32               // per component
	cuts     []atomic.Pointer[cut] // per component, once no measure was found to bound it
	part     []int32               // of methods in recursions that are cut
	bodies   [][]ssa.ID            // per method, the lambdas that it makes and whose bodies are evaluated before it
	measures sync.Map              // of measureKey to *measured
	behind   []*classfile.Method   // analysed besides; see summary
}

// Reach analyses the roots and everything that they can call.
func (a *Analyzer) Reach(roots []*classfile.Method) *Program {
	p := &Program{a: a, program: &program{a: a.Pricer, summarize: a.summary, index: map[*classfile.Method]int{}}}
	add := func(m *classfile.Method) {
		if _, ok := p.index[m]; !ok {
			p.index[m] = len(p.methods)
			p.methods = append(p.methods, m)
		}
	}
	for _, m := range roots {
		add(m)
	}
	for from := 0; from < len(p.methods); { // the bodies of lambdas, too: who gets one may be called with it
		to := len(p.methods)
		p.sums = append(p.sums, make([]*costSummary, to-from)...)
		parallel(to-from, a.Jobs, func(i int) { p.sums[from+i] = a.summary(p.methods[from+i]) })
		for i := from; i < to; i++ {
			p.sums[i].eachCallee(a.Resolver, nil, add)
			for _, l := range p.sums[i].lambdas {
				a.eachBody(add, l.lambda)
			}
		}
		from = to
	}
	callees := make([][]int32, len(p.methods))
	for i, s := range p.sums {
		s.eachCallee(a.Resolver, nil, func(m *classfile.Method) { callees[i] = append(callees[i], int32(p.index[m])) })
	}
	p.comps = callgraph.Components(len(p.methods), func(v int) []int32 { return callees[v] })
	p.order(callees)
	p.comp, p.level = groupOf(p.comps, len(p.methods)), groupOf(p.levels, len(p.comps))
	p.cycles, p.cuts, p.part = make([]string, len(p.comps)), make([]atomic.Pointer[cut], len(p.comps)), make([]int32, len(p.methods))
	for k, c := range p.comps {
		if len(c) > 1 || slices.Contains(callees[c[0]], c[0]) {
			p.cycles[k] = p.describeCycle(c)
		}
	}
	p.findEscaping()
	return p
}

// componentOf returns the program of methods that are one strongly connected component.
func componentOf(a *Pricer, summarize func(*classfile.Method) *costSummary, sums []*costSummary) *program {
	p := &program{
		a: a, summarize: summarize, index: map[*classfile.Method]int{}, sums: sums, levels: [][]int32{{0}}, comps: make([][]int32, 1), comp: make([]int32, len(sums)),
		cycles: make([]string, 1), level: make([]int32, 1), cuts: make([]atomic.Pointer[cut], 1), part: make([]int32, len(sums)), bodies: make([][]ssa.ID, len(sums)),
	}
	for i, s := range sums {
		p.index[s.Method] = i
		p.methods = append(p.methods, s.Method)
		p.comps[0] = append(p.comps[0], int32(i))
	}
	return p
}

// groupOf returns the group that each of n members is in.
func groupOf(groups [][]int32, n int) []int32 {
	of := make([]int32, n)
	for k, g := range groups {
		for _, v := range g {
			of[v] = int32(k)
		}
	}
	return of
}

func parallel(n, jobs int, f func(i int)) {
	if jobs <= 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				f(i)
			}
		}()
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// eachCallee calls f with every analysed method that s can call, in block and code order, but for the calls that without
// names; nil names none.
func (s *callSummary) eachCallee(a *Resolver, without func(*callSite) bool, f func(*classfile.Method)) {
	if s.err != nil {
		return
	}
	for site := range s.allCalls() {
		site.eachCallee(a, without, f)
	}
}

func (c *callSite) eachCallee(a *Resolver, without func(*callSite) bool, f func(*classfile.Method)) {
	if without == nil || !without(c) {
		for _, t := range c.targets {
			f(t)
		}
		a.eachBody(f, c.lambdas...)
	}
	for i := range c.callbacks {
		c.callbacks[i].eachCallee(a, without, f)
	}
	for i := range c.asked {
		c.asked[i].eachCallee(a, without, f)
	}
}

// Evaluate returns, for every method of the program, its outcome under an objective.
func (p *Program) Evaluate(obj Objective) []Outcome {
	out := make([]Outcome, len(p.methods))
	obj = obj.prepared()
	if obj.shared == nil {
		obj.shared = &sharedCosts{}
	}
	obj.shared.simple = make([]*Outcome, len(p.methods))
	for _, level := range p.levels {
		parallel(len(level), p.a.Jobs, func(i int) {
			k := level[i]
			if p.cycles[k] == "" {
				p.evaluateAll(p.comps[k], obj, out)
				return
			}
			if p.cuts[k].Load() == nil && p.evaluateRecursion(p.comps[k], obj, out, nil) {
				return
			}
			if !obj.namesCalls() || p.measured(measureKey{p.comps[k][0], false}) {
				p.evaluateAll(p.comps[k], obj, out)
				return
			}
			p.evaluateCut(k, obj, out)
		})
	}
	return out
}

func (p *Program) evaluateAll(members []int32, obj Objective, out []Outcome) {
	for _, v := range members {
		out[v] = p.withinTerms(v, p.evaluateMethod(int(v), obj, out), obj)
	}
	if obj.unsure && p.cycles[p.comp[members[0]]] != "" && p.mayTake(members, obj, out) {
		for _, v := range members {
			out[v] = obj.leftOut()
		}
	}
	p.finish(members, obj, out)
}

// mayTake says whether methods that call each other may cost less than nothing. Each call of one by another is left out: where
// none costs less than that, none of these calls does, by induction on their depth.
func (p *Program) mayTake(members []int32, obj Objective, out []Outcome) bool {
	return slices.ContainsFunc(members, func(v int32) bool {
		s, o := p.sums[v], out[v]
		return s.err != nil || len(o.Conditions)+len(s.required()) > 0 || newCombiner(obj, s.m.ranges).mayTake(o.Poly)
	})
}

// evaluateRecursion evaluates methods that call each other; false where nothing bounds how deep.
func (p *Program) evaluateRecursion(members []int32, obj Objective, out []Outcome, c *cut) bool {
	os, ok := p.recurse(members, obj, out, c)
	if !ok {
		for _, v := range members { // what an attempt took them for while it lasted
			out[v] = Outcome{}
		}
		return false
	}
	for k, v := range members {
		out[v] = p.withinTerms(v, os[k], obj)
	}
	p.finish(members, obj, out)
	return true
}

// finish makes known to later calls what methods cost that need no more of each other.
func (p *Program) finish(members []int32, obj Objective, out []Outcome) {
	for _, v := range members {
		obj.shared.finish(v, out[v], p.sums[v].required())
	}
}

func (p *Program) evaluateMethod(v int, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	if s.err != nil {
		if !obj.Upper {
			return obj.leftOut()
		}
		return Outcome{Reasons: []Reason{{Text: s.err.Error(), Method: MethodName(s.Method)}}}
	}
	var out Outcome
	run := func() {
		out = s.evaluate(obj, func(site *callSite) Outcome {
			o := p.callOutcome(v, site, obj, done).unrefuted(obj, s, site)
			if obj.shared != nil && obj.shared.prices != nil {
				obj.shared.prices[v][site.number] = p.priceOf(v, site, o)
			}
			return o
		})
	}
	if p.a.Isolate == nil {
		run()
	} else if !p.a.Isolate(s.Method, run) {
		out = Outcome{Conditions: obj.leftOut().Conditions, Reasons: []Reason{{Text: "the analysis failed", Method: s.name()}}}
	}
	if !obj.Upper {
		out.Reasons = nil
	}
	return out
}

// Index returns the method's position in the results of Evaluate, -1 where it is not part of the program.
func (p *Program) Index(m *classfile.Method) int {
	if i, ok := p.index[m]; ok {
		return i
	}
	return -1
}

// callOutcome is what one call costs in caller v: the worst (or best) of its targets, with the caller's sizes in
// place of the callee's symbols.
func (p *program) callOutcome(v int, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	common := p.sharedTargets(v, site, obj, done)
	named, assumes := obj.namesCalls() && s.dispatched(site), p.a.assumesCalls()
	if named && !assumes && p.surelySymbol(v, site, common, obj, done) {
		return p.symbol(v, s.callSymbol(site))
	}
	switch {
	case named:
	case common != nil && common.open >= 0:
		return p.target(v, site.targets[common.open], site, done, obj)
	case common == nil && obj.Upper:
		for _, t := range site.targets {
			if i, ok := p.index[t]; ok && (p.pending(v, i, obj, done) || done[i].open) { // no bound, whatever else can run
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
func (j *joined) addTargets(common *sharedRoute, done []Outcome) {
	targets := j.site.targets
	if j.site.unknown != "" {
		j.add(j.p.unpricedOutcome(j.p.sums[j.v], j.site, j.obj, j.site.unknown))
	} else if common != nil && common.n > 0 {
		j.add(common.cost)
		targets = targets[common.n:]
	}
	for _, t := range targets {
		if j.add(j.p.target(j.v, t, j.site, done, j.obj)) {
			break
		}
	}
	for k := range j.site.lambdas {
		if j.add(j.p.lambdaOutcome(j.v, k, j.site, j.obj, done)) {
			break
		}
	}
}

// addLibrary takes in the methods of libraries that the call can run: those whose cost is stated, and the one that a model
// prices.
func (j *joined) addLibrary(done []Outcome) {
	for _, m := range j.site.stated {
		other := *j.site
		other.member, other.callbacks, other.asked = m, nil, nil
		j.add(j.p.libraryOutcome(j.v, &other, j.obj, done))
	}
	if j.site.library && !(j.open && !j.assumes) {
		o := j.p.libraryOutcome(j.v, j.site, j.obj, done)
		// What a model lacks is a size or what it calls back: that does not depend on the object.
		j.known = len(o.Reasons) > 0 && j.p.a.modelled(j.site.member)
		j.add(o)
	}
}

// joined is the worst (or best) of what a call can run.
type joined struct {
	p     *program
	v     int
	site  *callSite
	obj   Objective
	out   Outcome
	n     int
	named bool // the call may become a symbol
	open  bool // it does
	known bool // no matter what, it does not
	// assumes says that something is assumed of calls that nothing prices: such a call costs as much as what else can
	// run, at least.
	assumes bool
}

// add takes in what the call can run. stop says that nothing else matters.
func (j *joined) add(o Outcome) (stop bool) {
	o = o.exact(j.obj, j.p.sums[j.v])
	if j.named && !j.known && (len(o.Reasons) > 0 || j.n > 0 && (o.Poly.hasCalls() || j.out.Poly.hasCalls())) {
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

func (j *joined) either(a, b Outcome) Outcome {
	return newCombiner(j.obj, j.p.sums[j.v].m.ranges).either(a, b)
}

func (j *joined) outcome() Outcome {
	if !j.open && j.obj.namesCalls() && len(j.out.Reasons) == 0 && j.out.Poly.tooMany() {
		j.open = true
	}
	if !j.open {
		return j.out
	}
	o := j.p.symbol(j.v, j.p.sums[j.v].callSymbol(j.site))
	if j.assumes && j.n > 0 {
		o = j.either(o, j.out)
	}
	return o
}

func unpriced(s *costSummary, site *callSite, why string) Reason {
	name := site.member.Name
	if site.member.Class != "" {
		name = classfile.External(site.member.Class) + "." + name
	}
	return Reason{Unpriced: site.member.String(), Text: fmt.Sprintf("the call of %s at line %d has no price: %s", name, site.line, why), Line: site.line, Method: s.name()}
}

// callee is the finished outcome of a callee. ok is false where there is none: the outcome is then the reason.
func (p *program) callee(v int, t *classfile.Method, site *callSite, done []Outcome, obj Objective) (o Outcome, ok bool) {
	s := p.sums[v]
	i, ok := p.index[t]
	if !ok {
		return Outcome{Conditions: obj.leftOut().Conditions, Reasons: []Reason{unpriced(s, site, "it was not analysed")}}, false
	}
	if p.pending(v, i, obj, done) {
		return Outcome{Reasons: []Reason{{Text: p.cycle(i, obj), Line: site.line, Method: s.name()}}}, false
	}
	return done[i], true
}

// target is the outcome of one callee that gets the arguments of the call.
func (p *program) target(v int, t *classfile.Method, site *callSite, done []Outcome, obj Objective) Outcome {
	name := t.Name
	if t == p.sums[v].Method { // its sizes are the caller's own
		name = ""
	}
	return p.instance(v, t, site, name, done, obj, site.arg)
}

// instance is the outcome of one callee where arg is what is passed for its parameters; see Summary.instantiate.
func (p *program) instance(v int, t *classfile.Method, site *callSite, name string, done []Outcome, obj Objective, arg func(param int) (ssa.ID, bool)) Outcome {
	callee, ok := p.callee(v, t, site, done, obj)
	if !ok {
		return callee
	}
	i := p.index[t]
	if o := obj.shared.costs(i); o != nil {
		return *o
	}
	o := p.sums[v].instantiate(callee, arg, site, name, p.sums[i].required(), obj)
	return p.withCalls(v, site, arg, p.lentSizes(v, t, site, done, obj, arg, o), obj, done)
}

// describeCycle names the methods of a recursion, in an order that does not depend on where it was found.
func (p *program) describeCycle(component []int32) string {
	var names []string
	for _, w := range component {
		names = append(names, MethodName(p.methods[w]))
	}
	slices.Sort(names)
	if len(names) == 1 {
		return names[0] + " calls itself, to a depth that has no bound"
	}
	more := ""
	if len(names) > 4 {
		more = fmt.Sprintf(" and %d more", len(names)-4)
		names = names[:4]
	}
	if len(component) > maxDescending {
		return "recursion through " + strings.Join(names, ", ") + more + ", " + tooMany
	}
	return "recursion through " + strings.Join(names, ", ") + more + ", to a depth that has no bound"
}
