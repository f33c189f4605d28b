package prose

import (
	"math"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

func TestEnergy(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		e    *finding.Energy
		want string
	}{
		{nil, ""},
		{&finding.Energy{Cost: finding.Distribution{Mean: 412e-9, SD: 21e-9}, Repaired: finding.Distribution{Mean: 236e-9}, Saving: finding.Distribution{Mean: 176e-9},
			SavingLow: 160e-9, SavingHigh: 192e-9, Per: "iteration", Multiplier: "the loop at line 12"},
			"Costs 412 nJ ± 21 nJ per iteration, repaired 236 nJ: saves 176 nJ (160 nJ to 192 nJ). Multiplied by the loop at line 12."},
		{&finding.Energy{Cost: finding.Distribution{Mean: inf, SD: nan}, Repaired: finding.Distribution{Mean: 1e-6, SD: nan}, Saving: finding.Distribution{Mean: inf}, SavingLow: 12e-6, SavingHigh: inf},
			"Costs more than any bound, repaired 1 uJ: saves at least 12 uJ."},
		{&finding.Energy{SavingLow: nan}, "Costs 0 J, repaired 0 J: saves 0 J."},
	} {
		if got := Energy(c.e); got != c.want {
			t.Errorf("Energy(%+v)\n got %s\nwant %s", c.e, got, c.want)
		}
	}
}

func TestSpread(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		mean, sd float64
		want     string
	}{
		{1e-6, 1e-7, "1 uJ ± 100 nJ"}, {1e-6, 0, "1 uJ"}, {1e-6, nan, "1 uJ"}, {1e-6, inf, "1 uJ"},
		{inf, nan, "unbounded"}, {inf, inf, "unbounded"}, {nan, 1e-7, "unbounded"},
	} {
		if got := Spread(finding.Distribution{Mean: c.mean, SD: c.sd}); got != c.want {
			t.Errorf("%g ± %g is %q, want %q", c.mean, c.sd, got, c.want)
		}
	}
}

func TestMissingValues(t *testing.T) {
	many := []string{"w", "x", "y", "z"}
	for _, c := range []struct {
		facts, missing []string
		want           string
	}{
		{nil, many, ""}, {[]string{"a"}, many[:3], ""}, {[]string{"a"}, many, "a"}, {[]string{"a", "b", "c"}, many, "a, b and c"},
		{[]string{"a", "b", "c", "d", "e", "f", "g", "h"}, many, "a, b, c, d, e, f and 2 more"},
	} {
		if got := MissingValues(finding.BudgetResult{Facts: c.facts, Missing: c.missing}); got != c.want {
			t.Errorf("%v: %q, want %q", c.facts, got, c.want)
		}
	}
}
