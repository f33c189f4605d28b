package absint_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// A variable that holds what a test found decides as the test does, where nothing else goes into it.
func TestOutcomes(t *testing.T) {
	for method, want := range map[string][]string{
		"up":       {"n"},
		"swapped":  {"ceil(n / 2)"},
		"drained":  {"items.size()"},
		"kept":     {"q.size()"},
		"refilled": {"ceil(100 / (floor(poll().intValue() / 1000) + 1))"},
		"both":     {"? its exit test depends on a value, which is not tracked between iterations"},
		"either":   {"? its exit test depends on a value, which is not tracked between iterations"},
		"later":    {"(a.length - 1) + 2"},
		"find":     {"a.length"},
	} {
		absinttest.CheckBounds(t, "programs", "Outcomes."+method, want)
	}
}
