package absint

import (
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
)

// TestWrittenNames: a name in a bound that is written at a loop is what the variable holds on entry to the loop, or it
// means nothing.
func TestWrittenNames(t *testing.T) {
	cs := fixture(t, "written")
	for name, want := range map[string]struct {
		expr    string
		variant bool
		ordinal int
		bound   string
	}{
		"either":   {expr: "i", variant: true},
		"later":    {expr: "k"},
		"doubled":  {expr: "n"},
		"replaced": {expr: "a.length"},
		"before":   {expr: "k", bound: "a.length"},
		"around":   {expr: "n - k", ordinal: 2, bound: "n - k"},
		"scopes":   {expr: "k"},
		"same":     {expr: "n", variant: true, bound: "n + 1"},
	} {
		e, err := spec.ParseCount(want.expr)
		if err != nil {
			t.Fatal(err)
		}
		facts := func(*classfile.Method) Facts {
			return Facts{Loops: []LoopFact{{Ordinal: max(1, want.ordinal), Variant: want.variant, Expr: e, Origin: "test"}}}
		}
		a := NewAnalyzer(callgraph.New(cs, nil, 1), nil, facts, 1)
		loops := loopsOf(t, a, methodsOf(cs)["Written."+name])
		loop := loops[len(loops)-1]
		if loop.Bound != want.bound {
			t.Errorf("%s: %q iterations (%s), not %q", name, loop.Bound, loop.Status, want.bound)
		}
	}
}

// What is written of a loop is of the values that its variables have there, and of no loop where it may be of several.
func TestWrittenBounds(t *testing.T) {
	cs := fixture(t, "paths")
	methods := methodsOf(cs)
	for _, test := range []struct {
		method, written string
		taken           bool
	}{
		{"kept", "n", true},
		{"local", "lim", true},
		{"reassigned", "n", false},
		{"another", "n", false},
		{"joined", "lim", false},
		{"twoOfOneName", "lim", false},
		{"sameLine", "n", false},
	} {
		m := methods["Named."+test.method]
		expr, err := spec.ParseCount(test.written)
		if err != nil {
			t.Fatal(err)
		}
		fact := LoopFact{Ordinal: 1, Expr: expr, Origin: "test"}
		if test.method == "sameLine" {
			fact.Ordinal, fact.Line = 0, loopsOf(t, analyzerOf(cs), m)[0].Line
		}
		facts := func(*classfile.Method) Facts { return Facts{Loops: []LoopFact{fact}} }
		for _, l := range loopsOf(t, NewAnalyzer(callgraph.New(cs, nil, 1), nil, facts, 1), m) {
			if taken := len(l.Assumptions) > 0; taken != test.taken {
				t.Errorf("%s: the bound is %q; that %s is written is counted on: %v, want %v", test.method, l.Bound, test.written, taken, test.taken)
			}
		}
	}
}
