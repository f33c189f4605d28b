package expr

import (
	"cmp"
	"slices"
	"strings"
)

func UniqueAssumptions(as []Assumption) []Assumption {
	slices.SortFunc(as, func(a, b Assumption) int {
		return cmp.Or(strings.Compare(a.Symbol, b.Symbol), strings.Compare(a.Origin, b.Origin))
	})
	return slices.Compact(as)
}

// UnionAssumptions keeps the order. Paths that meet again share what follows them, so repetitions would double with
// every branch.
func UnionAssumptions(a, b []Assumption) []Assumption {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// Assumption is something that a result rests on and that the code does not prove.
type Assumption struct {
	Symbol string
	Max    float64
	Origin string // where it is written: "@LoopBound", "Codec.java:14", "energylint.toml"
	Cost   bool   // Max is not a size but a cost, in the unit of the model
}
