package models

import (
	"math"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

// TestCostliest checks that upper bounds count the costliest operands and that means, lower bounds and other patterns do not;
// a derived pattern counts them as often as its terms.
func TestCostliest(t *testing.T) {
	plain := rpi5(t)
	f := plain.File()
	f.Covariance, f.Correlation = "comonotone", ""
	without, err := New(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	const extra = 1e-6
	f.Costliest = []Costliest{{Operations: []string{"Modulo"}, Types: []string{"double"}, Sizes: []string{"Load", "64-bit"}, Extra: extra}}
	with, err := New(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	device := with.Devices()[0]
	upper, lower := with.Weights(device, 1)
	upper0, lower0 := without.Weights(device, 1)
	rem, add := pattern.Of(pattern.Modulo, pattern.Double, pattern.Load), pattern.Of(pattern.Addition, pattern.Double, pattern.Load)
	for _, c := range []struct {
		id   pattern.ID
		want float64
	}{{rem, extra}, {pattern.Of(pattern.Modulo, pattern.Double, pattern.Bits64), extra}, {add, 0}, {pattern.Of(pattern.Modulo, pattern.Long, pattern.Load), 0}} {
		if got := upper[c.id] - upper0[c.id]; math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: the upper bound is %v more, want %v", c.id, got, c.want)
		}
		if lower[c.id] != lower0[c.id] || with.Mean(pattern.Single(c.id, 1), device) != without.Mean(pattern.Single(c.id, 1), device) {
			t.Errorf("%s: the costliest operands change the mean or the lower bound", c.id)
		}
	}
	if got := with.OperandDependent(pattern.Tally(add, rem), device); !slices.Equal(got, []string{"Modulo of double"}) {
		t.Errorf("named %q", got)
	}
	if got := without.OperandDependent(pattern.Tally(add, rem), device); got != nil {
		t.Errorf("named %q without any", got)
	}
}
