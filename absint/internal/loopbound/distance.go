package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// distance is one test's y - x + extra, which is at least 1 wherever the test has been passed.
type distance struct {
	x, y    symval.Operand
	guard   int
	first   expr.Size // an upper bound of it at the first test
	conds   []expr.Condition
	changes []expr.Interval                   // per way
	loose   []ssa.ID                          // counters that may overflow where no test comes before they move
	reached []func() ([]expr.Condition, bool) // for nothing to overflow that is within reach where this test comes before they move
}

func (d *distance) sameCounters(e *distance) bool { return d.x.Phi == e.x.Phi && d.y.Phi == e.y.Phi }

// monotone says whether no way makes the distance larger.
func (d *distance) monotone() bool {
	return !slices.ContainsFunc(d.changes, func(c expr.Interval) bool { return !(c.Hi <= 0) })
}

// covers says whether the test bounds how often a way is taken.
func (d *distance) covers(w *pathSet, i int) bool {
	return w.all[i].passed>>d.guard&1 != 0 && d.changes[i].Hi <= -1
}

// distanceOf brings the test of a guard into the form e >= 1, with e = y - x + extra. It is nil where the test bounds
// nothing.
func distanceOf(m *symval.Func, w *pathSet, phis map[ssa.ID]symval.InductionVar, i int) *distance {
	g, l := w.guards[i], w.loop
	f := g.Comparison
	if f.Op == classfile.OpIfIcmpne {
		return distanceToMeet(m, w, phis, i)
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
		y, why = lengthSide(m, g.length, l)
	}
	if why != "" {
		return nil
	}
	swap, extra, _ := symval.Strictly(f.Op)
	if swap {
		x, y = y, x
	}
	return testDistance(m, w, i, x, y, extra, nil)
}

// distanceToMeet handles x != y, where x moves by at most 1 and only where it has been tested: it cannot step over y.
func distanceToMeet(m *symval.Func, w *pathSet, phis map[ssa.ID]symval.InductionVar, i int) *distance {
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
		if !w.all[k].moves[slices.Index(w.tracked, x.Phi)].rests(x.Phi) && w.all[k].passed>>i&1 == 0 {
			return nil
		}
	}
	away := y.Init.Size.Sub(x.Init.Size).AddInt(-int64(x.Mv.Off.Lo))
	switch {
	case x.Mp.Off.Lo >= 0 && x.Mp.Off.Hi == 1:
		return testDistance(m, w, i, x, y, 0, m.Require(nil, expr.Condition{Size: away, Lo: 0, Hi: math.Inf(1)}))
	case x.Mp.Off.Hi <= 0 && x.Mp.Off.Lo == -1:
		return testDistance(m, w, i, y, x, 0, m.Require(nil, expr.Condition{Size: away.Scale(-1), Lo: 0, Hi: math.Inf(1)}))
	}
	return nil
}

func testDistance(m *symval.Func, w *pathSet, i int, x, y symval.Operand, extra int64, conds []expr.Condition) *distance {
	if x.Phi == 0 && y.Phi == 0 || x.Phi == y.Phi || math.IsInf(y.Mv.Off.Hi, 0) || math.IsInf(x.Mv.Off.Lo, 0) {
		return nil
	}
	startAbove(m, w, &x)
	d := &distance{x: x, y: y, guard: i, conds: slices.Concat(conds, x.Init.Conds, y.Init.Conds)}
	t := m.Fn.Values[w.guards[i].A].Type
	for _, s := range []symval.Operand{x, y} {
		if s.Phi == 0 {
			continue
		}
		if !m.AllSafe(slices.Concat(s.Mp.Adds, s.Mv.Adds)) {
			d.loose = append(d.loose, s.Phi)
		}
		// Only what it moves by matters here, not what is assigned: that is the limit itself.
		if s.Mp.Off.Lo >= 0 {
			s.Mp.Off = expr.Interval{Lo: 0, Hi: s.Mp.Peak.Hi}
		} else if s.Mp.Off.Hi <= 0 {
			s.Mp.Off = expr.Interval{Lo: s.Mp.Peak.Lo, Hi: 0}
		}
		s.Mv.Peak = s.Mv.Peak.Join(reach(m, w, s.Phi))
		beyond := extra
		if assigned(m, w, s.Phi) { // the limit itself, not what comes before it
			beyond, s.Mv.Off = max(beyond, 1), s.Mv.Off.Join(expr.Interval{})
		}
		limit, rising := other(s, x, y), s.Phi == x.Phi
		var ok bool
		if d.conds, ok = m.WrapConditions(d.conds, s, limit, rising, beyond, t); !ok {
			return nil
		}
		d.reached = append(d.reached, func() ([]expr.Condition, bool) { return m.ReachConditions(nil, s, limit, rising, beyond, t) })
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
				r, _ := wayMove(m, w, &w.all[k], slices.Index(w.tracked, s.phi))
				d.changes[k] = d.changes[k].Add(r.Scale(s.sign))
			}
		}
	}
	return d
}

// startAbove improves the lower bound of where a counter starts by what all ways test of it: a call that has an iteration
// has passed that.
func startAbove(m *symval.Func, w *pathSet, s *symval.Operand) {
	if s.Phi == 0 || !s.Bound {
		return
	}
	for i, g := range w.guards {
		k, constant := constantOf(m, g.B)
		if g.A != s.Phi || g.length != 0 || !constant || !w.always(i) {
			continue
		}
		switch {
		case g.Op == classfile.OpIfIcmpge:
		case g.Op == classfile.OpIfIcmpgt, g.Op == classfile.OpIfIcmpne && k == -1 && isSearch(m, s.Mp.Init):
			k++
		default:
			continue
		}
		if v, ok := s.Init.Size.Int(); !ok || v < k {
			s.Init = symval.Guarded{Size: expr.Const(k)}
		}
	}
}

// assigned says whether another value takes a counter's place on some way.
func assigned(m *symval.Func, w *pathSet, phi ssa.ID) bool {
	t := slices.Index(w.tracked, phi)
	return slices.ContainsFunc(w.all, func(p path) bool { return p.moves[t].value != phi })
}

// reach is how far from a counter the operands of the loop's tests may be on the way to any of them.
func reach(m *symval.Func, w *pathSet, phi ssa.ID) expr.Interval {
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

// movesTested says whether the counters of d that may overflow only move on ways that have tested them against a limit,
// and only by additions or to that limit: then they never get further beyond it than one iteration moves them. The tests
// are those of group; the conditions under which the limits are far enough from the ends of the type become d's.
func movesTested(m *symval.Func, w *pathSet, d *distance, group []*distance) bool {
	for _, phi := range d.loose {
		t := slices.Index(w.tracked, phi)
		for k := range w.all {
			mv := &w.all[k].moves[t]
			if mv.rests(phi) {
				continue
			}
			if mv.finder != 0 {
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
			// Another test than that of d lets it move, as far as that one's limit: what d tests must not overflow there.
			d.conds = expr.Union(d.conds, group[at-1].conds)
			for _, reached := range group[at-1].reached {
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
