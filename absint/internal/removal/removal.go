// Package removal bounds loops over lists that remove an element where their index does not advance:
//
//	while (i < list.size()) { if (done(list.get(i))) list.remove(i); else i++; }
//	for (int i = 0; i < b.length(); i++) if (b.charAt(i) == ' ') b.deleteCharAt(i--);
//
// The ranking function is the number of elements, or characters, behind the index. Sound because nothing in the loop adds elements, and between two
// questions for the size the index grows by more than it falls, or as many removals succeed as make up for that: one that finds no
// element throws.
package removal

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/absint/internal/textloop"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Test bounds how often the test at the end of block b can hold: that an index is below the size of a list. stay reports whether the taken
// branch stays in loop l. ok is false for other tests.
func Test(m *symval.Func, l, b int, stay bool) (symval.Bound, bool) {
	c, ok := m.Continues(l, b, stay)
	if !ok {
		return symval.Bound{}, false
	}
	index, size, extra, ok := c.Less()
	x := &m.Fn.Values[index]
	if !ok || extra > 0 || x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) != l {
		return symval.Bound{}, false
	}
	if a, c, ok := m.Addition(size); ok && c < 0 { // of a size, which is not negative
		size = a
	}
	list, isText, takes := listOf(m, l, size)
	if list == 0 {
		return symval.Bound{}, false
	}
	w := &walk{m: m, l: l, index: index, removed: removals(m, l, list, size, takes)}
	for i, a := range m.Fn.Args(index) {
		if m.ViaBackEdge(l, i) && !w.advances(a, m.EdgeInto(x.Block, i), 0, 0) {
			return symval.Bound{}, false
		}
	}
	init := m.InitOf(index, l)
	shrinking := heapsize.Shrinking
	if isText {
		shrinking = textloop.Shrinking
	}
	n, ok := shrinking(m, l, list)
	if init == 0 || !ok || n.Top {
		return symval.Bound{}, false
	}
	if least := m.RangeOf(init).Lo; least < 0 {
		n = n.AddInt(int64(-least))
	}
	return symval.Bound{Upper: expr.Max(n, expr.Const(0))}, true
}

// listOf returns the list or the buffer (isText) whose size a value is, asked in loop l, and whether a method takes an element of it, or throws; 0 for
// another value.
func listOf(m *symval.Func, l int, size ssa.ID) (list ssa.ID, isText bool, takes func(classfile.Member) bool) {
	f := m.Fn
	x := &f.Values[size]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface || int(m.CFG.Blocks[x.Block].Loop) != l {
		return 0, false, nil
	}
	mem, _ := f.Member(size)
	if mem.Name == "length" && platform.TextBuffer.Has(mem.Class) {
		return f.Args(size)[0], true, platform.TakesCharacter.Has
	}
	kind := platform.Asked(mem.Name, mem.Desc)
	if mem.Name != "size" || kind == nil || !m.IsAny(mem.Class, kind.Types) {
		return 0, false, nil
	}
	return f.Args(size)[0], false, func(mem classfile.Member) bool {
		return kind.Takes.Has(mem.Name, mem.Desc) && platform.TakingOrFailing.Named(mem.Name)
	}
}

// removals returns the blocks of loop l that take an element from a list or a buffer, or throw, after its size was asked for: each as often as it
// does so.
func removals(m *symval.Func, l int, list, size ssa.ID, takes func(classfile.Member) bool) (blocks []int32) {
	f := m.Fn
	asked := &f.Values[size]
	for _, b := range m.CFG.Loops[l].Blocks {
		if !m.CFG.Dominators.Dominates(int(asked.Block), int(b)) || m.ThrowsInto(l, b) {
			continue
		}
		for _, v := range f.Body[b] {
			if b == asked.Block && f.Values[v].PC <= asked.PC || !heapsize.CallsOn(m, v, list, l) {
				continue
			}
			if mem, _ := f.Member(v); takes(mem) {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}

// walk follows an index through one iteration of a loop.
type walk struct {
	m       *symval.Func
	l       int
	index   ssa.ID
	removed []int32
}

// maxJoins is how many joins the values of an index may pass in one iteration.
const maxJoins = 8

// advances reports whether value v, which edge e passes on, plus an offset is above the index, or below by less than the elements that
// were removed on the paths to e. The offset never exceeds 1, as the index is below a size.
func (w *walk) advances(v ssa.ID, e *cfg.Edge, offset int64, joins int) bool {
	m := w.m
	if v == 0 || e == nil || e.Kind == cfg.Exception || joins > maxJoins {
		return false
	}
	for v != w.index {
		a, c, ok := m.Addition(v)
		if !ok || c > 1 || c < -1 || offset+c > 1 || offset+c < -maxJoins {
			break
		}
		v, offset = a, offset+c
	}
	x := &m.Fn.Values[v]
	switch {
	case v == w.index:
		for _, b := range w.removed {
			if m.CFG.Dominators.Dominates(int(b), int(e.From)) {
				offset++
			}
		}
		return offset >= 1
	case x.Kind != ssa.Phi || !m.CFG.InLoop(int(x.Block), w.l) || m.LoopHeadedBy(int(x.Block)) >= 0 || m.CFG.Blocks[x.Block].Region >= 0:
		return false
	}
	for i, a := range m.Fn.Args(v) {
		if !w.advances(a, m.EdgeInto(x.Block, i), offset, joins+1) {
			return false
		}
	}
	return true
}
