package expr

import (
	"cmp"
	"slices"
	"strings"
)

// UniqueAssumptions sorts as by symbol and origin, in place, and returns it without duplicates.
func UniqueAssumptions(as []Assumption) []Assumption {
	slices.SortFunc(as, func(a, b Assumption) int {
		return cmp.Or(strings.Compare(a.Symbol, b.Symbol), strings.Compare(a.Origin, b.Origin))
	})
	return slices.Compact(as)
}

// UnionAssumptions returns a and the elements of b that a lacks, in their order. Duplicates would double at every join of
// two paths.
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

// Assumption is an upper bound that a result depends on and that the code does not prove.
type Assumption struct {
	Symbol string
	Max    float64
	Origin string // its source: "@LoopBound", "Codec.java:14", "energylint.toml"
	Cost   bool   // Max is a cost in the unit of the model, not a size
}
