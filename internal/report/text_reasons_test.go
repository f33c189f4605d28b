package report

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/finding"
)

func manyBudgetsReport(n int) *finding.Report {
	r := &finding.Report{Model: "m", Confidence: 0.95}
	for i := range n {
		r.Budgets = append(r.Budgets, finding.BudgetResult{
			Location: finding.Location{Class: "com/acme/Codec", Method: fmt.Sprintf("m%02d", i), Desc: "(I)V", Line: i + 1},
			Budget:   "1 uJ", Origin: "energylint.toml:1", Confidence: 0.95, Verdict: finding.Unknown, Probability: -1,
			Worst:   finding.Distribution{Upper: math.Inf(1), Mean: math.Inf(1), SD: math.NaN()},
			Missing: []string{fmt.Sprintf("n has no upper bound (line %d)", i+1)},
		})
	}
	r.Budgets[0].Missing = append(r.Budgets[0].Missing, "the loop at line 7: it has no exit")
	r.Budgets[1].Location.Class = "com/other/Codec"
	r.Budgets[1].Location.Method = "m00"
	return r
}

// A report of many budgets names methods without their package where that is unique, and says once what many of them miss.
func TestManyBudgetsAreGrouped(t *testing.T) {
	r := manyBudgetsReport(12)
	for i := 10; i < 12; i++ {
		r.Budgets[i].Verdict, r.Budgets[i].Missing = finding.Proved, nil
	}
	got := string(write(t, "text", r, Options{Width: 120}))
	for _, want := range []string{
		"10 budgets: n has no upper bound: com.acme.Codec.m00(int), Codec.m02(int), Codec.m03(int) and 7 more\n",
		"missing: the loop at line 7: it has no exit\n", "  Codec.m11(int) ", "  com.other.Codec.m00(int) ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "missing: n has") || strings.Contains(got, "com.acme.Codec.m02") {
		t.Errorf("not grouped, or long names:\n%s", got)
	}
	for name, text := range map[string]string{
		"verbose": string(write(t, "text", manyBudgetsReport(12), Options{Width: 120, Verbose: true})),
		"few":     string(write(t, "text", manyBudgetsReport(10), Options{Width: 120})),
	} {
		if !strings.Contains(text, "missing: n has no upper bound (line 3)") || strings.Contains(text, "budgets: n has") {
			t.Errorf("%s: grouped:\n%s", name, text)
		}
	}
}

// More than ten unknown budgets are a reason a line, not a budget a line, and have no finding each. What assumptions settle is
// one line.
func TestManyUnknownBudgetsAreFolded(t *testing.T) {
	r := manyBudgetsReport(24)
	for i := range r.Budgets {
		b := &r.Budgets[i]
		if i >= 2 && i < 22 {
			b.Facts = []string{fmt.Sprintf("n%d", i%4)}
		}
		if i == 22 {
			b.Verdict, b.Missing = finding.Proved, nil
			continue
		}
		f, ok := budget.Finding(*b)
		if !ok {
			t.Fatal(b.Verdict)
		}
		r.Findings = append(r.Findings, f)
	}
	r.Findings = append(r.Findings, finding.Finding{Rule: "EL1001", Level: finding.Warning, Message: "another rule", Location: r.Budgets[3].Location})
	got := string(write(t, "text", r, Options{Width: 120}))
	for _, want := range []string{
		"? 23 budgets cannot be checked (--verbose shows each)\n",
		"3 budgets: n has no upper bound: com.acme.Codec.m00(int), Codec.m23(int), com.other.Codec.m00(int)\n",
		"1 budget: the loop at line 7: it has no exit: com.acme.Codec.m00(int)\n",
		"With 4 assumptions, 20 of the 23 unknown budgets could be checked: run energylint suggest\n",
		"proved  Codec.m22(int)", "another rule", "! 24 warnings in 2 files; 1 of 24 budgets proved",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "EL0002") || strings.Contains(got, "m05") {
		t.Errorf("not folded:\n%s", got)
	}
	got = string(write(t, "text", r, Options{Width: 120, Verbose: true}))
	if strings.Count(got, "EL0002") != 23 || strings.Contains(got, "cannot be checked (") {
		t.Errorf("folded:\n%s", got)
	}
}

func TestGroupedAssumptions(t *testing.T) {
	all := []string{"a.size() <= 5 (e.toml:1)", "b <= 5 (e.toml:2)", "c.size() <= 5 (e.toml:1)", "odd"}
	if got := strings.Join(groupedAssumptions(all, false), "|"); got != "a.size(), c.size() <= 5 (e.toml:1)|b <= 5 (e.toml:2)|odd" {
		t.Error(got)
	}
	if got := groupedAssumptions(all, true); len(got) != 4 {
		t.Error(got)
	}
}
