package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// In most programs, whatever implements an interface by asking another object of the interface calls itself, as far as a
// class hierarchy can tell: thousands of methods are one recursion then, and nothing bounds how deep. Such calls depend on
// an object that is not known where they are made. Without them, there is little recursion left.

// cut is a recursion without the calls that depend on an object: these are symbols of the cost there.
type cut struct {
	parts  [][]int32 // what is left of the recursion, components of it
	levels [][]int32 // the parts, bottom-up
	cycles []string  // per part, as in Program
	level  []int32   // per part
}

// cutOf is how the recursion that method v is in was cut, nil where it was not.
func (p *program) cutOf(v int, obj Objective) *cut {
	if p.cuts == nil || !obj.namesCalls() {
		return nil
	}
	return p.cuts[p.comp[v]].Load()
}

// pending says whether the outcome of method i is not there when method v is evaluated.
func (p *program) pending(v, i int, obj Objective, done []Outcome) bool {
	if k, l := p.comp[v], p.comp[i]; k != l {
		return p.level[l] >= p.level[k]
	}
	if c := p.cutOf(v, obj); c != nil {
		if k, l := p.part[v], p.part[i]; k != l {
			return c.level[l] >= c.level[k]
		}
	}
	return !done[i].recurs
}

// anyPending says whether the outcome of anything that a call can run is not there.
func (p *program) anyPending(v int, site *callSite, obj Objective, done []Outcome) bool {
	found := false
	site.eachCallee(p.a.Resolver, nil, func(m *classfile.Method) {
		i, ok := p.index[m]
		found = found || !ok || p.pending(v, i, obj, done)
	})
	return found
}

// surelySymbol says whether a call that depends on an object is a symbol whatever its arguments are: one by which the
// recursion that v is in was cut, or one that can run what has no bound, or several methods of which one has symbols
// itself.
func (p *program) surelySymbol(v int, site *callSite, common *sharedRoute, obj Objective, done []Outcome) bool {
	if site.unknown != "" {
		return true
	}
	cut := p.cutOf(v, obj) != nil
	several := len(site.targets)+len(site.lambdas)+len(site.stated) > 1 || site.library
	found := false
	look := func(m *classfile.Method) {
		i, ok := p.index[m]
		switch {
		case found || !ok:
		case cut && p.comp[i] == p.comp[v], p.pending(v, i, obj, done):
			found = true
		default:
			found = len(done[i].Reasons) > 0 || several && done[i].Poly.hasCalls()
		}
	}
	if common != nil {
		found = common.missing || several && common.calls
	} else {
		for _, t := range site.targets {
			look(t)
		}
	}
	for _, l := range site.lambdas {
		if !found && !p.a.stated(l.Body.Member) {
			p.a.eachBody(look, l)
		}
	}
	return found
}

// evaluateCut evaluates a recursion without the calls that depend on an object.
func (p *Program) evaluateCut(component int32, obj Objective, out []Outcome) {
	c := p.cuts[component].Load()
	if c == nil {
		c = p.makeCut(p.comps[component])
		p.cuts[component].Store(c)
	}
	for _, level := range c.levels {
		parallel(len(level), p.a.Jobs, func(i int) {
			k := level[i]
			if c.cycles[k] == "" || !p.evaluateRecursion(c.parts[k], obj, out, c) {
				p.evaluateAll(c.parts[k], obj, out)
			}
		})
	}
}

func (p *program) makeCut(members []int32) *cut {
	at := make(map[int32]int32, len(members))
	for i, v := range members {
		at[v] = int32(i)
	}
	callees := make([][]int32, len(members))
	for i, v := range members {
		s := p.sums[v]
		s.eachCallee(p.a.Resolver, s.dispatched, func(m *classfile.Method) {
			if j, ok := p.index[m]; ok {
				if w, ok := at[int32(j)]; ok {
					callees[i] = append(callees[i], w)
				}
			}
		})
	}
	of := func(v int) []int32 { return callees[v] }
	c := &cut{}
	parts := callgraph.Components(len(members), of)
	c.levels = callgraph.Levels(len(members), parts, of)
	c.level = groupOf(c.levels, len(parts))
	c.parts, c.cycles = make([][]int32, len(parts)), make([]string, len(parts))
	for k, ws := range parts {
		for _, w := range ws {
			c.parts[k] = append(c.parts[k], members[w])
			p.part[members[w]] = int32(k)
		}
		if len(ws) > 1 || slices.Contains(callees[ws[0]], ws[0]) {
			c.cycles[k] = p.describeCycle(c.parts[k])
		}
	}
	return c
}

// cycle is why the recursion that method v is in has no bound.
func (p *program) cycle(v int, obj Objective) string {
	if c := p.cutOf(v, obj); c != nil {
		return c.cycles[p.part[v]]
	}
	return p.cycles[p.comp[v]]
}

// measureKey names a component: by its first method, and whether it is what is left of a larger one.
type measureKey struct {
	first int32
	cut   bool
}

// measured says whether a measure bounds a recursion that was evaluated.
func (p *program) measured(k measureKey) bool {
	x, ok := p.measures.Load(k)
	if !ok {
		return false
	}
	m := x.(*measured)
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known && m.ok
}

// order puts the components into levels, each above what it calls, and above the bodies of the lambdas that its methods
// make, where these do not need the methods themselves.
func (p *Program) order(callees [][]int32) {
	n := len(p.methods)
	all, bodies := make([][]int32, n), make([][][]int32, n)
	for v, s := range p.sums {
		all[v] = callees[v][:len(callees[v]):len(callees[v])]
		bodies[v] = make([][]int32, len(s.lambdas))
		for k, l := range s.lambdas {
			p.a.eachBody(func(m *classfile.Method) { bodies[v][k] = append(bodies[v][k], int32(p.index[m])) }, l.lambda)
			all[v] = append(all[v], bodies[v][k]...)
		}
	}
	of := groupOf(callgraph.Components(n, func(v int) []int32 { return all[v] }), n)
	slices.SortStableFunc(p.comps, func(a, b []int32) int { return int(of[a[0]] - of[b[0]]) })
	p.bodies = make([][]ssa.ID, n)
	for v, s := range p.sums {
		all[v] = callees[v]
		for k, bs := range bodies[v] {
			if len(bs) > 0 && !slices.ContainsFunc(bs, func(b int32) bool { return of[b] == of[v] }) {
				p.bodies[v] = append(p.bodies[v], s.lambdas[k].made)
				all[v] = append(all[v][:len(all[v]):len(all[v])], bs...)
			}
		}
	}
	p.levels = callgraph.Levels(n, p.comps, func(v int) []int32 { return all[v] })
}
