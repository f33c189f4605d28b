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
