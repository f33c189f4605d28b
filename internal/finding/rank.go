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

// unmeasured reports whether a finding's saving is not evidence in a mode that asks for it.
func (f *Finding) unmeasured() bool {
	return f.Energy != nil && f.Energy.Measured != nil && f.Energy.Measured.Missing
}

// CompareRank orders findings by what is to be done first: the most severe; of those, what saves most of a recorded run; savings
// with evidence before those without, the largest first; then Compare. It decides what stays where an output has a limit.
func CompareRank(a, b Finding) int {
	without := func(f *Finding) int {
		if f.unmeasured() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(b.Level.Rank(), a.Level.Rank()), cmp.Compare(b.Energy.recorded(), a.Energy.recorded()),
		cmp.Compare(without(&a), without(&b)), cmp.Compare(b.Energy.worth(), a.Energy.worth()), Compare(a, b))
}

// Ranked returns findings in the order of CompareRank.
func Ranked(fs []Finding) []Finding {
	out := make([]Finding, len(fs))
	for i, place := range Places(fs) {
		out[place-1] = fs[i]
	}
	return out
}

// Places returns for each finding its place among Ranked, from 1 on.
func Places(fs []Finding) []int {
	order := make([]int, len(fs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return CompareRank(fs[i], fs[j]) })
	places := make([]int, len(fs))
	for place, i := range order {
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
