package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestBitLoops checks loops that clear, set or shift bits of their counter.
func TestBitLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Remainders", map[string][]absinttest.GeometricLoop{
		"clearLowest":      oneBound("32", 32),
		"clearLowestLong":  oneBound("64", 64),
		"clearHighest":     oneBound("log2(n) + 1", 31),
		"clearInverted":    oneBound("log2(c) + 1", 16),
		"prefix":           oneBound("log2(i) + 1", 31),
		"update":           oneBound("log2(tree.length - 1) + 1", absinttest.Inf, "i >= 1", "tree.length - 1 <= 1073741823"),
		"prefixFromZero":   oneBound("log2(i + 1) + 1", 32),
		"updateFromZero":   oneBound("log2(tree.length) + 1", absinttest.Inf, "i >= 0"),
		"mask":             oneBound("32", 32),
		"powersOfTwo":      oneBound("31", 31),
		"negativeDoubling": oneBound("32", 32),
		"byFour":           oneBound("32", 32),                              // 12 brings in two zeros each time, of 64
		"tripling":         noBound("n does not change by a constant step"), // it may never be 0
	})
}
