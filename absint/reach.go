package absint

import (
	"maps"
	"slices"
	"sync/atomic"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Reach analyses the roots and everything that they can call.
func (a *Analyzer) Reach(roots []*classfile.Method) *Program { return a.reach(roots, false) }

// ReachInTurn is Reach for a program of which EvaluateInTurn, with a function for what is finished, is the only evaluation. It
// analyses methods twice, once for what they call and once when their turn comes, as the analyses of all methods of a large program
// take several gigabytes.
func (a *Analyzer) ReachInTurn(roots []*classfile.Method) *Program { return a.reach(roots, true) }

func (a *Analyzer) reach(roots []*classfile.Method, inTurn bool) *Program {
	p := &Program{a: a, inTurn: inTurn, Program: &interproc.Program{A: a.Pricer, Summarize: a.Analysis, Positions: map[*classfile.Method]int{}}}
	add := func(m *classfile.Method) int32 {
		i, ok := p.Positions[m]
		if !ok {
			i = len(p.Members)
			p.Positions[m] = i
			p.Members = append(p.Members, m)
		}
		return int32(i)
	}
	for _, m := range roots {
		add(m)
	}
	var edges []edgesOf
	for from := 0; from < len(p.Members); { // the bodies of lambdas, too: who gets one may be called with it
		to := len(p.Members)
		p.Sums = append(p.Sums, make([]*cost.Summary, to-from)...)
		found := make([]foundEdges, to-from)
		memo.Parallel(to-from, a.Jobs, func(i int) {
			m := p.Members[from+i]
			if !inTurn {
				s := a.Analysis(m)
				p.Sums[from+i], found[i] = s, a.edges(s)
				return
			}
			s := a.callsOnce(m)
			p.Sums[from+i], found[i] = a.forget(s), a.edges(s)
		})
		for i := range found {
			edges = append(edges, found[i].positions(add))
		}
		from = to
	}
	p.Forgotten = make([]bool, len(p.Members))
	for v, s := range p.Sums {
		p.Forgotten[v] = inTurn && s.Failure == nil
	}
	of := func(v int) []int32 { return edges[v].callees }
	p.Comps = callgraph.Components(len(p.Members), of)
	p.order(edges)
	p.Comp, p.Level = memo.GroupOf(p.Comps, len(p.Members)), memo.GroupOf(p.Levels, len(p.Comps))
	p.Cycles, p.Cuts, p.Part = make([]string, len(p.Comps)), make([]atomic.Pointer[interproc.Partition], len(p.Comps)), make([]int32, len(p.Members))
	for k, c := range p.Comps {
		if len(c) > 1 || slices.Contains(edges[c[0]].callees, c[0]) {
			p.Cycles[k] = DescribeCycle(p.Program, c)
		}
	}
	if !inTurn {
		p.FindEscaping(a.Jobs)
	}
	return p
}

// callsOnce returns the calls of a method, without its bounds and costs and without remembering it.
func (a *Analyzer) callsOnce(m *classfile.Method) (s *cost.Summary) {
	if err := a.protect(m, func() {
		s = a.read(m)
		a.FindCalls(s.Summary)
	}); err != nil {
		return unanalysed(m, err)
	}
	return s
}

// foundEdges are the methods that a method can call, and the bodies of each lambda that it makes.
type foundEdges struct {
	callees []*classfile.Method
	bodies  [][]*classfile.Method
	made    []ssa.ID // by lambda: where
}

// edges returns those of a method that was analysed.
func (a *Analyzer) edges(s *cost.Summary) foundEdges {
	out := foundEdges{bodies: make([][]*classfile.Method, len(s.Lambdas))}
	s.EachCallee(a.Resolver, nil, func(m *classfile.Method) { out.callees = append(out.callees, m) })
	for k, l := range s.Lambdas {
		out.made = append(out.made, l.Made)
		add := func(m *classfile.Method) { out.bodies[k] = append(out.bodies[k], m) }
		a.EachBody(add, l.Lambda)
		a.EachReferenced(s.Summary, l.Made, add)
	}
	return out
}

// edgesOf is foundEdges by the positions of the methods in a program.
type edgesOf struct {
	callees []int32
	bodies  [][]int32
	made    []ssa.ID
}

// positions returns the edges by the positions that position gives the methods.
func (f *foundEdges) positions(position func(*classfile.Method) int32) edgesOf {
	out := edgesOf{callees: make([]int32, len(f.callees)), bodies: make([][]int32, len(f.bodies)), made: f.made}
	for i, m := range f.callees {
		out.callees[i] = position(m)
	}
	for k, ms := range f.bodies {
		for _, m := range ms {
			out.bodies[k] = append(out.bodies[k], position(m))
		}
	}
	return out
}

// order sets the levels of the components: each above its callees, and above the bodies of the lambdas that its methods
// create if these do not call the methods themselves.
func (p *Program) order(edges []edgesOf) {
	n := len(p.Members)
	all := make([][]int32, n)
	for v, e := range edges {
		all[v] = e.callees[:len(e.callees):len(e.callees)]
		for _, bs := range e.bodies {
			all[v] = append(all[v], bs...)
		}
	}
	of := memo.GroupOf(callgraph.Components(n, func(v int) []int32 { return all[v] }), n)
	slices.SortStableFunc(p.Comps, func(a, b []int32) int { return int(of[a[0]] - of[b[0]]) })
	p.Bodies = make([][]ssa.ID, n)
	for v, e := range edges {
		all[v] = e.callees
		for k, bs := range e.bodies {
			if len(bs) > 0 && !slices.ContainsFunc(bs, func(b int32) bool { return of[b] == of[v] }) {
				p.Bodies[v] = append(p.Bodies[v], e.made[k])
				all[v] = append(all[v][:len(all[v]):len(all[v])], bs...)
			}
		}
	}
	p.Levels = callgraph.Levels(n, p.Comps, func(v int) []int32 { return all[v] })
}

// forget drops the analysis of a method, and returns what its callers need of it. The analyses of methods that could not be
// analysed are kept.
func (a *Analyzer) forget(s *cost.Summary) *cost.Summary {
	if s.Failure != nil {
		return s
	}
	a.mu.Lock()
	delete(a.summaries, s.Method)
	a.mu.Unlock()
	if required := interproc.Required(s); len(required) > 0 {
		return &cost.Summary{Summary: &callees.Summary{M: &symval.Func{Required: slices.Clone(required)}}}
	}
	return forgotten
}

// forgotten is what is left of methods that require nothing of their callers.
var forgotten = &cost.Summary{Summary: &callees.Summary{}}

// forgetOthers drops all analyses where they are more than most. Those of methods that could not be analysed are kept.
func (a *Analyzer) forgetOthers(most int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.summaries) > most {
		maps.DeleteFunc(a.summaries, func(_ *classfile.Method, s *cost.Summary) bool { return s.Failure == nil })
	}
}
