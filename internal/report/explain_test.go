package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

func sampleExplanation() *result.Explanation {
	max := int64(1000)
	return &result.Explanation{
		Location: finding.Location{Class: "com/acme/Codec", Method: "encode", Desc: "([BI)V", File: "src/main/java/com/acme/Codec.java", Source: true, Line: 12},
		Model:    "rpi5-nyholm", Device: "Device 1", Unit: quantity.Joule, Confidence: 0.95,
		Budgets: []finding.BudgetResult{
			{Budget: "5 mJ", Origin: "src/main/java/com/acme/Codec.java:10:16", Confidence: 0.99, Verdict: finding.Proved},
			{Budget: "1 mJ", Origin: "@EnergyBudget", Confidence: 0.95, Verdict: finding.Exceeded, Probability: 0.5},
		},
		Worst: result.Extreme{Mean: 1e-3, SD: 2e-4, Quantile: 1.33e-3, Bound: 1.4e-3}, Best: result.Extreme{Mean: 3e-7, SD: 1e-8, Bound: 2.8e-7},
		Formula: "35.2 uJ + n * 118 nJ", Conditions: []string{"n <= 2,147,483,646"}, Assumptions: []string{"n <= 1000 (energylint.toml:4)"},
		Expected: []string{"java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;", "java/util/HashMap.put(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"},
		Loops: []result.Loop{
			{Line: 14, Status: result.Assumed, Bound: "n", Iterations: result.Range{Max: &max}},
			{Line: 16, Status: result.Exact, Bound: "1000", Iterations: result.Range{Min: 1000, Max: &max}},
			{Line: 18, Status: result.Exact, Bound: "1", Iterations: result.Between(1, 1)},
			{Line: 20, Status: result.Parametric, Bound: "data.length", Conditions: []string{"n >= 0"}, Iterations: result.AtLeast(0)},
			{Line: 22, Status: result.Unbounded, Reason: "the loop at line 22: ready is changed by another thread"},
		},
		Path: []result.PathLine{
			{Line: 13, Energy: 1e-8, Share: 0.00001, Executed: 1, Text: "        int sum = 0;"},
			{Line: 14, Energy: 7e-4, Share: 0.7, Executed: 1001, Text: "        for (int i = 0; i < n; i++) {"},
			{Line: 15, Energy: 3e-4, Share: 0.3, Executed: 1000, Text: "            sum += data[i];"},
			{Line: 0, Energy: 1e-9, Share: 0, Executed: 1},
		},
		Calls:   []result.CallLine{{Member: "java/util/List.get(I)Ljava/lang/Object;", Energy: 2e-4, Times: 1000}, {Member: "odd", Energy: 1e-9, Times: 1}},
		Classes: []result.ClassShare{{Class: "array", Share: 0.6}, {Class: "arithmetic", Share: 0.397}, {Class: "call", Share: 0.003}}, Derived: 0.13,
	}
}

func explained(t *testing.T, x *result.Explanation, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteExplanation(&b, x, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestExplanationGolden(t *testing.T) {
	golden(t, "explain.txt", explained(t, sampleExplanation(), Options{}))
	golden(t, "explain-narrow.txt", explained(t, sampleExplanation(), Options{Width: 60}))
	golden(t, "explain.ansi", explained(t, sampleExplanation(), Options{Color: Always}))
	unbounded := &result.Explanation{
		Location: finding.Location{Class: "com/acme/Codec", Method: "poll", Desc: "()V"}, Model: "rpi5-nyholm", Unit: quantity.Joule, Confidence: 0.95,
		Worst: result.Extreme{Mean: math.Inf(1), SD: math.NaN(), Quantile: math.Inf(1), Bound: math.Inf(1)}, Best: result.Extreme{Mean: 3e-7, SD: 1e-8, Bound: 2.8e-7},
		Missing: []string{"the loop at line 22: ready is changed by another thread", "the call of com.lib.X.y at line 23 has no price: it is library code without a model"},
		Budgets: []finding.BudgetResult{{Budget: "1 mJ", Origin: "energylint.toml:3", Confidence: 0.95, Verdict: finding.Unknown, Probability: -1}},
	}
	golden(t, "explain-unbounded.txt", explained(t, unbounded, Options{}))
	parametric := &result.Explanation{
		Location: finding.Location{Class: "com/acme/Codec", Method: "sum", Desc: "([I)I"}, Model: "rpi5-nyholm", Unit: quantity.Joule, Confidence: 0.95,
		Worst: result.Extreme{Mean: math.Inf(1), SD: math.NaN(), Quantile: math.Inf(1), Bound: math.Inf(1)}, Best: result.Extreme{Mean: 3e-7, SD: 1e-8, Bound: 2.8e-7},
		Formula: "300 nJ + data.length * 118 nJ", Missing: []string{"data.length has no upper bound"}, Parametric: true,
	}
	golden(t, "explain-parametric.txt", explained(t, parametric, Options{}))
}

// A formula that is rounded is written as what it is at most; --verbose has the formula itself, too.
func TestExplanationRoundsTheFormula(t *testing.T) {
	x := sampleExplanation()
	x.MeanFormula = "28.1 uJ + n * 90.4 nJ"
	x.Formula, x.Rounded = "35.2 uJ + ceil(n / 64) * 118 nJ", "35.3 uJ + n * 1.84 nJ"
	short := string(explained(t, x, Options{}))
	if !strings.Contains(short, "Formula       at most, with 95%: 35.3 uJ + n * 1.84 nJ\n") || strings.Contains(short, "ceil") {
		t.Errorf("the formula is not the rounded one:\n%s", short)
	}
	if all := string(explained(t, x, Options{Verbose: true})); !strings.Contains(all, "at most, with 95%: 35.3 uJ") || !strings.Contains(all, "mean 28.1 uJ + n * 90.4 nJ\n") || !strings.Contains(all, "in full 35.2 uJ + ceil(n / 64) * 118 nJ\n") {
		t.Errorf("--verbose has not both formulas:\n%s", all)
	}
}

// A long path shows its most expensive lines, in order, and says how many it leaves out.
func TestExplanationShortensThePath(t *testing.T) {
	x := sampleExplanation()
	x.Path = nil
	for i := range 30 {
		x.Path = append(x.Path, result.PathLine{Line: 100 + i, Energy: float64(1+i%3) * 1e-9, Share: 1. / 30, Executed: 1})
	}
	short := explained(t, x, Options{})
	if !bytes.Contains(short, []byte("and 10 lines that cost less (--verbose shows all)")) || bytes.Contains(short, []byte(" 100  ")) || !bytes.Contains(short, []byte(" 101  ")) {
		t.Errorf("the cheapest lines are not the ones that are left out:\n%s", short)
	}
	if all := explained(t, x, Options{Verbose: true}); !bytes.Contains(all, []byte(" 100  ")) || bytes.Contains(all, []byte("that cost less")) {
		t.Errorf("--verbose does not show all:\n%s", all)
	}
}

func TestBar(t *testing.T) {
	for share, want := range map[float64]string{0: "", 0.01: "▏", 0.5: "████", 1: "████████", 2: "████████", -1: "", 0.3: "██▍"} {
		if got := bar(share); got != want {
			t.Errorf("bar(%v) = %q, want %q", share, got, want)
		}
	}
}
