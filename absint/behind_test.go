package absint

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestBehind checks loops of testdata/fixtures/behind, of which each class is a program of its own: those that the code of
// the program behind calls of the platform's keeps going, which is not in sight in the loop, and those that it does not.
func TestBehind(t *testing.T) {
	tests := []struct {
		method, loop string // the bound, or ? and a part of the reason
	}{
		{"Hashes.copied", "? it ends when TAGS is empty, but what line 38 calls may put"},
		{"Hashes.hashOfAll", "? it ends when TAGS is empty, but what line"},
		{"Hashes.removed", "? it ends when TAGS is empty, but what line"},
		{"Hashes.component", "? it ends when TAGS is empty, but what line"},
		{"Hashes.listAsKey", "? it ends when TAGS is empty, but what line"},
		{"Hashes.leftAlone", "TAGS.size()"},
		{"Orders.sorted", "? it ends when TAGS is empty, but what line"},
		{"Orders.polled", "? it ends when TAGS is empty, but what line"},
		{"Orders.polledItself", "? it ends when ORDERED is empty, but what line"},
		{"Orders.leftAlone", "TAGS.size()"},
		{"Comparators.entered", "? it ends when TAGS is empty, but what line"},
		{"Comparators.polled", "? it ends when TAGS is empty, but what line"},
		{"Comparators.sorted", "? it ends when TAGS is empty, but what line"},
		{"Comparators.leftAlone", "TAGS.size()"},
		{"Links.looked", "? it follows next until it meets null, but changes next on the way"},
		{"Links.grown", "? it follows left until it meets null, but changes left on the way"},
		{"Links.leftAlone", "nodes(first.left)"},
		{"Links.up", "? it follows parent[] until it meets 0, but changes elements of such an array on the way"},
		{"Links.tree", "? it ends when q is empty, but line"},
		{"Links.children", "? it ends when q is empty, but line"},
		{"Links.treeLeftAlone", "tree(q.left)"},
		{"Sources.steppedBack", "? previous() may give back what an iteration has taken from it"},
		{"Sources.readAgain", "? reset() may give back what an iteration has taken from in"},
		{"Sources.leftAlone", "all.size()"},
		{"Natives.looked", "? it ends when TAGS is empty, but what line"},
		{"Natives.stepped", "? previous() may give back"},
		{"Natives.leftAlone", "TAGS.size()"},
	}
	all := fixture(t, "behind")
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) {
			outer, name, _ := strings.Cut(test.method, ".")
			var program []*classfile.Class
			for _, c := range all {
				if c.Name == "behind/"+outer || strings.HasPrefix(c.Name, "behind/"+outer+"$") {
					program = append(program, c)
				}
			}
			a := analyzerOf(program)
			loops := loopsOf(t, a, methodsOf(program)[outer+"."+name])
			if len(loops) != 1 {
				t.Fatalf("%d loops", len(loops))
			}
			if reason, unbounded := strings.CutPrefix(test.loop, "? "); unbounded {
				if !strings.Contains(loops[0].Reason, reason) {
					t.Errorf("%s %q, reason %q; want none for: %s", loops[0].Status, loops[0].Bound, loops[0].Reason, reason)
				}
			} else if got := loops[0].Bound; got != test.loop {
				t.Errorf("%s %q, reason %q; want %q", loops[0].Status, got, loops[0].Reason, test.loop)
			}
		})
	}
}
