package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Minima and maxima that are written as a choice: `n > 50 ? 50 : n`, `if (n < 0) n = 0`. Sound because on each edge into the
// phi a comparison has shown its argument to be the smaller, or on each the larger one.

// selectedValue is the value of a phi that chooses the smaller or the larger one of its two arguments.
func (m *Func) selectedValue(v ssa.ID, depth int) (Guarded, bool) {
	args := m.Fn.Args(v)
	if len(args) != 2 || m.CFG.Blocks[m.Fn.Values[v].Block].Region >= 0 {
		return Guarded{}, false
	}
	m.StartIntervals()
	smaller, larger := true, true
	for i, a := range args {
		e := m.EdgeInto(m.Fn.Values[v].Block, i)
		if e == nil {
			return Guarded{}, false
		}
		below, above := m.ordered(m.FactsOn(e), a, args[1-i])
		smaller, larger = smaller && below, larger && above
	}
	if smaller == larger {
		return Guarded{}, false
	}
	a, b := m.value(args[0], depth+4), m.value(args[1], depth+4)
	if !a.Ok() || !b.Ok() {
		return Guarded{}, false
	}
	choose := expr.Max
	if smaller {
		choose = expr.Min
	}
	s := choose(a.Size, b.Size)
	return Guarded{Size: s, Conds: slices.Concat(a.Conds, b.Conds)}, !s.Top
}

// ordered reports whether comparisons that hold show v to be at most (below) or at least (above) w.
func (m *Func) ordered(facts []Comparison, v, w ssa.ID) (below, above bool) {
	m.Spend(len(facts) / 8)
	for _, f := range facts {
		op := f.Op
		switch {
		case m.isOperand(f.A, v) && m.isOperand(f.B, w):
		case m.isOperand(f.A, w) && m.isOperand(f.B, v):
			op = Mirror(op)
		default:
			continue
		}
		switch op {
		case classfile.OpIfIcmplt, classfile.OpIfIcmple:
			below = true
		case classfile.OpIfIcmpgt, classfile.OpIfIcmpge:
			above = true
		case classfile.OpIfIcmpeq:
			below, above = true, true
		}
	}
	return below, above
}

// isOperand reports whether v is the operand of a comparison, which is 0 for the constant zero, or an equal constant.
func (m *Func) isOperand(operand, v ssa.ID) bool {
	x := &m.Fn.Values[v]
	if operand == 0 || operand == v || x.Kind != ssa.Int {
		return operand == v || operand == 0 && x.Kind == ssa.Int && x.Aux == 0
	}
	y := &m.Fn.Values[operand]
	return y.Kind == ssa.Int && y.Aux == x.Aux
}
