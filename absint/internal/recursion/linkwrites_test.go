package recursion_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/progdb"
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

// TestStableLinks: what is called back cannot change links that only constructors set, however much it may run.
func TestStableLinks(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "inherited")
	m := methods["Fixed.texts"]
	fields := a.Reach(absinttest.Roots(m)).Summary(m).M.Fields
	for field, want := range map[progdb.Named]bool{
		{Name: "next", Desc: "LFixed;"}: true, {Name: "next", Desc: "LInherited$Node;"}: false, {Name: "first", Desc: "LFixed;"}: false,
		{Name: "value", Desc: "LFixed;"}: false,
	} {
		if got := fields.StableInAll(field); got != want {
			t.Errorf("%v: %v, want %v", field, got, want)
		}
	}
}
