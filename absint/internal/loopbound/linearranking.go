package loopbound

import (
	"math"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// If no single test bounds a loop, the sum of several distances may: a linear ranking function with coefficients 0 and 1
// (Podelski and Rybalchenko, VMCAI 2004), found by enumeration. Sound because no path increases the distance of a counter
// to its limit, and every path decreases one of the distances that it has tested by at least 1: the number of iterations is
// at most the sum of the initial distances.

// linearRanking is the prover of loops that several tests bound only together.
func linearRanking(m *symval.Func, l int, ct code.Iterating) (symval.Bound, bool) {
	return unrefuted(m, l, boundByDistances(m, l, ct)), true
}

// boundByDistances bounds loop l by the sum of the distances that its tests take on its paths.
func boundByDistances(m *symval.Func, l int, ct code.Iterating) symval.Bound {
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
	// Comparisons in the loop give tighter bounds than the lengths of accessed arrays, which are used only if there is no
	// other bound.
	for _, implied := range []bool{false, true} {
		for i, g := range w.guards {
			if implied == (g.edge < 0) {
				if d := distanceOf(m, w, phis, i); d != nil && d.monotone() {
					ds = append(ds, d)
				}
			}
		}
		t := coverPaths(m, w, ds)
		if t.Why == "" || implied {
			return t
		}
	}
	return symval.Bound{}
}

// coverPaths bounds the iterations by the fewest groups of distances that cover all paths. Groups hold the distances
// each of the same counters.
func coverPaths(m *symval.Func, w *pathSet, ds []*distance) symval.Bound {
	var groups [][]*distance // each of the same counters
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
			if movesOnlyWhenTested(m, w, d, g) {
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
			t := sumOfDistances(m, w, chosen)
			if t.Why == "" && (best.Why != "" || isSmaller(t.Upper, best.Upper)) {
				best = t
			}
		}
	}
	return best
}

// isSmaller reports whether a is a constant, and b is not or is a larger one.
func isSmaller(a, b expr.Size) bool {
	x, ok := a.Int()
	y, also := b.Int()
	return ok && (!also || x < y)
}

// sumOfDistances bounds the iterations by the sum of the distances of several groups of counters. The bound has a
// reason instead if some path is covered by no group, or some group covers none.
func sumOfDistances(m *symval.Func, w *pathSet, groups [][]*distance) symval.Bound {
	fail := symval.Bound{Why: "not covered"}
	used := make([][]*distance, len(groups))
	stride := make([]int64, len(groups))
	for i := range w.all {
		covered := false
		for k, g := range groups {
			// One test on the path is enough; one already in use is preferred.
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
	always := true // every path passes every test and decreases the sum of the distances by at least 1
	count := int64(0)
	for k := range groups {
		if len(used[k]) == 0 {
			return fail // a smaller set covers all paths
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
	// The tests count the iterations that pass them. An iteration that an exception ends before its test has a cost as
	// well: that of an exit path if one is dominated by the test, else that of a whole iteration.
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
