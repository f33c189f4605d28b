package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestMultiples: a multiple of a length that only a symbol stands for is a bound, unless it may wrap to a larger one.
func TestMultiples(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "maxima")
	for name, want := range map[string]string{
		"Multiples.doubled":  "2 * d.length",
		"Multiples.shifted":  "8 * d.length",
		"Multiples.flipped":  "3 * d.length",
		"Multiples.few":      "min(4 * d.length, 40)",
		"Multiples.wraps":    "",
		"Multiples.natural":  "",
		"Multiples.negative": "",
	} {
		l := absinttest.LoopsOf(t, a, methods[name])[0]
		if l.Bound != want || (want != "" && !strings.HasPrefix(want, "min")) != (len(l.ConditionsToHold) == 1) {
			t.Errorf("%s: %q if %v, want %q (%s)", name, l.Bound, l.ConditionsToHold, want, l.Reason)
		}
	}
}
