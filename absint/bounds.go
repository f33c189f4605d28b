package absint

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A loop is bounded by a test that every iteration passes: a comparison of two quantities whose difference gets
// smaller by at least some constant each time (a ranking function). Everything that makes this an argument about
// mathematical integers instead of int is either proved (cannotWrap) or kept as a Condition.

// boundLoops analyses the loops of the method, outer before inner.
func (m *method) boundLoops() {
	m.findLive()
	m.loops = make([]loopInfo, len(m.g.Loops))
	for l := range m.loops {
		m.loops[l].upper = badSize
	}
	for l := range m.loops {
		m.context = m.g.Loops[l].Header
		m.boundLoop(l)
	}
	m.context = anywhere
}

// boundLoop bounds a loop: by the tests that every iteration passes, else by its paths together, and by what is written
// about it.
func (m *method) boundLoop(l int) {
	info := &m.loops[l]
	phis := m.movingPhis(l)
	ct := m.canTest(l)
	if found, why := m.proveTests(l, phis, ct); len(found) > 0 {
		m.useProofs(info, ct, found)
	} else {
		m.boundWithoutTest(l, ct, why)
	}
	if info.upper.bad && info.why == "" {
		info.why = m.testWhy(l, "its bound "+tooLarge)
	}
	m.applyLoopFacts(l)
	info.counters = map[ssa.ID]counter{}
	for phi, mv := range phis {
		if mv.off.Lo != mv.off.Hi || math.Abs(mv.off.Lo) > 1<<40 {
			continue
		}
		info.counters[phi] = counter{init: mv.init, step: int64(mv.off.Lo), safe: m.allSafe(mv.adds)}
	}
	info.amortized = m.amortize(l, ct)
}

// proof is a bound and the block whose test it is of.
type proof struct {
	testBound
	block int
}

// proveTests bounds loop l by each test that every iteration passes. why is the reason of the first test that bounds
// nothing.
func (m *method) proveTests(l int, phis map[ssa.ID]movingPhi, ct iterating) (found []proof, why string) {
	for _, b := range m.g.Loops[l].Blocks {
		if int(m.g.Blocks[b].Loop) != l || !m.dominatesLatches(int(b), l) {
			continue
		}
		stay, isTest := ct.test(m, int(b))
		if !isTest || m.throwsInto(l, b) {
			continue
		}
		t := &exitTest{loop: l, block: int(b), stay: stay, phis: phis}
		t.cmp, t.compares = m.comparison(int(b), stay)
		proved, tried := m.prove(t)
		switch {
		case !tried:
			if why == "" {
				why = m.explainTest(int(b))
			}
		case proved.why != "":
			why = cmp.Or(why, proved.why)
		default:
			m.keepSpans(l, proved, int(b))
			found = append(found, proof{proved, int(b)})
		}
	}
	return found, why
}

// useProofs takes the smallest number of several bounds if there is one, else the minimum of the expressions.
func (m *method) useProofs(info *loopInfo, ct iterating, found []proof) {
	best := found[0]
	info.tests = []int32{int32(best.block)}
	for _, c := range found[1:] {
		x, xok := best.upper.Int()
		y, yok := c.upper.Int()
		switch {
		case yok && (!xok || y < x):
			best = c
			info.tests = []int32{int32(c.block)}
		case !xok && !yok:
			best.upper = Min(best.upper, c.upper)
			best.conds = slices.Concat(best.conds, c.conds)
			best.tight = false
			info.tests = append(info.tests, int32(c.block))
		}
	}
	info.upper, info.conds = best.upper, best.conds
	if best.tight && ct.onlyExit(m, best.block) {
		info.lower, info.exact = best.upper, true
	}
}

// unrefuted returns the bound, or the reason why it is none where its conditions never hold.
func (m *method) unrefuted(l int, t testBound) testBound {
	if c, never := m.impossible(t.conds); t.why == "" && never {
		return testBound{why: m.testWhy(l, c.refuted())}
	}
	return t
}

// movingPhi is a header phi of a loop with its way from one iteration to the next.
type movingPhi struct {
	movement
	init ssa.ID
}

// movingPhis finds the int and long header phis of a loop that move by additions.
func (m *method) movingPhis(l int) map[ssa.ID]movingPhi {
	g, f := m.g, m.f
	out := map[ssa.ID]movingPhi{}
	h := int(g.Loops[l].Header)
	for _, v := range f.Body[h] {
		x := &f.Values[v]
		if x.Kind != ssa.Phi || x.Type != 'i' && x.Type != 'l' {
			continue
		}
		mp := movingPhi{movement: movement{off: Range{math.Inf(1), math.Inf(-1)}, peak: Range{}}}
		ok, inits := true, 0
		for i, a := range f.Args(v) {
			if m.comesRound(l, i) {
				mv, good := m.move(a, v, l)
				if !good {
					ok = false
					break
				}
				mp.movement = mp.or(mv)
				continue
			}
			if inits > 0 && a != mp.init {
				ok = false
				break
			}
			mp.init = a
			inits++
		}
		if ok && inits > 0 && mp.off.Lo <= mp.off.Hi {
			out[v] = mp
		}
	}
	return out
}

// dominatesLatches says whether every iteration of loop l that comes back to the header passes block b.
func (m *method) dominatesLatches(b, l int) bool {
	for _, e := range m.g.Loops[l].BackEdges {
		if !m.g.Dominators.Dominates(b, int(m.g.Edges[e].From)) {
			return false
		}
	}
	return true
}

// testBound is what one exit test says: at most upper passes; tight where that many are sure unless another exit
// is taken.
type testBound struct {
	upper Size
	conds []Condition
	tight bool
	why   string
	spans map[ssa.ID][]span // of variables that do not move by a constant step
}

// side is one operand of a test: a phi that moves plus an offset, or an invariant quantity.
type side struct {
	phi   ssa.ID // 0 for an invariant
	value ssa.ID // the invariant, 0 for zero
	mp    movingPhi
	mv    movement // from the phi to the operand
	init  quantity // the operand where the loop is entered, without mv
	// bound says that init is not the value but a bound of it: from below for what must rise to the limit, from
	// above for what must fall.
	bound bool
}

// sideOf describes an operand of a test of loop l. Where its value is not known as an expression, a bound of it from
// above (up) or from below will do.
func (m *method) sideOf(v ssa.ID, l int, phis map[ssa.ID]movingPhi, up bool) (side, string) {
	if v == 0 {
		return side{init: quantity{}}, ""
	}
	for _, h := range m.f.Body[m.g.Loops[l].Header] {
		mp, moving := phis[h]
		if !moving {
			continue
		}
		if mv, ok := m.move(v, h, l); ok {
			q, bound := m.valueOrBound(mp.init, l, up)
			if !q.ok() {
				return side{}, fmt.Sprintf("the initial value of %s is not known: %s", m.describe(h), q.why)
			}
			if !m.indicesEnclose(q.size, l) {
				return side{}, fmt.Sprintf("an earlier loop sets the initial value of %s", m.describe(h))
			}
			return side{phi: h, mp: mp, mv: mv, init: q, bound: bound}, ""
		}
	}
	q, bound := m.valueOrBound(v, l, up)
	if !q.ok() {
		return side{}, q.why
	}
	if !m.indicesEnclose(q.size, l) {
		return side{}, fmt.Sprintf("an earlier loop sets %s", m.describe(v))
	}
	return side{value: v, init: q, bound: bound}, ""
}

// indicesEnclose says whether all loop indices in s belong to loops around l: only there do they have a meaning.
func (m *method) indicesEnclose(s Size, l int) bool {
	return !s.contains(func(a *atom) bool { return a.kind == indexAtom && (l <= a.loop || l >= int(m.g.Loops[a.loop].End)) })
}

// boundTest bounds how often the comparison c, under which loop l goes on, can hold.
func (m *method) boundTest(l int, phis map[ssa.ID]movingPhi, c fact) testBound {
	if t, ok := m.progressionTest(l, phis, c); ok {
		return t
	}
	x, y, why := m.sidesOf(l, phis, c)
	if why != "" {
		return testBound{why: m.testWhy(l, why)}
	}
	if c.op == classfile.OpIfIcmpne {
		t := m.boundInequality(l, x, y)
		if t.why != "" {
			if op, ok := m.meets(l, phis, c); ok {
				return m.boundTest(l, phis, fact{c.a, c.b, op})
			}
		}
		return t
	}
	return m.boundDistance(l, c, x, y)
}

// sidesOf returns both sides of the comparison c, or why they are not known or neither of them moves.
func (m *method) sidesOf(l int, phis map[ssa.ID]movingPhi, c fact) (x, y side, why string) {
	rises := c.op == classfile.OpIfIcmplt || c.op == classfile.OpIfIcmple || c.op == classfile.OpIfIcmpne
	x, why = m.sideOf(c.a, l, phis, !rises)
	if why != "" {
		return x, y, why
	}
	y, why = m.sideOf(c.b, l, phis, rises)
	if x.phi == 0 && y.phi == 0 {
		for _, v := range []ssa.ID{c.a, c.b} {
			if h := m.headerPhiOf(v, l); h != 0 {
				return x, y, fmt.Sprintf("%s does not change by a constant step in the loop at %s", m.describe(h), m.place(l))
			}
		}
	}
	if why == "" && x.phi == 0 && y.phi == 0 {
		why = m.unfollowed(l, c)
	}
	return x, y, why
}

// boundDistance bounds how often the comparison c of x with y can hold, by their distance at first and by how much an
// iteration takes from it at least.
func (m *method) boundDistance(l int, c fact, x, y side) testBound {
	kind := byte('i')
	if m.f.Values[c.a].Type == 'l' {
		kind = 'l'
	}
	// Bring the test into the form e >= 1 with e = y - x + extra.
	swap, extra, ok := strictly(c.op)
	switch {
	case !ok:
		return testBound{why: m.testWhy(l, "it runs only while two values are equal, which does not bound it")}
	case swap:
		x, y = y, x
	}
	step := Range{}
	if y.phi != 0 {
		step = step.add(y.mp.off)
	}
	if x.phi != 0 {
		step = step.add(x.mp.off.scale(-1))
	}
	if !(step.Hi <= -1) {
		v := c.a
		if x.phi == 0 {
			v = c.b
		}
		return testBound{why: m.testWhy(l, fmt.Sprintf("%s does not move towards its limit in every iteration", m.describe(v)))}
	}
	if math.IsInf(y.mv.off.Hi, 0) || math.IsInf(x.mv.off.Lo, 0) {
		return testBound{why: m.testWhy(l, "an inner loop changes the tested value by an unknown amount before the test")}
	}
	var conds []Condition
	conds = append(append(conds, x.init.conds...), y.init.conds...)
	for _, s := range []side{x, y} {
		var ok bool
		if conds, ok = m.wrapConditions(conds, s, other(s, x, y), s.phi == x.phi && s.phi != 0, extra, kind); !ok {
			return testBound{why: m.testWhy(l, fmt.Sprintf("%s may overflow", m.describe(s.phi)))}
		}
	}
	first := y.init.size.AddInt(int64(y.mv.off.Hi)).Sub(x.init.size).AddInt(-int64(x.mv.off.Lo)).AddInt(extra)
	stride := int64(-step.Hi)
	upper := first.AddInt(stride - 1).FloorDiv(stride)
	if upper.bad {
		return testBound{why: m.testWhy(l, "its bound "+tooLarge)}
	}
	tight := !x.bound && !y.bound && step.Lo == step.Hi && y.mv.off.Lo == y.mv.off.Hi && x.mv.off.Lo == x.mv.off.Hi
	t := testBound{upper: m.clamp(upper, m.g.Loops[l].Header), conds: conds, tight: tight}
	switch { // behind the test, the counter is before its limit
	case y.phi == 0:
		t.spans = map[ssa.ID][]span{x.phi: {{low: badSize, high: y.init.size.AddInt(extra - 1 - int64(x.mv.off.Lo))}}}
	case x.phi == 0:
		t.spans = map[ssa.ID][]span{y.phi: {{low: x.init.size.AddInt(1 - extra - int64(y.mv.off.Hi)), high: badSize}}}
	}
	return t
}

func other(s, x, y side) side {
	if s.phi == x.phi {
		return y
	}
	return x
}

// unfollowed says why a test bounds nothing: no variable in it moves. What is read, called or computed anew in each
// iteration may well change, but is not followed.
func (m *method) unfollowed(l int, c fact) string {
	const not = "which is not tracked between iterations"
	for _, v := range []ssa.ID{c.a, c.b} {
		if v == 0 || !m.g.InLoop(int(m.f.Values[v].Block), l) {
			continue
		}
		x := &m.f.Values[v]
		switch {
		case x.Kind != ssa.Instr && x.Kind != ssa.Phi:
		case m.f.IsCall(v):
			return fmt.Sprintf("its exit test depends on the result of %s, %s", m.describeSource(v), not)
		case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
			return fmt.Sprintf("its exit test depends on the field %s, %s", m.describe(v), not)
		default:
			return fmt.Sprintf("its exit test depends on %s, %s", m.describe(v), not)
		}
	}
	return fmt.Sprintf("neither %s nor %s changes in the loop", m.describe(c.a), m.describeOr(c.b, "0"))
}

func (m *method) describeOr(v ssa.ID, zero string) string {
	if v == 0 {
		return zero
	}
	return m.describe(v)
}

func (m *method) testWhy(l int, why string) string {
	return fmt.Sprintf("the loop at %s: %s", m.place(l), why)
}
