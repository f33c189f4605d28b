package circular_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCircular: an index that goes on at the beginning of an array meets its end, if that is an index of the array. Executions are compared in
// internal/metering.
func TestCircular(t *testing.T) {
	for method, want := range map[string]string{
		"sum": "this.items.length", "sumMirrored": "this.items.length", "all": "this.items.length", "withLast": "this.items.length", "moveFront": "this.items.length",
		"between": "n", "probe": "table.length", "constant": "5",

		"twos": "? ", "moves": "? ", "grows": "? ", "sometimes": "? ", "outside": "? ", "backwards": "? ",
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "circular", "Circular."+method, []string{want}) })
	}
}
