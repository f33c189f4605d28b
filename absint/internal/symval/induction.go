package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/ssa"
)

// InductionVar is a header phi of a loop with its way from one iteration to the next.
type InductionVar struct {
	Delta
	Init ssa.ID
}

// InductionVars finds the int and long header phis of a loop that move by additions.
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
		ok, inits := true, 0
		for i, a := range f.Args(v) {
			if m.ViaBackEdge(l, i) {
				mv, good := m.Move(a, v, l)
				if !good {
					ok = false
					break
				}
				mp.Delta = mp.or(mv)
				continue
			}
			if inits > 0 && a != mp.Init {
				ok = false
				break
			}
			mp.Init = a
			inits++
		}
		if ok && inits > 0 && mp.Off.Lo <= mp.Off.Hi {
			out[v] = mp
		}
	}
	return out
}

// Operand is one operand of a test: a phi that moves plus an offset, or an invariant quantity.
type Operand struct {
	Phi   ssa.ID // 0 for an invariant
	Value ssa.ID // the invariant, 0 for zero
	Mp    InductionVar
	Mv    Delta   // from the phi to the operand
	Init  Guarded // the operand where the loop is entered, without mv
	// Bound says that init is not the value but a bound of it: from below for what must rise to the limit, from
	// above for what must fall.
	Bound bool
}

// Bound is what one exit test says: at most upper passes; tight where that many are sure unless another exit
// is taken.
type Bound struct {
	Upper expr.Size
	Conds []expr.Condition
	Tight bool
	Why   string
	Spans map[ssa.ID][]InductionRange // of variables that do not move by a constant step
}

// KeepRanges remembers what a test in block b has shown of the variables of loop l.
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
