package chunked_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestChunked: a loop that takes parts of what is left until nothing is left runs once for each part; not if an iteration may take nothing,
// or what is left grows.
func TestChunked(t *testing.T) {
	for name, want := range map[string][]string{
		"left": {"ceil(data.length / 16)"}, "position": {"ceil(data.length / 16)"}, "both": {"ceil(len / buffer.length)"},
		"longs": {"ceil(left / buffer.length)"}, "fromTo": {"ceil((to - from) / step)"}, "chosen": {"ceil(left / most)"},
		"moreThanIsLeft": {"ceil(left / 7)"}, "paths": {"ceil(left / 4)"}, "changingSize": {"ceil(left / 3)"},
		"outer": {"rows", "ceil(left / (r + 1))"}, "stops": {"ceil(left / 8)"},
		"sizeOfNothing": {"? "}, "stepBack": {"? "}, "skipped": {"? "}, "movingEnd": {"? "}, "endMoves": {"? "}, "otherEnd": {"? "},
		"sizeFalls": {"? "}, "cut": {"? "}, "largest": {"? "}, "notAll": {"? "}, "growingList": {"? "}, "otherBuffer": {"? "},
		"ofList": {"ceil(list.size() / 4)"}, "ofAnother": {"ceil(left / min(other, 4))"},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "chunked", "Chunked."+name, want) })
	}
}
