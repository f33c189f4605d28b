package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/overflow"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// searchFound reports whether path p has tested that a search found something: its result, or the counter that takes
// the result over and that all paths test. In the latter case only the last iteration may have found nothing, and no
// test of the counter holds after it.
func searchFound(m *symval.Func, w *pathSet, p *path, t int, search ssa.ID) bool {
	taken := p.moves[t].addsAfterSearch == 0
	for i, g := range w.guards {
		if p.passed>>i&1 == 0 || g.length != 0 || g.A != search && !(taken && g.A == w.tracked[t] && w.always(i)) {
			continue
		}
		if callvalues.Found(m, g.Comparison) {
			return true
		}
	}
	return false
}

// dropExitingPaths moves the paths that no iteration can follow to w.last: they set a variable to a constant for which
// the next iteration fails a test that all paths pass, or have found that it fails. This file computes the net update of counters per path.
// Sound because an update that the guards of its path do not relate to the counter is unknown, not zero.
func dropExitingPaths(m *symval.Func, w *pathSet) {
	ends := func(p *path) bool {
		for i, g := range w.guards {
			if p.fails>>i&1 != 0 && w.always(i) {
				w.endings = append(w.endings, g.block)
				return true
			}
			t := slices.Index(w.tracked, g.A)
			if t < 0 || g.length != 0 || !w.always(i) {
				continue
			}
			if c := &m.Fn.Values[p.moves[t].value]; c.Kind == ssa.Int && p.moves[t].rise == 0 && p.moves[t].fall == 0 {
				if k, ok := m.Constant(g.B); ok && !g.Op.Holds(c.Aux, k) {
					w.endings = append(w.endings, g.block)
					return true
				}
			}
		}
		return false
	}
	var all, last []path
	for i := range w.all {
		if ends(&w.all[i]) {
			last = append(last, w.all[i])
		} else {
			all = append(all, w.all[i])
		}
	}
	w.all, w.last = all, last
}

// pathPhis returns the updates of the tracked counters over all paths; guards relate assigned values to the counter. A
// counter with an unknown update on some path is left out.
func pathPhis(m *symval.Func, w *pathSet) map[ssa.ID]symval.InductionVar {
	out := map[ssa.ID]symval.InductionVar{}
	for t, phi := range w.tracked {
		mp := symval.InductionVar{Delta: symval.Delta{Off: expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}, Adds: w.adds[phi]}, Init: m.InitOf(phi, w.loop)}
		for i := range w.all {
			r, ok := pathDelta(m, w, &w.all[i], t)
			if !ok {
				mp.Init = 0
				break
			}
			mp.Off = mp.Off.Join(r)
			mp.Peak = mp.Peak.Join(expr.Interval{Lo: -w.all[i].moves[t].fall, Hi: w.all[i].moves[t].rise})
		}
		if mp.Init == 0 {
			continue
		}
		out[phi] = mp
	}
	return out
}

// pathDelta returns by how much path p moves tracked counter t. ok is false if that is unknown.
func pathDelta(m *symval.Func, w *pathSet, p *path, t int) (expr.Interval, bool) {
	mv, phi := &p.moves[t], w.tracked[t]
	if mv.search != 0 && !searchFound(m, w, p, t, mv.search) {
		return expr.Interval{}, false
	}
	switch {
	case mv.value == phi:
		return mv.off, true
	case mv.value == 0:
		return expr.Interval{}, false
	}
	// Value v replaces the counter; a guard of the path tells on which side of the counter it is.
	out := expr.Everything
	for i, g := range w.guards {
		if p.passed>>i&1 == 0 || g.length != 0 || g.B == 0 {
			continue
		}
		a, b, extra, ok := g.Less()
		if !ok {
			continue
		}
		if v, c := overflow.StripConstants(m, b); v == mv.value { // a < b + extra: phi + at < v + c + extra
			if at, ok := m.Move(a, phi, w.loop); ok && overflow.ExactAdditions(m, b) && m.AllSafe(at.Adds) {
				out.Lo = math.Max(out.Lo, at.Off.Lo-c-float64(extra)+1)
			}
		}
		if v, c := overflow.StripConstants(m, a); v == mv.value { // v + c < phi + at + extra
			if at, ok := m.Move(b, phi, w.loop); ok && overflow.ExactAdditions(m, a) && m.AllSafe(at.Adds) {
				out.Hi = math.Min(out.Hi, at.Off.Hi+float64(extra)-1-c)
			}
		}
	}
	return out.Add(mv.off), !math.IsInf(out.Lo, 0) || !math.IsInf(out.Hi, 0)
}
