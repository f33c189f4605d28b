package report

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// TestOutcome fails where a format for people calls a failed analysis clean.
func TestOutcome(t *testing.T) {
	broken := []finding.Notification{{Level: finding.Error, Path: "a.jar", Message: "no such file or directory"}}
	proved := []finding.BudgetResult{{Verdict: finding.Proved, Probability: -1}}
	found := []finding.Finding{{Rule: "EL2001", Level: finding.Warning}}
	for _, c := range []struct {
		name                   string
		report                 finding.Report
		text, github, markdown string
	}{
		{"clean", finding.Report{Classes: 1}, "✓ No findings\n", "energylint: no findings; 1 class", "## ✅ Energy: no findings\n"},
		{"all proved", finding.Report{Classes: 1, Budgets: proved}, "✓ No findings; the budget is proved\n", "no findings; the budget is proved; 1 class", "## ✅ Energy: no findings; the budget is proved\n"},
		{"a finding", finding.Report{Classes: 1, Findings: found}, "! 1 warning in 1 file\n", "1 warning in 1 file; 1 class", "## ⚠️ Energy: 1 warning in 1 file\n"},
		{"nothing read", finding.Report{Notifications: broken}, "✗ Nothing could be analysed\n", "energylint: nothing could be analysed; 0 classes", "## ❌ Energy: nothing could be analysed\n"},
		{"part read", finding.Report{Classes: 1, Notifications: broken}, "✗ No findings; part of the analysis failed\n", "no findings; part of the analysis failed; 1 class", "## ❌ Energy: no findings; part of the analysis failed\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for format, want := range map[string]string{"text": c.text, "github": c.github, "markdown": c.markdown} {
				if got := string(write(t, format, &c.report, Options{})); !strings.Contains(got, want) {
					t.Errorf("%s has no %q:\n%s", format, want, got)
				}
			}
		})
	}
}
