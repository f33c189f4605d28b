package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
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
		e := m.EdgeOf(v, i)
		if e == nil {
			return Guarded{}, false
		}
		below, above := m.ordered(m.FactsOn(e), a, args[1-i], depth)
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
func (m *Func) ordered(facts []code.Comparison, v, w ssa.ID, depth int) (below, above bool) {
	m.Spend(len(facts) / 8)
	for _, f := range facts {
		op := f.Op
		k, ok := m.apart(f.A, v, f.B, w, depth)
		if !ok {
			if k, ok = m.apart(f.B, v, f.A, w, depth); !ok {
				continue
			}
			op = code.Mirror(op)
		}
		// v = A + i, w = B + j, and k = i - j: v is below w by at least as much as A is below B, less k.
		switch op {
		case classfile.OpIfIcmplt:
			below = below || k <= 1
		case classfile.OpIfIcmple:
			below = below || k <= 0
		case classfile.OpIfIcmpgt:
			above = above || k >= -1
		case classfile.OpIfIcmpge:
			above = above || k >= 0
		case classfile.OpIfIcmpeq:
			below, above = below || k <= 0, above || k >= 0
		}
	}
	return below, above
}

// apart returns how much further v is above the operand a of a comparison than w is above its other operand b, where one of them
// is the operand, and the other one differs from it by a number at all times: a.length - 1 from another read of a.length.
func (m *Func) apart(a, v, b, w ssa.ID, depth int) (k int64, ok bool) {
	sameA, sameB := m.isOperand(a, v), m.isOperand(b, w)
	switch {
	case sameA && sameB:
		return 0, true
	case sameA:
		k, ok = m.exceeds(w, b, depth)
		return -k, ok
	case sameB:
		return m.exceeds(v, a, depth)
	}
	return 0, false
}

// exceeds returns by which number v exceeds the operand of a comparison. Sound because both are values of what the method is
// called with, exact and without a condition, and of no loop's iteration.
func (m *Func) exceeds(v, operand ssa.ID, depth int) (k int64, ok bool) {
	of := Guarded{Size: expr.Const(0)}
	if operand != 0 {
		of = m.value(operand, depth+4)
	}
	value := m.value(v, depth+4)
	if !of.Ok() || !value.Ok() || len(of.Conds)+len(value.Conds) > 0 {
		return 0, false
	}
	d := value.Size.Add(of.Size.Scale(-1))
	if d.Top || !m.IndicesEnclose(value.Size, -1) || !m.IndicesEnclose(of.Size, -1) {
		return 0, false
	}
	return d.Int()
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
