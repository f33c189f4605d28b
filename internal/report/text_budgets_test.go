package report

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

func TestLimitHint(t *testing.T) {
	unknown := func(missing ...string) finding.BudgetResult {
		return finding.BudgetResult{Verdict: finding.Unknown, Missing: missing}
	}
	for _, test := range []struct {
		name    string
		budgets []finding.BudgetResult
		symbol  string
	}{
		{"none is unknown", []finding.BudgetResult{{Verdict: finding.Proved}}, ""},
		{"for another reason", []finding.BudgetResult{unknown("nothing prices Foo.bar()")}, ""},
		{"the first of several", []finding.BudgetResult{unknown("nothing prices Foo.bar()", "words.size() has no largest value (line 10)"), unknown("n has no largest value")}, `symbol = "words.size()"`},
	} {
		hint := limitHint(&finding.Report{Budgets: test.budgets})
		if (hint != "") != (test.symbol != "") || !strings.Contains(hint, test.symbol) {
			t.Errorf("%s: %q", test.name, hint)
		}
	}
}
