package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/spec"
)

// loopsWith are the loops of a method of which a fact says what is written.
func loopsWith(t *testing.T, cs []*classfile.Class, m *classfile.Method, written string, fact symval.LoopFact) []absint.Loop {
	t.Helper()
	var err error
	if fact.Expr, err = spec.ParseCount(written); err != nil {
		t.Fatal(err)
	}
	fact.Origin = "test"
	facts := func(*classfile.Method) symval.Facts { return symval.Facts{Loops: []symval.LoopFact{fact}} }
	return absinttest.LoopsOf(t, absint.NewAnalyzer(callgraph.New(cs, nil, 1), nil, facts, 1), m)
}

// TestWrittenNames: a name in a bound that is written at a loop is what the variable holds on entry to the loop, or it
// means nothing.
func TestWrittenNames(t *testing.T) {
	cs := absinttest.Fixture(t, "written")
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
		fact := symval.LoopFact{Ordinal: max(1, want.ordinal), Variant: want.variant}
		loops := loopsWith(t, cs, absinttest.MethodsOf(cs)["Written."+name], want.expr, fact)
		loop := loops[len(loops)-1]
		if loop.Bound != want.bound {
			t.Errorf("%s: %q iterations (%s), not %q", name, loop.Bound, loop.Status, want.bound)
		}
	}
}

// TestWrittenToNeverRun: what is written of a loop is named in what rests on it, the fewest iterations as well.
func TestWrittenToNeverRun(t *testing.T) {
	cs := absinttest.Fixture(t, "written")
	m := absinttest.MethodsOf(cs)["Written.before"]
	for _, written := range []string{"0", "0 - 3", "min(1, 0)", "1"} {
		e, err := spec.ParseCount(written)
		if err != nil {
			t.Fatal(err)
		}
		facts := func(*classfile.Method) symval.Facts {
			return symval.Facts{Loops: []symval.LoopFact{{Ordinal: 1, Expr: e, Origin: "test"}}}
		}
		s := absint.NewAnalyzer(callgraph.New(cs, nil, 1), nil, facts, 1).Summary(m)
		if n := s.Range(s.Own(cost.OwnInstructions(true)), cost.OwnInstructions(true), nil); !n.Known || len(n.Assumptions) != 1 {
			t.Errorf("loop_bound %s: known %v, rests on %v", written, n.Known, n.Assumptions)
		}
	}
}

// What is written of a loop is of the values that its variables have there, and of no loop where it may be of several.
func TestWrittenBounds(t *testing.T) {
	cs := absinttest.Fixture(t, "paths")
	methods := absinttest.MethodsOf(cs)
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
		fact := symval.LoopFact{Ordinal: 1}
		if test.method == "sameLine" {
			fact.Ordinal, fact.Line = 0, absinttest.LoopsOf(t, absinttest.AnalyzerOf(cs), m)[0].Line
		}
		for _, l := range loopsWith(t, cs, m, test.written, fact) {
			if taken := len(l.Assumptions) > 0; taken != test.taken {
				t.Errorf("%s: the bound is %q; that %s is written is counted on: %v, want %v", test.method, l.Bound, test.written, taken, test.taken)
			}
		}
	}
}
