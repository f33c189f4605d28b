package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/classfile"
)

// In most programs, whatever implements an interface by asking another object of the interface calls itself, as far as a
// class hierarchy can tell: thousands of methods are one recursion then, and nothing bounds how deep. Such calls depend on
// an object that is not known where they are made. Without them, there is little recursion left.

// Partition is a recursion without the calls that depend on an object: these are symbols of the cost there.
type Partition struct {
	Parts  [][]int32 // what is left of the recursion, components of it
	Levels [][]int32 // the parts, bottom-up
	Cycles []string  // per part, as in Program
	Level  []int32   // per part
}

// partitionOf is how the recursion that method v is in was cut, nil where it was not.
func (p *Program) partitionOf(v int, obj cost.Objective) *Partition {
	if p.Cuts == nil || !NamesCalls(obj) {
		return nil
	}
	return p.Cuts[p.Comp[v]].Load()
}

// pending says whether the outcome of method i is not there when method v is evaluated.
func (p *Program) pending(v, i int, obj cost.Objective, done []cost.Outcome) bool {
	if k, l := p.Comp[v], p.Comp[i]; k != l {
		return p.Level[l] >= p.Level[k]
	}
	if c := p.partitionOf(v, obj); c != nil {
		if k, l := p.Part[v], p.Part[i]; k != l {
			return c.Level[l] >= c.Level[k]
		}
	}
	return !done[i].Recurs
}

// anyPending says whether the outcome of anything that a call can run is not there.
func (p *Program) anyPending(v int, site *callees.CallSite, obj cost.Objective, done []cost.Outcome) bool {
	found := false
	site.EachCallee(p.A.Resolver, nil, func(m *classfile.Method) {
		i, ok := p.Positions[m]
		found = found || !ok || p.pending(v, i, obj, done)
	})
	return found
}

// surelySymbol says whether a call that depends on an object is a symbol whatever its arguments are: one by which the
// recursion that v is in was cut, or one that can run what has no bound, or several methods of which one has symbols
// itself.
func (p *Program) surelySymbol(v int, site *callees.CallSite, common *sharedRoute, obj cost.Objective, done []cost.Outcome) bool {
	if site.Unknown != "" {
		return true
	}
	cut := p.partitionOf(v, obj) != nil
	several := len(site.Targets)+len(site.Lambdas)+len(site.Stated) > 1 || site.Library
	found := false
	look := func(m *classfile.Method) {
		i, ok := p.Positions[m]
		switch {
		case found || !ok:
		case cut && p.Comp[i] == p.Comp[v], p.pending(v, i, obj, done):
			found = true
		default:
			found = len(done[i].Reasons) > 0 || several && done[i].Poly.HasCalls()
		}
	}
	if common != nil {
		found = common.missing || several && common.calls
	} else {
		for _, t := range site.Targets {
			look(t)
		}
	}
	for _, l := range site.Lambdas {
		if !found && !p.A.Stated(l.Body.Member) {
			p.A.EachBody(look, l)
		}
	}
	return found
}

// cycle is why the recursion that method v is in has no bound.
func (p *Program) cycle(v int, obj cost.Objective) string {
	if c := p.partitionOf(v, obj); c != nil {
		return c.Cycles[p.Part[v]]
	}
	return p.Cycles[p.Comp[v]]
}

// Summary is the analysis of a method, of the program or behind it: of a library, a program is no more than the methods of
// one recursion.
func (p *Program) Summary(m *classfile.Method) *cost.Summary {
	if i, ok := p.Positions[m]; ok {
		return p.Sums[i]
	}
	p.Behind = append(p.Behind, m)
	return p.Summarize(m)
}
