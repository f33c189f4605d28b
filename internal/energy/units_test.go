package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/models"
)

// TestInstructionsAreNoJoules: a model that counts instructions prices methods in these, and can say nothing of a budget in
// joules, however large or small.
func TestInstructionsAreNoJoules(t *testing.T) {
	model, err := models.Load("hotspot-xint-instructions")
	if err != nil {
		t.Fatal(err)
	}
	cs := classesIn(t, "../../testdata/fixtures/calls/classes")
	e := engineOf(t, cs, Options{Model: model, Device: models.AnyDevice, Confidence: confidence})
	m := methodsOf(cs)["Calls.branch"]
	v := e.Evaluate(roots(m))
	var verdicts []finding.BudgetResult
	for _, energy := range []string{"1 uJ", "1 GJ"} {
		r := v.Check(Claim{m, budgetOf(t, energy, "")})
		if r.Verdict != finding.Unknown || len(r.Missing) != 1 || !strings.Contains(r.Missing[0], "counts instructions") {
			t.Errorf("%s: %s, missing %q", energy, r.Verdict, r.Missing)
		}
		verdicts = append(verdicts, r)
	}
	for _, format := range []string{"text", "json"} {
		var b strings.Builder
		if err := report.WriteMethods(&b, format, e.Methods(roots(m), verdicts, ""), report.Options{}); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, "instr") || strings.Contains(text, " J ") {
			t.Errorf("%s", text)
		}
	}
}
