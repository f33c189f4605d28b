package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestFilled checks the last loop of the methods of testdata/fixtures/flows/Filled.java, over a collection that the method has
// filled before.
func TestFilled(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "flows")
	for _, tc := range []struct{ method, bound string }{
		{"once", "n"}, {"three", "3"}, {"nested", "n * k"}, {"each", "4"}, {"copied", "in.size() + 1"}, {"all", "n * in.size()"},
		{"elementsOfArray", "a.length + 4"}, {"twoBranches", "2 * n"}, {"triangle", "n^2"}, {"doWhile", "5"}, {"beforeTest", "a.length + 1"}, {"drained", "n"},
		{"toArray", "n"}, {"toGivenArray", "max(in.size(), 8)"}, {"toUnknownArray", "a.length"},
		// Other code may add elements.
		{"given", "largest out.size()"}, {"escapes", "out.size()"}, {"passed", "out.size()"}, {"captured", "out.size()"},
		{"aliased", "out.size()"}, {"viewed", "out.size()"}, {"throughIterator", "out.size()"},
		{"addedToAnother", "out.size()"}, {"takenBySomebody", "out.size()"}, {"overItself", "out.size() + 1"}, {"ownClass", "out.size()"},
	} {
		ls := a.Summary(methods["Filled."+tc.method]).Loops(nil)
		if len(ls) == 0 {
			t.Fatalf("%s has no loop", tc.method)
		}
		if got := ls[len(ls)-1]; got.Bound != tc.bound {
			t.Errorf("%s: %s iterations, want %s (%s)", tc.method, got.Bound, tc.bound, got.Reason)
		}
	}
}
