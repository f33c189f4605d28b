package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// A budget is exceeded where the critical path costs more. A size that only the budget has may decide whether that path is taken:
// Guards.equal has a loop for n = 25 alone, and none for 0, which a budget that grows with n allows least.
func TestSizesOfTheBudgetOnly(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/maxima/classes")
	methods := methodsOf(cs)
	e := engineOf(t, cs, Options{Device: "any", Confidence: confidence})
	for _, test := range []struct {
		method, energy, when string
		want                 finding.Verdict
	}{
		{"Guards.equal", "400 nJ + 300 nJ * n", "0 <= n", finding.Inconclusive},
		{"Guards.equal", "10 uJ + 300 nJ * n", "0 <= n", finding.Proved},
		{"Guards.equal", "400 nJ + 1 nJ * n", "0 <= n && n <= 30", finding.Exceeded},
		{"Guards.equal", "400 nJ - 1 nJ * n", "0 <= n", finding.Exceeded},
		{"Cuts.lastOfLarger", "400 nJ + 10 nJ * a.length", "", finding.Exceeded}, // its cost has both sizes
	} {
		m := methods[test.method]
		b := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, test.energy, test.when)})
		if b.Verdict != test.want {
			t.Errorf("%s, %s where %s: %s at a cost of %s, want %s", test.method, test.energy, test.when, b.Verdict, b.Worst.Formula, test.want)
		}
	}
}
