package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSquareLoops checks loops that continue while the square of their counter is at most a limit.
func TestSquareLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Roots", map[string][]absinttest.GeometricLoop{
		// The square of 46340 must be above n, since that of 46341 overflows.
		"isPrime":     oneBound("sqrt(n) - 1", absinttest.Inf, "n <= 2147395599"),
		"isPrimeLong": oneBound("sqrt(n) - 1", absinttest.Inf),
		// d is an int: it must not overflow before its square is above n.
		"isPrimeWidened": oneBound("floor((sqrt(n) - 1) / 2)", absinttest.Inf, "n <= 4593689203530792960"),
		"byQuotient":     oneBound("sqrt(n)", absinttest.Inf),
		"wheel":          oneBound("floor((sqrt(n) + 1) / 6)", absinttest.Inf, "n <= 2146932224"), // 46335^2 - 1
		"next":           oneBound("sqrt(n)", absinttest.Inf, "n <= 2147395599"),
		"hundred":        oneBound("10", 10),
		"from":           oneBound("sqrt(n - 1) - d + 1", absinttest.Inf, "d >= 0", "d <= 46340", "n - 1 <= 2147395599"),
		"downwards":      noBound("d does not change by a constant step"),
	})
}

// TestDividedLimits checks loops up to the root of a limit that they divide themselves.
func TestDividedLimits(t *testing.T) {
	const why = "i does not change by a constant step"
	a, methods := absinttest.Analyzer(t, "programs")
	for name, want := range map[string]struct{ bound, why string }{
		"Factors.primes":   {bound: "sqrt(abs(n)) - 1"},
		"Factors.byRoot":   {bound: "floor((sqrt(abs(n)) - 1) / 2)"},
		"Factors.signed":   {bound: "sqrt(abs(n))"},
		"Factors.shifted":  {bound: "sqrt(abs(n))"},
		"Factors.unsigned": {why: why}, // a negative number shifted without its sign is large
		"Factors.growing":  {why: why},
		"Factors.another":  {why: why}, // another limit after a few iterations
		"Factors.divisor":  {why: why}, // the limit divides
	} {
		l := absinttest.LoopsOf(t, a, methods[name])[0]
		if want.why == "" && l.Bound != want.bound || want.why != "" && (l.Status != absint.Unbounded || !strings.Contains(l.Reason, want.why)) {
			t.Errorf("%s: %s (%s), want %s%s", name, l.Bound, l.Reason, want.bound, want.why)
		}
	}
}
