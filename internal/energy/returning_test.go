package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/finding"
)

// Violated is a budget that every call that returns breaks, and no call keeps that ends by a throw of the method.
func TestViolatedIsOfCallsThatReturn(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/returning/classes")
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence})
	for method, want := range map[string]finding.Verdict{
		"divides":         finding.Violated,
		"refusesAtTheEnd": finding.Violated,
		"refuses":         finding.Exceeded,
		"refusesLater":    finding.Exceeded,
		"neverReturns":    finding.Exceeded,
		"catches":         finding.Exceeded,
		"catchesOwn":      finding.Exceeded,
	} {
		m := methods["Returning."+method]
		for _, text := range []string{"10 uJ", "10 uJ + 0 nJ * d"} {
			if strings.Contains(text, "*") && m.Desc != "(I)I" {
				continue
			}
			r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, text, "")})
			if r.Verdict != want {
				t.Errorf("%s against %s: %s, want %s (%q)", method, text, r.Verdict, want, r.Missing)
			}
			if f, ok := budget.Finding(r); want == finding.Violated && (!ok || !strings.HasPrefix(f.Message, "Every call of Returning."+method) || !strings.Contains(f.Message, " that returns exceeds")) {
				t.Errorf("%s: message %q", method, f.Message)
			}
		}
	}
}
