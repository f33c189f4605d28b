package energy

import (
	"strings"
	"testing"
)

// TestTraversed: a lambda that changes the collection which a call traverses may run more often than that has elements.
func TestTraversed(t *testing.T) {
	e, methods := withJDK(t, "traversed", nil)
	for method, formula := range map[string]string{
		"map":   "E + elements(m) * E",
		"queue": "E + elements(q) * E",
		"list":  "E + largest l.size() * E",
		"other": "E + m.size() * E",
		"none":  "E + m.size() * E",
	} {
		m := methods[method]
		if m == nil {
			t.Fatalf("no method %s", method)
		}
		x := e.Methods(roots(m), nil, "").Methods[0]
		if got := energies(x.Formula); !strings.HasPrefix(got, formula) {
			t.Errorf("%s: %s, want %s", method, got, formula)
		}
	}
}
