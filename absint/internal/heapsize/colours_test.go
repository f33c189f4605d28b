package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestColours: a colour that is computed from that of a node before is a mark, if the search takes only marked nodes from its queue and no computation
// leads to what stands for no mark. Executions are compared in internal/metering.
func TestColours(t *testing.T) {
	const n, each = "g.length + 1", "g[...].length"
	for method, want := range map[string][]string{
		"minus": {"g.length", n, each}, "negated": {"g.length", n, each}, "three": {n, each}, "xor": {"g.length", n, each}, "filled": {n, each},
		"markedAfter": {n, each}, "stack": {n, each}, "matrix": {"m.length", "m.length + 1", "m.length"}, "early": {n, each},
		"newArray": {"g.length", "? line 340 adds to q while the loop drains it", each},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "colours", "Colours."+method, want) })
	}
	for _, method := range []string{"startUnmarked", "noColour", "thirdColour", "unmarked", "addsAll", "copies", "given", "other", "ofNext", "iterated", "caught"} {
		t.Run(method, func(t *testing.T) {
			absinttest.CheckBounds(t, "colours", "Colours."+method, []string{"? adds to q while the loop drains it", each})
		})
	}
}

// TestSizesOwn: a loop that goes on while a size is not 0 has a bound where no class of the program returns a negative one.
func TestSizesOwn(t *testing.T) {
	for method, want := range map[string]string{"more": "? may break the contract", "endless": "? its exit test depends on the result of q.size()"} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "sizesown", "SizesOwn."+method, []string{want}) })
	}
}
