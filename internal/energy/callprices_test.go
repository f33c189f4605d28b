package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/models/library"
)

// The calls of a method, counted by how they were priced.
func TestCallPrices(t *testing.T) {
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	cs := classesIn(t, "../../testdata/fixtures/calls/classes")
	methods := methodsOf(cs)
	tests := []struct {
		method        string
		with, without result.Calls // the shipped library models
	}{
		{"Calls.leaf", result.Calls{}, result.Calls{}},
		{"Calls.twice", result.Calls{Analysed: 2}, result.Calls{Analysed: 2}},
		{"Calls.closed", result.Calls{Modelled: 1}, result.Calls{Unpriced: 1}},
		{"Calls.library", result.Calls{Modelled: 1}, result.Calls{Symbolic: 1}},
		{"Calls.callsNative", result.Calls{Unpriced: 1}, result.Calls{Unpriced: 1}},
		// A constructor of the program, and a method: the constructor calls that of Object.
		{"Calls.exactly", result.Calls{Analysed: 2}, result.Calls{Analysed: 1, Incomplete: 1}},
		{"Calls.direct", result.Calls{Analysed: 1}, result.Calls{Analysed: 1}},
		{"Cycles.collatz", result.Calls{Unbounded: 1}, result.Calls{Unbounded: 1}},
		{"Cycles.intoCycle", result.Calls{Unbounded: 1}, result.Calls{Unbounded: 1}},
	}
	with := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Library: lib})
	without := engineOf(t, cs, Options{Device: "any", Confidence: confidence})
	for _, test := range tests {
		m := methods[test.method]
		if got := with.Methods(roots(m), nil, "").Methods[0].Calls; got != test.with {
			t.Errorf("%s with models: %+v, want %+v", test.method, got, test.with)
		}
		if got := without.Methods(roots(m), nil, "").Methods[0].Calls; got != test.without {
			t.Errorf("%s without models: %+v, want %+v", test.method, got, test.without)
		}
	}
}
