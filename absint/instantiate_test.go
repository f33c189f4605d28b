package absint_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// TestTermsThatFallAndGrow: padded runs one loop more often and another less often for a longer text, of which a caller knows only how
// long it is at most. Each term takes its own end: 6 instructions for each character that is missing, 12 for each that is there.
func TestTermsThatFallAndGrow(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "lengths")
	for name, want := range map[string]string{
		"Lengths.padsBinary": "597",
		"Lengths.padded":     "16 + 6*[(width - s.length())] + 12*[s.length()]",
	} {
		m := methods[name]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != want || len(o.Reasons) > 0 {
			t.Errorf("%s: %s instructions %v, want %s", name, got, o.Reasons, want)
		}
	}
}
