package energy

import "testing"

func TestRoundedUp(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{
		{0, 0}, {1, 1}, {12, 12}, {12.1, 13}, {99.5, 100}, {123, 130}, {1.01e-6, 1.1e-6}, {2.5e-7, 2.5e-7}, {-12.7, -12},
	} {
		if got := RoundedUp(c.x); got < c.x || got > c.want*1.0001 && c.want > 0 || c.want < 0 && got > c.want*0.999 {
			t.Errorf("RoundedUp(%g) = %g, want %g", c.x, got, c.want)
		}
	}
}
