package cellcounter_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCellCounters: an element of an array that each iteration counts up or down is a counter, unless anything else may store to it. Executions are compared
// in internal/metering.
func TestCellCounters(t *testing.T) {
	const down = "z[...]"
	for method, want := range map[string][]string{
		"down": {down}, "before": {down}, "mirrored": {down}, "elsewhere": {down}, "sometimesTwice": {down},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "cellcounters", "CellCounters."+method, want) })
	}
	for _, method := range []string{"other", "sometimes", "back", "alias", "byCallee", "byCalleeOfField", "byPlatform", "moves", "away", "notEqual", "old", "caught", "endOfInt"} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "cellcounters", "CellCounters."+method, []string{"? "}) })
	}
}
