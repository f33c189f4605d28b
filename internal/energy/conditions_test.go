package energy

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
)

// A bound belongs to its condition: it is none where that never holds, and is written with it elsewhere.
func TestConditionsOfBounds(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/conditions/classes")
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence})
	for _, test := range []struct {
		method     string
		status     result.Status
		formula    bool
		conditions []string
		loops      [][]string // their conditions
		reason     string
	}{
		{"upToMax", result.Unbounded, false, nil, [][]string{nil}, "the loop at line 8: int overflow: 2147483648 is above 2147483647"},
		{"downToMin", result.Unbounded, false, nil, [][]string{nil}, "int overflow: -2147483649 is below -2147483648"},
		{"stepsOver", result.Unbounded, false, nil, [][]string{nil}, "int overflow"},
		{"callsUpToMax", result.Unbounded, false, nil, nil, "the call of upTo at line 49: int overflow: 2147483648 is above 2147483647"},
		{"callsFromZero", result.Unbounded, false, nil, nil, "the call of doubled at line 53: the bound holds only if 0 >= 1"},
		{"callsCaller", result.Unbounded, false, nil, nil, "the call of upTo at line 49"},
		{"callsUpToTen", result.Bounded, true, nil, nil, ""},
		{"upTo", result.Parametric, true, []string{"n + 1 <= 2147483647"}, [][]string{{"n + 1 <= 2147483647"}}, ""},
		{"doubled", result.Parametric, true, []string{"start >= 1", "n - 1 <= 1073741823"}, [][]string{{"start >= 1", "n - 1 <= 1073741823"}}, ""},
		{"triangle", result.Parametric, true, []string{"n + 1 <= 2147483647"}, [][]string{{"n + 1 <= 2147483647"}, {"n + 1 <= 2147483647"}}, ""},
		{"notAssigned", result.Parametric, true, nil, [][]string{nil, nil}, ""},
	} {
		t.Run(test.method, func(t *testing.T) {
			m := methods["Conditions."+test.method]
			x := e.Methods(roots(m), nil, "").Methods[0]
			if x.Status != test.status || (x.Formula != "") != test.formula || !slices.Equal(x.Conditions, test.conditions) {
				t.Errorf("%s, formula %q where %q, want %s where %q", x.Status, x.Formula, x.Conditions, test.status, test.conditions)
			}
			if got := strings.Join(x.Reasons, "; "); !strings.Contains(got, test.reason) || test.reason == "" && got != "" {
				t.Errorf("reasons %q, want %q", got, test.reason)
			}
			for i, l := range x.Loops {
				if !slices.Equal(l.Conditions, test.loops[i]) {
					t.Errorf("the loop at line %d holds where %q, want %q", l.Line, l.Conditions, test.loops[i])
				}
				if unbounded := test.status == result.Unbounded; unbounded != (l.Status == result.Unbounded) || unbounded && l.Bound != "" {
					t.Errorf("the loop at line %d is %s, %q", l.Line, l.Status, l.Bound)
				}
			}
			b := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, "1 J", "")})
			if !slices.Equal(b.Worst.Conditions, test.conditions) {
				t.Errorf("the budget's cost holds where %q, want %q", b.Worst.Conditions, test.conditions)
			}
			if keeps := b.Verdict == finding.Proved; keeps != (test.status == result.Bounded) {
				t.Errorf("a large budget is %s", b.Verdict)
			}
			if text := b.Worst.Readable(); len(test.conditions) > 0 && !strings.HasSuffix(text, " where "+strings.Join(test.conditions, " and ")) {
				t.Errorf("%q lacks its conditions", text)
			}
		})
	}
}

// The largest value of a variable that has the name of a parameter is not that of the argument.
func TestExtremesHaveNamesOfTheirOwn(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/conditions/classes")
	methods := methodsOf(cs)
	for _, test := range []struct{ method, bound, assumed string }{
		{"assigned", "largest a.length", "a.length"},
		{"assignedNumber", "10 - smallest n", "n"},
		{"notAssigned", "a.length", "largest a.length"},
		{"filledAndRead", "largest l.size()", "l.size()"},
		{"filledByLambda", "largest l.size()", "l.size()"},
		{"filledByCallee", "largest m.size()", "m.size()"},
		{"read", "l.size()", "largest l.size()"},
		{"readWhileOtherIsFilled", "largest l.size()", "l.size()"},
		{"text", "largest b.length()", "b.length()"},
		{"bitsSet", "largest b.length()", "b.length()"},
		{"bitsSetByCallee", "largest b.length()", "b.length()"},
		{"bitsRead", "b.length()", "largest b.length()"},
		{"fieldFilled", "largest list.size()", "list.size()"},
		{"fieldFilledByCallee", "largest list.size()", "list.size()"},
		{"fieldAssigned", "largest list.size()", "list.size()"},
		{"arrayAssigned", "n", "data.length"},
		{"arrayAssignedByCallee", "largest data.length", "data.length"},
		{"fieldRead", "list.size()", "largest list.size()"},
	} {
		m := methods["Conditions."+test.method]
		e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence, Assume: atMost(test.assumed, 3)})
		v := e.Evaluate(roots(m))
		loops := e.Methods(roots(m), nil, "").Methods[0].Loops
		if got := loops[len(loops)-1].Bound; got != test.bound {
			t.Errorf("%s: bound %q, want %q", test.method, got, test.bound)
		}
		if w := v.Worst(m, confidence); !math.IsInf(w.Bound, 1) {
			t.Errorf("%s: %s is taken for %s", test.method, test.assumed, test.bound)
		}
		r := v.Check(Claim{m, budgetOf(t, "1 uJ + 10 uJ * a.length", "")})
		if test.method == "assigned" && r.Verdict == finding.Proved {
			t.Errorf("%s: a budget in the argument's length is %s", test.method, r.Verdict)
		}
	}
}

// A caller has no other name for the largest size of a collection that a callee fills: not that of when it is called.
func TestCalledExtremesHaveNamesOfTheirOwn(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/conditions/classes")
	m := methodsOf(cs)["Conditions.callsFilled"]
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence})
	r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, "1 J", "")})
	if !slices.ContainsFunc(r.Missing, func(why string) bool {
		return strings.Contains(why, "filledAndRead: largest l.size() has no upper bound")
	}) {
		t.Errorf("a budget is %s: %q", r.Verdict, r.Missing)
	}
}
