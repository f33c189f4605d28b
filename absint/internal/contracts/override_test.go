package contracts

import (
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// TestNoneBelow holds that an offender that is found after a question about the classes above it changes the answer.
func TestNoneBelow(t *testing.T) {
	h := callgraph.New([]*classfile.Class{
		{Name: "p/Root"}, {Name: "p/A", Super: "p/Root"}, {Name: "p/B", Super: "p/A"}, {Name: "p/C", Super: "p/Root"},
	}, nil, 1)
	o := newOffenders()
	holds := func(above string, want bool) {
		t.Helper()
		for range 2 {
			if got := o.noneBelow(h, above); got != want {
				t.Errorf("after %v: no offender below %s: %t", o.classes, above, got)
			}
		}
	}
	holds("p/A", true)
	holds("p/C", true)
	o.add("p/C", nil)
	holds("p/A", true)
	holds("p/C", false)
	o.add("p/B", nil)
	holds("p/A", false)
	holds("p/B", false)
}
