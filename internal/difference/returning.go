package difference

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/internal/snapshot"
)

// The costs that are compared are those of calls that return. What a method executes on its way to an exception is a hundred times
// as dear as the check before it, and seldom runs: a new check of an argument would cost more than all that it guards. Methods of
// which no call returns are compared by all their calls, and verdicts of budgets are those of all calls.

// returningMethods returns methods with the costs of their calls that return.
func returningMethods(all []snapshot.Method) []snapshot.Method {
	out := slices.Clone(all)
	for i := range out {
		m := &out[i]
		if r := m.Returning; r != nil {
			m.Status, m.Worst, m.Formula, m.MeanFormula = r.Status, r.Worst, r.Formula, r.MeanFormula
			m.Expression, m.CallSymbols, m.Path = r.Expression, r.CallSymbols, r.Path
		}
		if throws := func(x snapshot.Call) bool { return x.Throws }; slices.ContainsFunc(m.Calls, throws) {
			m.Calls = slices.DeleteFunc(slices.Clone(m.Calls), throws)
		}
	}
	return out
}

// throwing returns the methods whose calls that return cost the same, and whose calls cost more.
func (c *comparison) throwing() []Method {
	out := []Method{}
	if c.head.all == nil {
		return out
	}
	for _, p := range c.pairs {
		if p.change != nil || p.base == nil || p.head == nil || p.base.Returning == nil && p.head.Returning == nil {
			continue
		}
		all := &pair{base: c.base.whole(p.base), head: c.head.whole(p.head)}
		if c.sameCost(all) {
			continue
		}
		c.comparePair(all)
		if all.change != nil && all.change.Classes[0].Worse() {
			out = append(out, methodOf(p.head))
		}
	}
	slices.SortFunc(out, func(a, b Method) int { return cmp.Compare(a.Key(), b.Key()) })
	return out
}

// whole returns a method of the side with the costs of all its calls.
func (s *side) whole(m *snapshot.Method) *snapshot.Method { return &s.all[s.index[m.Key()]] }
