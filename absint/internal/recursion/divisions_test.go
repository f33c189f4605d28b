package recursion_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// A method that calls itself with a quotient or a remainder calls itself no more often than a loop goes round.
func TestDivisions(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	// By hand: gcd executes 8 instructions where it calls itself, 5 where it does not; digits 12 and 5.
	for name, want := range map[string]string{
		"gcd":            "21 + 8*[floor(13 * log2(abs(b)) / 9)]",
		"gcdOfLongs":     "26 + 10*[floor(13 * log2(abs(b)) / 9)]",
		"gcdWithoutTest": "27 + 9*[floor(13 * log2(abs(b)) / 9)]",
		"otherDivision":  "8 + 16*[(100 - n)]",
		"digits":         "17 + 12*[log10(floor((n - 7) / 3))]",
		"digitsToZero":   "15 + 11*[log10(n)]",
		"twice":          "13*[(2 * floor((n - 7) / 3) - 1)] + 6*[max(1, 2 * floor((n - 7) / 3))]",
		"nines":          "16 + 10*[log2(floor((n - 7) / 3))]",
		"thirds":         "16 + 10*[log2(floor(n / 3))]",
		"collatz":        "9 + 23*[(200 - steps)]",
	} {
		m := methods["Divisions."+name]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if len(o.Reasons) > 0 {
			t.Errorf("%s: %v", name, o.Reasons)
		}
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	m := methods["Divisions.otherRemainder"]
	p := a.Reach(absinttest.Roots(m))
	if o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]; len(o.Reasons) == 0 {
		t.Errorf("otherRemainder has the bound %s", exprtest.Formula(o.Poly, expr.TotalInstructions))
	}
}
