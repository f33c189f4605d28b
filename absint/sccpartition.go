package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/recursion"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// knownCallees returns the methods of a recursion that a method of it calls, but by calls on unknown objects: by their index in it, which
// within is by their positions in the program.
func knownCallees(p *interproc.Program, s *cost.Summary, within map[int32]int32) (out []int32) {
	s.EachCallee(p.A.Resolver, func(c *callees.CallSite) bool { return interproc.Dispatched(s, c) }, func(m *classfile.Method) {
		if j, ok := p.Positions[m]; ok {
			if w, ok := within[int32(j)]; ok {
				out = append(out, w)
			}
		}
	})
	return out
}

// indices returns the index of each of the methods among them.
func indices(members []int32) map[int32]int32 {
	out := make(map[int32]int32, len(members))
	for i, v := range members {
		out[v] = int32(i)
	}
	return out
}

// makePartition returns the components that remain of a recursion without its calls on unknown objects. edges are its other calls, as
// knownCallees returns them.
func makePartition(p *interproc.Program, members []int32, edges [][]int32) *interproc.Partition {
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
