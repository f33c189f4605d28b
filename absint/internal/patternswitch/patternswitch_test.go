package patternswitch_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestRestarts checks the loops that javac makes of switches over patterns: as many iterations as labels after which the
// switch starts again. Metering runs the same methods.
func TestRestarts(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "patternswitch")
	for name, want := range map[string][]string{
		"guards":     {"4"}, // behind > 10, > 5, > 2 and isEmpty
		"plain":      nil,
		"components": {"2", "3"}, // boxes of no kind, and circles; the kinds of boxes are a switch of their own
		"colors":     {"1"},
		"inLoop":     {"all.length", "2", "4"},
		"again":      {"", "2"}, // what is around the switch goes on as long as it likes
		"caught":     {"2"},
	} {
		m := methods["Patterns."+name]
		if m == nil {
			t.Fatalf("no method %s", name)
		}
		var got []string
		for _, l := range a.Summary(m).Loops(nil) {
			got = append(got, l.Bound)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: bounds %q, by hand %q", name, got, want)
		}
	}
}
