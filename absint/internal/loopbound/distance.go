package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/overflow"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/absint/internal/textloop"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// distance is y - x + extra for the operands of one test, which is at least 1 wherever the test has been passed. This
// file computes distances, the terms of ranking functions.
// Sound because d.first is an upper bound of the initial distance, d.changes encloses its change on each path, and
// d.conds exclude overflow.
type distance struct {
	x, y        symval.Operand
	guard       int                               // index into pathSet.guards
	first       expr.Size                         // an upper bound of the distance at the first test
	conds       []expr.Condition                  // under which no operand overflows
	changes     []expr.Interval                   // by path
	mayOverflow []ssa.ID                          // counters that may overflow on paths that move them untested
	reachConds  []func() ([]expr.Condition, bool) // per operand: the conditions for a counter that this test lets move
}

// sameCounters reports whether d and e measure the same counters.
func (d *distance) sameCounters(e *distance) bool { return d.x.Phi == e.x.Phi && d.y.Phi == e.y.Phi }

// monotone reports whether no path increases the distance.
func (d *distance) monotone() bool {
	return !slices.ContainsFunc(d.changes, func(c expr.Interval) bool { return !(c.Hi <= 0) })
}

// covers reports whether path i passes the test and decreases the distance.
func (d *distance) covers(w *pathSet, i int) bool {
	return w.all[i].passed>>d.guard&1 != 0 && d.changes[i].Hi <= -1
}

// distanceOf brings the test of guard i into the form e >= 1, with e = y - x + extra. It returns nil if the test
// bounds nothing.
func distanceOf(m *symval.Func, w *pathSet, phis map[ssa.ID]symval.InductionVar, i int) *distance {
	g, l := w.guards[i], w.loop
	f := g.Comparison
	if f.Op == classfile.OpIfIcmpne {
		return inequalityDistance(m, w, phis, i)
	}
	rises := f.Op == classfile.OpIfIcmplt || f.Op == classfile.OpIfIcmple
	if !rises && f.Op != classfile.OpIfIcmpgt && f.Op != classfile.OpIfIcmpge {
		return nil
	}
	x, why := operandOf(m, f.A, l, phis, !rises)
	if why != "" {
		return nil
	}
	y, why := operandOf(m, f.B, l, phis, rises)
	if g.length != 0 {
		y, why = lengthOperand(m, g.length, l)
	}
	if why != "" {
		return nil
	}
	swap, extra, _ := code.Strictly(f.Op)
	if swap {
		x, y = y, x
	}
	return newDistance(m, w, i, x, y, extra, nil)
}

// inequalityDistance is distanceOf for x != y, where x moves by at most 1 and only on paths that have tested it: it
// cannot step over y.
func inequalityDistance(m *symval.Func, w *pathSet, phis map[ssa.ID]symval.InductionVar, i int) *distance {
	f, l := w.guards[i].Comparison, w.loop
	x, why := operandOf(m, f.A, l, phis, false)
	if why != "" {
		return nil
	}
	y, why := operandOf(m, f.B, l, phis, false)
	if why != "" {
		return nil
	}
	if x.Phi == 0 {
		x, y = y, x
	}
	if x.Phi == 0 || y.Phi != 0 || x.Bound || y.Bound || x.Mv.Off.Lo != x.Mv.Off.Hi {
		return nil
	}
	for k := range w.all {
		if !w.all[k].moves[slices.Index(w.tracked, x.Phi)].isIdentity(x.Phi) && w.all[k].passed>>i&1 == 0 {
			return nil
		}
	}
	away := y.Init.Size.Sub(x.Init.Size).AddInt(-int64(x.Mv.Off.Lo))
	switch {
	case x.Mp.Off.Lo >= 0 && x.Mp.Off.Hi == 1:
		return newDistance(m, w, i, x, y, 0, m.Require(nil, expr.Condition{Size: away, Lo: 0, Hi: math.Inf(1)}))
	case x.Mp.Off.Hi <= 0 && x.Mp.Off.Lo == -1:
		return newDistance(m, w, i, y, x, 0, m.Require(nil, expr.Condition{Size: away.Scale(-1), Lo: 0, Hi: math.Inf(1)}))
	}
	return nil
}

// newDistance returns y - x + extra as the distance of guard i, which holds under conds and those that exclude
// overflow. It returns nil if neither or both operands are the same counter, or if overflow cannot be excluded.
func newDistance(m *symval.Func, w *pathSet, i int, x, y symval.Operand, extra int64, conds []expr.Condition) *distance {
	if x.Phi == 0 && y.Phi == 0 || x.Phi == y.Phi || math.IsInf(y.Mv.Off.Hi, 0) || math.IsInf(x.Mv.Off.Lo, 0) {
		return nil
	}
	raiseStart(m, w, &x)
	d := &distance{x: x, y: y, guard: i, conds: slices.Concat(conds, x.Init.Conds, y.Init.Conds)}
	t := m.Fn.Values[w.guards[i].A].Type
	for _, s := range []symval.Operand{x, y} {
		if s.Phi == 0 {
			continue
		}
		if conds, ok := fitBySearch(m, w, s); ok {
			d.conds = append(d.conds, conds...)
			d.reachConds = append(d.reachConds, func() ([]expr.Condition, bool) { return conds, true })
			continue
		}
		if !m.AllSafe(slices.Concat(s.Mp.Adds, s.Mv.Adds)) {
			d.mayOverflow = append(d.mayOverflow, s.Phi)
		}
		// Only additions matter here: an assigned value is the limit itself.
		if s.Mp.Off.Lo >= 0 {
			s.Mp.Off = expr.Interval{Lo: 0, Hi: s.Mp.Peak.Hi}
		} else if s.Mp.Off.Hi <= 0 {
			s.Mp.Off = expr.Interval{Lo: s.Mp.Peak.Lo, Hi: 0}
		}
		s.Mv.Peak = s.Mv.Peak.Join(peakOfTests(m, w, s.Phi))
		beyond := extra
		if isReplaced(m, w, s.Phi) { // the limit itself, not the value before it
			beyond, s.Mv.Off = max(beyond, 1), s.Mv.Off.Join(expr.Interval{})
		}
		limit, rising := opposite(s, x, y), s.Phi == x.Phi
		var ok bool
		if d.conds, ok = overflow.WrapConditions(m, d.conds, s, limit, rising, beyond, t); !ok {
			return nil
		}
		d.reachConds = append(d.reachConds, func() ([]expr.Condition, bool) { return overflow.ReachConditions(m, nil, s, limit, rising, beyond, t) })
	}
	d.first = y.Init.Size.AddInt(int64(y.Mv.Off.Hi)).Sub(x.Init.Size).AddInt(-int64(x.Mv.Off.Lo)).AddInt(extra)
	if d.first.Top {
		return nil
	}
	d.changes = make([]expr.Interval, len(w.all))
	for k := range w.all {
		for _, s := range []struct {
			phi  ssa.ID
			sign float64
		}{{x.Phi, -1}, {y.Phi, 1}} {
			if s.phi != 0 {
				r, _ := pathDelta(m, w, &w.all[k], slices.Index(w.tracked, s.phi))
				d.changes[k] = d.changes[k].Add(r.Scale(s.sign))
			}
		}
	}
	return d
}

// fitBySearch returns the conditions under which no addition to the counter of a search overflows, from which the next search starts: the
// counter is an index or -1. ok is false for other counters, and where no addition may overflow.
func fitBySearch(m *symval.Func, w *pathSet, s symval.Operand) (conds []expr.Condition, ok bool) {
	in := textloop.Searched(m, s.Phi)
	for _, v := range slices.Concat(s.Mp.Adds, s.Mv.Adds) {
		if m.StaysInside(v) {
			continue
		}
		a, c, adds := m.Addition(v)
		length, why := lengthOperand(m, in, w.loop)
		if in == 0 || !adds || a != s.Phi || c < 0 || c > 1<<20 || why != "" {
			return nil, false
		}
		conds, ok = m.Require(conds, expr.Condition{Size: length.Init.Size.AddInt(c - 1), Lo: math.Inf(-1), Hi: symval.Fits('i').Hi}), true
	}
	return conds, ok
}

// raiseStart raises the lower bound of the initial value of counter s by the tests that all paths pass: a call with an
// iteration has passed them.
func raiseStart(m *symval.Func, w *pathSet, s *symval.Operand) {
	if s.Phi == 0 || !s.Bound {
		return
	}
	for i, g := range w.guards {
		k, constant := m.Constant(g.B)
		if g.A != s.Phi || g.length != 0 || !constant || !w.always(i) {
			continue
		}
		switch {
		case g.Op == classfile.OpIfIcmpge:
		case g.Op == classfile.OpIfIcmpgt, g.Op == classfile.OpIfIcmpne && k == -1 && textloop.IsSearch(m, s.Mp.Init):
			k++
		default:
			continue
		}
		if v, ok := s.Init.Size.Int(); !ok || v < k {
			s.Init = symval.Guarded{Size: expr.Const(k)}
		}
	}
}

// isReplaced reports whether some path assigns another value to counter phi.
func isReplaced(m *symval.Func, w *pathSet, phi ssa.ID) bool {
	t := slices.Index(w.tracked, phi)
	return slices.ContainsFunc(w.all, func(p path) bool { return p.moves[t].value != phi })
}

// peakOfTests returns how far the operands of the loop's tests may be from counter phi, on any path to them.
func peakOfTests(m *symval.Func, w *pathSet, phi ssa.ID) expr.Interval {
	r := expr.Interval{}
	for _, g := range w.guards {
		for _, v := range []ssa.ID{g.A, g.B} {
			if v != 0 {
				if mv, ok := m.Move(v, phi, w.loop); ok {
					r = r.Join(mv.Peak)
				}
			}
		}
	}
	return r
}

// movesOnlyWhenTested reports whether the counters of d that may overflow only move on paths that have tested them
// against a limit, and only by additions or to that limit. Then they exceed it by at most the moves of one iteration.
// The tests are those of group; the conditions that keep the limits far enough from the ends of the type are added to
// d.conds.
func movesOnlyWhenTested(m *symval.Func, w *pathSet, d *distance, group []*distance) bool {
	for _, phi := range d.mayOverflow {
		t := slices.Index(w.tracked, phi)
		for k := range w.all {
			mv := &w.all[k].moves[t]
			if mv.isIdentity(phi) {
				continue
			}
			if mv.search != 0 {
				return false
			}
			at := slices.IndexFunc(append([]*distance{d}, group...), func(e *distance) bool {
				g := w.guards[e.guard]
				return w.all[k].passed>>e.guard&1 != 0 && (mv.value == phi || mv.value == g.A || mv.value == g.B)
			})
			if at < 0 {
				return false
			}
			if at == 0 {
				continue
			}
			// The test of another distance lets it move, up to that one's limit: d's operands must not overflow there.
			d.conds = expr.Union(d.conds, group[at-1].conds)
			for _, reached := range group[at-1].reachConds {
				conds, ok := reached()
				if !ok {
					return false
				}
				d.conds = expr.Union(d.conds, conds)
			}
		}
	}
	return true
}
