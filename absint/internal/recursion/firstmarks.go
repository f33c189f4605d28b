package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// First marks: a call recurs only after it has found a cell of an array at 0 and set it. The calls that recur are then no more than the
// cells, and all calls are the recursive ones of those, and the first.
//
// Sound because each call passes the same array on, the test and the mark are in no loop and no other call of the recursion runs
// between them, and no code that runs in the recursion takes a mark away, or replaces a row of the array.

// boundByFirstMarks bounds a recursion by the marks that calls set for the first time before they recur.
func (r *Recursion) boundByFirstMarks() (n Bound, ok bool) {
	s := r.P.Sums[r.Members[0]]
	if len(r.Members) != 1 || len(s.M.CFG.Code.Handlers) > 0 { // nothing must go on behind an exception before the mark
		return n, false
	}
	m := s.M
	for _, f := range m.BranchComparisons(int(m.Fn.Values[r.calls[0].site.Value].Block)) {
		x := &m.Fn.Values[f.A]
		if f.B != 0 || x.Kind != ssa.Instr || m.CFG.Blocks[x.Block].Loop >= 0 {
			continue
		}
		if f.Op != classfile.OpIfIcmpeq || x.Op != classfile.OpBaload && x.Op != classfile.OpIaload {
			continue
		}
		marks, found := r.firstCells(s, f)
		if !found {
			continue
		}
		n = Bound{depth: marks, fan: r.fan, leaves: expr.Const(0), levels: marks.AddInt(1), marks: true}
		return n, !marks.Top && (r.fan == 0 || n.spread(expr.Const(r.fan)))
	}
	return n, false
}

// afterTest reports whether every recursive call is behind instruction mark, and both behind the comparison f.
func (r *Recursion) afterTest(s *cost.Summary, f code.Comparison, mark ssa.ID) bool {
	m := s.M
	behind := func(b int32) bool { return slices.Contains(m.BranchComparisons(int(b)), f) }
	at := &m.Fn.Values[mark]
	if !behind(at.Block) || m.CFG.Blocks[at.Block].Loop >= 0 {
		return false
	}
	return !slices.ContainsFunc(r.calls, func(e *recursiveCall) bool {
		call := &m.Fn.Values[e.site.Value]
		return e.caller != s || len(e.site.Targets) != 1 || !behind(call.Block) ||
			!m.CFG.Dominators.Dominates(int(at.Block), int(call.Block)) || at.Block == call.Block && at.PC > call.PC
	})
}

// firstCells returns the number of cells of the array whose load f compares with 0, where each call that recurs marks the cell first.
func (r *Recursion) firstCells(s *cost.Summary, f code.Comparison) (marks expr.Size, ok bool) {
	m := s.M
	load := &m.Fn.Values[f.A]
	store := classfile.OpBastore
	if load.Op == classfile.OpIaload {
		store = classfile.OpIastore
	}
	array, index := m.Fn.Args(f.A)[0], m.Fn.Args(f.A)[1]
	whole, rows := array, m.Fn.Values[array].Op == classfile.OpAaload && m.Fn.Values[array].Kind == ssa.Instr
	if rows {
		whole = m.Fn.Args(array)[0]
	}
	marked := false
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			switch {
			case x.Kind != ssa.Instr:
			case x.Op == classfile.OpAastore && rows:
				return marks, false
			case x.Op == store:
				args := m.Fn.Args(v)
				if !heapsize.IsMark(m, args[2], x.Op) {
					return marks, false
				}
				marked = marked || sameRow(m, args[0], array) && unboxed(m, args[1]) == unboxed(m, index) && r.afterTest(s, f, v)
			case !r.isRecursive(v) && mayUnmark(m, v, array, store, rows):
				return marks, false
			}
		}
	}
	if !marked || slices.ContainsFunc(r.calls, func(e *recursiveCall) bool { return !r.passesArray(e, whole) }) {
		return marks, false
	}
	if rows {
		return m.MostLength(whole).Mul(m.LargestLength(array)), true
	}
	return m.MostLength(whole), true
}

// mayUnmark reports whether a call in the method may take a mark of the array away, or run code that replaces one of the rows if there are any.
func mayUnmark(m *symval.Func, v, array ssa.ID, store classfile.Op, rows bool) bool {
	if m.Fn.IsCall(v) {
		mem, _ := m.Fn.Member(v)
		return rows || effects.RunsProgram(mem) || m.PassesAlias(v, array) || m.CallUnmarks(v, store, true)
	}
	return m.Fn.Values[v].Op == classfile.OpInvokedynamic && slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return m.Fn.Values[a].Type == 'a' })
}

// sameRow is sameObject also for loads of the same row of an array whose rows nothing replaces.
func sameRow(m *symval.Func, a, b ssa.ID) bool {
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	if x.Kind == ssa.Instr && y.Kind == ssa.Instr && x.Op == classfile.OpAaload && y.Op == classfile.OpAaload {
		return sameObject(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0]) && unboxed(m, m.Fn.Args(a)[1]) == unboxed(m, m.Fn.Args(b)[1])
	}
	return sameObject(m, a, b)
}

// isRecursive reports whether v is a recursive call.
func (r *Recursion) isRecursive(v ssa.ID) bool {
	return slices.ContainsFunc(r.calls, func(e *recursiveCall) bool { return e.site.Value == v })
}
