package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestElementsAreCompared checks that callbacks of collections on their elements may fill a worklist.
func TestElementsAreCompared(t *testing.T) {
	for method, want := range map[string]string{
		"polled":        "? code that line 38 runs may add to q while the loop drains it",
		"polledAsQueue": "? code that line 44 runs may add to q while the loop drains it",
		"peeked":        "? code that line 49 runs may add to ranks while the loop drains it",
		"byComparator":  "? code that line 56 runs may add to numbers while the loop drains it",
		"entered":       "? code that line 62 runs may add to q while the loop drains it",
		"removedAll":    "? code that line 71 runs may add to q while the loop drains it",
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "compared", "Compared."+method, []string{want}) })
	}
}
