package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestEntered: the counter of a loop that several edges enter begins with what one of them brings (Entered). A loop from one place of a text to the
// next runs at most once for each character where the text is shown not to be empty (TextSearches). The result of a method of the program tells of
// its arguments what holds wherever it is returned (Predicates). An inner loop over the same array leaves the counter at most at its length (Runs),
// and runs at least once where its first iteration cannot leave it (Groups). Executions are compared in internal/metering.
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
		"Groups": {
			"equal": {"x.length", "x.length"}, "equalChars": {"c.length", "c.length"}, "equalText": {"s.length()", "s.length()"}, "left": {"s.length()", "s.length()"},
			"numbers": {"s.length()", "s.length()"}, "tokens": {"s.length()", "s.length()", "s.length()"}, "digits": {"s.length()", "s.length()"},
			"words": {"s.length()", "s.length()", "s.length()"}, "broken": {"x.length", "x.length"}, "clearing": {"x.length", "x.length"},
			"next": {"s.length()", "s.length() - i - 1"}, "nextOf": {"x.length", "x.length - i - 1"}, "upTo": {"n", "n - i - 1"}, "before": {"x.length", "x.length - 1"},
			"ranges":          {"x.length", "x.length - i - 1"},
			"seven":           {"? i does not move towards its limit in every ite", "x.length"},
			"otherClass":      {"? i does not move towards its limit in every ite", "s.length()"},
			"cleared":         {"? i does not move towards its limit in every ite", "x.length"},
			"clearedByAlias":  {"? i does not move towards its limit in every ite", "x.length"},
			"clearedInCall":   {"? i does not move towards its limit in every ite", "x.length"},
			"clearedInLambda": {"? i does not move towards its limit in every ite", "x.length"},
			"oneFurther":      {"? i does not move towards its limit in every ite", "s.length() - 1"},
			"sometimes":       {"? i does not move towards its limit in every ite", "s.length()"},
			"twoBack":         {"? i does not move towards its limit in every ite", "s.length() + 1"},
			"blanks":          {"? i does not move towards its limit in every ite", "s.length()"},
			"neither":         {"? i does not move towards its limit in every ite", "s.length()", "s.length()"},
			"otherText":       {"? i does not move towards its limit in every ite", "t.length()"},
			"newField":        {"? i does not move towards its limit in every ite", "largest field.length"},
			"otherLimit":      {"? i does not move towards its limit in every ite", "m"},
			"thrown":          {"? i does not move towards its limit in every ite", "x.length"},
			"notNumbers":      {"? i does not move towards its limit in every ite", "x.length"},
			"buffer":          {"? i does not move towards its limit in every ite", "b.length()"},
			"otherStart":      {"? i does not change by a constant step", "? the initial value of j is not known: i does no"}, "threes": {"? i may overflow", "floor((n - i) / 3)"}, "wraps": {"n - i - 1"}, "wrapsFrom": {"? i may step over the value that ends the loop", "min(n - smallest i - 1, largest g)"},
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
