package unlinking

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Unlinked nodes: while (p.next != null) if (p.next.v == x) p.next = p.next.next; else p = p.next. The list is the chain of nodes that next leads to where
// the loop begins, and the place of a node is the one in it. Sound because each store to next, in the loop and its callees, is to a node x and of a node that
// the same iteration has reached from x by two links or more: links lead to later places only, and that of x to a later one than the iteration has read,
// so none to an earlier one than where the iteration began. The place of p.next then rises in every iteration that takes p.next out or goes on to
// it, and each throws behind the end of the list. Where the chain is a ring, its size is infinite.

// Loop bounds loop l by the nodes of a list; ok is false if it is no such loop.
func Loop(m *symval.Func, l int) (symval.Bound, bool) {
	if slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool { return m.ThrowsInto(l, b) }) {
		return symval.Bound{}, false
	}
	var known []effects.FieldStore
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			mem, _ := m.Fn.Member(v)
			link := effects.FieldStore{Name: mem.Name, Desc: mem.Desc}
			if x := &m.Fn.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpPutfield || slices.Contains(known, link) {
				continue
			}
			known = append(known, link)
			u := unlinking{m: m, l: l, link: link}
			if !u.forward() {
				continue
			}
			if on, ok := u.cursor(); ok {
				return symval.Bound{Upper: heapsize.NodesFrom(m, l, on, link).AddInt(1)}, true // one more may begin, and throw
			}
		}
	}
	return symval.Bound{}, false
}

// unlinking is a loop that takes nodes out of lists with a link.
type unlinking struct {
	m      *symval.Func
	l      int
	link   effects.FieldStore
	stores []ssa.ID
}

// forward reports whether each store to the link is of what two links or more have led to from the node in the same iteration.
func (u *unlinking) forward() bool {
	m := u.m
	if heapsize.CalleesRelink(m, u.l, u.link) {
		return false
	}
	for _, b := range m.CFG.Loops[u.l].Blocks {
		for _, v := range m.Fn.Body[b] {
			if !heapsize.StoresTo(m, v, u.link) {
				continue
			}
			if m.Fn.Values[v].Op == classfile.OpPutstatic || u.steps(m.Fn.Args(v)[1], m.Fn.Args(v)[0]) < 2 {
				return false
			}
			u.stores = append(u.stores, v)
		}
	}
	return true
}

// steps returns how many links lead from one value to another, at least; -1 if other ways lead there.
func (u *unlinking) steps(to, from ssa.ID) int {
	if to == from {
		return 0
	}
	n, link, ok := heapsize.Follows(u.m, to, from, u.l)
	if !ok || link != u.link {
		return -1
	}
	return n
}

// cursor returns the node where the loop begins, of a variable that stays at a node only where an iteration has taken out the next one.
func (u *unlinking) cursor() (on ssa.ID, ok bool) {
	m := u.m
	for _, phi := range m.Fn.Body[m.CFG.Loops[u.l].Header] {
		x := &m.Fn.Values[phi]
		if x.Kind != ssa.Phi || x.Type != 'a' {
			continue
		}
		good := true
		for i, a := range m.Fn.Args(phi) {
			good = good && (!m.ViaBackEdge(u.l, i) || u.moves(phi, a, []int32{m.CFG.Edges[m.CFG.Blocks[x.Block].Preds[i]].From}))
		}
		if init := m.InitOf(phi, u.l); good && init != 0 {
			return init, true
		}
	}
	for _, v := range u.stores {
		if on := m.Fn.Args(v)[0]; heapsize.LoopInvariant(m, on, u.l) && m.DominatesLatches(int(m.Fn.Values[v].Block), u.l) && u.once(v) {
			return on, true
		}
	}
	return 0, false
}

// moves reports whether an iteration that ends with value v of a variable, behind the blocks path, has gone on to a later node, or has taken one out.
func (u *unlinking) moves(phi, v ssa.ID, path []int32) bool {
	m := u.m
	x := &m.Fn.Values[v]
	switch {
	case v == phi:
		return slices.ContainsFunc(u.stores, func(s ssa.ID) bool {
			return m.Fn.Args(s)[0] == phi && u.once(s) && slices.ContainsFunc(path, func(b int32) bool { return m.CFG.Dominators.Dominates(int(m.Fn.Values[s].Block), int(b)) })
		})
	case u.steps(v, phi) >= 1: // which throws at null, unlike null itself
		return true
	case x.Kind != ssa.Phi || len(path) > symval.MaxDepth || !m.CFG.InLoop(int(x.Block), u.l) || m.LoopHeadedBy(int(x.Block)) >= 0 || m.CFG.Blocks[x.Block].Region >= 0:
		return false
	}
	for i, a := range m.Fn.Args(v) {
		if !u.moves(phi, a, append(path[:len(path):len(path)], m.CFG.Edges[m.CFG.Blocks[x.Block].Preds[i]].From)) {
			return false
		}
	}
	return true
}

// once reports whether an instruction is in no inner loop, so that each iteration that gets behind its block executes it.
func (u *unlinking) once(v ssa.ID) bool {
	b := u.m.Fn.Values[v].Block
	return int(u.m.CFG.Blocks[b].Loop) == u.l && u.m.CFG.Blocks[b].Region < 0
}
