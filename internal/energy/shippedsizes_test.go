package energy

import (
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/models/library"
)

// TestShippedFormulasHaveSizes checks that the analysis has a size for each formula of a shipped model where it has those of
// the call: it refuses fractions and products of what may be negative.
func TestShippedFormulasHaveSizes(t *testing.T) {
	l, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	c := converter{constants(func(int, absint.Measure) int64 { return 5 })}
	for _, e := range l.Entries() {
		for _, item := range e.Cost {
			if c.size(item.Count, true).Top {
				t.Errorf("%s.%s%s: no size for %v", e.Class, e.Name, e.Descriptor, item.Count)
			}
		}
		for _, cb := range e.Callbacks {
			if c.size(cb.Count, true).Top {
				t.Errorf("%s.%s%s: no size for %v", e.Class, e.Name, e.Descriptor, cb.Count)
			}
		}
	}
}
