package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
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
	m := s.M
	for _, v := range m.Fn.Body[0] {
		x := &m.Fn.Values[v]
		if x.Kind != ssa.Instr || x.Op != classfile.OpBastore && x.Op != classfile.OpIastore {
			continue
		}
		args := m.Fn.Args(v)
		vertex := slices.Index(m.Fn.Params, unboxed(m, args[1]))
		if vertex < 0 || !heapsize.IsMark(m, args[2], x.Op) || r.mayRecurBefore(s, v) {
			continue
		}
		if r.keepsMarks(s, args[0], vertex, x.Op) {
			size := m.MostLength(args[0])
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

// keepsMarks reports whether every recursive call is for an unmarked vertex of an array that stays the same, and no
// code clears a mark.
func (r *Recursion) keepsMarks(s *cost.Summary, array ssa.ID, vertex int, op classfile.Op) bool {
	m := s.M
	recursive := map[ssa.ID]bool{}
	for _, e := range r.calls {
		if e.caller != s || len(e.site.Targets) != 1 || recursive[e.site.Value] || !r.guardedByMark(e, array, vertex, op) {
			return false
		}
		recursive[e.site.Value] = true
	}
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			switch {
			case x.Kind != ssa.Instr:
			case x.Op == op:
				if !heapsize.IsMark(m, m.Fn.Args(v)[2], op) {
					return false
				}
			case m.Fn.IsCall(v) && !recursive[v]:
				// Other code may take marks away.
				if mem, _ := m.Fn.Member(v); effects.RunsProgram(mem) || m.PassesAlias(v, array) || m.CallUnmarks(v, op, true) {
					return false
				}
			case x.Op == classfile.OpInvokedynamic && slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return sameObject(m, a, array) }):
				return false
			}
		}
	}
	return len(recursive) > 0
}

// guardedByMark reports whether a recursive call passes the array on and is dominated by a test that its vertex is
// unmarked, with no other recursive call in between.
func (r *Recursion) guardedByMark(e *recursiveCall, array ssa.ID, vertex int, op classfile.Op) bool {
	m := e.caller.M
	load := classfile.OpBaload
	if op == classfile.OpIastore {
		load = classfile.OpIaload
	}
	if !r.passesArray(e, array) || vertex >= len(e.site.Args) {
		return false
	}
	to := unboxed(m, e.site.Args[vertex])
	b := m.Fn.Values[e.site.Value].Block
	last := m.Fn.Values[e.site.Value].PC // of what comes before the call in block b
	for range len(m.CFG.Blocks) {
		if slices.ContainsFunc(e.caller.Calls[b], func(c callees.CallSite) bool { return r.recurs(e.caller, &c) && int32(c.Pc) < last }) || len(m.CFG.Blocks[b].Preds) != 1 {
			return false
		}
		edge := &m.CFG.Edges[m.CFG.Blocks[b].Preds[0]]
		if f, ok := m.FactOn(edge); ok && f.B == 0 && f.Op == classfile.OpIfIcmpeq {
			if x := &m.Fn.Values[f.A]; x.Kind == ssa.Instr && x.Op == load && unboxed(m, m.Fn.Args(f.A)[1]) == to && sameObject(m, m.Fn.Args(f.A)[0], array) {
				// The load stands in the block of the test, or in one before it; nothing sets marks in between but
				// this method, which must not recur there.
				return x.Block == edge.From && !slices.ContainsFunc(e.caller.Calls[x.Block], func(c callees.CallSite) bool { return r.recurs(e.caller, &c) && int32(c.Pc) > x.PC })
			}
		}
		b, last = edge.From, int32(len(m.CFG.Code.Bytes))
	}
	return false
}

// unboxed returns the value that holds the same number as v before it was boxed or unboxed. Boxes do not change.
func unboxed(m *symval.Func, v ssa.ID) ssa.ID {
	for range symval.MaxDepth {
		if !m.Fn.IsCall(v) {
			break
		}
		mem, _ := m.Fn.Member(v)
		if !platform.Boxing.Has(mem) && !platform.Unboxing.Has(mem) {
			break
		}
		v = m.Fn.Args(v)[0]
	}
	return v
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
