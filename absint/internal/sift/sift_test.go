package sift_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSifts compares the bounds of loops whose index jumps, "" for none. internal/metering runs them.
func TestSifts(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "sifts")
	for name, want := range map[string]string{
		"smallest":   "log2(n) + 1",
		"fromRoot":   "log2(n)",
		"ofFields":   "log2(this.size) + 1",
		"fromOne":    "log2(last) + 2",
		"untilDone":  "log2(n) + 2", // and the iteration that sets the flag
		"ofList":     "log2(a.size()) + 1",
		"compares":   "log2(n)", // where i >= 0 and nothing overflows
		"noLimit":    "log2(a.length) + 1",
		"neighbours": "n - i - 1",
		"ternary":    "log2(n)", // where nothing overflows
		"sometimes":  "log2(n)", // where nothing overflows
		"caught":     "log2(n)", // where nothing overflows

		"untilException": "log2(a.length) + 1",

		"unlimited":  "",
		"otherLimit": "",
		"smaller":    "",
		"stays":      "",
		"otherExit":  "9", // of steps
		"oneLess":    "",
		"growing":    "",
		"notDone":    "",
		"otherChild": "",
		"longer":     "log2(largest heap.length) + 1",
		"larger":     "12", // below 5000, where nothing overflows
	} {
		m := methods["Sifts."+name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		if ls := absinttest.LoopsOf(t, a, m); !slices.ContainsFunc(ls, func(l absint.Loop) bool { return l.Bound == want }) {
			t.Errorf("%s: no loop with %q: %v", name, want, ls)
		}
	}
}
