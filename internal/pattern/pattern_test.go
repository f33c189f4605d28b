package pattern

import (
	"math"
	"testing"
)

// Counts are exact, or they are lost: float64 has all whole numbers up to 2^53, and of thirds an error of a thousandth
// is left at 2^43.
func TestCountsAreExactOrLost(t *testing.T) {
	const id = ID(3)
	for _, tt := range []struct {
		name string
		c    Counts
		want float64 // NaN for lost
	}{
		{"2^53 - 1", Single(id, 1<<53-1), 1<<53 - 1},
		{"2^53, which may be 2^53 + 1", Single(id, 1<<53-1).Add(Single(id, 2)), math.NaN()},
		{"2^53 + 2", Single(id, 1<<53+2), math.NaN()},
		{"2^51 times 2", Single(id, 1<<51).Scale(2), 1 << 52},
		{"2^52 times -4", Single(id, 1<<52).Scale(-4), math.NaN()},
		{"2^53 and 2^53", Single(id, 1<<53).Add(Single(id, 1<<53)), math.NaN()},
		{"1 and 2^53 times 3 less 2^53 times 3", Single(id, 1).AddScaled(Single(id, 1<<53), 3).AddScaled(Single(id, 1<<53), -3), math.NaN()},
		{"a half of 2^52 + 1", Single(id, 1<<52+1).Scale(0.5), 1<<51 + 0.5},
		{"a third of 2^40", Single(id, 1<<40).Scale(1.0 / 3), float64(1<<40) / 3},
		{"a third of 2^46", Single(id, 1<<46).Scale(1.0 / 3), math.NaN()},
		{"infinitely many", Single(id, math.Inf(1)), math.NaN()},
		{"lost times 0", Single(id, math.NaN()).Scale(0), 0},
	} {
		got := tt.c.Of(id)
		if got != tt.want && !(math.IsNaN(got) && math.IsNaN(tt.want)) || tt.c.Lost() != math.IsNaN(tt.want) {
			t.Errorf("%s is %v, lost: %v; not %v", tt.name, got, tt.c.Lost(), tt.want)
		}
	}
}
