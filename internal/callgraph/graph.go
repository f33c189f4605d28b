package callgraph

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// Graph is the call graph over the methods of the analysed classes that have code: an edge for every analysed
// method that a method can call directly, through dispatch, or by creating a lambda whose body it is.
type Graph struct {
	Methods []*classfile.Method // by class in the hierarchy's order, then as declared
	Calls   [][]int32           // indices into Methods, ascending
	Index   map[*classfile.Method]int32
}

// Callees returns the callees of Methods[v], as Components wants them.
func (g *Graph) Callees(v int) []int32 { return g.Calls[v] }

// Graph reads the code of every analysed method. A method whose code cannot be read has no callees. Calls are left out
// for which follow says no; a nil follow leaves none out. Calls of toString have thousands of targets: who makes
// nothing of a call that is not complete should not follow it.
func (h *Hierarchy) Graph(jobs int, follow func(*Dispatch) bool) *Graph {
	g := &Graph{Index: map[*classfile.Method]int32{}}
	for _, n := range h.order {
		for i := range n.class.Methods {
			if m := &n.class.Methods[i]; m.HasCode() {
				g.Index[m] = int32(len(g.Methods))
				g.Methods = append(g.Methods, m)
			}
		}
	}
	g.Calls = make([][]int32, len(g.Methods))
	parallel(len(g.Methods), jobs, func(i int) { g.Calls[i] = h.callees(g, g.Methods[i], follow) })
	return g
}

func (h *Hierarchy) callees(g *Graph, m *classfile.Method, follow func(*Dispatch) bool) []int32 {
	code, err := m.Code()
	if err != nil || code == nil {
		return nil
	}
	var out []int32
	add := func(ms []*classfile.Method) {
		for _, t := range ms {
			if i, ok := g.Index[t]; ok {
				out = append(out, i)
			}
		}
	}
	var bs []classfile.Bootstrap
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		switch op := code.Op(pc); op {
		case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			r, _ := m.Class.Pool.Member(code.Index(pc))
			d := h.Dispatch(m.Class, op, r.Class, r.Name, r.Desc)
			if follow != nil && !follow(d) {
				continue
			}
			add(d.Targets)
			for _, l := range d.Lambdas {
				add(h.Body(l).Targets)
			}
		case classfile.OpInvokedynamic:
			if bs == nil {
				if bs, err = m.Class.Bootstraps(); err != nil {
					bs = []classfile.Bootstrap{}
				}
			}
			d, _ := m.Class.Pool.Dynamic(code.Index(pc))
			if l, ok := LambdaAt(m.Class, bs, d); ok {
				add(h.Body(l).Targets)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
