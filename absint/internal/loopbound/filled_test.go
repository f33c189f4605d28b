package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestFillingLoops checks loops whose counter moves by what a read returned.
func TestFillingLoops(t *testing.T) {
	for method, want := range map[string]string{
		"fill":      "b.length",
		"ahead":     "5",
		"stuck":     "? off does not move towards its limit in every iteration",
		"other":     "ceil(5 / in.read())",
		"ofProgram": "? int overflow: 2147483651 is above 2147483647",
	} {
		absinttest.CheckBounds(t, "filled", "Filled."+method, []string{want})
	}
	absinttest.CheckBounds(t, "filledown", "FilledOwn.fill", []string{"? int overflow: 2147483651 is above 2147483647"})
}
