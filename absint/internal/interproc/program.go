package interproc

import (
	"sync"
	"sync/atomic"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The program whose methods are evaluated: its components, in the order of evaluation, and the recursions that are cut.
//
// In most programs each class that implements an interface by delegation to another object of the interface is part of
// one large recursion according to the class hierarchy, and nothing bounds its depth. The delegating calls depend on an
// object that is not known at the call. With these calls as cost variables, little recursion is left.
//
// Sound because a partition replaces calls only by cost variables that stand for every target.

// Partition is a recursion whose virtual calls are cost variables.
type Partition struct {
	Parts  [][]int32 // what is left of the recursion, components of it
	Levels [][]int32 // the parts, bottom-up
	Cycles []string  // per part, as in Program
	Level  []int32   // per part
}

// partitionOf returns the partition of the recursion that contains method v, nil if it has none.
func (p *Program) partitionOf(v int, obj cost.Objective) *Partition {
	if p.Cuts == nil || !NamesCalls(obj) {
		return nil
	}
	return p.Cuts[p.Comp[v]].Load()
}

// pending reports whether the outcome of method i is not known yet when method v is evaluated.
func (p *Program) pending(v, i int, obj cost.Objective, done []*cost.Outcome) bool {
	if k, l := p.Comp[v], p.Comp[i]; k != l {
		return p.Level[l] >= p.Level[k]
	}
	if !obj.Upper { // nothing bounds a recursion from below, and its methods may be evaluated at the same time
		return true
	}
	if c := p.partitionOf(v, obj); c != nil {
		if k, l := p.Part[v], p.Part[i]; k != l {
			return c.Level[l] >= c.Level[k]
		}
	}
	return !done[i].Recurs
}

// anyPending reports whether the outcome of a method that a call can run is not known yet.
func (p *Program) anyPending(v int, site *callees.CallSite, obj cost.Objective, done []*cost.Outcome) bool {
	found := false
	site.EachCallee(p.A.Resolver, nil, func(m *classfile.Method) {
		i, ok := p.Positions[m]
		found = found || !ok || p.pending(v, i, obj, done)
	})
	return found
}

// cycle returns the reason why the recursion that contains method v has no bound.
func (p *Program) cycle(v int, obj cost.Objective) string {
	if c := p.partitionOf(v, obj); c != nil {
		return c.Cycles[p.Part[v]]
	}
	return p.Cycles[p.Comp[v]]
}

// Summary returns the analysis of a method, which may be outside of the program: for library code, a program is only
// the methods of one recursion.
func (p *Program) Summary(m *classfile.Method) *cost.Summary {
	if i, ok := p.Positions[m]; ok {
		if p.Forgotten != nil && p.Forgotten[i] { // libraries forget none
			return p.Summarize(m)
		}
		return p.Sums[i]
	}
	p.Others = append(p.Others, m)
	return p.Summarize(m)
}

// Program is a set of methods with their costs as far as they are evaluated.
type Program struct {
	A *Pricer
	// Summarize returns the analysis of a method that need not be of the program.
	Summarize func(*classfile.Method) *cost.Summary

	Members   []*classfile.Method
	Positions map[*classfile.Method]int
	Sums      []*cost.Summary
	Forgotten []bool    // by method: of its analysis, Sums has only what its callers need; nil if it is so of none
	Levels    [][]int32 // strongly connected components, by level
	Comps     [][]int32
	Comp      []int32
	Cycles    []string                    // per component, why its recursion has no bound; empty where there is none
	Level     []int32                     // per component
	Cuts      []atomic.Pointer[Partition] // per component, once no measure was found to bound it
	Part      []int32                     // of methods in recursions that are cut
	Bodies    [][]ssa.ID                  // per method, the lambdas that it makes and whose bodies are evaluated before it
	Measures  sync.Map                    // of MeasureKey to *measured
	Others    []*classfile.Method         // analysed in addition to Members; see Summary
	Packer    cost.Packer                 // of outcomes that are evaluated
}

// ComponentOf returns the program that consists of the methods of one strongly connected component.
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

// unbounded reports whether a method has no bound, which was evaluated.
func (p *Program) unbounded(i int, obj cost.Objective, done []*cost.Outcome) bool {
	obj.Rivals.Consult(i)
	return done[i].Unbounded
}

// named reports whether a method, which was evaluated, has no number for a cost that its callers could take over.
func (p *Program) named(i int, obj cost.Objective, done []*cost.Outcome) bool {
	obj.Rivals.Consult(i)
	return len(done[i].Reasons) > 0 || done[i].HasCalls()
}

// callee returns the outcome of method t for the caller v, possibly packed. If ok is false, t has none and the outcome is the
// reason.
func (p *Program) callee(v int, t *classfile.Method, site *callees.CallSite, done []*cost.Outcome, obj cost.Objective) (o cost.Outcome, ok bool) {
	s := p.Sums[v]
	i, ok := p.Positions[t]
	if !ok {
		return cost.Outcome{Conditions: obj.LeftOut().Conditions, Reasons: []expr.Reason{unpriced(s, site, "it was not analysed")}}, false
	}
	if p.pending(v, i, obj, done) {
		return cost.Outcome{Reasons: []expr.Reason{{Text: p.cycle(i, obj), Line: site.Line, Method: s.Name()}}}, false
	}
	obj.Rivals.Consult(i)
	return *done[i], true
}
