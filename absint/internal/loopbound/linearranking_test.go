package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestProgress checks the bounds of loops in which not every iteration moves the same counter, or passes the same test.
func TestProgress(t *testing.T) {
	type loop struct{ bound, reason, conds string } // where there is no bound, a part of the reason
	tests := map[string][]loop{
		"merge":      {{bound: "a.length + b.length - 1"}}, // both are at least 1 in the last iteration
		"palindrome": {{bound: "s.length() - 1"}},
		"zeros":      {{bound: "a.length"}},
		"eitherTest": {{bound: "n + m"}},
		"twoLimits":  {{bound: "max(0, n, m)"}},
		// After i = len comes one more step, which must not overflow.
		"words": {{bound: "s.length()", conds: "s.length() + 1 <= 2147483647"}},
		"stuck": {{reason: "i does not move towards its limit in every iteration"}},
		"back":  {{reason: "i does not move towards its limit in every iteration"}},
		// i moves where only j is tested.
		"untested": {{reason: "an iteration can skip any of the exit tests at line 125, line 130"}},
		"sentinel": {{bound: "a.length"}},
		"spaces":   {{bound: "s.length()"}},
		"skipTo":   {{bound: "ceil(limit / 2)"}},
		// An empty text is found everywhere.
		"skipToAny":    {{reason: "i does not change by a constant step in the loop at line 171"}},
		"strip":        {{bound: "s.length()"}},
		"tries":        {{bound: "5"}},
		"triesAgain":   {{bound: "4"}},
		"flag":         {{bound: "a.length"}},
		"severalExits": {{bound: "min(n - 1, m - 1)", conds: "m - 1 >= -2147483648"}},
		"indexOf":      {{bound: "max - from + 1", conds: "max + 2 <= 2147483647"}, {bound: "max - i"}, {bound: "end - j"}},
		"commas":       {{bound: "s.length()"}},
		"bits":         {{bound: "s.length()"}},
		"partition":    {{bound: "a.length - lo", conds: "lo - 1 >= -2147483648"}, {bound: "hi + 1", conds: "hi + 1 <= 2147483647"}},
		"threeWays":    {{bound: "a.length + b.length + c.length - 2"}},
	}
	a, methods := absinttest.Analyzer(t, "progress")
	for name := range methods {
		if _, ok := tests[strings.TrimPrefix(name, "Progress.")]; !ok && strings.HasPrefix(name, "Progress.") && name != "Progress.<init>" {
			t.Errorf("%s is not in the table", name)
		}
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			m := methods["Progress."+name]
			if m == nil {
				t.Fatal("no such method")
			}
			loops := a.Summary(m).Loops(nil)
			if len(loops) != len(want) {
				t.Fatalf("%d loops, by hand %d", len(loops), len(want))
			}
			for i, l := range loops {
				var conds []string
				for _, c := range l.ConditionsToHold {
					conds = append(conds, c.String())
				}
				w := want[i]
				if l.Bound != w.bound || strings.Join(conds, ", ") != w.conds || !strings.Contains(l.Reason, w.reason) || (w.reason == "") != (l.Reason == "") {
					t.Errorf("loop at line %d: %s %q if %q, %q; by hand %q if %q, %q", l.Line, l.Status, l.Bound, strings.Join(conds, ", "), l.Reason, w.bound, w.conds, w.reason)
				}
			}
		})
	}
}

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
