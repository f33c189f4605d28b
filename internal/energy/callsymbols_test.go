package energy

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/library"
)

// wrapped are the methods of the fixture, by class and name.
func wrapped(t *testing.T) ([]*classfile.Class, map[string]*classfile.Method, *library.Library) {
	t.Helper()
	cs := classesIn(t, "../../testdata/fixtures/callsymbols/classes")
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return cs, methodsOf(cs), lib
}

// The formulas, energies left out, name the calls that depend on an object as often as the code makes them.
func TestCallSymbols(t *testing.T) {
	cs, methods, lib := wrapped(t)
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence, Library: lib})
	for _, test := range []struct {
		method, formula string
		status          result.Status
	}{
		{"Wrapped.once", "E + s.step(int)", result.Parametric},
		{"Wrapped.many", "E + max(0, n) * (E + s.step(int))", result.Parametric},
		{"Wrapped.triangle", "E + max(0, n) * (E - 0.5 * s.step(int)) + max(0, n)^2 * (E + 0.5 * s.step(int))", result.Parametric},
		{"Wrapped.either", "E + 2 * a.step(int) + b.step(int)", result.Parametric},
		{"Wrapped.passes", "E + other.step(int)", result.Parametric},
		{"Wrapped.passesField", "E + l.inner.step(int)", result.Parametric},
		{"Wrapped.unknown", "E + Step.step(int)", result.Parametric},
		{"Wrapped.makesWrapped", "E + Step.step(int)", result.Parametric},
		{"Wrapped.down", "E + max(0, n) * (E + s.step(int))", result.Parametric},
		{"Wrapped.change", "E + max(0, n) * (E + Step.step(int))", result.Parametric},
		{"Wrapped.apply", "E + max(0, n) * (E + f.applyAsInt(int))", result.Parametric},
		{"Wrapped.applyTwice", "E + 10 * f.applyAsInt(int)", result.Parametric},
		{"Wrapped.given", "E + supplier.get()", result.Parametric},
		{"Wrapped.size", "E + elements(it) * E", result.Parametric},
		{"Logged.step", "E + this.inner.step(int)", result.Parametric},
		{"Both.step", "E + this.first.step(int) + this.second.step(int)", result.Parametric},
		{"Step.twice", "E + 2 * this.step(int)", result.Parametric},
		{"Template.all", "E + this.other(int) + this.part(int)", result.Parametric},
		{"Wrapped.callsNine", "E + 8 * s.step(int)", result.Parametric},
		{"Wrapped.makes", "E", result.Bounded},
		{"Wrapped.makesMany", "E", result.Bounded},
		{"Wrapped.makesOneOf", "E", result.Bounded},
		{"Wrapped.lambda", "E", result.Bounded},
		{"Wrapped.simple", "E", result.Bounded},
		{"Wrapped.endless", "", result.Unbounded},
	} {
		m := methods[test.method]
		if m == nil {
			t.Fatalf("no method %s", test.method)
		}
		x := e.Methods(roots(m), nil, "").Methods[0]
		if energies(x.Formula) != test.formula {
			t.Errorf("%s: %s, want %s", test.method, x.Formula, test.formula)
		}
		if x.Status != test.status {
			t.Errorf("%s is %s, want %s", test.method, x.Status, test.status)
		}
		if known := !math.IsNaN(float64(x.Worst.Upper)); known != (test.status == result.Bounded) {
			t.Errorf("%s has a worst case: %v", test.method, known)
		}
		for _, c := range x.CallSymbols {
			if !strings.Contains(x.Formula, c.Symbol) {
				t.Errorf("%s: %s is not in %s", test.method, c.Symbol, x.Formula)
			}
		}
		if symbols := strings.Count(test.formula, "("); len(x.CallSymbols) == 0 && symbols > 1 {
			t.Errorf("%s lists no symbols", test.method)
		}
		if (test.status == result.Unbounded) != (len(x.Reasons) > 0 && x.Status == result.Unbounded) {
			t.Errorf("%s: reasons %q", test.method, x.Reasons)
		}
	}
}

// energies writes E for the amounts of a formula.
func energies(formula string) string {
	words := strings.Fields(formula)
	var out []string
	for i := 0; i < len(words); i++ {
		bare := strings.TrimLeft(words[i], "(-")
		if i+1 < len(words) && bare != "" && bare[0] >= '0' && bare[0] <= '9' {
			if unit := strings.TrimRight(words[i+1], ")"); strings.HasSuffix(unit, "J") {
				out = append(out, strings.TrimSuffix(words[i], bare)+"E"+strings.TrimPrefix(words[i+1], unit))
				i++
				continue
			}
		}
		out = append(out, words[i])
	}
	return strings.Join(out, " ")
}

// A call of which nothing is known keeps no budget, whatever the budget is; with an assumption it keeps one that is large
// enough, and says so.
func TestBudgetsOfCallSymbols(t *testing.T) {
	cs, methods, lib := wrapped(t)
	model := rpi5(t)
	model, id, err := model.WithAssumedCall("s.step", 1e-7)
	if err != nil {
		t.Fatal(err)
	}
	assume := func(_ *classfile.Method, names []string) (pattern.ID, float64, string, bool) {
		ok := slices.Contains(names, "s.step(int)") || slices.Contains(names, "Template.part")
		return id, 1e-7, "test", ok
	}
	with := engineOf(t, cs, Options{Model: model, Device: "any", Confidence: confidence, Library: lib, AssumeCall: assume})
	without := engineOf(t, cs, Options{Model: model, Device: "any", Confidence: confidence, Library: lib})
	unknown := engineOf(t, cs, Options{Model: rpi5(t).WithUnknownCall(1e-7, "test"), Device: "any", Confidence: confidence, Library: lib})
	for _, test := range []struct {
		engine *Engine
		method string
		joules float64
		want   finding.Verdict
		text   string // of what is missing, or assumed
	}{
		{without, "Wrapped.once", 1e3, finding.Unknown, `the cost of s.step(int) depends on the object: assume one, such as "s.step(int) <= 1 uJ"`},
		{without, "Wrapped.once", 1e-9, finding.Violated, ""}, // whatever s costs
		{without, "Wrapped.down", 1e3, finding.Unknown, "s.step(int) <= 1 uJ"},
		{without, "Wrapped.makesWrapped", 1e3, finding.Unknown, "Step.step(int) <= 1 uJ"},
		{without, "Wrapped.makes", 1e3, finding.Proved, ""},
		{with, "Wrapped.once", 1e3, finding.ProvedAssuming, "s.step(int) <= 100 nJ (test)"},
		{with, "Wrapped.passes", 1e3, finding.ProvedAssuming, "s.step(int) <= 100 nJ (test)"}, // assumed in once
		{with, "Both.step", 1e3, finding.Unknown, "this.first.step(int)"},
		{with, "Nested.part", 1e3, finding.ProvedAssuming, "this.next.part(int) <= 100 nJ (test)"}, // by its class,
		{unknown, "Wrapped.once", 1e3, finding.ProvedAssuming, "cost of callsymbols"},
		{unknown, "Both.step", 1e3, finding.ProvedAssuming, "cost of"},
		{unknown, "Wrapped.simple", 1e3, finding.ProvedAssuming, "cost of"}, // assumed where it is called
	} {
		m := methods[test.method]
		r := test.engine.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, joulesText(test.joules), "")})
		text := strings.Join(append(r.Missing, r.Assumptions...), "; ")
		if r.Verdict != test.want || !strings.Contains(text, strings.TrimSuffix(test.text, "callsymbols")) {
			t.Errorf("%s against %s: %s (%s), want %s (%s)", test.method, r.Budget, r.Verdict, text, test.want, test.text)
		}
	}
	// A budget that grows with the size is no budget of the object.
	m := methods["Wrapped.many"]
	r := without.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, "1 J + n * 1 J", "n >= 0 && n <= 10")})
	if r.Verdict != finding.Unknown {
		t.Errorf("many against a budget for each element: %s", r.Verdict)
	}
	r = with.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, "1 J + n * 1 J", "n >= 0 && n <= 10")})
	if r.Verdict != finding.ProvedAssuming {
		t.Errorf("many, its call assumed, against a budget for each element: %s, %q", r.Verdict, r.Missing)
	}
}

// An assumed cost counts as often as the call is made, and what something else can run counts where it costs more.
func TestAssumedCallsAddUp(t *testing.T) {
	cs, methods, lib := wrapped(t)
	for _, cost := range []float64{0, 1e-7, 1e-3} {
		model, id, err := rpi5(t).WithAssumedCall("x", cost)
		if err != nil {
			t.Fatal(err)
		}
		of := func(assumed bool) *Engine {
			return engineOf(t, cs, Options{Model: model, Device: "Device 1", Confidence: confidence, Library: lib, AssumeCall: func(_ *classfile.Method, names []string) (pattern.ID, float64, string, bool) {
				return id, cost, "test", assumed
			}})
		}
		m := methods["Wrapped.applyTwice"]
		v, w := of(true).Evaluate(roots(m)), of(false).Evaluate(roots(m))
		with, without := v.Worst(m, confidence), w.Worst(m, confidence)
		if d := with.Energy.Mean - without.Energy.Mean; math.Abs(d-10*cost) > 1e-12+1e-9*cost {
			t.Errorf("ten calls of %g J cost %g J", cost, d)
		}
		if !with.Numbers.Known || without.Numbers.Known || !math.IsInf(without.Bound, 1) {
			t.Errorf("known %v with an assumption, %v (%v) without", with.Numbers.Known, without.Numbers.Known, without.Bound)
		}
		unknown := engineOf(t, cs, Options{Model: rpi5(t).WithUnknownCall(cost, "test"), Device: "Device 1", Confidence: confidence, Library: lib})
		m = methods["Wrapped.once"] // it may run Sum.step, which has a bound of its own
		sum := methods["Sum.step"]
		u := unknown.Evaluate(roots(m, sum))
		if a, b := u.Worst(m, confidence), u.Worst(sum, confidence); a.Bound < b.Bound || a.Bound < cost {
			t.Errorf("calls that nothing prices cost %g J: once costs %g J, one of what it can run %g J", cost, a.Bound, b.Bound)
		}
	}
}
