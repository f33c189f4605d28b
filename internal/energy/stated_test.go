package energy

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// statedModel is the shipped model with [[call]] tables.
func statedModel(t *testing.T, tables string) *models.Model {
	t.Helper()
	m, err := models.Parse("m.toml", []byte("name = \"m\"\nextends = \"rpi5-nyholm\"\n"+tables), func(string) ([]byte, error) { return nil, errors.New("no files") })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What a model's file states of calls comes before everything else that is known about them. Amounts are whole joules,
// so that what the code itself costs does not matter.
func TestStatedCalls(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/calls/classes")
	methods := methodsOf(cs)
	shipped, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, tables, method string
		want                 float64 // joules; infinite for no bound
		why                  string
	}{
		{"native", "[[call]]\nmethod = \"calls.Calls.outside\"\nslopes = [{ per = \"arg0\", mean = 5, sd = 1 }]", "Calls.callsNative", 5, ""},
		{"native, unstated", "", "Calls.callsNative", math.Inf(1), "it runs native code"},
		{"library", "[[call]]\nmethod = \"java.util.Iterator.*\"\nbase = { mean = 3, sd = 0 }", "Calls.library", 3, ""},
		{"before the shipped library", "[[call]]\nmethod = \"java.lang.Integer.bitCount(int)\"\nbase = { mean = 4, sd = 0 }", "Calls.closed", 4, ""},
		{"an analysed method", "[[call]]\nmethod = \"calls.Calls.leaf\"\nslopes = [{ per = \"arg0\", mean = 2, sd = 0 }]", "Calls.ten", 20, ""},
		{"in a loop", "[[call]]\nmethod = \"calls.Calls.leaf\"\nslopes = [{ per = \"arg0 + 1\", mean = 2, sd = 0 }]", "Calls.triangle", 110, ""}, // n is 10: 2 (1 + ... + 10)
		{"one of the targets", "[[call]]\nmethod = \"calls.Flat.work\"\nbase = { mean = 7, sd = 0 }", "Calls.area", 7, ""},
		{"what the call names, whatever runs", "[[call]]\nmethod = \"calls.Flat.work\"\nbase = { mean = 7, sd = 0 }\n[[call]]\nmethod = \"calls.Shape.work\"\nbase = { mean = 3, sd = 0 }", "Calls.area", 3, ""},
		{"the class that the call names", "[[call]]\nmethod = \"calls.Flat.shared\"\nbase = { mean = 7, sd = 0 }", "Calls.area", 0, ""},
		{"recursion", "[[call]]\nmethod = \"calls.Cycles.collatz\"\nbase = { mean = 2, sd = 0 }", "Cycles.collatz", 2, ""},
		{"recursion, unstated", "", "Cycles.collatz", math.Inf(1), "calls itself"},
		{"recursion with a bound", "[[call]]\nmethod = \"calls.Calls.odd\"\nbase = { mean = 2, sd = 0 }", "Calls.even", 2, ""},
		{"a size that the method does not have", "[[call]]\nmethod = \"calls.Calls.*\"\nslopes = [{ per = \"arg0.length\", mean = 1, sd = 0 }]", "Calls.ten", math.Inf(1), "its cost depends on a size that is not known"},
		{"an argument that the method does not have", "[[call]]\nmethod = \"calls.Calls.*\"\nslopes = [{ per = \"arg3\", mean = 1, sd = 0 }]", "Calls.ten", math.Inf(1), "its cost depends on a size that is not known"},
		{"the receiver of a static method", "[[call]]\nmethod = \"calls.Calls.*\"\nslopes = [{ per = \"this.size()\", mean = 1, sd = 0 }]", "Calls.ten", math.Inf(1), "its cost depends on a size that is not known"},
		{"a size below zero", "[[call]]\nmethod = \"calls.Calls.leaf\"\nslopes = [{ per = \"arg0\", mean = 2, sd = 0 }]", "Calls.negative", 0, ""},
		{"the length of an array", "[[call]]\nmethod = \"calls.Calls.sum\"\nslopes = [{ per = \"arg0.length\", mean = 2, sd = 0 }]", "Calls.threeElements", 6, ""},
		{"the length of a text", "[[call]]\nmethod = \"calls.Calls.chars\"\nslopes = [{ per = \"arg0.length()\", mean = 2, sd = 0 }]", "Calls.hello", 10, ""},
		{"a method reference", "[[call]]\nmethod = \"calls.Calls.leaf\"\nbase = { mean = 6, sd = 0 }", "Lambdas.reference", 6, ""},
		{"a component", "[[component]]\nname = \"radio\"\nunit = \"byte\"\nbase = { mean = 1, sd = 0 }\nslope = { mean = 2, sd = 0 }\n" +
			"[[call]]\nmethod = \"calls.Calls.chars\"\nuses = [{ component = \"radio\", units = \"3 + arg0.length()\" }]", "Calls.hello", 17, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := engineOf(t, cs, Options{Model: statedModel(t, tt.tables), Device: "Device 1", Confidence: confidence, Library: shipped, Assume: atMost("n", 10)})
			m := methods[tt.method]
			v := e.Evaluate(roots(m))
			w := v.Worst(m, confidence)
			if math.IsInf(tt.want, 1) {
				if w.Numbers.Known || !strings.Contains(strings.Join(reasons(w.Numbers.Missing, m), "; "), tt.why) {
					t.Errorf("worst %v, missing %q, want %q", w.Energy, reasons(w.Numbers.Missing, m), tt.why)
				}
				return
			}
			if !w.Numbers.Known || math.Abs(w.Energy.Mean-tt.want) > 1e-3 || w.Bound < w.Energy.At(models.Z(confidence))-1e-9 {
				t.Errorf("worst %v, bound %v, want %v J; missing %q", w.Energy, w.Bound, tt.want, reasons(w.Numbers.Missing, m))
			}
			if b := v.Best(m, confidence); b.Bound > w.Bound || b.Energy.Mean > 1e-3 { // at least, it costs nothing
				t.Errorf("best %v, bound %v", b.Energy, b.Bound)
			}
		})
	}
}

// What is assumed of calls that nothing prices is in the result, and named there; it is no price of a call that has one,
// and no bound where there is none.
func TestUnknownCalls(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/calls/classes")
	methods := methodsOf(cs)
	m := rpi5(t).WithUnknownCall(2, "test")
	for _, tt := range []struct {
		method      string
		want        float64 // joules; infinite for no bound
		assumptions string
	}{
		{"Calls.callsNative", 2, "cost of calls.Calls.outside(int) <= 2 J (test)"},
		{"Calls.library", 2, "cost of java.util.Iterator.next() <= 2 J (test)"},
		{"Calls.ten", 0, ""},
		{"Cycles.collatz", math.Inf(1), ""},
	} {
		e := engineOf(t, cs, Options{Model: m, Device: "Device 2", Confidence: confidence, Assume: atMost("n", 10)})
		v := e.Evaluate(roots(methods[tt.method]))
		w := v.Worst(methods[tt.method], confidence)
		if w.Numbers.Known != !math.IsInf(tt.want, 1) || w.Numbers.Known && math.Abs(w.Energy.Mean-tt.want) > 1e-3 {
			t.Errorf("%s: worst %v (known %v), want %v J", tt.method, w.Energy, w.Numbers.Known, tt.want)
		}
		if got := strings.Join(e.assumptions(w.Numbers.Assumptions), "; "); got != tt.assumptions && w.Numbers.Known {
			t.Errorf("%s assumes %q, want %q", tt.method, got, tt.assumptions)
		}
		if b := v.Best(methods[tt.method], confidence); b.Energy.Mean > 1e-3 {
			t.Errorf("%s costs %v at best", tt.method, b.Energy)
		}
	}
	// Budgets are proved on the assumption only.
	e := engineOf(t, cs, Options{Model: m, Device: "Device 2", Confidence: confidence})
	native := methods["Calls.callsNative"]
	if r := e.Evaluate(roots(native)).Check(Claim{native, budgetOf(t, "3 J", "")}); r.Verdict != finding.ProvedAssuming || len(r.Assumptions) != 1 {
		t.Errorf("verdict %s, assumptions %q", r.Verdict, r.Assumptions)
	}
	if _, _, _, ok := rpi5(t).UnknownCall(); ok {
		t.Error("the assumption changed the shipped model")
	}
}

// The instructions of methods whose calls have a stated cost are not counted, and then nothing is claimed about them.
func TestStatedCallsHaveNoInstructions(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/calls/classes")
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Model: statedModel(t, "[[call]]\nmethod = \"calls.Calls.leaf\"\nbase = { mean = 1, sd = 0 }"), Device: "Device 1", Confidence: confidence})
	m := methods["Calls.ten"]
	up := absint.TotalInstructions(true)
	v := e.Evaluate(roots(m))
	total := v.Summary(m).Range(v.program.Evaluate(up)[v.program.Index(m)], up, nil)
	if total.Known {
		t.Errorf("%v instructions at most, and those of the stated call are missing", total.Total)
	}
}
