package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestShiftedOneLoops checks loops up to powers of two, and loops that search one.
func TestShiftedOneLoops(t *testing.T) {
	const top = "1073741823" // 1 << 31 is negative
	absinttest.CheckLoops(t, "Powers", map[string][]absinttest.GeometricLoop{
		"highest":     oneBound("log2(n) + 1", absinttest.Inf, "n <= "+top),
		"from":        oneBound("log2(n - 1) - k + 1", absinttest.Inf, "k >= 0", "k <= 30", "n - 1 <= "+top),
		"next":        oneBound("log2(n - 1)", absinttest.Inf, "n - 1 <= "+top),
		"wide":        oneBound("log2(n - 1) + 1", absinttest.Inf, "n - 1 <= "+top),
		"byTwo":       noBound("k does not change by a constant step"),
		"times3":      noBound("k does not change by a constant step"),
		"subsets":     oneBound("2^n", absinttest.Inf, "n <= 30", "n >= 0"),
		"fives":       oneBound("5 * 2^n", absinttest.Inf, "n <= 28", "n >= 0"),
		"longSubsets": oneBound("2^n", absinttest.Inf, "n <= 52", "n >= 0"),
		"filled":      oneBound("2^n", absinttest.Inf, "n <= 30", "n >= 0"),
		"minus":       noBound("is not computed from parameters and sizes"),
	})
}
