package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// RootOf is n where v is Math.sqrt(n) of an int or long.
func (m *Func) RootOf(v ssa.ID) (n ssa.ID, ok bool) {
	if !m.Fn.IsCallTo(v, platform.Math, "sqrt") {
		return 0, false
	}
	return m.FromInteger(m.Fn.Args(v)[0])
}

// FromInteger is n where v is an int or long n as a double.
func (m *Func) FromInteger(v ssa.ID) (n ssa.ID, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpI2d && x.Op != classfile.OpL2d {
		return 0, false
	}
	return m.Fn.Args(v)[0], true
}

// rootValue is the value of (int) Math.sqrt(n): rounded down, and 0 where n is negative, as NaN becomes 0.
func (m *Func) rootValue(v ssa.ID, depth int) Guarded {
	n, ok := m.RootOf(m.Fn.Args(v)[0])
	if !ok {
		return UnknownQuantity("%s is not computed from parameters and sizes", m.Describe(v))
	}
	q := m.value(n, depth+1)
	if q.Ok() {
		q.Conds = m.Require(q.Conds, expr.Condition{Size: q.Size, Lo: math.Inf(-1), Hi: 1 << 52})
		q.Size = q.Size.Sqrt()
	}
	return q
}
