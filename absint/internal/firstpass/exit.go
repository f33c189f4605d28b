package firstpass

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/ssa"
)

// Exit is an edge out of an inner loop, on which a comparison holds. An iteration of the loop around it has taken it:
//
//	while (i < n) { int j = i; while (j < n && x[j] == x[i]) j++; i = j; }
//
// Sound because in the first iteration the variables of the inner loop are what it was entered with. If the comparison then compares a value with itself, or
// the same values as one that held on the way to the loop, and cannot hold, the exit was taken in a later iteration. Two values are
// the same where they are computed alike from the same, and nothing changes in between what they read.
type Exit struct {
	Edge int32 // index into Graph.Edges
	Slot int32 // of the entry edge, in the arguments of the phis; -1 as long as that is not known
}

// Of returns an edge as an exit of a loop; ok is false if it is none, or no comparison holds on it.
func Of(m *symval.Func, l int, e *cfg.Edge) (x Exit, ok bool) {
	if _, ok = m.FactOn(e); !ok || m.CFG.InLoop(int(e.To), l) || int(m.CFG.Blocks[e.From].Loop) != l {
		return x, false
	}
	return Exit{m.CFG.Blocks[e.To].Preds[e.Slot], -1}, true
}

// Enter says that the loop was entered by an edge. It reports whether the exit is one that the first iteration does not take, wherever it was entered from.
func (x *Exit) Enter(m *symval.Func, e *cfg.Edge) bool {
	if x.Slot >= 0 {
		return false
	}
	x.Slot = e.Slot
	f := x.first(m)
	c, _ := m.FactOn(&m.CFG.Edges[x.Edge])
	return f.same(c.A, c.B, 0) && !c.Op.Holds(0, 0)
}

// Refuted reports whether the comparisons that held on the way to the loop exclude that the first iteration took the exit.
func (x *Exit) Refuted(m *symval.Func, facts []code.Comparison) bool {
	f := x.first(m)
	c, _ := m.FactOn(&m.CFG.Edges[x.Edge])
	return slices.ContainsFunc(facts, func(k code.Comparison) bool {
		return code.Exclude(c.Op, k.Op) && f.same(c.A, k.A, 0) && f.same(c.B, k.B, 0) ||
			code.Exclude(c.Op, code.Mirror(k.Op)) && f.same(c.A, k.B, 0) && f.same(c.B, k.A, 0)
	})
}

// iteration is the first iteration of a loop that was entered by the edge of a slot.
type iteration struct {
	*symval.Func
	loop int
	slot int32
}

func (x *Exit) first(m *symval.Func) *iteration {
	return &iteration{m, int(m.CFG.Blocks[m.CFG.Edges[x.Edge].From].Loop), x.Slot}
}

// maxDepth bounds the depth of the expressions that are compared.
const maxDepth = 6

// same reports whether two values are the same in the iteration.
func (f *iteration) same(v, w ssa.ID, depth int) bool {
	if a, known := f.Constant(v); known {
		b, also := f.Constant(w)
		return also && a == b
	}
	if v == 0 || w == 0 {
		return false
	}
	v, w = f.atStart(v), f.atStart(w)
	x, y := &f.Fn.Values[v], &f.Fn.Values[w]
	in := f.CFG.InLoop(int(x.Block), f.loop)
	switch {
	case v == w:
		return !in || int(f.CFG.Blocks[x.Block].Loop) == f.loop
	case !in && !f.CFG.InLoop(int(y.Block), f.loop):
		return marks.SameNumber(f.Func, v, w)
	case depth > maxDepth || x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Type != y.Type:
		return false
	}
	for _, z := range []*ssa.Value{x, y} {
		if f.CFG.InLoop(int(z.Block), f.loop) && int(f.CFG.Blocks[z.Block].Loop) != f.loop {
			return false // it may be computed again
		}
	}
	p, q := f.Fn.Args(v), f.Fn.Args(w)
	if len(p) != len(q) {
		return false
	}
	for i := range p {
		if !f.same(p[i], q[i], depth+1) {
			return false
		}
	}
	return marks.SameResult(f.Func, v, w)
}

// atStart returns what a variable of the loop is at its start, other values as they are.
func (f *iteration) atStart(v ssa.ID) ssa.ID {
	v = f.Uncast(marks.Unboxed(f.Func, v))
	if x := &f.Fn.Values[v]; x.Kind == ssa.Phi && f.LoopHeadedBy(int(x.Block)) == f.loop {
		return f.Uncast(f.Fn.Args(v)[f.slot])
	}
	return v
}
