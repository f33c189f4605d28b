package recursion_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
)

// TestCalledBackLinks: code that the platform calls back on an object of any class may append to what a recursion follows.
func TestCalledBackLinks(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "inherited")
	m := methods["Inherited.texts"]
	p := a.Reach(absinttest.Roots(m))
	if o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]; !o.Unbounded {
		t.Errorf("it has a bound: %v", o.Poly)
	}
}
