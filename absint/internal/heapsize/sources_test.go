package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSources checks the loops of testdata/fixtures/sources: the size of the source that they drain, or the reason without a bound.
func TestSources(t *testing.T) {
	tests := []struct {
		method string
		loops  []string // the bound, or ? and a part of the reason
	}{
		{"list", []string{"nodes(n.next)"}},
		{"last", []string{"nodes(n.next)"}},
		{"search", []string{"nodes(n.left|right)"}},
		{"depth", []string{"nodes(n.getParent())"}},
		{"rootCause", []string{"nodes(t.getCause())"}},
		{"ring", []string{"nodes(n.next) + 1"}},
		{"reverse", []string{"nodes(n.next)"}},
		{"backwards", []string{"? it follows next until it reaches null, but the loop may change next"}},
		{"appended", []string{"nodes(n.next)"}},
		{"unlinked", []string{"? it follows"}},
		{"leaf", []string{"nodes(n.next)"}},
		{"caught", []string{"? it ends only where key equals a value that is not known exactly"}},
		{"border", []string{"nodes(k by fail[])"}},
		{"padded", []string{"width"}},
		{"joinedTo", []string{"? its exit test depends on the result of s.length(), which is not tracked between iterations"}},
		{"filled", []string{"width + 1"}},
		{"trimmed", []string{"? its exit test depends on the result of out.length(), which is not tracked between iterations"}},
		{"enough", []string{"n"}},
		{"distinct", []string{"? its exit test depends on the result of xs.size(), which is not tracked between iterations"}},
		{"captured", []string{"? the lambda at line 230 may add to q while the loop drains it"}},
		{"consumed", []string{"? accept() at line 239 may add to q while the loop drains it"}},
		{"common", []string{"nodes(a.next) + nodes(b.next) + 1"}},
		{"commonOrNot", []string{"? its exit test compares a with null, not with a count"}},
		{"local", []string{"n - root", "root"}},
		{"either", []string{"elements(it)"}},
		{"waits", []string{"? its exit test compares n with null, not with a count"}},
		{"root", []string{"nodes(x by parent[])"}},
		{"circular", []string{"nodes(slow.next) + 1"}},
		{"bucket", []string{"nodes(first by next[])"}},
		{"rootCompressing", []string{"? it follows parent[] until it reaches 0, but the loop may change the array elements"}},
		{"lines", []string{"lines(in)"}},
		{"linesAhead", []string{"lines(in)"}},
		{"headerAndLines", []string{"lines(in) + 1"}},
		{"bytes", []string{"reads(in)"}},
		{"found", []string{"matches(m)"}},
		{"split", []string{"elements(s)"}},
		{"drained", []string{"q.size()"}},
		{"polled", []string{"q.size()"}},
		{"popped", []string{"stack.size()"}},
		{"refilled", []string{"tree(q.left)"}},
		{"passedOn", []string{"? expand() at line 406 may add to q while the loop drains it"}},
		{"refilledBehind", []string{"2 * tree(work.left)"}},
		{"emptied", []string{"work.size()"}},
		{"notAlways", []string{"? it ends when q is empty, but an iteration may take nothing from it"}},
		{"remaining", []string{"remaining(b)"}},
		{"joined", []string{"elements(names)"}},
		{"nested", []string{"heads.size()", "nodes(h.next)"}},
		{"marked", []string{"graph.size() + 1", "get().size()"}},
		{"unmarked", []string{"? line 497 adds to q while the loop drains it", "get().size()"}},
		{"markedWhenTaken", []string{"? line 515 adds to q while the loop drains it", "get().size()"}},
		{"entered", []string{"seen.size() + 1", "get().size()"}},
		{"contained", []string{"seen.size() + 1", "get().size()"}},
		{"left", []string{"? line 559 adds to stack while the loop drains it", "get().size()"}},
		{"levels", []string{"tree(q.left|right)"}},
		{"twice", []string{"? line 593 adds to q while the loop drains it"}},
		{"merged", []string{"largest sizes.size()"}},
		{"mergedToNone", []string{"? line 758 adds to sizes while the loop drains it"}},
		{"forthAndBack", []string{"? previous() may undo what an iteration takes from it"}},
		{"behindItself", []string{"? add() may undo what an iteration takes from it"}},
		{"forth", []string{"largest all.size()"}},
		{"restarted", []string{"? again may be a different iterator in each iteration"}},
		{"foundAgain", []string{"? reset() may undo what an iteration takes from m"}},
		{"lookedAtAgain", []string{"? lookingAt() may undo what an iteration takes from m"}},
		{"foundFirstAgain", []string{"? find() may undo what an iteration takes from m"}},
		{"replacedFirst", []string{"? replaceFirst() may undo what an iteration takes from m"}},
		{"matchedAgain", []string{"? matches() may undo what an iteration takes from m"}},
		{"foundFrom", []string{"? its exit test depends on the result of m.find(), which is not tracked between iterations"}},
		{"unread", []string{"? unread() may undo what an iteration takes from in"}},
		{"nothingMore", []string{"? its exit test depends on the result of in.readNBytes(), which is not tracked between iterations"}},
		{"rewound", []string{"? rewind() may undo what an iteration takes from b"}},
		{"offered", []string{"? its exit test depends on the result of q.size(), which is not tracked between iterations"}},
		{"offeredToMany", []string{"n"}},
		{"rootOfCopied", []string{"? it follows parent[] until it reaches x, but the loop may change the array elements"}},
		{"withNulls", []string{"3 * tree(q.left|right)"}},
		{"withoutNulls", []string{"tree(q.left|right)"}},
		{"withNullsOfNoUse", []string{"tree(q.left|right)"}},
		{"putBackWithItsLink", []string{"? the elements that it adds to q may add their left again"}},
		{"handedOn", []string{"matches(m)"}},
		{"startedAgain", []string{"? reset() may undo what an iteration takes from m"}},
		{"toldTo", []string{"? propertyChange() at line 680 may add to q while the loop drains it"}},
		{"ran", []string{"? run() at line 686 may add to q while the loop drains it"}},
		{"poppedAndPolled", []string{"? line 697 adds to q while the loop drains it"}},
		{"roundAndRound", []string{"elements(q)"}},
		{"putInWhileIterated", []string{"elements(q)"}},
		{"hashed", []string{"? code that line 952 runs may add to tags while the loop drains it"}},
		{"closed", []string{"? tags may be a different object in each iteration"}},
		{"named", []string{"? its exit test depends on the result of kept.size(), which is not tracked between iterations"}},
		{"flagged", []string{"? code that line 973 runs may add to q while the loop drains it"}},
		{"listed", []string{"? code that line 1006 runs may add to queue while the loop drains it"}},
		{"threeJoin", []string{"? add() at line 1023 may add to queue while the loop drains it"}},
		{"leftAlone", []string{"tags.size()"}},
		{"siblings", []string{"tree(stack.children)", "children.size()"}},
	}
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) { absinttest.CheckBounds(t, "sources", "Sources."+test.method, test.loops) })
	}
}

// TestRelinked checks traversals from what a method is passed, whose links it changes before.
func TestRelinked(t *testing.T) {
	for method, loops := range map[string][]string{
		"appended":          {"nodes(a.next)", "largest nodes(a.next)"},
		"appendedSometimes": {"largest nodes(a.next)"},
		"appendedByCallee":  {"largest nodes(a.next)"},
		"appendedInLoop":    {"4", "largest nodes(a.next)"},
		"appendedToField":   {"largest nodes(head.next)"},
		"appendedBehind":    {"nodes(a.next)"},
		"besideNew":         {"nodes(a.next)"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "relinked", "Relinked."+method, loops) })
	}
	for method, loops := range map[string][]string{
		"linked":          {"largest tree(q.left|right)"},
		"linkedByCallee":  {"largest tree(q.left)"},
		"added":           {"largest tree(q.left)"},
		"addedByCallee":   {"largest tree(q.left)"},
		"addedToOther":    {"largest tree(q.left)"},
		"addedByLambda":   {"largest tree(q.left)"},
		"addedToChildren": {"largest tree(q.children)", "elements(t.children)"},
		"refilled":        {"3", "largest tree(q.left)"},
		"addedToField":    {"largest tree(queue.left)"},
		"replaced":        {"largest tree(queue.left)"},
		"addedBehind":     {"tree(q.left)"},
		"own":             {"tree(q.left)"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "relinked", "Requeued."+method, loops) })
	}
}

// TestUnboundedReads checks that a counter of what a stream yields is not bounded by the range of int.
func TestUnboundedReads(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "sources")
	for method, status := range map[string]absint.LoopStatus{"readAndCounted": absint.Parametric, "iteratedAndCounted": absint.Parametric, "sizedAndCounted": absint.Bounded} {
		loops := absinttest.LoopsOf(t, a, methods["Sources."+method])
		if l := loops[1]; l.Status != status {
			t.Errorf("%s: after the count: %s %q, at most %g", method, l.Status, l.Bound, l.Max)
		}
	}
}

// TestUnboundedIterable is TestUnboundedReads for an Iterable that is no collection.
func TestUnboundedIterable(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "behind")
	loops := absinttest.LoopsOf(t, a, methods["Sources.behindCount"])
	if l := loops[1]; l.Status != absint.Parametric {
		t.Errorf("after a count of elements: %s %q, at most %g", l.Status, l.Bound, l.Max)
	}
}
