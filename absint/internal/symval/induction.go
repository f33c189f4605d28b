package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/ssa"
)

// Induction variables: header phis with their delta per iteration. Sound because the deltas of all latches are joined.

// InductionVar is a header phi of a loop with its delta from one iteration to the next.
type InductionVar struct {
	Delta
	Init ssa.ID
}

// InductionVars returns the int and long header phis of a loop that additions move.
func (m *Func) InductionVars(l int) map[ssa.ID]InductionVar {
	g, f := m.CFG, m.Fn
	out := map[ssa.ID]InductionVar{}
	h := int(g.Loops[l].Header)
	for _, v := range f.Body[h] {
		x := &f.Values[v]
		if x.Kind != ssa.Phi || x.Type != 'i' && x.Type != 'l' {
			continue
		}
		mp := InductionVar{Delta: Delta{Off: expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}, Peak: expr.Interval{}}}
		mp.Init = m.InitOf(v, l)
		ok := mp.Init != 0
		for i, a := range f.Args(v) {
			if m.ViaBackEdge(l, i) {
				mv, good := m.Move(a, v, l)
				if !good {
					ok = false
					break
				}
				mp.Delta = mp.join(mv)
			}
		}
		if ok && mp.Off.Lo <= mp.Off.Hi {
			out[v] = mp
		}
	}
	return out
}

// Operand is one operand of a test: an induction variable plus an offset, or an invariant.
type Operand struct {
	Phi   ssa.ID // 0 for an invariant
	Value ssa.ID // the invariant, 0 for zero
	Mp    InductionVar
	Mv    Delta   // from the phi to the operand
	Init  Guarded // the operand on entry to the loop, without Mv
	// Bound reports whether Init is only a bound: a lower one of what rises to the limit, an upper one of what falls.
	Bound bool
}

// Bound is the result for one exit test: an upper bound of its passes, exact (Tight) unless another exit is taken.
type Bound struct {
	Upper expr.Size
	Conds []expr.Condition
	Tight bool
	Why   string
	Spans map[ssa.ID][]InductionRange // for variables without a constant step
}

// KeepRanges stores the ranges that a test in block b has shown for the variables of loop l.
func (m *Func) KeepRanges(l int, t Bound, b int) {
	for phi, ss := range t.Spans {
		for _, s := range ss {
			if s.Behind >= 0 {
				s.Behind = int32(b)
			}
			s.conds = t.Conds
			if m.Loops[l].spans == nil {
				m.Loops[l].spans = map[ssa.ID][]InductionRange{}
			}
			m.Loops[l].spans[phi] = append(m.Loops[l].spans[phi], s)
		}
	}
}
