package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// A factor that may be below 0 by a little is raised, so that the formula is a bound on every device.
func TestRaisedFactors(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/maxima/classes")
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Device: "any", Confidence: confidence})
	for name, factor := range map[string]string{
		"lastOfLarger":       "(max(a.length - 1, from) + 1) * ",
		"lastOfLargerInRows": "(max(a.length - 1, from) + 1) * rows.length * ",
		"lastOfLargerCalls":  "(max(a.length - 1, from) + 1) * (",
	} {
		m := methods["Cuts."+name]
		v := e.Evaluate(roots(m))
		formula := v.Formula(m, confidence)
		t.Logf("%s: %s", name, formula)
		if len(v.devices) < 2 || !strings.Contains(formula, factor) {
			t.Errorf("%s costs at most %q on %d devices, want a multiple of %s", name, formula, len(v.devices), factor)
			continue
		}
		if b := v.Check(Claim{m, budgetOf(t, formula, "")}); b.Verdict != finding.Proved {
			t.Errorf("%s: the budget %q is %s: %s", name, formula, b.Verdict, b.Missing)
		}
		if b := v.Check(Claim{m, budgetOf(t, "("+formula+") * 0.9", "")}); b.Verdict == finding.Proved {
			t.Errorf("%s: nine tenths of %q are proved", name, formula)
		}
	}
}
