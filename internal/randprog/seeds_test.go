package randprog

import "testing"

// TestSeedsThatFailed runs programs again whose analysis was wrong or did not end: 900002339 and those after it have operands
// that no path computes, whose empty interval gave one that is no number.
func TestSeedsThatFailed(t *testing.T) {
	for _, seed := range []uint64{900002339, 900004623, 900019930} {
		var tight Totals
		if f := attempt(seed, &tight); f != nil {
			t.Errorf("seed %d: %v", f.seed, f.err)
		}
	}
}
