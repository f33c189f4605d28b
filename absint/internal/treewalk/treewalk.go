package treewalk

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A walk with a stack:
//
//	while (node != null || !stack.isEmpty()) {
//		while (node != null) { stack.push(node); node = node.left; }
//		node = stack.pop();
//		node = node.right;
//	}
//
// Let tree(x) be the nodes that the links lead to from x, itself included, and 0 for null. Between two tests of loop headers, node stays, or becomes null
// or what a link leads to from it, or what another link leads to from an element that has just been taken. It may be inserted, once, where the first
// kind of links is followed. Then tree(node) and, for each element, 1 and tree of what the second kind leads to from it, do not increase, and an element
// that is taken, or a link that is followed without inserting, decreases their sum. Where tree counts twice, an insertion decreases it, too. Sound
// because the two kinds of links are different fields, the loop changes no link, the stack is new and holds nothing when the loop begins, and nothing but
// the calls that are looked at has it.

// maxSteps bounds the blocks that are looked at.
const maxSteps = 800

// walk is a loop, with the values between its cuts, the headers of it and of the loops inside it.
type walk struct {
	m     *symval.Func
	l     int
	stack ssa.ID
	at    map[int32]ssa.ID // the variable, by header
	links []link
	moves []move
}

// link is a link that is followed from the variable, or from an element that is taken.
type link struct {
	name  string
	field effects.FieldStore
	kind  kind
}

// kind is how a link is followed.
type kind int

const (
	plain     kind = iota // from the variable, which is not inserted
	inserting             // from the variable
	takenFrom             // from an element
)

// move is what may happen from one cut to the next.
type move struct {
	from, to    int32
	less, less2 bool // it decreases the sum, and that where trees count twice
}

// Loop bounds a loop; ok is false if it is no such walk.
func Loop(m *symval.Func, l int) (b symval.Bound, ok bool) {
	if m.CFG.HasSubroutines {
		return b, false
	}
	stack, ok := stackOf(m, l)
	if !ok {
		return b, false
	}
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if x := &m.Fn.Values[phi]; x.Kind != ssa.Phi || x.Type != 'a' {
			continue
		}
		w := &walk{m: m, l: l, stack: stack, at: map[int32]ssa.ID{m.CFG.Loops[l].Header: phi}}
		if n, ok := w.bound(phi); ok {
			return symval.Bound{Upper: n}, true
		}
	}
	return b, false
}

// bound bounds the iterations of the loop by the tree of what a variable begins with.
func (w *walk) bound(phi ssa.ID) (n expr.Size, ok bool) {
	m := w.m
	init := m.InitOf(phi, w.l)
	if init == 0 || !w.follow() || len(w.links) == 0 || !w.apart() {
		return n, false
	}
	scale := int64(1)
	if !w.ends(func(v move) bool { return v.less }) {
		if scale = 2; !w.ends(func(v move) bool { return v.less2 }) {
			return n, false
		}
	}
	var names []string
	for _, k := range w.links {
		names = append(names, k.name)
	}
	slices.Sort(names)
	tree := heapsize.StructureSize(m, init, "tree", slices.Compact(names))
	return heapsize.SizeBefore(m, w.l, init, tree, w.relinks).Scale(scale).AddInt(1), true
}

// relinks reports whether an instruction may change a link.
func (w *walk) relinks(v ssa.ID) bool {
	return slices.ContainsFunc(w.links, func(k link) bool { return heapsize.Relinks(w.m, v, k.field) })
}

// stores reports whether an instruction stores to a link, of any object: the walk may begin with a new one.
func (w *walk) stores(v ssa.ID) bool {
	x := &w.m.Fn.Values[v]
	mem, _ := w.m.Fn.Member(v)
	return x.Kind == ssa.Instr && x.Op == classfile.OpPutfield && slices.ContainsFunc(w.links, func(k link) bool { return k.field == effects.FieldStore{Name: mem.Name, Desc: mem.Desc} })
}

// apart reports whether the loop changes no link, and those that are followed from what is inserted are others than those from elements.
func (w *walk) apart() bool {
	for _, b := range w.m.CFG.Loops[w.l].Blocks {
		if slices.ContainsFunc(w.m.Fn.Body[b], func(v ssa.ID) bool { return w.relinks(v) || w.stores(v) }) {
			return false
		}
	}
	for _, a := range w.links {
		if slices.ContainsFunc(w.links, func(b link) bool { return a.kind == inserting && b.kind == takenFrom && a.field == b.field }) {
			return false
		}
	}
	return true
}

// ends reports whether every way from the loop's header back to it has a move that is so.
func (w *walk) ends(less func(v move) bool) bool {
	header := w.m.CFG.Loops[w.l].Header
	reached := []int32{header}
	for i := 0; i < len(reached); i++ {
		for _, v := range w.moves {
			switch {
			case v.from != reached[i] || less(v):
			case v.to == header:
				return false
			case !slices.Contains(reached, v.to):
				reached = append(reached, v.to)
			}
		}
	}
	return true
}

// linkFrom returns the link that a value is read by, and from which object; ok is false if it is read otherwise.
func (w *walk) linkFrom(v ssa.ID) (k link, from ssa.ID, ok bool) {
	f := w.m.Fn
	x := &f.Values[v]
	if x.Kind != ssa.Instr || len(f.Args(v)) != 1 {
		return k, 0, false
	}
	mem, _ := f.Member(v)
	switch x.Op {
	case classfile.OpGetfield:
		return link{name: mem.Name, field: effects.FieldStore{Name: mem.Name, Desc: mem.Desc}}, f.Args(v)[0], true
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		field, ok := marks.Getter(w.m, v)
		return link{name: mem.Name + "()", field: effects.FieldStore{Name: field.Name, Desc: field.Desc}}, f.Args(v)[0], ok
	}
	return k, 0, false
}
