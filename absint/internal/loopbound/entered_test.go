package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestEntered: the counter of a loop that several edges enter begins with what one of them brings. Executions are compared in
// internal/metering.
func TestEntered(t *testing.T) {
	for method, want := range map[string][]string{
		"clampedStart": {"s.length() - from"}, "clampedEnd": {"min(x.length, n)"}, "clampedDo": {"min(n, most)"}, "chosen": {"n"},
		"caught": {"ceil((n - min(1, Integer.parseInt())) / 2)"}, "swapped": {"max(n, m) - min(n, m)"}, "digits": {"log10(abs(t))"},
		"bits": {"log2(abs(x)) + 1"}, "switched": {"max(floor(n / 2), n, 3)"}, "nested": {"n", "n"}, "breaksIn": {"x.length", "n - min(0, -x.length)"},
		"longs": {"ceil((to - max(-5, from)) / 3)"}, "misses": {"ceil(n / 2)"}, "shrinks": {"ceil(n / min(step, 3))"}, "continued": {"m", "n"},
		"guarded":       {"ceil(n / k)"},
		"missesForever": {"? it ends only where i equals a value that is not known exactly"},
		"halves":        {"? lo does not change by a constant step"},
		"unguarded":     {"? i does not move towards its limit in every iteration"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "entered", "Entered."+method, want) })
	}
}

// TestTextSearches: a loop from one place of a text to the next runs at most once for each character where the text is shown not to be empty.
func TestTextSearches(t *testing.T) {
	const unknown = "? its exit test depends on the result of s.indexOf()"
	for method, want := range map[string][]string{
		"count": {"s.length()"}, "overlapping": {"s.length()"}, "behind": {"s.length()"}, "replaced": {"s.length()"}, "withLength": {"s.length()"},
		"whileFound": {"s.length() + 2"}, "constant": {"ceil(s.length() / 2)"}, "ofField": {"s.length()"}, "ofTrimmed": {"s.length()"},
		"maybeEmpty": {unknown}, "otherTested": {unknown}, "replacedAfterTest": {unknown}, "byOther": {unknown},
		"back": {"50"}, "olderFound": {"200"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "entered", "TextSearches."+method, want) })
	}
}

// TestPredicates: the result of a method of the program tells of its arguments what holds wherever it is returned.
func TestPredicates(t *testing.T) {
	for method, want := range map[string][]string{
		"countOf": {"s.length()"}, "countOfBoth": {"s.length()"}, "countOfFilled": {"s.length()"}, "countDirect": {"s.length()"},
		"countUnmarked": {"s.length()"}, "steps": {"ceil(n / k)"}, "from": {"a.length - i"}, "split": {"text.length() + 2"},
		"between": {"ceil((text.length() - close.length()) / 2)"}, "countIfEmpty": {"100"}, "emptied": {"50"}, "raised": {"n"},
		"countSometimes": {"? its exit test depends on the result of s.indexOf()"},
		"emptiedForever": {"? i does not move towards its limit in every iteration"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "entered", "Predicates."+method, want) })
	}
}
