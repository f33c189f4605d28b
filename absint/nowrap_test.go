package absint_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestNarrowLoops: see TestGeometricLoops.
func TestNarrowLoops(t *testing.T) {
	one := func(bound string, most float64) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{{Bound: bound, Most: most, Conds: "", Reason: ""}}
	}
	absinttest.CheckLoops(t, "Narrow", map[string][]absinttest.GeometricLoop{
		"alphabet":  one("26", 26),
		"backwards": one("26", 26),
		"strides":   one("29", 29), // -100, -93, ..., 96
		"pairs":     {{Bound: "last - 97", Most: 65438, Conds: "", Reason: ""}, {Bound: "(iteration of the loop at line 23)", Most: 65437, Conds: "", Reason: ""}},
		// A byte is never 128, but -128 again.
		"upTo":        {{Bound: "n", Most: absinttest.Inf, Conds: "n - 1 <= 126", Reason: ""}},
		"upToChar":    {{Bound: "last + 1", Most: absinttest.Inf, Conds: "last <= 65534", Reason: ""}},
		"shorts":      one("to - from", 65535),
		"endlessByte": one("1001", 1001), // only the counter in it ends these
		"endlessChar": one("1001", 1001),
		"comesRound":  one("1001", 1001),
		"doubled":     one("14", 14),
	})
}
