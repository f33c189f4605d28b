package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCollected checks the last loop of the methods of testdata/fixtures/collected, over what a stream was collected into.
func TestCollected(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "collected")
	for method, bound := range map[string]string{
		"toList": "l.size()", "limited": "min(l.size(), 10)", "collected": "l.size()", "grouped": "l.size()", "mapped": "l.size()",
		"moreFilled": "out.size()", "moreFlat": "elements of flatMap()", "moreInMap": "collect().size()", "morePartitions": "collect().size()",
	} {
		ls := a.Summary(methods["Collected."+method]).Loops(nil)
		if got := ls[len(ls)-1]; got.Bound != bound {
			t.Errorf("%s: %s iterations, want %s (%s)", method, got.Bound, bound, got.Reason)
		}
	}
}
