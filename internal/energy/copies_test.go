package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
)

// TestCopies: the copy of an array costs what its elements do, the copy of an object does not.
func TestCopies(t *testing.T) {
	e, methods := withJDK(t, "copies", nil)
	for _, test := range []struct {
		method, formula string
		status          result.Status
	}{
		{"bytes", "E + ceil(a.length / 8) * E", result.Parametric},
		{"longs", "E + a.length * E", result.Parametric},
		{"rows", "E + ceil(a.length / 2) * E", result.Parametric},
		{"clone", "E", result.Bounded},
		{"primes", "E", result.Bounded},
		{"total", "E", result.Bounded},
		{"colours", "E", result.Bounded},
		{"shown", "E", result.Bounded},
		{"others", "E", result.Bounded},
	} {
		m := methods[test.method]
		if m == nil {
			t.Fatalf("no method %s", test.method)
		}
		x := e.Methods(roots(m), nil, "").Methods[0]
		if got := energies(x.Formula); got != test.formula || x.Status != test.status {
			t.Errorf("%s: %s, %s, want %s, %s", test.method, x.Formula, x.Status, test.formula, test.status)
		}
	}
}
