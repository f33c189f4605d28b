package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/models/library"
)

// A budget is violated if every call that returns breaks it, and no call keeps it that ends by an explicit throw of the
// method or of analysed code that it calls.
func TestViolatedIsOfCallsThatReturn(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/returning/classes")
	methods := methodsOf(cs)
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence, Library: lib})
	for method, want := range map[string]finding.Verdict{
		"Returning.divides":               finding.Violated,
		"Returning.refusesAtTheEnd":       finding.Violated,
		"Returning.refuses":               finding.Exceeded,
		"Returning.refusesLater":          finding.Exceeded,
		"Returning.neverReturns":          finding.Exceeded,
		"Returning.catches":               finding.Exceeded,
		"Returning.catchesOwn":            finding.Exceeded,
		"ThrowingCallees.callee":          finding.Exceeded,
		"ThrowingCallees.nested":          finding.Exceeded,
		"ThrowingCallees.virtual":         finding.Exceeded,
		"ThrowingCallees.special":         finding.Exceeded,
		"ThrowingCallees.inLoop":          finding.Exceeded,
		"ThrowingCallees.inLambda":        finding.Exceeded,
		"ThrowingCallees.inForEach":       finding.Unknown,
		"ThrowingCallees.inConstructor":   finding.Exceeded,
		"ThrowingCallees.recursive":       finding.Exceeded,
		"ThrowingCallees.alwaysThrows":    finding.Exceeded,
		"ThrowingCallees.neverReturns":    finding.Exceeded,
		"ThrowingCallees.lenient":         finding.Violated,
		"ThrowingCallees.atTheEnd":        finding.Violated,
		"ThrowingCallees.throwsLate":      finding.Violated,
		"ThrowingCallees.catchesTheThrow": finding.Exceeded,
		"ThrowingCallees.calleeCatches":   finding.Exceeded,
		"ThrowingCallees.library":         finding.Violated,
		"ThrowingCallees.libraryIndex":    finding.Violated,
	} {
		m := methods[method]
		if m == nil {
			t.Fatalf("no method %s", method)
		}
		for _, text := range []string{"10 uJ", "10 uJ + 0 nJ * d"} {
			if strings.Contains(text, "*") && m.Desc != "(I)I" {
				continue
			}
			r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, text, "")})
			if r.Verdict != want {
				t.Errorf("%s against %s: %s, want %s (%q)", method, text, r.Verdict, want, r.Missing)
			}
			if f, ok := budget.Finding(r); want == finding.Violated && (!ok || !strings.HasPrefix(f.Message, "Every call of "+method) || !strings.Contains(f.Message, " that returns exceeds")) {
				t.Errorf("%s: message %q", method, f.Message)
			}
		}
	}
}
