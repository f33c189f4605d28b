package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestCopied: a traversal may link nodes that its loop allocates, and a node from before that only variables hold, but none that it may meet.
func TestCopied(t *testing.T) {
	const changes = "? it follows next until it reaches null, but the loop may change next"
	for method, want := range map[string]string{
		"copy": "nodes(h.next)", "both": "min(nodes(a.next), nodes(b.next))", "sum": "nodes(a.next) + nodes(b.next) + 10", "between": "nodes(a.next)",
		"byItselfAgain": changes, "byOther": changes, "ownBefore": "nodes(a.next)",
		"ahead": changes, "aheadOnce": changes, "itself": changes, "byConstructor": changes, "byArray": changes, "byCall": changes, "byPhi": changes,
		"byItself": changes, "byItselfSometimes": changes, "firstItself": changes, "byOwnArray": changes, "byLambda": changes,
		"behindSlow": "? an iteration can skip the exit test",
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "relinked", "Copied."+method, []string{want}) })
	}
}
