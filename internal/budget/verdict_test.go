package budget

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/finding"
)

func TestDecide(t *testing.T) {
	inf := math.Inf(1)
	for _, tc := range []struct {
		name string
		c    Case
		want finding.Verdict
		p    float64 // -1: not known, 2: do not care
	}{
		{"below", Case{Budget: 10, Upper: 9, Worst: Gaussian{7, 1}, Lower: 0.9}, finding.Proved, 2},
		{"at the bound", Case{Budget: 10, Upper: 10, Worst: Gaussian{10, 0}, Lower: 10}, finding.Proved, 0},
		{"below with an assumption", Case{Budget: 10, Upper: 9, Worst: Gaussian{7, 1}, Assumptions: []string{"n <= 4"}}, finding.ProvedAssuming, 2},
		{"path above", Case{Budget: 10, Upper: 20, Worst: Gaussian{15, 1}, Lower: 0.9}, finding.Exceeded, 2},
		{"path likely above", Case{Budget: 10, Upper: 12, Worst: Gaussian{9, 1}, Lower: 0.9}, finding.Exceeded, 0.15865525393145707},
		{"every path above", Case{Budget: 10, Upper: 20, Worst: Gaussian{15, 1}, Lower: 12}, finding.Violated, 2},
		{"likely above on every path, surely on none", Case{Budget: 10, Upper: 20, Worst: Gaussian{15, 1}, Lower: 9.9}, finding.Exceeded, 2},
		{"above but for what library code adds", Case{Budget: 10, Upper: 70, Worst: Gaussian{15, 30}, Lower: 11}, finding.Exceeded, 2},
		{"above on paths that are joined", Case{Budget: 10, Upper: 20, Worst: Gaussian{15, 1}, Joined: true, Lower: 1}, finding.Inconclusive, 2},
		{"above on paths that are joined, with something missing", Case{Budget: 10, Upper: inf, Worst: Gaussian{15, 1}, Joined: true, Lower: 1, Missing: []string{"the price of x()"}}, finding.Unknown, -1},
		{"between quantile and bound", Case{Budget: 10, Upper: 10.5, Worst: Gaussian{8, 1}, Lower: 0.9}, finding.Inconclusive, 0.022750131948179195},
		{"something missing", Case{Budget: 10, Upper: inf, Worst: Gaussian{8, 1}, Missing: []string{"a bound for the loop at line 3"}}, finding.Unknown, -1},
		{"no bound and no reason", Case{Budget: 10, Upper: inf, Worst: Gaussian{inf, inf}}, finding.Unknown, -1},
		{"missing, but a bound", Case{Budget: 10, Upper: 5, Worst: Gaussian{3, 1}, Missing: []string{"the price of x()"}}, finding.Unknown, -1},
		{"missing, yet above", Case{Budget: 10, Upper: inf, Worst: Gaussian{15, 1}, Missing: []string{"the price of x()"}}, finding.Exceeded, 2},
		{"missing, yet always above", Case{Budget: 10, Upper: inf, Worst: Gaussian{inf, inf}, Lower: 13, Missing: []string{"the price of x()"}}, finding.Violated, 2},
		{"always above, by the best case", Case{Budget: 10, Upper: inf, Worst: Gaussian{inf, inf}, Best: Gaussian{12, 1}, Lower: 10.1, Missing: []string{"the price of x()"}}, finding.Violated, 0.9772498680518208},
		{"not a number", Case{Budget: 10, Upper: math.NaN(), Worst: Gaussian{math.NaN(), 1}, Lower: math.NaN()}, finding.Unknown, -1},
		{"nine sigma", Case{Budget: 10, Upper: 10.5, Worst: Gaussian{1, 1}, Lower: 0.9}, finding.Inconclusive, 1.1285884059538408e-19},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.c.Confidence = 0.95
			got := Decide(tc.c)
			if got.Verdict != tc.want || tc.p != 2 && math.Abs(got.Probability-tc.p) > 1e-12*math.Abs(tc.p) {
				t.Errorf("got %s with p = %v, want %s with %v", got.Verdict, got.Probability, tc.want, tc.p)
			}
			if (len(got.Missing) > 0) != (got.Verdict == finding.Unknown) {
				t.Errorf("%s is missing %v", got.Verdict, got.Missing)
			}
		})
	}
}

// A higher budget never makes the verdict worse, and the verdict agrees with the definition.
func TestDecideIsMonotone(t *testing.T) {
	rank := map[finding.Verdict]int{finding.Proved: 0, finding.ProvedAssuming: 0, finding.Inconclusive: 1, finding.Exceeded: 2, finding.Violated: 3}
	rapid.Check(t, func(t *rapid.T) {
		positive := rapid.Float64Range(0, 1e-3)
		c := Case{Confidence: rapid.Float64Range(0.5, 0.999).Draw(t, "confidence")}
		z := Quantile(c.Confidence)
		c.Lower = positive.Draw(t, "lower")
		c.Worst.SD = positive.Draw(t, "sd") / 10
		c.Worst.Mean = c.Lower + z*c.Worst.SD + positive.Draw(t, "more")
		c.Upper = c.Worst.Mean + z*c.Worst.SD + positive.Draw(t, "slack")
		c.Budget = positive.Draw(t, "budget")
		first := Decide(c)
		switch first.Verdict {
		case finding.Proved:
			if c.Upper > c.Budget {
				t.Fatalf("proved with a bound of %g above %g", c.Upper, c.Budget)
			}
		case finding.Violated:
			if c.Lower <= c.Budget {
				t.Fatalf("violated although the best case may cost %g", c.Lower)
			}
		case finding.Unknown:
			t.Fatal("nothing is missing")
		}
		c.Budget += positive.Draw(t, "raise")
		if second := Decide(c); rank[second.Verdict] > rank[first.Verdict] || second.Probability > first.Probability {
			t.Fatalf("%v with the lower budget, %v with the higher", first, second)
		}
	})
}

func TestCombine(t *testing.T) {
	for _, tc := range []struct{ parts, want string }{
		{"proved proved", "proved"},
		{"proved proved-assuming", "proved-assuming"},
		{"proved inconclusive", "inconclusive"},
		{"inconclusive unknown proved", "unknown"},
		{"unknown exceeded", "exceeded"},
		{"violated violated", "violated"},
		{"proved violated", "exceeded"},
		{"violated exceeded", "exceeded"},
		{"violated unknown", "exceeded"},
		{"", "unknown"},
	} {
		var parts []Outcome
		for _, v := range strings.Fields(tc.parts) {
			parts = append(parts, Outcome{Verdict: finding.Verdict(v), Probability: 0.5})
		}
		if got := Combine(parts); string(got.Verdict) != tc.want {
			t.Errorf("Combine(%s) = %s, want %s", tc.parts, got.Verdict, tc.want)
		}
	}
}

func TestFinding(t *testing.T) {
	r := finding.BudgetResult{
		Location: finding.Location{Class: "com/acme/Codec", Method: "encode", Desc: "([B)V", Line: 12}, Budget: "5 mJ", Confidence: 0.95,
		Worst: finding.Distribution{Mean: 6e-3, SD: 1e-4, Upper: 7e-3}, Best: finding.Distribution{Mean: 1e-3, SD: 1e-5}, Probability: 0.25,
		Missing: []string{"the loop at line 14 is unbounded"},
	}
	for _, tc := range []struct {
		verdict finding.Verdict
		rule    string
		want    string
	}{
		{finding.Exceeded, RuleExceeded, "com.acme.Codec.encode(byte[]) exceeds its energy budget of 5 mJ with a probability of 25%: the critical path costs 6 mJ ± 100 uJ"},
		{finding.Violated, RuleExceeded, "Every call of com.acme.Codec.encode(byte[]) that returns exceeds its energy budget of 5 mJ: even the best case costs 1 mJ ± 10 uJ"},
		{finding.Inconclusive, RuleNotProved, "The energy budget of 5 mJ for com.acme.Codec.encode(byte[]) is neither proved nor exceeded: at 95% confidence the critical path costs 6 mJ ± 100 uJ, the sound bound is 7 mJ"},
		{finding.Unknown, RuleNotProved, "The energy budget of 5 mJ for com.acme.Codec.encode(byte[]) cannot be checked: the loop at line 14 is unbounded"},
		{finding.Proved, "", ""},
		{finding.ProvedAssuming, "", ""},
	} {
		r.Verdict = tc.verdict
		f, ok := Finding(r)
		if ok != (tc.rule != "") || f.Rule != tc.rule || f.Message != tc.want {
			t.Errorf("%s: %s %q, want %s %q", tc.verdict, f.Rule, f.Message, tc.rule, tc.want)
		}
	}
	for formula, want := range map[string]string{
		"243 nJ + n * 143 nJ": "with a probability of >99.99%: the critical path costs at most 243 nJ + n * 143 nJ, which is too much for some sizes",
		"":                    "with a probability of >99.99%: what the critical path costs has no bound",
	} {
		x := r
		x.Verdict, x.Probability, x.Worst = finding.Exceeded, 1, finding.Distribution{Mean: math.Inf(1), SD: math.NaN(), Upper: math.Inf(1), Formula: formula}
		if f, _ := Finding(x); !strings.HasSuffix(f.Message, want) {
			t.Errorf("%q, want %q at its end", f.Message, want)
		}
	}
	r.Verdict, r.Missing = finding.Unknown, []string{"a", "b", "c", "d", "e"}
	for _, want := range []string{"cannot be checked: a; b; c; d; e", "cannot be checked: a; b; c; d; and 2 more"} {
		if f, _ := Finding(r); !strings.HasSuffix(f.Message, want) {
			t.Errorf("%q, want %q at its end", f.Message, want)
		}
		r.Missing = append(r.Missing, "f")
	}
}
