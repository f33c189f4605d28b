package sortflag_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSortFlags compares the bounds of loops that a flag ends, "" for none. internal/metering runs them.
func TestSortFlags(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "sortflags")
	for name, want := range map[string]string{
		"whileSwapped": "(a.length - 1) + 1",
		"doWhile":      "n - 1",
		"counted":      "a.length - 1",
		"breaks":       "a.length - 1",
		"byTwo":        "floor((n - 4) / 2) + 2",

		"limitStays":     "",
		"sometimesFalls": "",
		"rises":          "",
		"kept":           "",
		"setElsewhere":   "",
		"fromBelow":      "",
		"otherLimit":     "",
		"different":      "(n - 3) + 2", // where n >= 3
		"begunAgain":     "",
		"wraps":          "(n - 1) + 2", // where n - 1 does not overflow
	} {
		m := methods["SortFlags."+name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		if ls := absinttest.LoopsOf(t, a, m); !slices.ContainsFunc(ls, func(l absint.Loop) bool { return l.Bound == want }) {
			t.Errorf("%s: no loop with %q: %v", name, want, ls)
		}
	}
}
