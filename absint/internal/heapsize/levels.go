package heapsize

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Levels: an inner loop takes as many elements from a source as it has when the inner loop begins, one in each of its iterations:
//
//	while (!q.isEmpty()) { int n = q.size(); for (int i = 0; i < n; i++) { Node x = q.poll(); ... } }
//
// Sound because the source is not empty where the size is read, so that the inner loop has a first iteration; that one takes an element
// before it ends, and only the test of the inner loop leads on to the next level.

// levelLoop returns the loop directly in l that takes the elements of source level by level, l itself if there is none.
func levelLoop(m *symval.Func, l int, source ssa.ID) int {
	for k := l + 1; k < int(m.CFG.Loops[l].End); k++ {
		if int(m.CFG.Loops[k].Parent) == l && m.DominatesLatches(int(m.CFG.Loops[k].Header), l) && countsLevel(m, l, k, source) {
			return k
		}
	}
	return l
}

// takesLevels reports whether every iteration of loop l takes an element by its loop over levels.
func takesLevels(m *symval.Func, l int, source ssa.ID, takes platform.Operations) bool {
	k := levelLoop(m, l, source)
	return k != l && everyIterationCalls(m, k, source, takes)
}

// countsLevel reports whether the first iteration of loop k, in each iteration of l, begins if source has an element, and only the test of
// k leads from k to the next iteration of l.
func countsLevel(m *symval.Func, l, k int, source ssa.ID) bool {
	header := m.CFG.Loops[k].Header
	stay, found := false, false
	for _, i := range m.CFG.Exits(k) {
		e := &m.CFG.Edges[i]
		if !m.CFG.InLoop(int(e.To), l) {
			continue
		}
		if e.From != header || e.Kind == cfg.Exception || found {
			return false
		}
		stay, found = e.Kind != cfg.Taken, true
	}
	c, ok := m.Comparison(int(header), stay)
	if !ok || !found {
		return false
	}
	first := func(v ssa.ID) ssa.ID {
		if x := &m.Fn.Values[v]; x.Kind == ssa.Phi && x.Block == header {
			return m.InitOf(v, k)
		}
		return v
	}
	c.A, c.B = first(c.A), first(c.B)
	if isLevelSize(m, l, k, c.B, source) {
		c = code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}
	}
	if !isLevelSize(m, l, k, c.A, source) || c.B != 0 && m.Fn.Values[c.B].Kind != ssa.Int {
		return false
	}
	limit := int64(0)
	if c.B != 0 {
		limit = m.Fn.Values[c.B].Aux
	}
	return c.Op.Holds(1, limit) && (c.Op == classfile.OpIfIcmpgt || c.Op == classfile.OpIfIcmpge || c.Op == classfile.OpIfIcmpne && limit == 0)
}

// isLevelSize reports whether v is the size of source, read in loop l before loop k, and nothing in l but k takes elements.
func isLevelSize(m *symval.Func, l, k int, v, source ssa.ID) bool {
	x := &m.Fn.Values[v]
	if v == 0 || !CallsOn(m, v, source, l) || int(m.CFG.Blocks[x.Block].Loop) != l {
		return false
	}
	mem, _ := m.Fn.Member(v)
	return mem.Name == "size" && mem.Desc == "()I" && m.IsAny(mem.Class, platform.AnyCollection.All()) &&
		m.Breach(source, mem.Class, contracts.Counting) == nil && growsOutside(m, l, k, source)
}
