package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestEntered: the counter of a loop that several edges enter begins with what one of them brings (Entered). A loop from one place of a text to the
// next runs at most once for each character where the text is shown not to be empty (TextSearches). The result of a method of the program tells of
// its arguments what holds wherever it is returned (Predicates). An inner loop over the same array leaves the counter at most at its length (Runs). Executions are compared in internal/metering.
func TestEntered(t *testing.T) {
	const unknown = "? its exit test depends on the result of s.indexOf()"
	for class, methods := range map[string]map[string][]string{
		"Entered": {
			"clampedStart": {"s.length() - from"}, "clampedEnd": {"min(x.length, n)"}, "clampedDo": {"min(n, most)"}, "chosen": {"n"},
			"caught": {"ceil((n - min(1, Integer.parseInt())) / 2)"}, "swapped": {"max(n, m) - min(n, m)"}, "digits": {"log10(abs(t))"},
			"bits": {"log2(abs(x)) + 1"}, "switched": {"max(floor(n / 2), n, 3)"}, "nested": {"n", "n"}, "breaksIn": {"x.length", "n - min(0, -x.length)"},
			"longs": {"ceil((to - max(-5, from)) / 3)"}, "misses": {"ceil(n / 2)"}, "shrinks": {"ceil(n / min(step, 3))"}, "continued": {"m", "n"},
			"guarded":       {"ceil(n / k)"},
			"missesForever": {"? it ends only where i equals a value that is not known exactly"},
			"halves":        {"? lo does not change by a constant step"},
			"unguarded":     {"? i does not move towards its limit in every iteration"},
		},
		"Runs": {
			"longest": {"x.length", "x.length - i"}, "counted": {"x.length", "x.length - i"}, "below": {"n", "n - i"}, "words": {"s.length()", "s.length() - i"},
			"back": {"x.length", "x.length"}, "ofOther": {"? i may overflow", "min(y.length - i, 200 - g)"}, "replaced": {"? i may overflow", "largest x.length - i"},
			"undone": {"? i does not change by a constant step", "x.length - i"},
		},
		"TextSearches": {
			"count": {"s.length()"}, "overlapping": {"s.length()"}, "behind": {"s.length()"}, "replaced": {"s.length()"}, "withLength": {"s.length()"},
			"whileFound": {"s.length() + 2"}, "constant": {"ceil(s.length() / 2)"}, "ofField": {"s.length()"}, "ofTrimmed": {"s.length()"},
			"maybeEmpty": {unknown}, "otherTested": {unknown}, "replacedAfterTest": {unknown}, "byOther": {unknown},
			"back": {"50"}, "olderFound": {"200"},
		},
		"Predicates": {
			"countOf": {"s.length()"}, "countOfBoth": {"s.length()"}, "countOfFilled": {"s.length()"}, "countDirect": {"s.length()"},
			"countUnmarked": {"s.length()"}, "steps": {"ceil(n / k)"}, "from": {"a.length - i"}, "split": {"text.length() + 2"},
			"between": {"ceil((text.length() - close.length()) / 2)"}, "countIfEmpty": {"100"}, "emptied": {"50"}, "raised": {"n"},
			"countSometimes": {unknown},
			"emptiedForever": {"? i does not move towards its limit in every iteration"},
		},
	} {
		for method, want := range methods {
			t.Run(class+"."+method, func(t *testing.T) { absinttest.CheckBounds(t, "entered", class+"."+method, want) })
		}
	}
}
