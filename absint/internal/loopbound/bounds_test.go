package loopbound_test

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// oneBound returns the expected result of a method with one loop: its bound, the bound as a number and its conditions.
func oneBound(bound string, upper float64, conds ...string) []absinttest.GeometricLoop {
	return []absinttest.GeometricLoop{{Bound: bound, Most: upper, Conds: strings.Join(conds, ", ")}}
}

// noBound returns the expected result of a method with one loop that has no bound: a part of the reason.
func noBound(reason string) []absinttest.GeometricLoop {
	return []absinttest.GeometricLoop{{Most: absinttest.Inf, Reason: reason}}
}
