package absint

import "testing"

// TestNarrowLoops: see TestGeometricLoops.
func TestNarrowLoops(t *testing.T) {
	one := func(bound string, most float64) []geometricLoop { return []geometricLoop{{bound, most, "", ""}} }
	checkLoops(t, "Narrow", map[string][]geometricLoop{
		"alphabet":  one("26", 26),
		"backwards": one("26", 26),
		"strides":   one("29", 29), // -100, -93, ..., 96
		"pairs":     {{"last - 97", 65438, "", ""}, {"(iteration of the loop at line 23)", 65437, "", ""}},
		// A byte is never 128, but -128 again.
		"upTo":        {{"n", inf, "n - 1 <= 126", ""}},
		"upToChar":    {{"last + 1", inf, "last <= 65534", ""}},
		"shorts":      one("to - from", 65535),
		"endlessByte": one("1001", 1001), // only the counter in it ends these
		"endlessChar": one("1001", 1001),
		"comesRound":  one("1001", 1001),
		"doubled":     one("14", 14),
	})
}
