package absint_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/internal/classfile"
)

// TestKeysOfComparators checks that marks in a sorted set bound a worklist only in programs whose functions and comparators
// always return the same for an element.
func TestKeysOfComparators(t *testing.T) {
	all := absinttest.Fixture(t, "keys")
	for program, bounded := range map[string]bool{
		"Counting": false, "CountingInt": false, "CountingReference": false, "CountingObject": false, "Drawing": false,
		"DrawingComparator": false, "Timing": false, "Atomic": false, "Given": false,
		"Plain": true, "PlainReference": true, "PlainEntries": true,
	} {
		cs := slices.DeleteFunc(slices.Clone(all), func(c *classfile.Class) bool { return c.Name != "Keys" && c.Name != program })
		if len(cs) != 2 {
			t.Fatalf("%d classes with %s", len(cs), program)
		}
		l := absinttest.LoopsOf(t, absinttest.AnalyzerOf(cs), absinttest.MethodsOf(cs)["Keys.searched"])[0]
		if (l.Bound != "") != bounded {
			t.Errorf("%s: bound %q (%s)", program, l.Bound, l.Reason)
		}
	}
}
