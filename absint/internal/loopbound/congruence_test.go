package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCongruenceLoops checks loops that divide a number while it is a multiple of the divisor.
func TestCongruenceLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Remainders", map[string][]absinttest.GeometricLoop{
		"twos":         oneBound("log2(n)", absinttest.Inf, "n >= 1"), // 0 is even for ever
		"twosByBits":   oneBound("log2(n)", absinttest.Inf, "n >= 1"),
		"multiplicity": oneBound("log2(n)", absinttest.Inf, "n >= 1", "p >= 2"),
	})
}
