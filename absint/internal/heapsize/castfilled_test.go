package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCastFilled: a collection that the method makes has what is added to it through any cast.
func TestCastFilled(t *testing.T) {
	for method, want := range map[string][]string{
		"filtered": {"all.size()", "all.size()"}, "addedTwice": {"all.size()", "2 * all.size()"}, "addedToItself": {"all.size()", "out.size()"},
		"addedByCallee": {"largest all.size()", "out.size()"}, "addedAll": {"all.size()", "3 * all.size()"},
		"keptElsewhere": {"elements(all)", "largest out.size()"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "castfilled", "CastFilled."+method, want) })
	}
}
