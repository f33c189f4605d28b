package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSquareRootLoops checks loops that continue while their counter is at most the result of Math.sqrt.
func TestSquareRootLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Roots", map[string][]absinttest.GeometricLoop{
		"byRoot":     oneBound("sqrt(n) - 1", absinttest.Inf),
		"belowRoot":  oneBound("sqrt(n - 1)", absinttest.Inf),
		"notANumber": noBound("compares floating-point numbers"), // for ever, where n is negative
	})
}
