package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestMerges: a loop whose iterations advance one of several counters has the sum of their distances as its bound where no path may leave
// all of them, which the tests on the path exclude. A mask of the number below a positive one is below it, too.
func TestMerges(t *testing.T) {
	for name, want := range map[string][]string{
		"take": {"a.length + b.length + 1"}, "counted": {"n + m + 1"}, "both": {"a.length + b.length"}, "texts": {"s.length() + t.length()"},
		"subsets": {"mask"}, "subsetsOf": {"mask"}, "subsetsOfLong": {"1023"},
		"alternating": {"? "}, "otherArray": {"? "}, "moved": {"? "}, "neither": {"? "}, "negative": {"? "}, "notLess": {"? "}, "or": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "advancing", "Merges."+name, want) })
	}
}
