package absint

import (
	"strings"
	"testing"
)

// TestSources checks the loops of testdata/fixtures/sources: what they take from, or why that is no bound.
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
		{"backwards", []string{"? it follows next until it meets null, but next may change on the way"}},
		{"appended", []string{"nodes(n.next)"}},
		{"unlinked", []string{"? it follows"}},
		{"leaf", []string{"nodes(n.next)"}},
		{"caught", []string{"? key must meet a value that is not known exactly"}},
		{"border", []string{"nodes(k by fail[])"}},
		{"padded", []string{"width"}},
		{"joinedTo", []string{"? it ends by what s.length() returns, which is not followed"}},
		{"filled", []string{"width + 1"}},
		{"trimmed", []string{"? it ends by what out.length() returns, which is not followed"}},
		{"enough", []string{"n"}},
		{"distinct", []string{"? it ends by what xs.size() returns, which is not followed"}},
		{"captured", []string{"? it ends when q is empty, but the lambda at line"}},
		{"consumed", []string{"? it ends when q is empty, but accept()"}},
		{"common", []string{"nodes(a.next) + nodes(b.next) + 1"}},
		{"commonOrNot", []string{"? it ends by a null test of a"}},
		{"local", []string{"n - root", "root"}},
		{"either", []string{"elements(it)"}},
		{"waits", []string{"? it ends by a null test of n"}},
		{"root", []string{"nodes(x by parent[])"}},
		{"circular", []string{"nodes(slow.next) + 1"}},
		{"bucket", []string{"nodes(first by next[])"}},
		{"rootCompressing", []string{"? it follows parent[] until it meets 0, but elements of such an array may change on the way"}},
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
		{"passedOn", []string{"? it ends when q is empty, but expand()"}},
		{"refilledBehind", []string{"? it ends when work is empty, but handle()"}},
		{"emptied", []string{"work.size()"}},
		{"notAlways", []string{"? it ends when q is empty, but an iteration need not take anything from it"}},
		{"remaining", []string{"remaining(b)"}},
		{"joined", []string{"elements(names)"}},
		{"nested", []string{"heads.size()", "nodes(h.next)"}},
		{"marked", []string{"seen.length + 1", "get().size()"}},
		{"unmarked", []string{"? it ends when q is empty, but line", "get().size()"}},
		{"markedWhenTaken", []string{"? it ends when q is empty, but line", "get().size()"}},
		{"entered", []string{"seen.size() + 1", "get().size()"}},
		{"contained", []string{"seen.size() + 1", "get().size()"}},
		{"left", []string{"? it ends when stack is empty, but line", "get().size()"}},
		{"levels", []string{"tree(q.left|right)"}},
		{"twice", []string{"? it ends when q is empty, but line"}},
		{"merged", []string{"largest sizes.size()"}},
		{"mergedToNone", []string{"? it ends when sizes is empty, but line"}},
		{"forthAndBack", []string{"? previous() may give back"}},
		{"behindItself", []string{"? add() may give back"}},
		{"forth", []string{"largest all.size()"}},
		{"restarted", []string{"? again may be another iterator"}},
		{"foundAgain", []string{"? reset() may give back"}},
		{"foundFrom", []string{"? it ends by what m.find() returns, which is not followed"}},
		{"unread", []string{"? unread() may give back"}},
		{"nothingMore", []string{"? it ends by what in.readNBytes() returns, which is not followed"}},
		{"rewound", []string{"? rewind() may give back"}},
		{"offered", []string{"? it ends by what q.size() returns"}},
		{"offeredToMany", []string{"n"}},
		{"rootOfCopied", []string{"? it follows parent[] until it meets x, but elements of such an array may change"}},
		{"withNulls", []string{"3 * tree(q.left|right)"}},
		{"withoutNulls", []string{"tree(q.left|right)"}},
		{"withNullsOfNoUse", []string{"tree(q.left|right)"}},
		{"putBackWithItsLink", []string{"? it ends when q is empty, but what is put into it has left to put in, too"}},
		{"handedOn", []string{"matches(m)"}},
		{"startedAgain", []string{"? reset() may give back"}},
		{"toldTo", []string{"? it ends when q is empty, but propertyChange() at line"}},
		{"ran", []string{"? it ends when q is empty, but run() at line"}},
		{"poppedAndPolled", []string{"? it ends when q is empty, but line"}},
		{"roundAndRound", []string{"elements(iterator())"}},
		{"putInWhileIterated", []string{"elements(iterator())"}},
		{"hashed", []string{"? it ends when tags is empty, but what line"}},
		{"closed", []string{"? tags may be another one"}},
		{"named", []string{"? it ends by what kept.size() returns"}},
		{"flagged", []string{"? it ends when q is empty, but what line"}},
		{"listed", []string{"? it ends when queue is empty, but what line"}},
		{"threeJoin", []string{"? it ends when queue is empty, but add() at line"}},
		{"leftAlone", []string{"tags.size()"}},
		{"siblings", []string{"tree(stack.children)", "children.size()"}},
	}
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) { checkBounds(t, "sources", "Sources."+test.method, test.loops) })
	}
}

// TestMoreThanAnIntCounts checks that what a stream gives is no int: who counts it in one may come to any number.
func TestMoreThanAnIntCounts(t *testing.T) {
	a, methods := analyzer(t, "sources")
	for method, status := range map[string]LoopStatus{"readAndCounted": Parametric, "iteratedAndCounted": Parametric, "sizedAndCounted": Bounded} {
		loops := loopsOf(t, a, methods["Sources."+method])
		if l := loops[1]; l.Status != status {
			t.Errorf("%s: behind the count: %s %q, at most %g", method, l.Status, l.Bound, l.Max)
		}
	}
}

// TestMoreThanAnIntCountsOfAnIterable is the same of what an Iterable yields that need be no collection.
func TestMoreThanAnIntCountsOfAnIterable(t *testing.T) {
	a, methods := analyzer(t, "behind")
	loops := loopsOf(t, a, methods["Sources.behindCount"])
	if l := loops[1]; l.Status != Parametric {
		t.Errorf("behind a count of elements: %s %q, at most %g", l.Status, l.Bound, l.Max)
	}
}

// checkBounds compares the bounds of a method's loops, or behind "? " the beginnings of the reasons for having none.
func checkBounds(t *testing.T, topic, method string, want []string) {
	t.Helper()
	a, methods := analyzer(t, topic)
	m := methods[method]
	if m == nil {
		t.Fatalf("there is no %s in %s", method, topic)
	}
	loops := loopsOf(t, a, m)
	if len(loops) != len(want) {
		t.Fatalf("%s has %d loops, not %d", method, len(loops), len(want))
	}
	for i, l := range loops {
		reason, unbounded := strings.CutPrefix(want[i], "? ")
		switch {
		case unbounded && (l.Status != Unbounded || !strings.Contains(l.Reason, reason)):
			t.Errorf("%s: %s %q, reason %q; want none for: %s", method, l.Status, l.Bound, l.Reason, reason)
		case !unbounded && (l.Status == Unbounded || l.Bound != want[i]):
			t.Errorf("%s: %s %q, reason %q; want %q", method, l.Status, l.Bound, l.Reason, want[i])
		}
	}
}
