package report

import (
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// A budget with sizes is proved of a method that has no number: no report calls its bound unbounded.
func TestParametricBudgets(t *testing.T) {
	r := &finding.Report{Budgets: []finding.BudgetResult{{
		Location: finding.Location{Class: "shop/Catalog", Method: "longest", Desc: "()I", Line: 34}, Budget: "5 uJ + 10 uJ * names.size()",
		Confidence: 0.95, Verdict: finding.Proved, Probability: 0,
		Worst: finding.Distribution{Mean: math.Inf(1), SD: math.NaN(), Upper: math.Inf(1), Formula: "3.51 uJ + names.size() * 6.86 uJ", MeanFormula: "3 uJ + names.size() * 5 uJ"},
	}}}
	for format, want := range map[string]string{
		"markdown": "| `5 uJ + 10 uJ * names.size()` at 95% | `3.51 uJ + names.size() * 6.86 uJ` |  |",
		"junit":    "sound bound: 3.51 uJ + names.size() * 6.86 uJ\ncritical path: 3 uJ + names.size() * 5 uJ\n",
	} {
		got := string(write(t, format, r, Options{}))
		if !strings.Contains(got, want) || strings.Contains(got, "unbounded") {
			t.Errorf("%s: want %q in\n%s", format, want, got)
		}
	}
	r.Budgets[0].Worst.Formula, r.Budgets[0].Worst.MeanFormula, r.Budgets[0].Verdict = "", "", finding.Unknown
	for _, format := range []string{"markdown", "junit"} {
		if got := string(write(t, format, r, Options{})); !strings.Contains(got, "unbounded") {
			t.Errorf("%s: want unbounded in\n%s", format, got)
		}
	}
}
