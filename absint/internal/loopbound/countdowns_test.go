package loopbound_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCountdowns compares the bounds of loops that put into a worklist what they have counted to a number, "" for none. internal/metering runs those that
// have a bound.
func TestCountdowns(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "countdowns")
	for name, want := range map[string]string{
		"Countdowns.lists":   "4 * left.length",
		"Countdowns.indexed": "2 * left.length + 2",
		"Countdowns.edges":   "4 * n",
		"Countdowns.leaves":  "2 * degree.length + 2",
		"Countdowns.up":      "2 * seen.length + 2",
		"Countdowns.grid":    "2 * left[...].length * left.length + 2",
		"Countdowns.levels":  "2 * left.length + 2",
		"Countdowns.chain":   "2 * left.length + 2",

		"MapCountdowns.strings":    "2 * largest left.size() + 2",
		"MapCountdowns.inVariable": "2 * left.size() + 2",
		"MapCountdowns.records":    "2 * all.size() * get().size() + 2 * all.size() + 2 * left.size()",
		"MapCountdowns.up":         "2 * largest seen.size() + 2",
		"MapCountdowns.keys":       "2 * largest left.size() + 2",

		"MapCountdowns.restored":          "",
		"MapCountdowns.restoredByAlias":   "",
		"MapCountdowns.restoredByEntry":   "",
		"MapCountdowns.restoredByCallee":  "",
		"MapCountdowns.restoredByForEach": "",
		"MapCountdowns.restoredByStatic":  "",
		"MapCountdowns.changedKey":        "",
		"MapCountdowns.otherKey":          "",
		"MapCountdowns.otherMap":          "",
		"MapCountdowns.stale":             "",
		"MapCountdowns.absent":            "",
		"MapCountdowns.byTwo":             "",
		"MapCountdowns.below":             "",

		"Countdowns.restored":         "",
		"Countdowns.restoredByAlias":  "",
		"Countdowns.restoredByCallee": "",
		"Countdowns.restoredByRow":    "",
		"Countdowns.stale":            "",
		"Countdowns.staleInner":       "",
		"Countdowns.below":            "",
		"Countdowns.bytes":            "",
		"Countdowns.byTwo":            "",
		"Countdowns.otherCell":        "",
		"Countdowns.otherArray":       "",
		"Countdowns.sometimes":        "",
		"Countdowns.caught":           "",
		"Countdowns.again":            "",
		"Countdowns.tooOften":         "",
		"Countdowns.levelOfNulls":     "",
		"Countdowns.twoArrays":        "", // either of which may be counted past its end
	} {
		m := methods[name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		if ls := absinttest.LoopsOf(t, a, m); !slices.ContainsFunc(ls, func(l absint.Loop) bool { return l.Bound == want }) {
			t.Errorf("%s: no loop with %q: %v", name, want, ls)
		}
	}
}
