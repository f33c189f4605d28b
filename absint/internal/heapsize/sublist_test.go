package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSubLists checks the last loop of methods of testdata/fixtures/sublists, over a part of a list, a view or a copy, and of classes
// whose parts are none.
func TestSubLists(t *testing.T) {
	for _, tc := range []struct{ topic, method, bound string }{
		{"sublists", "SubLists.first", "min(n, l.size())"},
		{"sublists", "SubLists.counted", "min(n - 2, l.size())"},
		{"sublists", "SubLists.ofArray", "min(n - 1, a.length)"},
		{"sublists", "SubLists.atMostTen", "min(l.size(), 10)"},
		{"sublists", "SubLists.lastTen", "min(l.size(), 10)"},
		{"sublists", "SubLists.tail", "l.size() - 1"},
		{"sublists", "SubLists.ofPart", "3"},
		{"sublists", "SubLists.batches", "min(min(n, 10), l.size())"},
		{"sublists", "SubLists.stepped", "min(k, l.size())"},
		{"sublists", "SubLists.copied", "min(n, l.size())"},
		{"sublists", "SubLists.unmodifiable", "3"},
		{"sublists", "SubLists.passed", "4"},
		{"sublists", "SubLists.cleared", "4"},
		{"sublists", "SubLists.moreAdded", "largest part.size()"},
		{"sublists", "SubLists.moreInPart", "largest part.size()"},
		{"sublists", "SubLists.moreByIterator", "largest part.size()"},
		{"sublists", "SubLists.moreByCallee", "largest part.size()"},
		{"sublists", "SubLists.moreKept", "largest part.size()"},
		{"sublists", "SubLists.moreByLambda", "largest part.size()"},
		{"sublists", "SubLists.moreByChoice", "largest part.size()"},
		{"sublists", "SubLists.moreByEachOther", "largest part.size()"},
		{"sublists", "SubLists.shrinking", "part.size()"},
		{"sublists", "SubLists.moreByNegative", "subList().size()"},
		{"sublists", "SubLists.moreThanDifference", "min(l.size(), k.size())"},
		{"sublists", "SubLists.moreBetween", "largest l.size()"},
		{"sublistsown", "OwnSubList.first", "subList().size()"},
		{"sublists", "Views.head", "m.size()"},
		{"sublists", "Views.between", "m.size()"},
		{"sublists", "Views.backwards", "m.size()"},
		{"sublists", "Views.tail", "m.size()"},
		{"sublists", "Views.last", "m.size()"},
		{"sublists", "Views.keys", "m.size()"},
		{"sublists", "Views.copied", "l.size()"},
		{"sublists", "Views.copiedSet", "l.size()"},
		{"sublists", "Views.copiedMap", "m.size()"},
		{"sublists", "Views.removed", "m.size()"},
		{"sublists", "Views.moreByView", "largest h.size()"},
		{"sublists", "Views.moreByPart", "largest h.size()"},
		{"sublists", "Views.moreByCallee", "largest h.size()"},
		{"sublists", "Views.moreKept", "largest h.size()"},
		{"sublistsown", "OwnView.head", "headMap().size()"},
	} {
		a, methods := absinttest.Analyzer(t, tc.topic)
		ls := a.Summary(methods[tc.method]).Loops(nil)
		if len(ls) == 0 {
			t.Fatalf("%s has no loop", tc.method)
		}
		if got := ls[len(ls)-1]; got.Bound != tc.bound {
			t.Errorf("%s: %s iterations, want %s (%s)", tc.method, got.Bound, tc.bound, got.Reason)
		}
	}
}
