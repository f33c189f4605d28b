package rules

import (
	"iter"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// worklist visits values, each once: those that it starts with, and those that are added while it runs, the last first.
type worklist[T comparable] struct {
	open []T
	seen map[T]bool
}

// visit returns a worklist that starts with some values.
func visit[T comparable](first ...T) *worklist[T] {
	w := &worklist[T]{seen: map[T]bool{}}
	w.add(first...)
	return w
}

func (w *worklist[T]) add(vs ...T) { w.open = append(w.open, vs...) }

// all yields the values.
func (w *worklist[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		for len(w.open) > 0 {
			v := w.open[len(w.open)-1]
			w.open = w.open[:len(w.open)-1]
			if w.seen[v] {
				continue
			}
			w.seen[v] = true
			if !yield(v) {
				return
			}
		}
	}
}

// usersOf yields what uses a value, as it is or by another name that a phi or a cast gives it: that one, and its user.
func (m *Method) usersOf(v ssa.ID) iter.Seq2[ssa.ID, ssa.ID] {
	return func(yield func(v, user ssa.ID) bool) {
		f, t, w := m.Func(), m.uses(), visit(v)
		for v := range w.all() {
			for _, u := range t.of(v) {
				if x := &f.Values[u]; x.Kind == ssa.Phi || x.Op == classfile.OpCheckcast {
					w.add(u)
				} else if !yield(v, u) {
					return
				}
			}
		}
	}
}

// blocksFrom yields the blocks that control can get to from a block, that one included, along the edges that follow allows.
func (m *Method) blocksFrom(from int32, follow func(e *cfg.Edge) bool) iter.Seq[int32] {
	g := m.Graph()
	return func(yield func(int32) bool) {
		w := visit(from)
		for b := range w.all() {
			if !yield(b) {
				return
			}
			for i := range g.Blocks[b].Succs {
				if e := &g.Blocks[b].Succs[i]; follow(e) {
					w.add(e.To)
				}
			}
		}
	}
}

// withoutException reports whether control takes an edge without an exception.
func withoutException(e *cfg.Edge) bool { return e.Kind != cfg.Exception }

// isReturn reports whether a block ends with a return.
func (m *Method) isReturn(block int32) bool {
	return m.Func().Code.Op(m.Graph().Blocks[block].Last).IsReturn()
}

// returnsFrom reports whether a return can be reached from a block without an exception.
func (m *Method) returnsFrom(block int32) bool { return m.returnsAfter(block, 0) }

// returnsAfter is returnsFrom for a path that starts in the block behind an instruction; 0 is the beginning of the block.
func (m *Method) returnsAfter(block int32, v ssa.ID) bool {
	for b := range m.blocksFrom(block, m.passes(v)) {
		if m.isReturn(b) && !m.onlyThrows(b, v) {
			return true
		}
	}
	return false
}

// comesAgain reports whether control gets from v, in a block of a loop that only exceptions end, back to that block without an exception. A
// loop with another way out from which nothing returns may put together what an exception says.
func (m *Method) comesAgain(block int32, v ssa.ID) bool {
	g, passes := m.Graph(), m.passes(v)
	l := int(g.Blocks[block].Loop)
	for l >= 0 && slices.ContainsFunc(g.Exits(l), func(e int32) bool { return withoutException(&g.Edges[e]) }) {
		l = int(g.Loops[l].Parent)
	}
	if l < 0 {
		return false
	}
	for b := range m.blocksFrom(block, passes) {
		for i := range g.Blocks[b].Succs {
			if e := &g.Blocks[b].Succs[i]; e.To == block && passes(e) {
				return true
			}
		}
	}
	return false
}

// passes returns whether control takes an edge without an exception of the code behind v.
func (m *Method) passes(v ssa.ID) func(e *cfg.Edge) bool {
	return func(e *cfg.Edge) bool { return withoutException(e) && !m.onlyThrows(e.From, v) }
}

// onlyThrows reports whether a block calls a method that never returns; in the block of v, behind v.
func (m *Method) onlyThrows(block int32, v ssa.ID) bool {
	f := m.Func()
	for _, u := range f.Body[block] {
		x := &f.Values[u]
		if f.IsCall(u) && (v == 0 || f.Values[v].Block != block || x.PC > f.Values[v].PC) && m.neverReturns(u) {
			return true
		}
	}
	return false
}

// neverReturns reports whether every method of the program that a call can run has no return instruction.
func (m *Method) neverReturns(call ssa.ID) bool {
	f := m.Func()
	c, ok := f.Member(call)
	if !ok || !m.Engine.own(c.Class) {
		return false
	}
	d := m.dispatch(call)
	return d.Complete && len(d.Targets) > 0 && len(d.Lambdas) == 0 && !slices.ContainsFunc(d.Targets, mayReturn)
}

// mayReturn reports whether a method has a return instruction, or code that is not known.
func mayReturn(m *classfile.Method) bool {
	code, err := m.Code()
	return err != nil || code == nil || hasOp(code, classfile.Op.IsReturn)
}

// beforeEveryReturn reports whether every way from the method's entry to a return passes a block.
func (m *Method) beforeEveryReturn(block int) bool {
	g := m.Graph()
	for _, b := range g.RPO {
		if m.isReturn(b) && !g.Dominators.Dominates(block, int(b)) {
			return false
		}
	}
	return true
}
