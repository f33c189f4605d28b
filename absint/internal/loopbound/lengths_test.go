package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestLengths compares the bounds of loops over texts whose length the class library limits, and over others, whose length is a
// symbol. internal/metering runs them.
func TestLengths(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "lengths")
	for name, want := range map[string]string{
		"Lengths.decimal":     "11",
		"Lengths.longDecimal": "20",
		"Lengths.binary":      "32",
		"Lengths.radix":       "65",
		"Lengths.hexadecimal": "16",
		"Lengths.octal":       "11",
		"Lengths.boxed":       "11",
		"Lengths.chosen":      "12",
		"Lengths.points":      "2",
		"Lengths.repeated":    "k + 11",
		"Lengths.either":      "max(t.length(), 11)",
		"Lengths.object":      "s.length()",
	} {
		ls := absinttest.LoopsOf(t, a, methods[name])
		if l := ls[len(ls)-1]; l.Bound != want {
			t.Errorf("%s: %s, want %s (%s)", name, l.Bound, want, l.Reason)
		}
	}
}
