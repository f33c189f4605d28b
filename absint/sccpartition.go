package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/recursion"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// makePartition returns the components that remain of a recursion without its calls on unknown objects.
func makePartition(p *interproc.Program, members []int32) *interproc.Partition {
	at := make(map[int32]int32, len(members))
	for i, v := range members {
		at[v] = int32(i)
	}
	edges := make([][]int32, len(members))
	for i, v := range members {
		s := p.Sums[v]
		s.EachCallee(p.A.Resolver, func(c *callees.CallSite) bool { return interproc.Dispatched(s, c) }, func(m *classfile.Method) {
			if j, ok := p.Positions[m]; ok {
				if w, ok := at[int32(j)]; ok {
					edges[i] = append(edges[i], w)
				}
			}
		})
	}
	of := func(v int) []int32 { return edges[v] }
	c := &interproc.Partition{}
	parts := callgraph.Components(len(members), of)
	c.Levels = callgraph.Levels(len(members), parts, of)
	c.Level = memo.GroupOf(c.Levels, len(parts))
	c.Parts, c.Cycles = make([][]int32, len(parts)), make([]string, len(parts))
	for k, ws := range parts {
		for _, w := range ws {
			c.Parts[k] = append(c.Parts[k], members[w])
			p.Part[members[w]] = int32(k)
		}
		if len(ws) > 1 || slices.Contains(edges[ws[0]], ws[0]) {
			c.Cycles[k] = DescribeCycle(p, c.Parts[k])
		}
	}
	return c
}

// measured reports whether a measure bounds a recursion that was evaluated.
func measured(p *interproc.Program, k recursion.MeasureKey) bool {
	x, ok := p.Measures.Load(k)
	if !ok {
		return false
	}
	m := x.(*recursion.Measured)
	m.Mu.Lock()
	defer m.Mu.Unlock()
	return m.Searched && m.Bounded
}

// order sets the levels of the components: each above its callees, and above the bodies of the lambdas that its methods
// create if these do not call the methods themselves.
func (p *Program) order(callees [][]int32) {
	n := len(p.Members)
	all, bodies := make([][]int32, n), make([][][]int32, n)
	for v, s := range p.Sums {
		all[v] = callees[v][:len(callees[v]):len(callees[v])]
		bodies[v] = make([][]int32, len(s.Lambdas))
		for k, l := range s.Lambdas {
			p.a.EachBody(func(m *classfile.Method) { bodies[v][k] = append(bodies[v][k], int32(p.Positions[m])) }, l.Lambda)
			all[v] = append(all[v], bodies[v][k]...)
		}
	}
	of := memo.GroupOf(callgraph.Components(n, func(v int) []int32 { return all[v] }), n)
	slices.SortStableFunc(p.Comps, func(a, b []int32) int { return int(of[a[0]] - of[b[0]]) })
	p.Bodies = make([][]ssa.ID, n)
	for v, s := range p.Sums {
		all[v] = callees[v]
		for k, bs := range bodies[v] {
			if len(bs) > 0 && !slices.ContainsFunc(bs, func(b int32) bool { return of[b] == of[v] }) {
				p.Bodies[v] = append(p.Bodies[v], s.Lambdas[k].Made)
				all[v] = append(all[v][:len(all[v]):len(all[v])], bs...)
			}
		}
	}
	p.Levels = callgraph.Levels(n, p.Comps, func(v int) []int32 { return all[v] })
}
