package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestInequalityLoops checks loops that end where a counter equals a limit.
func TestInequalityLoops(t *testing.T) {
	for method, want := range map[string]string{
		"notEqual":       "4",
		"notEqualMisses": "? i steps over the value that ends the loop",
	} {
		absinttest.CheckBounds(t, "loops", "Loops."+method, []string{want})
	}
}
