package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestAffineLoops checks loops whose counters move by additions.
func TestAffineLoops(t *testing.T) {
	for method, want := range map[string]string{
		"constant":       "10",
		"stride":         "4",
		"paramStride":    "ceil(n / 4)",
		"affine":         "3 * n - 1",
		"meet":           "floor(a.length / 2)", // both operands move
		"longCounter":    "n",
		"backwards":      "? i does not move towards its limit in every iteration",
		"paramInclusive": "n + 1",
	} {
		absinttest.CheckBounds(t, "loops", "Loops."+method, []string{want})
	}
	absinttest.CheckBounds(t, "programs", "Roots.toRoot", []string{"sqrt(n)"}) // the root is computed before the loop
}
