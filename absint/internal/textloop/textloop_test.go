package textloop_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestShortenedTexts: a loop that takes characters off a string runs at most as often as the string has such pieces, and one in which an
// iteration may leave it, lengthen it or replace it has no bound. One that searches from the end runs once for each character.
func TestShortenedTexts(t *testing.T) {
	for name, want := range map[string][]string{
		"first": {"s.length()"}, "pairs": {"floor(s.length() / 2)"}, "last": {"s.length()"}, "fields": {"s.length()"}, "fieldsFromEnd": {"s.length()"},
		"either": {"s.length()"}, "leading": {"s.length()"}, "inner": {"s.length()", "largest s.length()"},
		"given": {"? "}, "sometimes": {"? "}, "none": {"? "}, "unknown": {"? "}, "notFound": {"? "}, "grown": {"? "}, "other": {"? "}, "swapped": {"? "},
		"endOfOther": {"? "}, "again": {"? "}, "nothing": {"? "}, "lengthened": {"? ", "3"}, "caught": {"? "}, "emptySearch": {"? "},
		"slashes": {"s.length()"}, "slashesTo": {"s.length()"}, "slashesNotLast": {"s.length() + 1"},
		"slashesAgain": {"? "}, "slashesUnchecked": {"? "}, "emptyTexts": {"? "}, "slashesOf": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "shortened", "Shortened."+name, want) })
	}
}
