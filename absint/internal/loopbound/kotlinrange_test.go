package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// A progression of Kotlin ends with the element that was computed for it, whatever its step.
func TestProgressions(t *testing.T) {
	for method, want := range map[string][]string{
		"step3":   {"floor(n / 3)"},
		"stepK":   {"floor(n / k)"},
		"down2":   {"floor((n - 1) / 2)"},
		"downK":   {"ceil((n - k) / k)"},
		"indices": {"floor((a.length - 1) / 2)"},
		"long7":   {"floor(n / 7)"},
		"longK":   {"floor(n / k)"},
		"range":   {"r.getLast() - r.getFirst()"},
		"nested":  {"floor(n / 3)", "floor((n - 3 * (iteration of the loop at line 19)) / 2)"},
		"any":     {"? it ends only where i equals a value that is not known exactly"},
		// isNotEmpty is what is written there, and isEmpty what is called.
		"drained":      {"items.size()"},
		"drainedDeque": {"q.size()"},
		"polled":       {"q.size()"},
		"aliased":      {"? add() at line 31 may add to q while the loop drains it"},
		"refilled":     {"? line 33 adds to q while the loop drains it"},
		"handedOn":     {"? invoke() at line 35 may add to q while the loop drains it"},
		"captured":     {"? its exit test depends on left, which a lambda may change"},
	} {
		absinttest.CheckBounds(t, "kotlin", "ProgressionsKt."+method, want)
	}
	for method, want := range map[string][]string{
		"by3":           {"floor((to - from) / 3)"},
		"down2":         {"floor((from - to) / 2)"},
		"byStep":        {"floor(n / step)"},
		"downByStep":    {"ceil((n - step) / step)"},
		"otherStep":     {"100"},
		"unguarded":     {"100"},
		"otherStart":    {"100"},
		"inclusive":     {"last - from"},
		"inclusiveDown": {"from - last"},
		"exclusive":     {"100"},
	} {
		absinttest.CheckBounds(t, "programs", "Progressions."+method, want)
	}
}
