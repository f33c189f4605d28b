package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// setEndingAside takes out the ways that can only be the last one that comes round: they set a variable to a constant
// with which the next iteration does not pass a test that all ways pass.
func (m *method) setEndingAside(w *ways) {
	ends := func(p *way) bool {
		for i, g := range w.guards {
			t := slices.Index(w.tracked, g.a)
			if t < 0 || g.length != 0 || !w.always(i) {
				continue
			}
			if c := &m.f.Values[p.moves[t].value]; c.Kind == ssa.Int && p.moves[t].rise == 0 && p.moves[t].fall == 0 {
				if k, ok := m.constantOf(g.b); ok && !holds(c.Aux, g.op, k) {
					w.endings = append(w.endings, g.block)
					return true
				}
			}
		}
		return false
	}
	var all, last []way
	for i := range w.all {
		if ends(&w.all[i]) {
			last = append(last, w.all[i])
		} else {
			all = append(all, w.all[i])
		}
	}
	w.all, w.last = all, last
}

// constantOf is the value of a constant operand of a comparison; 0 stands for zero.
func (m *method) constantOf(v ssa.ID) (int64, bool) {
	if v == 0 {
		return 0, true
	}
	x := &m.f.Values[v]
	return x.Aux, x.Kind == ssa.Int
}

// holds evaluates a comparison of constants.
func holds(a int64, op classfile.Op, b int64) bool {
	switch op {
	case classfile.OpIfIcmpeq:
		return a == b
	case classfile.OpIfIcmpne:
		return a != b
	case classfile.OpIfIcmplt:
		return a < b
	case classfile.OpIfIcmpge:
		return a >= b
	case classfile.OpIfIcmpgt:
		return a > b
	}
	return a <= b
}

// wayPhis is how the tracked counters move in an iteration: what is assigned is related to the counter by the tests on
// the way. A counter of which that is not known on all ways is left out.
func (m *method) wayPhis(w *ways) map[ssa.ID]movingPhi {
	out := map[ssa.ID]movingPhi{}
	for t, phi := range w.tracked {
		mp := movingPhi{movement: movement{off: Range{math.Inf(1), math.Inf(-1)}, adds: w.adds[phi]}, init: m.initOf(phi, w.loop)}
		for i := range w.all {
			r, ok := m.wayMove(w, &w.all[i], t)
			if !ok {
				mp.init = 0
				break
			}
			mp.off = mp.off.hull(r)
			mp.peak = mp.peak.hull(Range{-w.all[i].moves[t].fall, w.all[i].moves[t].rise})
		}
		if mp.init == 0 {
			continue
		}
		out[phi] = mp
	}
	return out
}

// initOf is the one value with which a header phi enters its loop, 0 where there are several.
func (m *method) initOf(phi ssa.ID, l int) ssa.ID {
	init := ssa.ID(0)
	for i, a := range m.f.Args(phi) {
		if m.comesRound(l, i) {
			continue
		}
		if init != 0 && a != init {
			return 0
		}
		init = a
	}
	return init
}

// wayMove is by how much a way moves a counter.
func (m *method) wayMove(w *ways, p *way, t int) (Range, bool) {
	mv, phi := &p.moves[t], w.tracked[t]
	if mv.finder != 0 && !m.found(w, p, t, mv.finder) {
		return Range{}, false
	}
	switch {
	case mv.value == phi:
		return mv.off, true
	case mv.value == 0:
		return Range{}, false
	}
	// Another value v takes the counter's place. A test on the way says on which side of the counter it is.
	out := everything
	for i, g := range w.guards {
		if p.passed>>i&1 == 0 || g.length != 0 || g.b == 0 {
			continue
		}
		a, b, extra, ok := g.less()
		if !ok {
			continue
		}
		if v, c := m.base(b); v == mv.value { // a < b + extra: phi + at < v + c + extra
			if at, ok := m.move(a, phi, w.loop); ok && m.exactly(b) && m.allSafe(at.adds) {
				out.Lo = math.Max(out.Lo, at.off.Lo-c-float64(extra)+1)
			}
		}
		if v, c := m.base(a); v == mv.value { // v + c < phi + at + extra
			if at, ok := m.move(b, phi, w.loop); ok && m.exactly(a) && m.allSafe(at.adds) {
				out.Hi = math.Min(out.Hi, at.off.Hi+float64(extra)-1-c)
			}
		}
	}
	return out.add(mv.off), !math.IsInf(out.Lo, 0) || !math.IsInf(out.Hi, 0)
}

// base takes the additions of constants off a value.
func (m *method) base(v ssa.ID) (ssa.ID, float64) {
	sum := 0.0
	for range maxDepth {
		a, c, ok := m.addition(v)
		if !ok {
			break
		}
		v, sum = a, sum+float64(c)
	}
	return v, sum
}

// exactly says whether none of the additions that base takes off overflows.
func (m *method) exactly(v ssa.ID) bool {
	for range maxDepth {
		a, _, ok := m.addition(v)
		if !ok {
			return true
		}
		if !m.cannotWrap(v) {
			return false
		}
		v = a
	}
	return false
}

func (m *method) allSafe(adds []ssa.ID) bool {
	return !slices.ContainsFunc(adds, func(a ssa.ID) bool { return !m.staysInside(a) })
}
