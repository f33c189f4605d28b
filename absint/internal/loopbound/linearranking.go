package loopbound

import (
	"math"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Where no single test and counter bound a loop, several may do so together (a linear ranking function with
// coefficients 0 and 1, as in Podelski and Rybalchenko, VMCAI 2004, found by trying): the distance of each counter to
// its limit never grows, and on every way through an iteration one of those that the way has tested gets smaller by at
// least 1. So the iterations are at most as many as all distances together.

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

// boundByPaths bounds loop l by what its different ways have in common.
func boundByPaths(m *symval.Func, l int, ct symval.Iterating) symval.Bound {
	w, why := iterationPaths(m, l, ct)
	if why != "" {
		return symval.Bound{Why: why}
	}
	dropExitingPaths(m, w)
	if len(w.all)+len(w.last) == 0 {
		return symval.Bound{Why: m.TestWhy(l, "no path leads through it")}
	}
	phis := pathPhis(m, w)
	var ds []*distance
	// What the loop itself compares makes the better bound; that an index is inside its array is only looked at where
	// there is no other.
	for _, implied := range []bool{false, true} {
		for i, g := range w.guards {
			if implied == (g.edge < 0) {
				if d := distanceOf(m, w, phis, i); d != nil && d.monotone() {
					ds = append(ds, d)
				}
			}
		}
		t := combine(m, w, ds)
		if t.Why == "" || implied {
			return t
		}
	}
	return symval.Bound{}
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

// lengthSide is the limit that an access to an array or string sets.
func lengthSide(m *symval.Func, v ssa.ID, l int) (symval.Operand, string) {
	q, what := symval.UnknownQuantity("it may change"), "length"
	switch t := m.Fn.Static(v); {
	case t == "Ljava/lang/String;":
		q = m.StringLength(v)
	case t != "" && t[0] == '[':
		q, what = m.Length(v, 0), "len"
	}
	if !q.Ok() || !m.IndicesEnclose(q.Size, l) {
		name := m.Part(v, ".length")
		if what == "length" {
			name += "()"
		}
		q = symval.Guarded{Size: m.Largest(v, what, name, symval.MaxLength)}
	}
	return symval.Operand{Init: q, Bound: true}, ""
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

// combine chooses distances that cover all ways: as few as possible.
func combine(m *symval.Func, w *pathSet, ds []*distance) symval.Bound {
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
			if movesTested(m, w, d, g) {
				sound = append(sound, d)
			}
		}
		groups[k] = sound
	}
	groups = slices.DeleteFunc(groups, func(g []*distance) bool { return len(g) == 0 })
	best := symval.Bound{Why: m.TestWhy(w.loop, "an iteration can return to the header without moving a counter towards a tested limit")}
	if len(groups) > 8 {
		groups = groups[:8]
	}
	for size := 1; size <= len(groups) && best.Why != ""; size++ {
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
			t := together(m, w, chosen)
			if t.Why == "" && (best.Why != "" || smaller(t.Upper, best.Upper)) {
				best = t
			}
		}
	}
	return best
}

func smaller(a, b expr.Size) bool {
	x, ok := a.Int()
	y, also := b.Int()
	return ok && (!also || x < y)
}

// together bounds the iterations by the sum of the distances of several groups of counters, if they cover all ways.
func together(m *symval.Func, w *pathSet, groups [][]*distance) symval.Bound {
	fail := symval.Bound{Why: "not covered"}
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
	t := symval.Bound{}
	var sum, rest expr.Size
	always := true // every way passes every test, and each makes the sum of the distances smaller by at least 1
	count := int64(0)
	for k := range groups {
		if len(used[k]) == 0 {
			return fail // a smaller set covers all ways
		}
		var most []expr.Size
		for _, d := range used[k] {
			most = append(most, m.Clamp(d.first.AddInt(stride[k]-1).FloorDiv(stride[k]), m.CFG.Loops[w.loop].Header))
			t.Conds = expr.Union(t.Conds, d.conds)
		}
		sum = sum.Add(expr.Max(most...))
		always = always && len(used[k]) == 1 && w.always(used[k][0].guard)
		rest = rest.Add(used[k][0].first)
		count++
	}
	t.Upper = sum
	switch {
	case always && count > 1: // all of them are at least 1 in the last iteration
		t.Upper = m.Clamp(rest.AddInt(1-count), m.CFG.Loops[w.loop].Header)
	case !always && len(w.last) > 0:
		t.Upper = sum.AddInt(1)
	}
	// What the tests count are the iterations that pass them. One that an exception ends before has a cost as well: that
	// of a way out where there is one behind the test, else of a whole iteration.
	leaves := m.LeavingBlocks(w.loop)
	if slices.ContainsFunc(slices.Concat(used...), func(d *distance) bool { return !leaves[w.guards[d.guard].block] }) ||
		slices.ContainsFunc(w.endings, func(b int32) bool { return !leaves[b] }) {
		t.Upper = t.Upper.AddInt(1)
	}
	if t.Upper.Top {
		return fail
	}
	return t
}
