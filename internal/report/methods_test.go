package report

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

// contract is the example of the methods command's JSON output, as the product promises it.
const contract = `{"schema": "energylint/methods/2", "model": "rpi5-nyholm", "unit": "J", "device": "Device 1", "confidence": 0.95, "jdk": "17.0.2",
 "capped": {"methods": 1, "targets": 1, "recursion": 0, "expression": 0, "steps": 0, "paths": 0},
 "methods": [{
  "class": "com/acme/Codec", "name": "encode", "descriptor": "([BI)V", "file": "src/main/java/com/acme/Codec.java", "line": 12,
  "status": "assumed",
  "worst": {"mean_J": 1e-3, "sd_J": 2e-4, "quantile_J": 1.33e-3, "upper_J": 1.4e-3}, "best": {"mean_J": 3e-7, "sd_J": 1e-8, "lower_J": 2.8e-7},
  "formula": "35.2 uJ + n * 118 nJ", "mean_formula": "28.1 uJ + n * 90.4 nJ",
  "expression": {"terms": [{"factors": [], "counts": {"Addition, int, Load": 7}, "calls": {"it.next()": 1}},
    {"factors": [{"kind": "max", "args": [[], [{"coefficient": 1, "factors": [{"kind": "div", "args": [[{"coefficient": 3}, {"coefficient": 1, "factors": [{"kind": "symbol", "name": "n", "path": "p1"}]}]], "k": 4}]}]]}], "counts": {"Addition, int, Load": 2}}]},
  "conditions": ["n - 1 >= -2147483648"],
  "instructions": {"own": {"min": 8, "max": 12008}, "total": {"min": 8, "max": null}},
  "loops": [{"offset": 12, "line": 14, "status": "parametric", "bound": "n - 1", "conditions": ["n - 1 >= -2147483648"],
             "iterations": {"min": 0, "max": 999}, "header_per_call": {"min": 1, "max": 1000}, "reason": "", "assumptions": [{"symbol": "n", "max": 1000}]}],
  "assumptions": [{"symbol": "names.size()", "max": 1000}], "unpriced": ["com/lib/X.y()V"], "expected_costs": ["java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;"],
  "call_symbols": [{"symbol": "it.next()", "member": "java/util/Iterator.next()Ljava/lang/Object;"}], "reasons": [],
  "calls": {"analysed": 3, "modelled": 2, "symbolic": 0, "incomplete": 0, "unbounded": 0, "unpriced": 1}, "capped": [], "derived_share": 0.03,
  "budget": {"energy": "5 mJ", "confidence": 0.99, "verdict": "proved", "probability_exceeded": 0.0}}]}`

// The table has the rounded formula where there is one, and both with --verbose.
func TestMethodNotesRoundFormulas(t *testing.T) {
	x := result.Method{Status: result.Parametric, Formula: "1 uJ + ceil(n / 64) * 5 nJ", Rounded: "1 uJ + n * 78 pJ"}
	if got, want := methodNotes(x, quantity.Joule, false), []string{"≤ 1 uJ + n * 78 pJ"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := methodNotes(x, quantity.Joule, true), []string{"≤ 1 uJ + n * 78 pJ", "≤ 1 uJ + ceil(n / 64) * 5 nJ"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func sampleMethods() *result.MethodReport {
	inf := result.Joules(math.Inf(1))
	return &result.MethodReport{
		Model: "rpi5-nyholm", Unit: "J", Device: "Device 1", Confidence: 0.95, JDK: "17.0.2", Capped: finding.Capped{Methods: 1, Targets: 1},
		Methods: []result.Method{
			{Class: "com/acme/Codec", Name: "encode", Descriptor: "([BI)V", File: "src/main/java/com/acme/Codec.java", Line: 12, Status: result.Assumed,
				Worst: result.WorstCase{Mean: 1e-3, SD: 2e-4, Quantile: 1.33e-3, Upper: 1.4e-3}, Best: result.BestCase{Mean: 3e-7, SD: 1e-8, Lower: 2.8e-7}, Formula: "35.2 uJ + n * 118 nJ", MeanFormula: "28.1 uJ + n * 90.4 nJ", Expression: sampleExpression(), Conditions: []string{"n - 1 >= -2147483648"},
				Instructions: result.Instructions{Own: result.Between(8, 12008), Total: result.AtLeast(8)},
				Loops:        []result.Loop{{Offset: 12, Line: 14, Status: result.Parametric, Bound: "n - 1", Conditions: []string{"n - 1 >= -2147483648"}, Iterations: result.Between(0, 999), HeaderPerCall: result.Between(1, 1000), Assumptions: []result.Assumption{{Symbol: "n", Max: 1000}}}},
				Assumptions:  []result.Assumption{{Symbol: "names.size()", Max: 1000}}, Unpriced: []string{"com/lib/X.y()V"}, Expected: []string{"java/util/HashMap.get(Ljava/lang/Object;)Ljava/lang/Object;"}, CallSymbols: []result.CallSymbol{{Symbol: "it.next()", Member: "java/util/Iterator.next()Ljava/lang/Object;"}},
				Calls: result.Calls{Analysed: 3, Modelled: 2, Unpriced: 1}, DerivedShare: 0.03,
				Budget: &result.MethodBudget{Energy: "5 mJ", Confidence: 0.99, Verdict: "proved"}},
			{Class: "com/acme/Codec", Name: "poll", Descriptor: "(Ljava/util/List;)I", File: "src/main/java/com/acme/Codec.java", Line: 40, Status: result.Unbounded,
				Capped: []string{"targets"}, Worst: result.WorstCase{Mean: inf, SD: result.Joules(math.NaN()), Quantile: inf, Upper: inf}, Best: result.BestCase{Mean: 4e-8, SD: 2e-9, Lower: 3.6e-8},
				Instructions: result.Instructions{Own: result.AtLeast(3), Total: result.AtLeast(3)},
				Loops:        []result.Loop{{Offset: 4, Line: 41, Status: result.Unbounded, Iterations: result.AtLeast(0), HeaderPerCall: result.AtLeast(1), Reason: "ready is changed by another thread (line 44)"}},
				Unpriced:     []string{"a/A.a()V", "a/A.b()V", "a/A.c()V", "a/A.d()V"}, Budget: &result.MethodBudget{Energy: "1 uJ", Confidence: 0.95, Verdict: "unknown", Exceeded: -1}},
			{Class: "com/acme/Main", Name: "<init>", Descriptor: "()V", Status: result.Bounded, Worst: result.WorstCase{Mean: 6.1e-8, SD: 4e-9, Quantile: 6.7e-8, Upper: 6.8e-8}, Best: result.BestCase{Mean: 6.1e-8, SD: 4e-9, Lower: 5.4e-8},
				Instructions: result.Instructions{Own: result.Between(3, 3), Total: result.Between(3, 3)}},
		},
	}
}

func sampleExpression() *result.Expression {
	n := result.Factor{Kind: result.FactorSymbol, Name: "n", Path: "p1"}
	quarter := result.Factor{Kind: result.FactorDivision, K: 4, Args: [][]result.SizeProduct{{{Coefficient: 3}, {Coefficient: 1, Factors: []result.Factor{n}}}}}
	return &result.Expression{Terms: []result.ExpressionTerm{
		{Factors: []result.Factor{}, Counts: map[string]float64{"Addition, int, Load": 7}, Calls: map[string]float64{"it.next()": 1}},
		{Factors: []result.Factor{{Kind: result.FactorMax, Args: [][]result.SizeProduct{{}, {{Coefficient: 1, Factors: []result.Factor{quarter}}}}}}, Counts: map[string]float64{"Addition, int, Load": 2}},
	}}
}

func writeMethods(t *testing.T, format string, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteMethods(&b, format, sampleMethods(), o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestMethodsGolden(t *testing.T) {
	golden(t, "methods.txt", writeMethods(t, "text", Options{}))
	golden(t, "methods-verbose.txt", writeMethods(t, "text", Options{Verbose: true, Width: 70}))
	golden(t, "methods.ansi", writeMethods(t, "text", Options{Color: Always}))
	golden(t, "methods.json", writeMethods(t, "json", Options{}))
}

// The first method is the contract's example: the same fields with the same values, none more.
func TestMethodsContract(t *testing.T) {
	var got, want map[string]any
	if err := json.Unmarshal(writeMethods(t, "json", Options{}), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(contract), &want); err != nil {
		t.Fatal(err)
	}
	methods := got["methods"].([]any)
	got["methods"] = methods[:1]
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if !bytes.Equal(g, w) {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	unbounded := methods[1].(map[string]any)
	for _, path := range []string{"worst.mean_J", "worst.sd_J", "worst.quantile_J", "worst.upper_J", "instructions.own.max", "budget.probability_exceeded"} {
		var v any = unbounded
		for key := range strings.SplitSeq(path, ".") {
			m, ok := v.(map[string]any)
			if !ok {
				t.Fatalf("%s: no object at %s", path, key)
			}
			if v, ok = m[key]; !ok {
				t.Errorf("%s is missing", path)
			}
		}
		if v != nil {
			t.Errorf("%s is %v, want null", path, v)
		}
	}
	plain := methods[2].(map[string]any)
	for _, list := range []string{"loops", "assumptions", "unpriced", "expected_costs", "call_symbols", "reasons"} {
		if l, ok := plain[list].([]any); !ok || len(l) != 0 {
			t.Errorf("%s is %v, want an empty list", list, plain[list])
		}
	}
	if b, ok := plain["budget"]; !ok || b != nil {
		t.Errorf("budget is %v, want null", b)
	}
}

// TestListedReasons: classes without packages, and the lines of one reason together.
func TestListedReasons(t *testing.T) {
	in := []string{
		"recursion through a.b.Codec.f(java.util.List), a.b.Codec.g(int), to a depth that has no bound (line 3)",
		"the loop at line 4: it has no exit, in a.b.Codec.f(java.util.List)",
		"recursion through a.b.Codec.f(java.util.List), a.b.Codec.g(int), to a depth that has no bound (line 7)",
		"this.buffer.length has no upper bound (line 9), in a.b.Codec.g(int)",
		"this.config.MAX has no upper bound",
	}
	want := []string{
		"recursion through Codec.f(List), Codec.g(int), to a depth that has no bound (lines 3 and 7)",
		"the loop at line 4: it has no exit, in Codec.f(List)",
		"this.buffer.length has no upper bound (line 9), in Codec.g(int)",
		"this.config.MAX has no upper bound",
	}
	if got := listedReasons(in, false); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := listedReasons(in, true); !slices.Equal(got, in) {
		t.Errorf("verbose: %q", got)
	}
}
