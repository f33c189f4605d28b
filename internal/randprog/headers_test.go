package randprog

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
)

// The counts of the headers of all loops share the steps of one evaluation: a loop that they do not suffice for has the interval
// from 0 to infinity.
func TestHeaderCountsShareSteps(t *testing.T) {
	for _, tc := range []struct {
		nested int
		all    bool // counts are known
	}{{8, true}, {128, false}} {
		var b strings.Builder
		fmt.Fprintf(&b, "method m ()V %d\n", tc.nested)
		for i := range tc.nested {
			fmt.Fprintf(&b, "  iconst_0\n  istore %d\nL%d:\n  iload %d\n  iconst_1\n  if_icmpge E%d\n", i, i, i, i)
		}
		for i := tc.nested - 1; i >= 0; i-- {
			fmt.Fprintf(&b, "  iinc %d 1\n  goto L%d\nE%d:\n", i, i, i)
		}
		b.WriteString("  return\n")
		classes, err := parse(b.String())
		if err != nil {
			t.Fatal(err)
		}
		s := absint.NewAnalyzer(callgraph.New(classes, nil, 1), nil, nil, 1).Summary(&classes[0].Methods[0])
		loops := s.Loops(nil)
		if s.Err() != nil || len(loops) != tc.nested {
			t.Fatalf("%d of %d loops, %v", len(loops), tc.nested, s.Err())
		}
		all := true
		for i, l := range loops {
			all = all && l.HeaderMin == 2 && l.HeaderMax == 2
			if l.HeaderMin != 2 && l.HeaderMin != 0 || l.HeaderMax != 2 && !math.IsInf(l.HeaderMax, 1) {
				t.Errorf("loop %d of %d: its header is executed %v to %v times, want 2", i, tc.nested, l.HeaderMin, l.HeaderMax)
			}
		}
		if all != tc.all {
			t.Errorf("%d nested loops: all counts known: %v, want %v", tc.nested, all, tc.all)
		}
	}
}
