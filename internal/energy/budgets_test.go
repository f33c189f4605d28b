package energy

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/spec"
	"github.com/energylint/energylint/models"
)

const confidence = 0.95

// calls returns an engine over testdata/fixtures/calls, with preconditions of some methods by "Class.method".
func calls(t *testing.T, device string, assume absint.Assume, requires map[string]string) (*Engine, map[string]*classfile.Method) {
	t.Helper()
	cs := classesIn(t, "../../testdata/fixtures/calls/classes")
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Device: device, Confidence: confidence, Assume: assume})
	facts := map[*classfile.Method]absint.Facts{}
	for name, text := range requires {
		ps, err := spec.ParseConjuncts(text)
		if err != nil {
			t.Fatal(err)
		}
		facts[methods[name]] = absint.Facts{Requires: ps}
	}
	e.Facts = func(m *classfile.Method) absint.Facts { return facts[m] }
	return e, methods
}

func budgetOf(t *testing.T, energy, when string) spec.Budget {
	t.Helper()
	x, err := spec.ParseEnergy(energy)
	if err != nil {
		t.Fatalf("%s: %v", energy, err)
	}
	b := spec.Budget{Energy: x, Text: energy}
	if when != "" {
		if b.When, err = spec.ParsePredicate(when); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
	}
	return b
}

func joulesText(v float64) string { return fmt.Sprintf("%.12g nJ", v*1e9) }

// The verdicts of a budget that is a number, one method and one assumption at a time, on each device and on the worst
// of them.
func TestConstantBudgets(t *testing.T) {
	for _, device := range []string{"Device 1", "Device 2", models.AnyDevice} {
		e, methods := calls(t, device, atMost("n", 10), nil)
		check := func(method string, joules float64, want finding.Verdict, why string) finding.BudgetResult {
			t.Helper()
			m := methods[method]
			r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, joulesText(joules), "")})
			if r.Verdict != want {
				t.Errorf("%s on %s against %s: %s, want %s", method, device, r.Budget, r.Verdict, want)
			}
			if why != "" && !strings.Contains(strings.Join(r.Missing, "; "), why) {
				t.Errorf("%s: missing %q, want %q", method, r.Missing, why)
			}
			if (want == finding.Unknown) != (len(r.Missing) > 0) {
				t.Errorf("%s is %s: missing %q", method, r.Verdict, r.Missing)
			}
			if (want == finding.ProvedAssuming) != (len(r.Assumptions) > 0) && want != finding.Exceeded && want != finding.Inconclusive {
				t.Errorf("%s is %s: assumptions %q", method, r.Verdict, r.Assumptions)
			}
			return r
		}
		z := models.Z(confidence)
		m := methods["Calls.branch"]
		v := e.Evaluate(roots(m))
		worst, best := v.Worst(m, confidence), v.Best(m, confidence)
		quantile := worst.Energy.At(z)
		if !(0 < best.Energy.Mean && best.Energy.Mean < worst.Energy.Mean && quantile < worst.Bound) {
			t.Fatalf("best %v, worst %v below %v", best.Energy, worst.Energy, worst.Bound)
		}
		check("Calls.branch", worst.Bound*1.001, finding.Proved, "")
		check("Calls.branch", (quantile+worst.Bound)/2, finding.Inconclusive, "")
		r := check("Calls.branch", worst.Energy.Mean*0.999, finding.Exceeded, "")
		if r.Probability < 0.5 || r.Probability > 0.6 {
			t.Errorf("a budget below the mean is exceeded with probability %v", r.Probability)
		}
		surely := math.Inf(1)
		for _, d := range v.devices {
			surely = math.Min(surely, v.leastExcess(m, d, nil, confidence, nil))
		}
		if !(0 < surely && surely < best.Bound) {
			t.Fatalf("surely %v, with nothing below 0 %v", surely, best.Bound)
		}
		check("Calls.branch", surely*0.999, finding.Violated, "")
		// No way is cheaper than the best case where nothing gives energy back; a Gaussian of something uncertain is.
		check("Calls.branch", best.Bound*0.999, finding.Exceeded, "")
		// The cheapest path exceeds it at the confidence; another one, of which less is certain, need not.
		check("Calls.branch", (best.Bound+best.Energy.At(-z))/2, finding.Exceeded, "")
		// The bound of leaf rests on n <= 10.
		m = methods["Calls.leaf"]
		leaf := e.Evaluate(roots(m)).Worst(m, confidence)
		r = check("Calls.leaf", leaf.Bound*1.001, finding.ProvedAssuming, "")
		if !slices.Equal(r.Assumptions, []string{"n <= 10 (test)"}) {
			t.Errorf("assumptions %q", r.Assumptions)
		}
		check("Calls.leaf", leaf.Energy.Mean*0.5, finding.Exceeded, "")
		// Not every call breaks what calls with n from 0 to 10 break.
		m = methods["Calls.affine"]
		v = e.Evaluate(roots(m))
		k := objectiveKey{device: v.devices[0], confidence: confidence}
		assumed, _ := v.Summary(m).Domain(v.outcome(m, k), v.Assume).Excess(v.outcome(m, k), v.objective(k), nil)
		if assumed.Lo <= 0 {
			t.Fatalf("at least %v where n <= 10", assumed.Lo)
		}
		check("Calls.affine", assumed.Lo*0.99, finding.Exceeded, "")
		// No budget is large enough for what has no bound, none small enough to be kept.
		check("Cycles.collatz", 1, finding.Unknown, "calls itself")
		check("Calls.callsNative", 1, finding.Unknown, "it runs native code")
		check("Calls.library", 1, finding.Unknown, `assume one, such as "it.next() <= 1 uJ"`)
		check("Calls.sum", 1, finding.Unknown, "a.length has no upper bound")
		check("Calls.behind", 1e-12, finding.Violated, "")
		// Neither override is always the worse: what both do together is no path.
		m = methods["Calls.areaOf"]
		area := e.Evaluate(roots(m)).Worst(m, confidence)
		check("Calls.areaOf", area.Bound*1.001, finding.ProvedAssuming, "")
		check("Calls.areaOf", area.Energy.Mean*0.99, finding.Inconclusive, "")
	}
}

// Budgets that depend on symbols are checked for every admitted value.
func TestSymbolicBudgets(t *testing.T) {
	// base and slope of the bound of a method that is linear in one symbol.
	line := func(method, symbol string) (base, slope float64) {
		bound := func(n float64) float64 {
			e, methods := calls(t, "Device 1", atMost(symbol, n), nil)
			m := methods[method]
			return e.Evaluate(roots(m)).Worst(m, confidence).Bound
		}
		return bound(0), bound(1) - bound(0)
	}
	a, b := line("Calls.leaf", "n")
	c, d := line("Calls.sum", "a.length")
	if !(a > 0 && b > 0 && c > 0 && d > 0 && !math.IsInf(a+b+c+d, 0)) {
		t.Fatal(a, b, c, d)
	}
	linear := func(base, slope float64, symbol string) string {
		return joulesText(base) + " + " + joulesText(slope) + " * " + symbol
	}
	tests := []struct {
		name, method, budget, requires, when string
		want                                 finding.Verdict
		missing                              string
	}{
		{"enough for n >= 0", "Calls.leaf", linear(a*1.01, b*1.01, "n"), "n >= 0", "", finding.Proved, ""},
		{"the same as a condition of the budget", "Calls.leaf", linear(a*1.01, b*1.01, "n"), "", "n >= 0", finding.Proved, ""},
		{"an energy below zero for a negative n", "Calls.leaf", linear(a*1.01, b*1.01, "n"), "", "", finding.Inconclusive, ""},
		{"a length is never negative", "Calls.sum", linear(c*1.01, d*1.01, "a.length"), "", "", finding.Proved, ""},
		{"the slope is too small", "Calls.sum", linear(c*2, d*0.5, "a.length"), "", "", finding.Exceeded, ""},
		{"small lengths only", "Calls.sum", linear(c*2, d*0.9, "a.length"), "a.length <= 3", "", finding.Proved, ""},
		{"a condition that is no interval", "Calls.leaf", joulesText(a*1.01 + 1000*b*1.01), "", "n * n <= 1000", finding.Inconclusive, ""},
		{"a condition of which some values are too large", "Calls.leaf", joulesText(a*1.01 + 1000*b*1.01), "", "n / 2 >= 1000", finding.Exceeded, ""},
		{"too small for arguments that are not allowed only", "Calls.twice", linear(a*10, b*2.02, "m"), "n >= 0 && n <= m", "", finding.Proved, ""},
		{"too small for arguments that are", "Calls.twice", linear(a*10, b*1.2, "m"), "n >= 0 && n <= m", "", finding.Exceeded, ""},
		{"never enough", "Calls.sum", linear(c*0.01, d*0.01, "a.length"), "", "", finding.Violated, ""},
		{"a number for a range of n", "Calls.leaf", joulesText(a*1.01 + 1000*b*1.01), "", "n <= 1000", finding.Proved, ""},
		{"arithmetic that overflows", "Calls.affine", linear(a*10, b*10, "n"), "", "", finding.Unknown, "the bound holds only if 2 * n >= -2147483648"},
		{"arithmetic that does not", "Calls.affine", linear(a*10, b*3, "n"), "n >= 0 && n <= 1000000", "", finding.Proved, ""},
		{"a quadratic budget of a quadratic method", "Calls.triangle", linear(a*5, b*5, "n") + " + " + joulesText(b) + " * n * n", "n >= 0 && n <= 10000", "", finding.Proved, ""},
		{"a linear budget of a quadratic method", "Calls.triangle", linear(a*5, b*5, "n"), "n >= 0 && n <= 10000", "", finding.Exceeded, ""},
		{"no such symbol", "Calls.leaf", "1 nJ * m", "", "", finding.Unknown, "m is neither a parameter nor a size that the method leaves unchanged"},
		{"too large a size that is taken away", "Calls.leaf", "1 J - 1 nJ * (n * 4000000000) * (n * 4000000000)", "", "n >= 0 && n <= 1000", finding.Unknown, "is too large an expression"},
		{"a symbol times itself, divided", "Calls.leaf", "1 nJ / n", "", "", finding.Unknown, "an energy can be divided by a number"},
		{"a call whose argument has a bound", "Calls.behind", "1 J * n", "n >= 1", "", finding.Proved, ""},
		{"an unpriced call", "Calls.callsNative", "1 J", "", "", finding.Unknown, "it runs native code"},
		{"a size that the caller does not know", "Lambdas.passed", "1 J", "", "", finding.Unknown, "n has no upper bound"},
		{"a library call without a model", "Calls.closed", "1 J * n", "n >= 1", "", finding.Unknown, "java.lang.Integer.bitCount"},
		{"recursion without a bound", "Cycles.collatz", "1 J", "", "", finding.Unknown, "calls itself"},
		{"recursion", "Calls.direct", "1 J + 1 J * n", "n >= 0", "", finding.Proved, ""},
		{"recursion that breaks its precondition", "Calls.direct", "1 J + 1 J * n", "n >= 1", "", finding.Unknown, "calls itself"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			requires := map[string]string{}
			if test.requires != "" {
				requires[test.method] = test.requires
			}
			e, methods := calls(t, "Device 1", nil, requires)
			m := methods[test.method]
			r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, test.budget, test.when)})
			if r.Verdict != test.want {
				t.Errorf("%s against %s: %s, want %s (probability %v, missing %q)", test.method, test.budget, r.Verdict, test.want, r.Probability, r.Missing)
			}
			if missing := strings.Join(r.Missing, "; "); !strings.Contains(missing, test.missing) || test.missing == "" && missing != "" {
				t.Errorf("missing %q, want %q", missing, test.missing)
			}
			if len(r.Assumptions) > 0 {
				t.Errorf("assumptions %q", r.Assumptions)
			}
		})
	}
}

// A budget that is not proved names sizes for which it is not, and the condition that settles it.
func TestCounterexamples(t *testing.T) {
	for _, test := range []struct {
		method, budget, when string
		want                 finding.Verdict
		example, remedy      string
	}{
		{"Calls.leaf", "400 nJ + 400 nJ * n", "", finding.Inconclusive, "n = -1", "0 <= n"},
		{"Calls.leaf", "400 nJ + 400 nJ * n", "0 <= n", finding.Proved, "", ""},
		{"Calls.leaf", "1 uJ * n", "0 <= n", finding.Exceeded, "n = 0", "1 <= n"},
		{"Calls.affine", "1 mJ + 1 mJ * max(0, n)", "", finding.Unknown, "n = 2147483647", "2 * n >= -2147483648 && 2 * n + 3 <= 2147483647"},
		{"Calls.sum", "1 mJ", "", finding.Unknown, "a.length = 1000000", "a.length <= 1000"},
		{"Calls.sum", "1 uJ * a.length", "", finding.Exceeded, "a.length = 0", "1 <= a.length"},
	} {
		e, methods := calls(t, "Device 1", nil, nil)
		m := methods[test.method]
		r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, test.budget, test.when)})
		if r.Verdict != test.want || r.Counterexample != test.example || r.Remedy != test.remedy {
			t.Errorf("%s against %s: %s, %q, %q, want %s, %q, %q (%q)", test.method, test.budget, r.Verdict, r.Counterexample, r.Remedy, test.want, test.example, test.remedy, r.Missing)
		}
	}
}

// What a callee's precondition asks for is demanded of its callers: leaf(-5) must not be priced as if n were not
// negative.
func TestCallersMustGrantPreconditions(t *testing.T) {
	e, methods := calls(t, "Device 1", nil, map[string]string{"Calls.leaf": "n >= 0"})
	for name, want := range map[string]string{
		"Calls.negative": "the call of leaf at line 24: calls.Calls.leaf(int) requires -5 >= 0, which never holds here",
		"Calls.ten":      "",
	} {
		m := methods[name]
		c := e.Evaluate([]*classfile.Method{m}).Worst(m, 0.95)
		got := ""
		if len(c.Numbers.Missing) > 0 {
			got = c.Numbers.Missing[0].Text
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
