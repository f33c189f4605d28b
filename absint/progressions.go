package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Kotlin's `for (i in start..end step k)` computes the last element of the progression before the loop, tests that it is
// not before the first, and goes on until the counter is that element (kotlin.internal.getProgressionLastElement, which
// the compiler calls): i is start, start + k, and so on up to last = end - (end - start) mod k, and never overflows.

// progressionTest bounds a loop that goes on while c: its counter is not the last element of a progression. ok is false
// where c is no such test.
func (m *method) progressionTest(l int, phis map[ssa.ID]movingPhi, c fact) (t testBound, ok bool) {
	f := m.f
	if c.op != classfile.OpIfIcmpne {
		return testBound{}, false
	}
	x, last, ok := m.counterAndLimit(l, phis, c)
	if !ok || !f.IsCallTo(last, platform.KotlinProgressions, "getProgressionLastElement") || len(f.Args(last)) != 3 {
		return testBound{}, false
	}
	args := f.Args(last)
	turn, ok := m.turnOf(l, x)
	step := m.stepAt(args[2], f.Values[last].Block)
	up := step.Lo >= 1
	if !ok || !up && step.Hi > -1 || !m.sameNumber(turn.init, args[0]) {
		return testBound{}, false
	}
	for _, b := range turn.backs {
		if !m.adds(b, x, args[2]) {
			return testBound{}, false
		}
	}
	if !m.entersBefore(l, turn.init, last, up) {
		return testBound{}, false
	}
	end, endIsBound := m.valueOrBound(args[1], l, up)
	start, startIsBound := m.valueOrBound(turn.init, l, !up)
	k, kIsBound := m.valueOrBound(args[2], l, !up) // the smallest step goes the furthest
	if !end.ok() || !start.ok() || !k.ok() {
		return testBound{}, false
	}
	d, by := end.size.Sub(start.size), k.size
	if !up {
		d, by = d.Scale(-1), by.Scale(-1)
	}
	return testBound{
		upper: m.clamp(Quotient(d, by), m.g.Loops[l].Header),
		conds: slices.Concat(start.conds, end.conds, k.conds),
		tight: !startIsBound && !endIsBound && !kIsBound,
	}, true
}

// counterAndLimit are the two sides of a test where one is a counter of the loop itself, and the other does not change in it.
func (m *method) counterAndLimit(l int, phis map[ssa.ID]movingPhi, c fact) (x, limit ssa.ID, ok bool) {
	x, limit = c.a, c.b
	if _, moving := phis[x]; !moving {
		x, limit = limit, x
	}
	_, moving := phis[x]
	return x, limit, moving && limit != 0 && !m.g.InLoop(int(m.f.Values[limit].Block), l)
}

// stepAt is the range of a step in block b. That of downTo is what is written behind `step`, and at least 1, taken negative.
func (m *method) stepAt(v ssa.ID, b int32) Range {
	if x := &m.f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpIneg || x.Op == classfile.OpLneg) {
		if r := m.rangeAt(m.f.Args(v)[0], b); r.Lo >= 0 { // nothing overflows
			return r.scale(-1)
		}
	}
	return m.rangeAt(v, b)
}

// meets turns a test that an operand is not the limit yet into one that it is before the limit: where the loop starts from
// before it, or at it, and every iteration goes one step closer.
func (m *method) meets(l int, phis map[ssa.ID]movingPhi, c fact) (op classfile.Op, ok bool) {
	x, last, ok := m.counterAndLimit(l, phis, c)
	mp := phis[x]
	if !ok || !mp.by(1) && !mp.by(-1) {
		return op, false
	}
	rises := mp.by(1)
	op = classfile.OpIfIcmplt
	if (x == c.a) != rises {
		op = classfile.OpIfIcmpgt
	}
	return op, m.entersBefore(l, mp.init, last, rises)
}

// by says whether a variable moves by exactly k, and never the other way before.
func (mv movement) by(k float64) bool {
	return mv.off == Range{k, k} && mv.peak == Range{min(k, 0), max(k, 0)}
}

// sameNumber says whether two values are surely the same number.
func (m *method) sameNumber(a, b ssa.ID) bool {
	x, y := &m.f.Values[a], &m.f.Values[b]
	return a == b || x.Kind == ssa.Int && y.Kind == ssa.Int && x.Aux == y.Aux
}

// adds says whether v is x + k.
func (m *method) adds(v, x, k ssa.ID) bool {
	if a, c, ok := m.addition(v); ok {
		y := &m.f.Values[k]
		return a == x && y.Kind == ssa.Int && y.Aux == c
	}
	w := &m.f.Values[v]
	if w.Kind != ssa.Instr || w.Op != classfile.OpIadd && w.Op != classfile.OpLadd {
		return false
	}
	args := m.f.Args(v)
	return args[0] == x && m.sameNumber(args[1], k) || args[1] == x && m.sameNumber(args[0], k)
}

// entersBefore says whether loop l is entered only where init is not beyond last.
func (m *method) entersBefore(l int, init, last ssa.ID, up bool) bool {
	want := classfile.OpIfIcmple
	if !up {
		want = classfile.OpIfIcmpge
	}
	m.startIntervals()
	header := m.g.Loops[l].Header
	if header == 0 { // the method's callers enter it
		return false
	}
	for _, p := range m.g.Blocks[header].Preds {
		e := &m.g.Edges[p]
		if m.g.InLoop(int(e.From), l) {
			continue
		}
		if !slices.ContainsFunc(m.factsOn(e), func(f fact) bool {
			return f.b != 0 && (m.sameNumber(f.a, init) && f.b == last && f.op == want || f.a == last && m.sameNumber(f.b, init) && f.op == mirror(want))
		}) {
			return false
		}
	}
	return true
}
