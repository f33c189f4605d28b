package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestGeometricLoops checks loops whose counter is multiplied, divided or shifted, against bounds found by hand.
func TestGeometricLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Logarithms", map[string][]absinttest.GeometricLoop{
		"doubling":   oneBound("7", 7), // 1, 2, 4, ..., 64
		"decades":    oneBound("4", 4), // 1, 10, 100, 1000
		"doublingTo": oneBound("log2(n - 1) + 1", absinttest.Inf, "n - 1 <= 1073741823"),
		// The last i of an iteration is at most a.length - 1, and 2*i must not overflow.
		"shiftingTo":   oneBound("log2(a.length - 1) + 1", absinttest.Inf, "a.length - 1 <= 1073741823"),
		"doubledLong":  oneBound("log2(n) + 1", 31),
		"triplingFrom": oneBound("log3(n - 1) + 1", absinttest.Inf, "start >= 1", "n - 1 <= 715827882"),
		// i + 1 doubles: 0, 1, 3, 7, ...
		"heapChildren": oneBound("log2(n) + 1", absinttest.Inf, "n - 1 <= 1073741823"),
		// i - 1 doubles: 2, 3, 5, 9, ...
		"minusOne": oneBound("log2(n - 2) + 1", absinttest.Inf, "n - 1 <= 1073741823"),
		// From 2 on, i - 1 grows by half at least, and (3/2)^2 > 2.
		"growing":  oneBound("2 * log2(n - 2) + 2", absinttest.Inf, "n - 1 <= 1431655764"),
		"siftDown": oneBound("log2(n)", absinttest.Inf, "n >= 0"),
		"heapify":  oneBound("log2(n)", absinttest.Inf, "i >= 0", "i <= 1073741823", "n - 2 <= 1073741821"),
		// Where it goes on, least is not k, so it is twice as large.
		"sink":          oneBound("log2(n)", absinttest.Inf, "n <= 1073741823"),
		"siftToLargest": oneBound("log2(n) + 1", 31),
		// k + 1 is halved, as long as it is at least 2.
		"siftUp":          oneBound("log2(k + 1)", 31),
		"inBase":          oneBound("log2(n) + 1", absinttest.Inf, "base >= 1"),
		"arithmeticShift": oneBound("log2(n) + 1", absinttest.Inf, "n >= 0"), // -1 >> 1 is -1
		"power":           oneBound("log2(e) + 1", 31),
		"toOne":           oneBound("log2(n)", absinttest.Inf, "n >= 1"),
		"roundedUp":       oneBound("log2(n - 1) + 1", absinttest.Inf, "n <= 2147483646"),
		"gaps":            {{Bound: "log2(a.length)", Most: 30, Conds: "", Reason: ""}, {Bound: "a.length - 1", Most: absinttest.Inf, Conds: "", Reason: ""}},
		"comb":            oneBound("3 * log2(n)", absinttest.Inf, "n <= 214748364"),
		"branches":        oneBound("n", absinttest.Inf),
		"quarters":        oneBound("log2(n) + 1", 31),
	})
}

// TestDigitsInBase checks a loop that divides by a parameter.
func TestDigitsInBase(t *testing.T) {
	absinttest.CheckLoops(t, "Remainders", map[string][]absinttest.GeometricLoop{
		"digitsInBase": oneBound("log2(n) + 1", absinttest.Inf, "base >= 2"),
	})
}
