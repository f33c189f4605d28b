package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/recursion"
)

// Evaluations of a whole program, bottom-up, under one objective or under several that differ in their weights, such as those of
// several devices: where these decide alike, the outcome under the first is that under the others.

// Evaluate returns, for every method of the program, its outcome under an objective.
func (p *Program) Evaluate(obj cost.Objective) []cost.Outcome {
	return p.EvaluateEach([]cost.Objective{obj})[0]
}

// EvaluateEach returns what Evaluate returns under each of at least one objectives. Outcomes of a method that are the same are
// one in memory.
func (p *Program) EvaluateEach(objs []cost.Objective) [][]cost.Outcome {
	x := p.NewPass(objs, false)
	p.EvaluateInTurn([]*Pass{x}, nil)
	out := make([][]cost.Outcome, len(objs))
	for i, of := range x.Outcomes {
		for _, o := range of {
			out[i] = append(out[i], *o)
		}
	}
	return out
}

// Pass is an evaluation under objectives, and its results as far as they are there.
type Pass struct {
	Outcomes [][]*cost.Outcome    // by objective and method
	Prices   [][][]cost.CallPrice // by objective, method and call, in block and code order: how it is priced; nil if not requested
	joint    *joint
}

// NewPass returns an evaluation under at least one objectives; with prices, which are for upper ones, also of how each call is priced.
func (p *Program) NewPass(objs []cost.Objective, prices bool) *Pass {
	e := &joint{Program: p, objs: slices.Clone(objs), same: make([][]bool, len(objs)-1)}
	x := &Pass{joint: e}
	for i := range e.objs {
		e.out = append(e.out, slices.Repeat([]*cost.Outcome{cost.NotEvaluated}, len(p.Members)))
		obj := e.objs[i].Prepared()
		obj.Shared = &cost.SharedCosts{Simple: make([]*cost.Outcome, len(p.Members))}
		if prices {
			obj.Shared.Prices = make([][]cost.CallPrice, len(p.Members))
			x.Prices = append(x.Prices, obj.Shared.Prices)
		}
		e.objs[i] = obj
	}
	for i := range e.same {
		e.same[i] = make([]bool, len(p.Members))
	}
	e.rival = len(objs) > 1 && cost.CanRival(e.objs)
	x.Outcomes = e.out
	if !p.inTurn { // else each method's are made in its turn
		for v := range p.Sums {
			e.makePrices(int32(v))
		}
	}
	return x
}

// makePrices makes room for how the calls of a method are priced.
func (e *joint) makePrices(v int32) {
	for _, obj := range e.objs {
		if obj.Shared.Prices != nil {
			obj.Shared.Prices[v] = slices.Repeat([]cost.CallPrice{notPriced}, e.Sums[v].Sites)
		}
	}
}

// EvaluateInTurn evaluates the methods of the program bottom-up, each in all passes. It calls finished, if there is one, with each
// method of which all results are there, in several goroutines; the analysis of the method is forgotten then, and where it was made in
// its turn, so are its outcomes for all but its callers. An evaluation with it is the last one of the program.
func (p *Program) EvaluateInTurn(passes []*Pass, finished func(v int)) {
	t := &turn{p, passes, finished}
	for _, level := range p.Levels {
		var components []int32
		for _, k := range level {
			if t.isLarge(k) {
				t.evaluateParts(k)
			} else {
				components = append(components, k)
			}
		}
		t.evaluate(components, p.Comps, t.analyseComponents, (*joint).component)
	}
}

// joint is an evaluation of a program under several objectives.
type joint struct {
	*Program
	objs  []cost.Objective
	out   [][]*cost.Outcome // by objective and method
	same  [][]bool          // by objective but the first, and method: the outcome is that under the first
	rival bool              // the first objective can decide for the others

	returning *returning // nil for an evaluation of all calls
}

// priceOthers tells how the calls of a method are priced that were not evaluated: those on no path, or in a recursion, which is
// evaluated otherwise.
func (e *joint) priceOthers(v int) {
	for i, obj := range e.objs {
		if obj.Shared.Prices == nil || !slices.Contains(obj.Shared.Prices[v], notPriced) {
			continue
		}
		prices := obj.Shared.Prices[v]
		for site := range e.Sums[v].AllCalls() {
			if prices[site.Index] == notPriced {
				prices[site.Index] = PriceOf(e.Program.Program, v, site, e.CallOutcome(v, site, obj, e.out[i]))
			}
		}
	}
}

// first returns the first objective, for one more evaluation under it.
func (e *joint) first() cost.Objective {
	obj := e.objs[0]
	if e.rival {
		obj.Rivals = cost.NewRivals(e.objs[1:], e.same)
	}
	return obj
}

// component evaluates the methods of a component, whose callees are evaluated.
func (e *joint) component(k int32) {
	if e.returning != nil {
		e.componentReturning(k)
		return
	}
	members := e.Comps[k]
	if e.Cycles[k] == "" {
		e.method(members[0])
		return
	}
	if e.eachAlone() {
		memo.Parallel(len(members), e.a.Jobs, func(i int) { e.method(members[i]) })
		return
	}
	var cut []int // the objectives under which nothing bounds the recursion
	for i, obj := range e.objs {
		if i == 0 {
			obj = e.first()
		}
		why, ok := "", false
		if e.Cuts[k].Load() == nil {
			why, ok = e.evaluateRecursion(members, obj, e.out[i], nil)
		}
		if !ok && partitions(e.Program, k, obj) {
			e.partition(k)
			cut = append(cut, i)
			continue
		}
		if !ok {
			e.evaluateAll(members, obj, e.out[i], why)
		}
		e.share(i, members)
	}
	if len(cut) == len(e.objs) {
		e.evaluatePartition(k)
		return
	}
	for _, i := range cut {
		one := &joint{Program: e.Program, objs: e.objs[i : i+1], out: e.out[i : i+1]}
		one.evaluatePartition(k)
		e.share(i, members)
	}
}

// eachAlone reports whether methods that call each other are evaluated alone: lower bounds leave the calls between them out.
func (e *joint) eachAlone() bool {
	return !slices.ContainsFunc(e.objs, func(o cost.Objective) bool { return !o.LeavesOutRecursion() })
}

// method evaluates a method that does not call itself, or whose outcome does not depend on what it calls in a recursion.
func (e *joint) method(v int32) {
	obj := e.first()
	e.evaluateAll([]int32{v}, obj, e.out[0], "")
	for i := 1; i < len(e.objs); i++ {
		if !e.rival || obj.Rivals.Differs(i-1) {
			e.evaluateAll([]int32{v}, e.objs[i], e.out[i], "")
			e.share(i, []int32{v})
			continue
		}
		from, to := obj.Shared, e.objs[i].Shared
		e.same[i-1][v], e.out[i][v], to.Simple[v] = true, e.out[0][v], from.Simple[v]
		if to.Prices != nil {
			copy(to.Prices[v], from.Prices[v])
		}
	}
}

// share replaces the outcomes under an objective but the first, of methods that were evaluated, by those under the first that are
// the same.
func (e *joint) share(i int, members []int32) {
	if i == 0 {
		return
	}
	for _, v := range members {
		if e.out[i][v].Equal(*e.out[0][v]) {
			e.same[i-1][v], e.out[i][v], e.objs[i].Shared.Simple[v] = true, e.out[0][v], e.objs[0].Shared.Simple[v]
		}
	}
}

// pack replaces the outcomes of a method, which only its callers read from now on, by ones that take less memory: where all calls cost
// the same, by that cost. How its calls are priced is forgotten.
func (e *joint) pack(v int32) {
	first := e.out[0][v]
	for i, obj := range e.objs {
		if obj.Shared.Prices != nil {
			obj.Shared.Prices[v] = nil
		}
		o, simple := e.out[i][v], obj.Shared.Simple[v]
		switch {
		case i > 0 && o == first:
			e.out[i][v] = e.out[0][v]
		case simple == nil:
			e.out[i][v] = e.Packer.Pack(o)
		case !o.Unbounded && !o.Recurs && !o.Infeasible && !o.MayThrow: // which the cost of a call does not say
			e.out[i][v] = simple
		}
	}
}

// partitions reports whether a recursion that nothing bounds is evaluated in parts.
func partitions(p *Program, k int32, obj cost.Objective) bool {
	return interproc.NamesCalls(obj) && !measured(p.Program, recursion.MeasureKey{First: p.Comps[k][0], Cut: false})
}

// partition returns the parts of a recursion whose calls on unknown objects are cost variables.
func (p *Program) partition(k int32) *interproc.Partition {
	c := p.Cuts[k].Load()
	if c == nil {
		members := p.Comps[k]
		within, edges := indices(members), make([][]int32, len(members))
		for i, v := range members {
			edges[i] = knownCallees(p.Program, p.Sums[v], within)
		}
		c = makePartition(p.Program, members, edges)
		p.Cuts[k].Store(c)
	}
	return c
}

// evaluatePartition evaluates a recursion whose calls on unknown objects are cost variables.
func (e *joint) evaluatePartition(component int32) {
	c := e.partition(component)
	for _, level := range c.Levels {
		memo.Parallel(len(level), e.a.Jobs, func(n int) { e.part(c, level[n]) })
	}
}

// part evaluates the methods of a part of a partition, whose callees in other parts are evaluated. Where calls on unknown objects are no
// cost variables, each is evaluated by itself: nothing bounds the recursion then.
func (e *joint) part(c *interproc.Partition, k int32) {
	if e.returning != nil {
		e.membersReturning(c.Parts[k], c.Cycles[k])
		return
	}
	if c.Cycles[k] == "" || !interproc.NamesCalls(e.objs[0]) {
		for _, v := range c.Parts[k] {
			e.method(v)
		}
		return
	}
	for i, obj := range e.objs {
		if i == 0 {
			obj = e.first()
		}
		if unmet, ok := e.evaluateRecursion(c.Parts[k], obj, e.out[i], c); !ok {
			e.evaluateAll(c.Parts[k], obj, e.out[i], unmet)
		}
		e.share(i, c.Parts[k])
	}
}
