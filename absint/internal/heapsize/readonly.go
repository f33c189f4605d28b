package heapsize

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// LentSize bounds how many elements a collection has while a call gets it.
func LentSize(m *symval.Func, call, v ssa.ID) (expr.Size, bool) {
	v = m.Uncast(v)
	s := Elements(m, v, 0)
	if s.Equal(mostElements(m, v)) && (m.Fn.Values[v].Kind != ssa.Param || !m.Oracle.ReadOnly(m.Fn, call, v)) {
		return expr.Size{}, false
	}
	return s, !s.Top
}
