package finding

import (
	"cmp"
	"slices"
)

// typicalIterations is how often what a saving is for is taken to run where its number is not known.
const typicalIterations = 100

// recorded is how much of a recorded run the repair saves, 0 where nothing is recorded.
func (e *Energy) recorded() float64 {
	if e == nil || e.Recorded == nil {
		return 0
	}
	return e.Recorded.Saving
}

// takesTime is the probability that the method of a finding takes time, 0 where no pattern is reported.
func (e *Energy) takesTime() float64 {
	if e == nil {
		return 0
	}
	return e.TakesTime
}

// worth is what a finding's repair saves in one call, as far as that is known, for ranking alone.
func (e *Energy) worth() float64 {
	switch {
	case e == nil:
		return 0
	case e.Per == "call" || e.Per == "" || e.Measured != nil && !e.Measured.Missing:
		return e.Saving.Mean // evidence is for a typical number where none is known
	}
	return e.Saving.Mean * typicalIterations
}

// unmeasured is 1 where a finding's saving is not evidence in a mode that asks for it, else 0.
func (f *Finding) unmeasured() int {
	if f.Energy != nil && f.Energy.Measured != nil && f.Energy.Measured.Missing {
		return 1
	}
	return 0
}

// Order returns the indices of findings in the order in which they are to be done: the most severe first; of those, what saves most of a
// recorded run; savings with evidence before those without; of what no run tells, the first three of each rule before its next three, so that
// a rule with many findings does not hide the others; then those in methods that more likely take time, by their names; then the largest saving;
// then Compare. The saving of one call tells less than the name: the largest are of files and connections, in code that runs once. It decides
// what stays where an output has a limit.
func Order(fs []Finding) []int {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	turns := make([]int, len(fs))
	compare := func(i, j int) int {
		a, b := &fs[i], &fs[j]
		return cmp.Or(cmp.Compare(b.Level.Rank(), a.Level.Rank()), cmp.Compare(b.Energy.recorded(), a.Energy.recorded()), cmp.Compare(a.unmeasured(), b.unmeasured()),
			cmp.Compare(turns[i], turns[j]), cmp.Compare(b.Energy.takesTime(), a.Energy.takesTime()), cmp.Compare(b.Energy.worth(), a.Energy.worth()), Compare(*a, *b))
	}
	slices.SortStableFunc(order, compare)
	takeTurns(fs, order, turns)
	slices.SortStableFunc(order, compare)
	return order
}

// perTurn is how many findings of a rule are in one turn.
const perTurn = 3

// takeTurns sets the turn of each finding: perTurn findings of a rule in each, the first of every class before the second of any. order has
// the findings in their order without turns.
func takeTurns(fs []Finding, order, turns []int) {
	type group struct {
		rule   string
		active bool
	}
	type place struct {
		group
		class string
	}
	nth := make([]int, len(fs)) // of its rule in its class
	inClass, byRule := map[place]int{}, map[group][]int{}
	for _, i := range order {
		f := &fs[i]
		if !OfPattern(f.Rule) || f.Energy.recorded() > 0 {
			continue
		}
		g := group{f.Rule, f.Active()}
		c := place{g, f.Location.Class}
		nth[i] = inClass[c]
		inClass[c]++
		byRule[g] = append(byRule[g], i)
	}
	for _, is := range byRule {
		slices.SortStableFunc(is, func(i, j int) int { return cmp.Compare(nth[i], nth[j]) })
		for k, i := range is {
			turns[i] = k / perTurn
		}
	}
}

// Ranked returns findings in the order of Order.
func Ranked(fs []Finding) []Finding {
	out := make([]Finding, 0, len(fs))
	for _, i := range Order(fs) {
		out = append(out, fs[i])
	}
	return out
}

// Places returns for each finding its place among Ranked, from 1 on.
func Places(fs []Finding) []int {
	places := make([]int, len(fs))
	for place, i := range Order(fs) {
		places[i] = place + 1
	}
	return places
}

// RankedByFile returns findings grouped by file: the files in the order of their first finding of Ranked, each with its
// findings in that order.
func RankedByFile(fs []Finding) []Finding {
	ranked := Ranked(fs)
	place := map[string]int{}
	for _, f := range ranked {
		if _, ok := place[f.Location.Path()]; !ok {
			place[f.Location.Path()] = len(place)
		}
	}
	slices.SortStableFunc(ranked, func(a, b Finding) int { return cmp.Compare(place[a.Location.Path()], place[b.Location.Path()]) })
	return ranked
}
