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
		"behindExit": {"s.length() + 1"}, "pairsOfAny": {"floor(s.length() / 2) + 1"}, "whileEmpty": {"s.length() + 1"}, "slashes": {"s.length()"}, "slashesTo": {"s.length()"}, "slashesNotLast": {"s.length() + 1"},
		"collapsed": {"s.length()"}, "collapsedAt": {"s.length()"}, "collapsedBoth": {"floor(s.length() / 2)"},
		"replacedByLonger": {"? "}, "replacedBySame": {"? "}, "replacedInOther": {"? "}, "replacedElse": {"? "}, "replacedUnlessFound": {"? "}, "replacedEmpty": {"? "},
		"replacedNotFound": {"? "}, "replacedByGiven": {"? "}, "replacedByPattern": {"? "},
		"slashesAgain": {"? "}, "slashesUnchecked": {"? "}, "emptyTexts": {"? "}, "slashesOf": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "shortened", "Shortened."+name, want) })
	}
}

// TestShortenedBuffers: a loop that takes characters off a buffer runs at most as often as the buffer has characters. It has no bound where
// an iteration may take none, or where another name of the buffer, code that has it or another value of the variable may bring some back.
func TestShortenedBuffers(t *testing.T) {
	for name, want := range map[string][]string{
		"first": {"b.length()"}, "blanks": {"largest b.length()"}, "blanksByLength": {"largest b.length()"}, "upTo": {"b.length() - 3"},
		"head": {"b.length()"}, "found": {"b.length()"}, "either": {"largest b.length()"}, "other": {"b.length()"}, "ofField": {"text.length()"}, "untilThrown": {"b.length() + 1"}, "byFirstLength": {"b.length() + 1"}, "behindExit": {"b.length() + 1"},
		"stillEmpty": {"? "}, "halves": {"? "}, "nothing": {"? "}, "emptyPart": {"? "}, "headAlways": {"? "}, "appended": {"? "}, "alias": {"? "}, "reversed": {"? "},
		"formatted": {"? "}, "appendable": {"? "}, "passed": {"? "}, "lambda": {"? "}, "caught": {"? "}, "sometimes": {"? "}, "replaced": {"? "},
		"lengthBefore": {"? "}, "otherFields": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "shortened", "Buffers."+name, want) })
	}
}

// TestTokens: a loop that goes on behind the next separator of a text, or at its end, runs at most once for each character. It has no bound where
// an iteration may stay where it is or go back, or where the test is of another text than the search.
func TestTokens(t *testing.T) {
	for name, want := range map[string][]string{
		"fields": {"s.length()"}, "fieldsWithLast": {"s.length() + 1"}, "chosen": {"ceil(s.length() / 2)"}, "nearest": {"s.length()"},
		"pieces": {"s.length()"}, "ofField": {"this.line.length() - 1"},
		"notPast": {"? "}, "endOfLast": {"? "}, "before": {"? "}, "fromStart": {"? "}, "backwards": {"? "}, "otherLength": {"? "}, "otherText": {"? "},
		"nothing": {"? "}, "notTested": {"? "}, "wronglyTested": {"? "}, "shorter": {"? "}, "sometimesBack": {"? "}, "replaced": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "shortened", "Tokens."+name, want) })
	}
}
