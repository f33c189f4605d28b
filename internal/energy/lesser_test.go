package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/models/library"
)

// TestLesserOfTwo: a loop that ends with the shorter of two lists has a number where one of them has a bound, whatever the other has.
func TestLesserOfTwo(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/relinked/classes")
	both := methodsOf(cs)["Copied.both"]
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	worst := map[string]float64{}
	for _, test := range []struct {
		name   string
		limits map[string]float64
		status result.Status
	}{
		{"none", nil, result.Parametric},
		{"first", map[string]float64{"nodes(a.next)": 10}, result.Assumed},
		{"second", map[string]float64{"nodes(b.next)": 10}, result.Assumed},
		{"lesser", map[string]float64{"nodes(a.next)": 10, "nodes(b.next)": 1000}, result.Assumed},
		{"larger", map[string]float64{"nodes(a.next)": 20}, result.Assumed},
	} {
		assume := func(_ *classfile.Method, symbol string) (float64, string, bool) {
			limit, ok := test.limits[symbol]
			return limit, "test", ok
		}
		e := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Library: lib, Assume: assume})
		x := e.Methods(roots(both), nil, "").Methods[0]
		if x.Status != test.status {
			t.Errorf("%s: %s, want %s", test.name, x.Status, test.status)
		}
		worst[test.name] = float64(x.Worst.Mean)
	}
	if worst["first"] != worst["second"] || worst["first"] != worst["lesser"] || worst["larger"] <= worst["first"] {
		t.Errorf("worst cases are %v", worst)
	}
}
