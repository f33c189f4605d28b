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
	e := &joint{Program: p, objs: slices.Clone(objs), out: make([][]cost.Outcome, len(objs)), same: make([][]bool, len(objs)-1)}
	for i := range e.objs {
		e.out[i] = make([]cost.Outcome, len(p.Members))
		e.objs[i] = e.objs[i].Prepared()
		if e.objs[i].Shared == nil {
			e.objs[i].Shared = &cost.SharedCosts{}
		}
		e.objs[i].Shared.Simple = make([]*cost.Outcome, len(p.Members))
	}
	for i := range e.same {
		e.same[i] = make([]bool, len(p.Members))
	}
	e.rival = len(objs) > 1 && cost.CanRival(e.objs)
	for _, level := range p.Levels {
		memo.Parallel(len(level), p.a.Jobs, func(i int) { e.component(level[i]) })
	}
	return e.out
}

// joint is an evaluation of a program under several objectives.
type joint struct {
	*Program
	objs  []cost.Objective
	out   [][]cost.Outcome // by objective and method
	same  [][]bool         // by objective but the first, and method: the outcome is that under the first
	rival bool             // the first objective can decide for the others
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
	members := e.Comps[k]
	if e.Cycles[k] == "" {
		e.method(members[0])
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

// method evaluates a method that does not call itself.
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
		if e.out[i][v].Equal(e.out[0][v]) {
			e.same[i-1][v], e.out[i][v] = true, e.out[0][v]
			e.finish([]int32{v}, e.objs[i], e.out[i])
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
		c = makePartition(p.Program, p.Comps[k])
		p.Cuts[k].Store(c)
	}
	return c
}

// evaluatePartition evaluates a recursion whose calls on unknown objects are cost variables.
func (e *joint) evaluatePartition(component int32) {
	c := e.partition(component)
	for _, level := range c.Levels {
		memo.Parallel(len(level), e.a.Jobs, func(n int) {
			k := level[n]
			if c.Cycles[k] == "" {
				e.method(c.Parts[k][0])
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
		})
	}
}
