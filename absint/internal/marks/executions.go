package marks

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Executions bounds how often block b executes between two executions of block from, which dominates it. ok is false
// if a loop between them has no unconditional bound.
func Executions(m *symval.Func, b, from int32) (expr.Size, bool) {
	out := expr.Const(1)
	if m.CFG.Blocks[b].Region >= 0 {
		return out, false
	}
	for l := int(m.CFG.Blocks[b].Loop); l >= 0 && !m.CFG.InLoop(int(from), l); l = int(m.CFG.Loops[l].Parent) {
		info := &m.Loops[l]
		if info.Upper.Top || len(info.Conds) > 0 || len(info.Assumptions) > 0 {
			return out, false
		}
		n := info.Upper
		if !m.Guards(l, b) { // the last, partial iteration executes b
			n = n.AddInt(1)
		}
		out = out.Mul(n)
	}
	return out, !out.Top
}

// Rises reports whether every iteration of loop l adds a positive constant to a variable, a phi of its header.
func Rises(m *symval.Func, l int, phi ssa.ID) bool {
	for i, a := range m.Fn.Args(phi) {
		if from, by, ok := m.Addition(a); m.ViaBackEdge(l, i) && (!ok || from != phi || by <= 0) {
			return false
		}
	}
	return true
}
