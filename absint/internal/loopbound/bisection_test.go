package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestBisectionLoops checks loops that halve the distance of two variables.
func TestBisectionLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Logarithms", map[string][]absinttest.GeometricLoop{
		"search":         oneBound("log2(a.length) + 1", 31),
		"searchOverflow": oneBound("log2(a.length) + 1", absinttest.Inf, "a.length - 1 <= 1073741823"),
		"lowerBound":     oneBound("log2(a.length) + 1", 31),
		"upper":          oneBound("log2(a.length - 1) + 1", 31),
		"between":        oneBound("log2(to - from) + 1", absinttest.Inf, "from >= 0"),
		"between2":       oneBound("log2(to - from - 1) + 1", absinttest.Inf, "to - from <= 2147483647", "to - from >= -2147483648"),
		"stuck":          noBound("lo does not change by a constant step"), // lo = mid of two neighbours is lo
		"ternary":        oneBound("2 * log2(a.length)", 60),
		"squareRoot":     oneBound("log2(n) + 1", absinttest.Inf, "n - 1 <= 4611686018427387904"),
		"rotated":        oneBound("a.length", absinttest.Inf),
	})
}
