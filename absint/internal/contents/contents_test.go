package contents_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestContents: what the collections that a method makes hold is not the collection that a loop goes through, or may be.
func TestContents(t *testing.T) {
	tests := []struct {
		method string
		loops  []string
	}{
		{"byLambda", []string{"all.size()"}},
		{"byReference", []string{"all.size()"}},
		{"whereNull", []string{"all.size()"}},
		{"whereAbsent", []string{"all.size()"}},
		{"thenRead", []string{"all.size()", "all.size()", "all.size()"}},
		{"buckets", []string{"n", "all.size()"}},
		{"copies", []string{"all.size()"}},
		{"given", []string{"elements(all)"}},
		{"givenOther", []string{"elements(all)"}},
		{"copied", []string{"elements(all)"}},
		{"addedAll", []string{"elements(all)"}},
		{"setInEntry", []string{"1", "elements(all)"}},
		{"setInEntryElsewhere", []string{"1", "elements(all)"}},
		{"setInStream", []string{"elements(all)"}},
		{"setByIterator", []string{"elements(all)"}},
		{"set", []string{"elements(all)"}},
		{"captured", []string{"elements(all)"}},
		{"sometimesCaptured", []string{"elements(all)"}},
		{"merged", []string{"elements(all)"}},
		{"byDefault", []string{"elements(all)"}},
		{"keptElsewhere", []string{"elements(all)"}},
		{"handedOn", []string{"elements(all)"}},
		{"putByLambda", []string{"elements(all)"}},
		{"addedByStatic", []string{"elements(all)"}},
		{"ofRoundBefore", []string{"2", "elements(all)"}},
		{"ofRoundBeforeByPut", []string{"2", "elements(all)"}},
	}
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) { absinttest.CheckBounds(t, "contents", "Grouped."+test.method, test.loops) })
	}
	for _, method := range []string{"ownMap", "ownList"} {
		t.Run(method, func(t *testing.T) {
			absinttest.CheckBounds(t, "contentsown", "OwnGroups."+method, []string{"elements(all)"})
		})
	}
}
