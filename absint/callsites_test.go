package absint_test

import (
	"math"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/symval"
)

// TestArguments checks how often the loops of private methods run at most, given what is passed to them in
// testdata/fixtures/flows/Callers.java.
func TestArguments(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "flows")
	for _, tc := range []struct {
		method string
		max    float64
	}{
		{"once", 7}, {"twice", 9}, {"below", 6}, {"array", 12}, {"string", 5}, {"noneOrArray", 6}, {"wide", 1 << 20}, {"own", 9},
		{"mate", 31},    // by other classes of the nest
		{"counted", 19}, // in a loop
		{"searched", 6}, // from -1 to 63: the distance is halved until it is 1
		{"anything", absinttest.Inf},
		{"arrays", absinttest.Inf},
		{"never", absinttest.Inf},       // nothing is known of the calls that there may be
		{"referenced", absinttest.Inf},  // called through a reference
		{"referenced2", absinttest.Inf}, // by a lambda that is called with anything
		{"open", absinttest.Inf},        // not private
		{"down", absinttest.Inf},        // by itself, with one less than anything
		{"annotated", absinttest.Inf},   // for somebody who looks for annotations
	} {
		ls := a.Summary(methods["Callers."+tc.method]).Loops(nil)
		if len(ls) != 1 || ls[0].Max != tc.max && !(math.IsInf(tc.max, 1) && ls[0].Max >= symval.Uninformative) {
			t.Errorf("%s: %v iterations at most, want %v", tc.method, ls[0].Max, tc.max)
		}
	}
}
