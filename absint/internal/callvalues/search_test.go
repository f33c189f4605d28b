package callvalues_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestSearchesOfTheProgram: a loop whose counter is what a method finds behind it, and ends where that is -1, runs once for each place; not if
// the method may return less than where it starts, or the loop goes on where nothing is found.
func TestSearchesOfTheProgram(t *testing.T) {
	for name, want := range map[string][]string{
		"all": {"a.length"}, "unequal": {"a.length"}, "collected": {"a.length - from"}, "tokens": {"text.length()"}, "chars": {"text.length()"},
		"findThenSkip": {"text.length()"}, "commas": {"text.length()"}, "byClass": {"a.length"},
		"commasBefore": {"? "}, "commasOfOther": {"? "}, "afterCommas": {"? "}, "growing": {"? "},
		"skipThenFind": {"? "}, "noProgress": {"? "}, "resultTested": {"? "}, "same": {"? "}, "ofStart": {"? "}, "backwards": {"? "},
		"notMinusOne": {"? "}, "wrapping": {"? "}, "overflowing": {"? "}, "keeping": {"? "}, "byInterface": {"? "}, "otherArray": {"? "},
		"untested": {"? "}, "stepBack": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "searching", "Searching."+name, want) })
	}
}
