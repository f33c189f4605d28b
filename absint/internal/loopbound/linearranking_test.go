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
		"skipToAny":    {{reason: "i does not change by a constant step"}},
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

// TestEndsThatMeet compares the bounds of partitions from both ends, where an iteration moves neither only if it is the last one.
func TestEndsThatMeet(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	for name, want := range map[string]string{
		"ends":         "floor((right - left + 2) / 2)",
		"endsMeeting":  "",
		"endsBack":     "",
		"endsOfOthers": "",
		"endsOrMore":   "",
	} {
		if l := absinttest.LoopsOf(t, a, methods["Partitions."+name])[0]; l.Bound != want {
			t.Errorf("%s: %q, want %q (%s)", name, l.Bound, want, l.Reason)
		}
	}
}
