package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestAmortized checks how often the header of an inner loop runs in one call: its iterations over all iterations of the
// loop around it, and once more for each of these.
func TestAmortized(t *testing.T) {
	type loop struct {
		bound  string
		header float64
	}
	tests := map[string][]loop{
		"window":  {{"20", 21}, {"20", 20 + 20}},
		"stack":   {{"20", 21}, {"20", 20 + 20}},
		"runs":    {{"20", 21}, {"20", 20 + 20}},
		"fresh":   {{"20", 21}, {"20", 20*20 + 20}},
		"twoBack": {{"20", 21}, {"60", 60 + 20}},
		"lost":    {{"20", 21}, {"20", 20*20 + 20}},
		"partly":  {{"20", 21}, {"20", 20*20 + 20}},
		"count":   {{"a.length", absinttest.Inf}, {"2 * a.length", absinttest.Inf}},
		// n is at least 5 - 15, so 13 below 3.
		"countDown": {{"15", 16}, {"13", 14}},
	}
	a, methods := absinttest.Analyzer(t, "progress")
	for name := range methods {
		if short, ok := strings.CutPrefix(name, "Amortized."); ok && tests[short] == nil && short != "<init>" {
			t.Errorf("%s is not in the table", name)
		}
	}
	for name, want := range tests {
		m := methods["Amortized."+name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		loops := a.Summary(m).Loops(nil)
		if len(loops) != len(want) {
			t.Errorf("%s: %d loops, by hand %d", name, len(loops), len(want))
			continue
		}
		for i, l := range loops {
			if l.Bound != want[i].bound || l.HeaderMax != want[i].header {
				t.Errorf("%s, line %d: %q and %v executions of the header, by hand %q and %v (%s)", name, l.Line, l.Bound, l.HeaderMax, want[i].bound, want[i].header, l.Reason)
			}
		}
	}
}
