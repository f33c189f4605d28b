package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestAccessors: what a getter returns is a link where only fields decide it that the loop leaves alone; not where it makes an object, or
// an array or an object of the library decides.
func TestAccessors(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "accessors")
	for name, want := range map[string]string{
		"plain": "nodes(n.getNext())", "called": "nodes(n.getNextOfSuper())", "unmarked": "nodes(n.getFound())",
		"marking": "", "opening": "", "openingElsewhere": "", "counting": "", "inArray": "", "inMap": "", "inReference": "", "made": "", "markedTree": "",
	} {
		if got := absinttest.LoopsOf(t, a, methods["Accessors."+name])[0].Bound; got != want {
			t.Errorf("%s: bound %q, by hand %q", name, got, want)
		}
	}
}
