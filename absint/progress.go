package absint

import (
	"math"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Where no single test and counter bound a loop, several may do so together (a linear ranking function with
// coefficients 0 and 1, as in Podelski and Rybalchenko, VMCAI 2004, found by trying): the distance of each counter to
// its limit never grows, and on every way through an iteration one of those that the way has tested gets smaller by at
// least 1. So the iterations are at most as many as all distances together.

// distance is one test's y - x + extra, which is at least 1 wherever the test has been passed.
type distance struct {
	x, y    side
	guard   int
	first   Size // an upper bound of it at the first test
	conds   []Condition
	changes []Range                      // per way
	loose   []ssa.ID                     // counters that may overflow where no test comes before they move
	reached []func() ([]Condition, bool) // for nothing to overflow that is within reach where this test comes before they move
}

func (d *distance) sameCounters(e *distance) bool { return d.x.phi == e.x.phi && d.y.phi == e.y.phi }

// monotone says whether no way makes the distance larger.
func (d *distance) monotone() bool {
	return !slices.ContainsFunc(d.changes, func(c Range) bool { return !(c.Hi <= 0) })
}

// covers says whether the test bounds how often a way is taken.
func (d *distance) covers(w *ways, i int) bool {
	return w.all[i].passed>>d.guard&1 != 0 && d.changes[i].Hi <= -1
}

// boundByWays bounds loop l by what its different ways have in common.
func (m *method) boundByWays(l int, ct iterating) testBound {
	w, why := m.iterationWays(l, ct)
	if why != "" {
		return testBound{why: why}
	}
	m.setEndingAside(w)
	if len(w.all)+len(w.last) == 0 {
		return testBound{why: m.testWhy(l, "no path leads through it")}
	}
	phis := m.wayPhis(w)
	var ds []*distance
	// What the loop itself compares makes the better bound; that an index is inside its array is only looked at where
	// there is no other.
	for _, implied := range []bool{false, true} {
		for i, g := range w.guards {
			if implied == (g.edge < 0) {
				if d := m.distanceOf(w, phis, i); d != nil && d.monotone() {
					ds = append(ds, d)
				}
			}
		}
		t := m.combine(w, ds)
		if t.why == "" || implied {
			return t
		}
	}
	return testBound{}
}

// distanceOf brings the test of a guard into the form e >= 1, with e = y - x + extra. It is nil where the test bounds
// nothing.
func (m *method) distanceOf(w *ways, phis map[ssa.ID]movingPhi, i int) *distance {
	g, l := w.guards[i], w.loop
	f := g.fact
	if f.op == classfile.OpIfIcmpne {
		return m.distanceToMeet(w, phis, i)
	}
	rises := f.op == classfile.OpIfIcmplt || f.op == classfile.OpIfIcmple
	if !rises && f.op != classfile.OpIfIcmpgt && f.op != classfile.OpIfIcmpge {
		return nil
	}
	x, why := m.sideOf(f.a, l, phis, !rises)
	if why != "" {
		return nil
	}
	y, why := m.sideOf(f.b, l, phis, rises)
	if g.length != 0 {
		y, why = m.lengthSide(g.length, l)
	}
	if why != "" {
		return nil
	}
	swap, extra, _ := strictly(f.op)
	if swap {
		x, y = y, x
	}
	return m.distance(w, i, x, y, extra, nil)
}

// distanceToMeet handles x != y, where x moves by at most 1 and only where it has been tested: it cannot step over y.
func (m *method) distanceToMeet(w *ways, phis map[ssa.ID]movingPhi, i int) *distance {
	f, l := w.guards[i].fact, w.loop
	x, why := m.sideOf(f.a, l, phis, false)
	if why != "" {
		return nil
	}
	y, why := m.sideOf(f.b, l, phis, false)
	if why != "" {
		return nil
	}
	if x.phi == 0 {
		x, y = y, x
	}
	if x.phi == 0 || y.phi != 0 || x.bound || y.bound || x.mv.off.Lo != x.mv.off.Hi {
		return nil
	}
	for k := range w.all {
		if !w.all[k].moves[slices.Index(w.tracked, x.phi)].rests(x.phi) && w.all[k].passed>>i&1 == 0 {
			return nil
		}
	}
	away := y.init.size.Sub(x.init.size).AddInt(-int64(x.mv.off.Lo))
	switch {
	case x.mp.off.Lo >= 0 && x.mp.off.Hi == 1:
		return m.distance(w, i, x, y, 0, m.require(nil, Condition{Size: away, Lo: 0, Hi: math.Inf(1)}))
	case x.mp.off.Hi <= 0 && x.mp.off.Lo == -1:
		return m.distance(w, i, y, x, 0, m.require(nil, Condition{Size: away.Scale(-1), Lo: 0, Hi: math.Inf(1)}))
	}
	return nil
}

// lengthSide is the limit that an access to an array or string sets.
func (m *method) lengthSide(v ssa.ID, l int) (side, string) {
	q, what := unknownQuantity("it may change"), "length"
	switch t := m.f.Static(v); {
	case t == "Ljava/lang/String;":
		q = m.stringLength(v)
	case t != "" && t[0] == '[':
		q, what = m.length(v, 0), "len"
	}
	if !q.ok() || !m.indicesEnclose(q.size, l) {
		name := m.part(v, ".length")
		if what == "length" {
			name += "()"
		}
		q = quantity{size: m.largest(v, what, name, maxLength)}
	}
	return side{init: q, bound: true}, ""
}

func (m *method) distance(w *ways, i int, x, y side, extra int64, conds []Condition) *distance {
	if x.phi == 0 && y.phi == 0 || x.phi == y.phi || math.IsInf(y.mv.off.Hi, 0) || math.IsInf(x.mv.off.Lo, 0) {
		return nil
	}
	m.startAbove(w, &x)
	d := &distance{x: x, y: y, guard: i, conds: slices.Concat(conds, x.init.conds, y.init.conds)}
	t := m.f.Values[w.guards[i].a].Type
	for _, s := range []side{x, y} {
		if s.phi == 0 {
			continue
		}
		if !m.allSafe(slices.Concat(s.mp.adds, s.mv.adds)) {
			d.loose = append(d.loose, s.phi)
		}
		// Only what it moves by matters here, not what is assigned: that is the limit itself.
		if s.mp.off.Lo >= 0 {
			s.mp.off = Range{0, s.mp.peak.Hi}
		} else if s.mp.off.Hi <= 0 {
			s.mp.off = Range{s.mp.peak.Lo, 0}
		}
		s.mv.peak = s.mv.peak.hull(m.reach(w, s.phi))
		beyond := extra
		if m.assigned(w, s.phi) { // the limit itself, not what comes before it
			beyond, s.mv.off = max(beyond, 1), s.mv.off.hull(Range{})
		}
		limit, rising := other(s, x, y), s.phi == x.phi
		var ok bool
		if d.conds, ok = m.wrapConditions(d.conds, s, limit, rising, beyond, t); !ok {
			return nil
		}
		d.reached = append(d.reached, func() ([]Condition, bool) { return m.reachConditions(nil, s, limit, rising, beyond, t) })
	}
	d.first = y.init.size.AddInt(int64(y.mv.off.Hi)).Sub(x.init.size).AddInt(-int64(x.mv.off.Lo)).AddInt(extra)
	if d.first.bad {
		return nil
	}
	d.changes = make([]Range, len(w.all))
	for k := range w.all {
		for _, s := range []struct {
			phi  ssa.ID
			sign float64
		}{{x.phi, -1}, {y.phi, 1}} {
			if s.phi != 0 {
				r, _ := m.wayMove(w, &w.all[k], slices.Index(w.tracked, s.phi))
				d.changes[k] = d.changes[k].add(r.scale(s.sign))
			}
		}
	}
	return d
}

// startAbove improves the lower bound of where a counter starts by what all ways test of it: a call that has an iteration
// has passed that.
func (m *method) startAbove(w *ways, s *side) {
	if s.phi == 0 || !s.bound {
		return
	}
	for i, g := range w.guards {
		k, constant := m.constantOf(g.b)
		if g.a != s.phi || g.length != 0 || !constant || !w.always(i) {
			continue
		}
		switch {
		case g.op == classfile.OpIfIcmpge:
		case g.op == classfile.OpIfIcmpgt, g.op == classfile.OpIfIcmpne && k == -1 && m.isSearch(s.mp.init):
			k++
		default:
			continue
		}
		if v, ok := s.init.size.Int(); !ok || v < k {
			s.init = quantity{size: Const(k)}
		}
	}
}

// assigned says whether another value takes a counter's place on some way.
func (m *method) assigned(w *ways, phi ssa.ID) bool {
	t := slices.Index(w.tracked, phi)
	return slices.ContainsFunc(w.all, func(p way) bool { return p.moves[t].value != phi })
}

// reach is how far from a counter the operands of the loop's tests may be on the way to any of them.
func (m *method) reach(w *ways, phi ssa.ID) Range {
	r := Range{}
	for _, g := range w.guards {
		for _, v := range []ssa.ID{g.a, g.b} {
			if v != 0 {
				if mv, ok := m.move(v, phi, w.loop); ok {
					r = r.hull(mv.peak)
				}
			}
		}
	}
	return r
}

// movesTested says whether the counters of d that may overflow only move on ways that have tested them against a limit,
// and only by additions or to that limit: then they never get further beyond it than one iteration moves them. The tests
// are those of group; the conditions under which the limits are far enough from the ends of the type become d's.
func (m *method) movesTested(w *ways, d *distance, group []*distance) bool {
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
				return w.all[k].passed>>e.guard&1 != 0 && (mv.value == phi || mv.value == g.a || mv.value == g.b)
			})
			if at < 0 {
				return false
			}
			if at == 0 {
				continue
			}
			// Another test than that of d lets it move, as far as that one's limit: what d tests must not overflow there.
			d.conds = union(d.conds, group[at-1].conds)
			for _, reached := range group[at-1].reached {
				conds, ok := reached()
				if !ok {
					return false
				}
				d.conds = union(d.conds, conds)
			}
		}
	}
	return true
}

// combine chooses distances that cover all ways: as few as possible.
func (m *method) combine(w *ways, ds []*distance) testBound {
	var groups [][]*distance // of the same counters
	for _, d := range ds {
		k := slices.IndexFunc(groups, func(g []*distance) bool { return g[0].sameCounters(d) })
		if k < 0 {
			groups = append(groups, nil)
			k = len(groups) - 1
		}
		groups[k] = append(groups[k], d)
	}
	for k, g := range groups {
		var sound []*distance
		for _, d := range g {
			if m.movesTested(w, d, g) {
				sound = append(sound, d)
			}
		}
		groups[k] = sound
	}
	groups = slices.DeleteFunc(groups, func(g []*distance) bool { return len(g) == 0 })
	best := testBound{why: m.testWhy(w.loop, "an iteration can return to the header without moving a counter towards a tested limit")}
	if len(groups) > 8 {
		groups = groups[:8]
	}
	for size := 1; size <= len(groups) && best.why != ""; size++ {
		for set := uint(1); set < 1<<len(groups); set++ {
			if bits.OnesCount(set) != size {
				continue
			}
			var chosen [][]*distance
			for k := range groups {
				if set>>k&1 != 0 {
					chosen = append(chosen, groups[k])
				}
			}
			t := m.together(w, chosen)
			if t.why == "" && (best.why != "" || smaller(t.upper, best.upper)) {
				best = t
			}
		}
	}
	return best
}

func smaller(a, b Size) bool {
	x, ok := a.Int()
	y, also := b.Int()
	return ok && (!also || x < y)
}

// together bounds the iterations by the sum of the distances of several groups of counters, if they cover all ways.
func (m *method) together(w *ways, groups [][]*distance) testBound {
	fail := testBound{why: "not covered"}
	used := make([][]*distance, len(groups))
	stride := make([]int64, len(groups))
	for i := range w.all {
		covered := false
		for k, g := range groups {
			// One test on the way is enough; the one that has been used before, if possible.
			at := slices.IndexFunc(g, func(d *distance) bool { return d.covers(w, i) && slices.Contains(used[k], d) })
			if at < 0 {
				at = slices.IndexFunc(g, func(d *distance) bool { return d.covers(w, i) })
			}
			if at < 0 {
				continue
			}
			if !slices.Contains(used[k], g[at]) {
				used[k] = append(used[k], g[at])
			}
			if s := int64(math.Min(-g[at].changes[i].Hi, 1<<40)); stride[k] == 0 || s < stride[k] {
				stride[k] = s
			}
			covered = true
			break
		}
		if !covered {
			return fail
		}
	}
	t := testBound{}
	var sum, rest Size
	always := true // every way passes every test, and each makes the sum of the distances smaller by at least 1
	count := int64(0)
	for k := range groups {
		if len(used[k]) == 0 {
			return fail // a smaller set covers all ways
		}
		var most []Size
		for _, d := range used[k] {
			most = append(most, m.clamp(d.first.AddInt(stride[k]-1).FloorDiv(stride[k]), m.g.Loops[w.loop].Header))
			t.conds = union(t.conds, d.conds)
		}
		sum = sum.Add(Max(most...))
		always = always && len(used[k]) == 1 && w.always(used[k][0].guard)
		rest = rest.Add(used[k][0].first)
		count++
	}
	t.upper = sum
	switch {
	case always && count > 1: // all of them are at least 1 in the last iteration
		t.upper = m.clamp(rest.AddInt(1-count), m.g.Loops[w.loop].Header)
	case !always && len(w.last) > 0:
		t.upper = sum.AddInt(1)
	}
	// What the tests count are the iterations that pass them. One that an exception ends before has a cost as well: that
	// of a way out where there is one behind the test, else of a whole iteration.
	leaves := m.leaving(w.loop)
	if slices.ContainsFunc(slices.Concat(used...), func(d *distance) bool { return !leaves[w.guards[d.guard].block] }) ||
		slices.ContainsFunc(w.endings, func(b int32) bool { return !leaves[b] }) {
		t.upper = t.upper.AddInt(1)
	}
	if t.upper.bad {
		return fail
	}
	return t
}
