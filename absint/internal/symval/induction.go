package symval

import (
	"fmt"
	"math"
	"slices"

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

// DominatesLatches says whether every iteration of loop l that comes back to the header passes block b.
func (m *Func) DominatesLatches(b, l int) bool {
	for _, e := range m.CFG.Loops[l].BackEdges {
		if !m.CFG.Dominators.Dominates(b, int(m.CFG.Edges[e].From)) {
			return false
		}
	}
	return true
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

// IndicesEnclose says whether all loop indices in s belong to loops around l: only there do they have a meaning.
func (m *Func) IndicesEnclose(s expr.Size, l int) bool {
	return !s.Contains(func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom && (l <= a.Loop || l >= int(m.CFG.Loops[a.Loop].End))
	})
}

func (m *Func) DescribeOr(v ssa.ID, zero string) string {
	if v == 0 {
		return zero
	}
	return m.Describe(v)
}

func (m *Func) TestWhy(l int, why string) string {
	return fmt.Sprintf("the loop at %s: %s", m.Place(l), why)
}

// driftBound bounds a variable that moves in loop l by no more than some constant per iteration: by where it starts and
// as many of these steps as the loop has iterations. It covers what the loop leaves behind as well.
func (m *Func) driftBound(v ssa.ID, mp InductionVar, l int, up bool, depth int) (q Guarded, ok bool) {
	info := &m.Loops[l]
	towards := 1.0
	if !up {
		towards = -1
	}
	off, peak := mp.Off.Scale(towards), mp.Peak.Scale(towards)
	if info.Upper.Top || len(info.Assumptions) > 0 || !(off.Hi <= 1<<24 && peak.Hi <= 1<<25) {
		return Guarded{}, false
	}
	n := m.Eliminate(info.Upper, true, NoBlock)
	init := m.Bound(mp.Init, up, depth+1)
	if n.Top || !init.Ok() {
		return Guarded{}, false
	}
	r := Fits(m.Fn.Values[v].Type)
	// fit is the condition that iterations many steps from s, and the partial sums of the last one, stay inside the type.
	fit := func(conds []expr.Condition, s expr.Size, step, beyond float64) []expr.Condition {
		far := s.Add(n.Scale(int64(step))).AddInt(int64(beyond))
		if step+beyond > 0 {
			return m.Require(conds, expr.Condition{Size: far, Lo: math.Inf(-1), Hi: r.Hi})
		}
		return m.Require(conds, expr.Condition{Size: far, Lo: r.Lo, Hi: math.Inf(1)})
	}
	step := math.Max(0, off.Hi)
	q = Guarded{Size: init.Size.Add(n.Scale(int64(step * towards))), Conds: slices.Concat(init.Conds, info.Conds)}
	q.Conds = fit(q.Conds, init.Size, step*towards, math.Max(0, peak.Hi-step)*towards)
	for _, a := range mp.Adds {
		if _, c, constant := m.Addition(a); constant && float64(c)*towards > 0 || m.staysInside(a) {
			continue
		}
		// It may overflow on the other side.
		if !(off.Lo >= -1<<31 && peak.Lo >= -1<<32) {
			return Guarded{}, false
		}
		other := m.Bound(mp.Init, !up, depth+1)
		if !other.Ok() {
			return Guarded{}, false
		}
		step := math.Min(0, off.Lo)
		q.Conds = fit(slices.Concat(q.Conds, other.Conds), other.Size, step*towards, math.Min(0, peak.Lo-step)*towards)
		break
	}
	return q, !q.Size.Top
}

// InitOf is the one value with which a header phi enters its loop, 0 where there are several.
func (m *Func) InitOf(phi ssa.ID, l int) ssa.ID {
	init := ssa.ID(0)
	for i, a := range m.Fn.Args(phi) {
		if m.ViaBackEdge(l, i) {
			continue
		}
		if init != 0 && a != init {
			return 0
		}
		init = a
	}
	return init
}

func (m *Func) AllSafe(adds []ssa.ID) bool {
	return !slices.ContainsFunc(adds, func(a ssa.ID) bool { return !m.staysInside(a) })
}

// InductionRange is between what a variable of a loop stays while the loop runs, where it does not move by a constant step. A bad
// size is unknown.
type InductionRange struct {
	Low, High expr.Size
	conds     []expr.Condition
	// Behind is the block whose test must have held, -1 for none: the last, partial iteration is included then.
	Behind int32
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

// spanBound bounds the variable phi of loop l, from above (up) or below, where the loop that is being bounded is. What it
// is made from is of the same iteration of l: it has passed the same tests.
func (m *Func) spanBound(l int, phi ssa.ID, up bool) (q Guarded, ok bool) {
	for _, s := range m.Loops[l].spans[phi] {
		if s.Behind >= 0 && !(m.Context >= 0 && m.Context != s.Behind && m.CFG.InLoop(int(m.Context), l) && m.CFG.Dominators.Dominates(int(s.Behind), int(m.Context))) {
			continue
		}
		size := s.Low
		if up {
			size = s.High
		}
		if size = m.Eliminate(size, up, NoBlock); !size.Top {
			return Guarded{Size: size, Conds: s.conds}, true // the first is that behind the test
		}
	}
	return Guarded{}, false
}
