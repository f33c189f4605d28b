package effects_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// TestEffectsOfCallees checks loops of testdata/fixtures/behind, each class of which is a program of its own: application code
// that platform code calls back may keep the loop running, or has no such effect.
func TestEffectsOfCallees(t *testing.T) {
	tests := []struct {
		method, loop string // the bound, or ? and a part of the reason
	}{
		{"Hashes.copied", "? code that line 38 runs may add to TAGS while the loop drains it"},
		{"Hashes.hashOfAll", "? code that line 46 runs may add to TAGS while the loop drains it"},
		{"Hashes.removed", "? code that line 54 runs may add to TAGS while the loop drains it"},
		{"Hashes.component", "? code that line 61 runs may add to TAGS while the loop drains it"},
		{"Hashes.listAsKey", "? code that line 68 runs may add to TAGS while the loop drains it"},
		{"Hashes.leftAlone", "TAGS.size()"},
		{"Orders.sorted", "? code that line 27 runs may add to TAGS while the loop drains it"},
		{"Orders.polled", "? code that line 34 runs may add to TAGS while the loop drains it"},
		{"Orders.polledItself", "? code that line 39 runs may add to ORDERED while the loop drains it"},
		{"Orders.leftAlone", "TAGS.size()"},
		{"Comparators.entered", "? code that line 24 runs may add to TAGS while the loop drains it"},
		{"Comparators.polled", "? code that line 31 runs may add to TAGS while the loop drains it"},
		{"Comparators.sorted", "? code that line 38 runs may add to TAGS while the loop drains it"},
		{"Comparators.leftAlone", "TAGS.size()"},
		{"Links.looked", "? it follows next until it reaches null, but the loop may change next"},
		{"Links.grown", "? it follows left until it reaches null, but the loop may change left"},
		{"Links.leftAlone", "nodes(first.left)"},
		{"Links.byHandle", "? it follows next until it reaches null, but the loop may change next"},
		{"Links.readByHandle", "nodes(first.next)"},
		{"Handles.replaced", "? line 34 adds to q while the loop drains it"},
		{"Handles.replacedByCallee", "? line 50 adds to q while the loop drains it"},
		{"Handles.leftAlone", "marks.length + 1"},
		{"Links.up", "? it follows parent[] until it reaches 0, but the loop may change the array elements"},
		{"Links.tree", "? line 83 adds to q while the loop drains it"},
		{"Links.children", "? line 94 adds to q while the loop drains it"},
		{"Links.treeLeftAlone", "tree(q.left)"},
		{"Sources.steppedBack", "? previous() may undo what an iteration takes from it"},
		{"Sources.readAgain", "? reset() may undo what an iteration takes from in"},
		{"Sources.leftAlone", "all.size()"},
		{"Natives.looked", "? code that line 26 runs may add to TAGS while the loop drains it"},
		{"Natives.stepped", "? previous() may undo what an iteration takes from it"},
		{"Natives.leftAlone", "TAGS.size()"},
		{"Iterators.removed", "elements(all)"},
		{"Iterators.searched", "elements(all)"},
		{"Iterators.seenByLambda", "elements(all)"},
		{"Iterators.compared", "elements(all)"},
		{"Iterators.sifted", "elements(all)"},
		{"Iterators.hashed", "elements(all)"},
		{"Iterators.throwing", "all.size()"},
		{"Iterators.leftAlone", "all.size()"},
		{"Iterators.onlyRead", "all.size()"},
	}
	all := absinttest.Fixture(t, "behind")
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) {
			outer, name, _ := strings.Cut(test.method, ".")
			var program []*classfile.Class
			for _, c := range all {
				if c.Name == "behind/"+outer || strings.HasPrefix(c.Name, "behind/"+outer+"$") {
					program = append(program, c)
				}
			}
			a := absinttest.AnalyzerOf(program)
			loops := absinttest.LoopsOf(t, a, absinttest.MethodsOf(program)[outer+"."+name])
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

// TestOfDirect: what a call surely runs has effects where the other code is not known.
func TestOfDirect(t *testing.T) {
	program := absinttest.Fixture(t, "openworld")
	a := absinttest.AnalyzerOf(program)
	for name, stores := range map[string]bool{"left": false, "relinked": true} {
		f := a.Summary(absinttest.MethodsOf(program)["Library."+name]).M.Fn
		calls := 0
		for v := range f.Values {
			if v := ssa.ID(v); f.IsCallTo(v, "openworld/Library", "read") || f.IsCallTo(v, "openworld/Library", "relink") {
				calls++
				got := a.OfDirect(f, v).MayDo(func(e effects.Effect) bool { return e.Op == classfile.OpPutfield && e.Member.Name == "left" })
				if got != stores {
					t.Errorf("%s: stores to left: %t", name, got)
				}
			}
		}
		if calls != 1 {
			t.Errorf("%s: %d calls", name, calls)
		}
	}
}
