package absint_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestResults checks the loops of testdata/fixtures/flows/Results.java, which run as often as another method says.
func TestResults(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "flows")
	for _, tc := range []struct{ method, bound, conds string }{
		{"overSize", "this.size", ""},
		{"overCapacity", "this.data.length", ""},
		{"overLast", "this.size", "x"},
		{"overNext", "this.next.size", ""},
		{"overOther", "r.size", ""},
		{"overTwice", "2 * n + 2", "x"},
		{"overClamped", "100", ""},
		{"overSmaller", "min(n, k)", ""}, // of two values, the smaller one
		{"overConstant", "7", ""},
		{"overOneOf", "9", ""},
		{"overZeros", "n + 1", "x"},
		{"overZerosOrNone", "n", ""},
		{"overOneArray", "c.length", ""}, // one length or the other
		{"overSame", "a.length", ""},
		{"overDeep", "4 * n", "x"},
		{"overCut", "n", "x"},
		{"upTo", "a.length", ""},
		{"overCount", "ceil(this.count / 2)", ""}, // the counter rises, and what count() returns falls
		// A name of its own, as of everything that is not known where it is used: it may change, or be another one.
		{"overNew", "r.size()", ""},
		{"overDeeper", "Results.deeper()", ""}, // methods of methods of methods
		{"overLoops", "Results.loops()", ""},
		{"overMoving", "Results.moving()", ""},
		{"overOverridden", "1048576", ""}, // the largest result of those that override it
		{"<init>", "this.size()", ""},     // it writes the field itself
	} {
		s := a.Summary(methods["Results."+tc.method])
		ls := s.Loops(nil)
		if len(ls) != 1 {
			t.Fatalf("%s has %d loops", tc.method, len(ls))
		}
		got := ls[0].Bound
		if got != tc.bound {
			t.Errorf("%s: %s iterations, want %s (%s)", tc.method, got, tc.bound, ls[0].Reason)
		}
		var conds []string
		for _, c := range ls[0].ConditionsToHold {
			conds = append(conds, c.String())
		}
		if all := strings.Join(conds, ", "); (all == "") != (tc.conds == "") {
			t.Errorf("%s: conditions %s", tc.method, all)
		}
	}
}
