package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Graph searches: each call marks its vertex in an array first and recurs only for unmarked vertices. The number of
// calls is then at most the number of marks plus one, because the vertex of the first call may already be marked.
//
// Sound because no code that runs between two calls clears a mark or replaces the array.

// boundByMarks bounds a recursion by the marks that its calls set. ok is false if it sets none.
func (r *Recursion) boundByMarks() (n Bound, ok bool) {
	s := r.P.Sums[r.Members[0]]
	if len(r.Members) != 1 || len(s.M.CFG.Code.Handlers) > 0 { // nothing must go on behind an exception before the mark
		return n, false
	}
	for _, v := range s.M.Fn.Body[0] {
		set, ok := r.region(s).StoredAt(v)
		if !ok || r.mayRecurBefore(s, v) {
			continue
		}
		vertex := make([]int, len(set.Indices())) // the parameters that name the cell
		for i, index := range set.Indices() {
			vertex[i] = slices.Index(s.M.Fn.Params, marks.Unboxed(s.M, index))
		}
		if slices.Contains(vertex, -1) {
			continue
		}
		if k := r.guarding(s, set, v, vertex); k != nil && k.Keep() {
			size := set.Count() // of the rows that are marked
			n = Bound{depth: size, fan: 1, calls: size.AddInt(1), leaves: expr.Const(0)}
			n.levels, n.callsUpper = n.calls, n.calls
			return n, !n.calls.Top
		}
	}
	return n, false
}

// mayRecurBefore reports whether the method may recur before instruction v of its first block, which all calls execute.
func (r *Recursion) mayRecurBefore(s *cost.Summary, v ssa.ID) bool {
	if len(s.M.CFG.Blocks[0].Preds) > 0 {
		return true
	}
	return slices.ContainsFunc(s.Calls[0], func(c callees.CallSite) bool { return r.recurs(s, &c) && c.Pc < int(s.M.Fn.Values[v].PC) })
}

// guarding returns the cells that every recursive call is known to find unmarked at the indices that it is passed, nil if one may find a mark, or
// what is no mark differs. Instruction mark sets the cells.
func (r *Recursion) guarding(s *cost.Summary, set *marks.Cells, mark ssa.ID, vertex []int) *marks.Cells {
	var all *marks.Cells
	recursive := map[ssa.ID]bool{}
	for _, e := range r.calls {
		if e.caller != s || len(e.site.Targets) != 1 || recursive[e.site.Value] {
			return nil
		}
		k := r.guardOf(e, set, mark, vertex)
		if k == nil || all != nil && !k.SameUnmarked(all) {
			return nil
		}
		all, recursive[e.site.Value] = k, true
	}
	return all
}

// guardOf returns the cells of the test that dominates a recursive call and finds that of its vertex unmarked, with no other recursive call in
// between; nil if there is none.
func (r *Recursion) guardOf(e *recursiveCall, set *marks.Cells, mark ssa.ID, vertex []int) *marks.Cells {
	m := e.caller.M
	to := make([]ssa.ID, len(vertex))
	for i, p := range vertex {
		if p >= len(e.site.Args) || e.site.Args[p] == 0 {
			return nil
		}
		to[i] = e.site.Args[p]
	}
	b := m.Fn.Values[e.site.Value].Block
	last := m.Fn.Values[e.site.Value].PC // of what comes before the call in block b
	recursBetween := func(b int32, first, last int32) bool {
		return slices.ContainsFunc(e.caller.Calls[b], func(c callees.CallSite) bool {
			return r.recurs(e.caller, &c) && int32(c.Pc) > first && int32(c.Pc) < last
		})
	}
	for range len(m.CFG.Blocks) {
		if recursBetween(b, -1, last) || len(m.CFG.Blocks[b].Preds) != 1 {
			return nil
		}
		edge := &m.CFG.Edges[m.CFG.Blocks[b].Preds[0]]
		if f, ok := m.FactOn(edge); ok {
			if k, load, ok := r.region(e.caller).Of(f); ok && set.IsAt(load, to) {
				// The load stands in the block of the test, or in one before it; nothing sets marks in between but
				// this method, which must not recur there. What is found before the call's own mark may be that cell.
				x := &m.Fn.Values[load]
				behind := x.Block != m.Fn.Values[mark].Block || x.PC > m.Fn.Values[mark].PC
				if x.Block != edge.From || !behind || recursBetween(x.Block, x.PC, int32(len(m.CFG.Code.Bytes))) {
					return nil
				}
				return k
			}
		}
		b, last = edge.From, int32(len(m.CFG.Code.Bytes))
	}
	return nil
}

// passesArray reports whether the array is the same at the start of the called method: a parameter passed on at its
// position, or a field of an object passed on in that way that the method does not write.
func (r *Recursion) passesArray(e *recursiveCall, v ssa.ID) bool {
	m := e.caller.M
	if i := slices.Index(m.Fn.Params, v); i >= 0 {
		return i < len(e.site.Args) && e.site.Args[i] == v
	}
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	if mem, _ := m.Fn.Member(v); m.Writes(mem) {
		return false
	}
	return x.Op == classfile.OpGetstatic || r.passesArray(e, m.Fn.Args(v)[0])
}

// sameObject reports whether two values are the same object while the method runs: equal values, or reads of a field
// that it does not write.
func sameObject(m *symval.Func, a, b ssa.ID) bool {
	if a == b {
		return true
	}
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	s, _ := m.Fn.Member(a)
	t, _ := m.Fn.Member(b)
	return s == t && !m.Writes(s) && (x.Op == classfile.OpGetstatic || sameObject(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0]))
}
