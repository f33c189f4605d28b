package unlinking_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestUnlinked: a loop that goes through a list, and takes nodes out of it on the way, runs at most once for each node and begins once more. It has no bound
// where an iteration may do neither, or where a link may lead back, or to a new node.
func TestUnlinked(t *testing.T) {
	for name, want := range map[string][]string{
		"duplicates": {"nodes(head.next) + 1"}, "duplicatesInner": {"nodes(head.next) + 1", "nodes(c.next) + 1"}, "all": {"nodes(first.next) + 1"},
		"doubly": {"nodes(head.next) + 1"}, "behind": {"nodes(head.next)"}, "parted": {"nodes(head.next)"},
		"restored": {"? "}, "restoredByAlias": {"? "}, "extended": {"? "}, "back": {"? "}, "sometimes": {"? "}, "ended": {"? "}, "caught": {"? "},
		"byInnerLoop": {"? ", "3 - c.value"}, "byCallee": {"? "}, "oneLink": {"? "}, "otherNode": {"? "}, "swapped": {"? "}, "behindItself": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "unlinked", "Unlinked."+name, want) })
	}
}
