package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/report"
)

// TestCopies: the copy of an array costs what its elements do, the copy of an object does not.
func TestCopies(t *testing.T) {
	e, methods := withJDK(t, "copies", nil)
	for _, test := range []struct {
		method, formula string
		status          report.Status
	}{
		{"bytes", "E + ceil(a.length / 8) * E", report.Parametric},
		{"longs", "E + a.length * E", report.Parametric},
		{"rows", "E + ceil(a.length / 2) * E", report.Parametric},
		{"clone", "E", report.Bounded},
		{"primes", "E", report.Bounded},
		{"total", "E", report.Bounded},
		{"colours", "E", report.Bounded},
		{"shown", "E + ceil(Copies.SHOWN.length / 2) * E", report.Parametric},
		{"others", "E + ceil(changed.length / 2) * E", report.Parametric},
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
