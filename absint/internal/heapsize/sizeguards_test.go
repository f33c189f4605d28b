package heapsize_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSizeGuards checks the last loop of methods of testdata/fixtures/sizeguards: those that begin with "later" run for more than the 20
// iterations that a size was compared with.
func TestSizeGuards(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "sizeguards")
	want := map[string]string{
		"thrown": "min(l.size(), 20)", "returned": "min(c.size(), 19)", "indexed": "min(l.size(), 20)", "entries": "min(m.size(), 20)",
		"copied": "min(l.size(), 20)", "removing": "min(l.size(), 20)", "field": "min(items.size(), 20)", "fieldOfArray": "min(data.length, 20)",
		"fieldOfText": "min(text.length(), 20)", "staticField": "min(shared.size(), 20)",
		"checkedIndex": "min(n, 19)", "checkedResult": "min(n, 19)", "checkedRange": "min(to - from, 20)", "checkedSize": "min(size, 20)",
		"notNull": "min(l.size(), 20)", "byHelper": "min(n, 20)", "byHelperOfHelper": "min(n, 20)", "bySize": "min(l.size(), 20)",
		"byState": "min(l.size(), 20)", "byFailure": "min(a.length, 20)", "byList": "min(l.size(), 20)",
		"fieldOfNumber": "this.count", "belowZero": "log1048576(a.length) + 1", // the field may be negative
	}
	checked := 0
	for id, m := range methods {
		name, ok := strings.CutPrefix(id, "SizeGuards.")
		if !ok || name == "<init>" {
			continue
		}
		ls := a.Summary(m).Loops(nil)
		bound, limited := want[name]
		switch {
		case limited && len(ls) == 0:
			t.Errorf("%s has no loop", name)
		case limited:
			if checked++; ls[len(ls)-1].Bound != bound {
				t.Errorf("%s: %s iterations, want %s (%s)", name, ls[len(ls)-1].Bound, bound, ls[len(ls)-1].Reason)
			}
		case strings.HasPrefix(name, "later"):
			if checked++; strings.Contains(ls[len(ls)-1].Bound, "20") {
				t.Errorf("%s: %s iterations, but it has more", name, ls[len(ls)-1].Bound)
			}
		}
	}
	if checked < len(want)+15 {
		t.Errorf("%d methods are too few", checked)
	}
	a, methods = absinttest.Analyzer(t, "sizeguardsown")
	if got := a.Summary(methods["OwnSize.guarded"]).Loops(nil)[0].Bound; got != "elements(l)" {
		t.Errorf("a list with a size of its own: %s iterations", got)
	}
}

// TestSizesByOtherNames checks that the size of what a method adds to by another name is not called that of its beginning, and bounds
// no loop that takes or adds elements until there are some.
func TestSizesByOtherNames(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "sizeguards")
	for name, want := range map[string]string{
		"lists": "largest l.size()", "texts": "largest a.length()", "sequence": "largest a.length()", "maps": "largest m.size()",
		"field": "largest held.size()", "byCallee": "largest l.size()", "byFunction": "largest l.size()",
		"set": "l.size()", "made": "l.size()", "string": "a.length()", "map": "m.size()",
		"filledAsSequence": "", "drainedAsComparable": "", "drainedAsAppendable": "",
	} {
		if got := a.Summary(methods["OtherNames."+name]).Loops(nil)[0].Bound; got != want {
			t.Errorf("%s: %s iterations, want %s", name, got, want)
		}
	}
}
