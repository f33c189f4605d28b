package energy

import (
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/models/library"
)

// TestConcatenation: one source, once with invokedynamic and once with the StringBuilder that javac wrote before, costs
// about the same. On HotSpot's interpreter the one runs 12% more machine instructions than the other for two strings,
// and 1% fewer for numbers.
func TestConcatenation(t *testing.T) {
	assume := func(*classfile.Method, string) (float64, string, bool) { return 40, "test", true }
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	bounds := map[string]map[string]float64{}
	for _, topic := range []string{"el1001", "el1001inline"} {
		cs := classesIn(t, "../../testdata/fixtures/"+topic+"/classes")
		e := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Library: lib, Assume: assume})
		of := map[string]float64{}
		for name, m := range methodsOf(cs) {
			if x := e.Methods(roots(m), nil, "").Methods[0]; x.Status == result.Bounded || x.Status == result.Assumed {
				of[name] = float64(x.Worst.Mean)
			}
		}
		bounds[topic] = of
	}
	compared := 0
	for name, dynamic := range bounds["el1001"] {
		inline, ok := bounds["el1001inline"][name]
		if !ok {
			continue
		}
		compared++
		if r := dynamic / inline; math.Abs(r-1) > 0.15 {
			t.Errorf("%s: %.3g J with invokedynamic, %.3g J with a StringBuilder, a ratio of %.2f", name, dynamic, inline, r)
		}
	}
	if compared < 10 {
		t.Errorf("%d methods compared, want at least 10", compared)
	}
}

// TestHidden: the code that the JDK makes for concatenations, records and switches over patterns has a price.
func TestHidden(t *testing.T) {
	e, methods := withJDK(t, "hidden", nil)
	for _, test := range []struct {
		method string
		status result.Status
		calls  string
	}{
		{"numbers", result.Bounded, ""},
		{"strings", result.Parametric, ""},
		{"floating", result.Bounded, ""},
		{"text", result.Parametric, ""},
		{"boxed", result.Bounded, ""},
		{"repeated", result.Parametric, ""},
		{"hash", result.Bounded, ""},
		{"same", result.Parametric, ""},
		{"shown", result.Parametric, ""},
		{"unknown", result.Parametric, "o.toString()"}, // whatever class o has
	} {
		x := e.Methods(roots(methods[test.method]), nil, "").Methods[0]
		var calls []string
		for _, c := range x.CallSymbols {
			calls = append(calls, c.Symbol)
		}
		if got := strings.Join(calls, ", "); x.Status != test.status || got != test.calls {
			t.Errorf("%s is %s with the calls %q; want %s, %q", test.method, x.Status, got, test.status, test.calls)
		}
	}
}
