package absinttest

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
)

// CheckBounds compares the bounds of a method's loops, or behind "? " the beginnings of the reasons for having none.
func CheckBounds(t *testing.T, topic, method string, want []string) {
	t.Helper()
	a, methods := Analyzer(t, topic)
	m := methods[method]
	if m == nil {
		t.Fatalf("there is no %s in %s", method, topic)
	}
	loops := LoopsOf(t, a, m)
	if len(loops) != len(want) {
		t.Fatalf("%s has %d loops, not %d", method, len(loops), len(want))
	}
	for i, l := range loops {
		reason, unbounded := strings.CutPrefix(want[i], "? ")
		switch {
		case unbounded && (l.Status != absint.Unbounded || !strings.Contains(l.Reason, reason)):
			t.Errorf("%s: %s %q, reason %q; want none for: %s", method, l.Status, l.Bound, l.Reason, reason)
		case !unbounded && (l.Status == absint.Unbounded || l.Bound != want[i]):
			t.Errorf("%s: %s %q, reason %q; want %q", method, l.Status, l.Bound, l.Reason, want[i])
		}
	}
}
