package absint

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRootLoops: see TestGeometricLoops.
func TestRootLoops(t *testing.T) {
	one := func(bound string, most float64, conds ...string) []geometricLoop {
		return []geometricLoop{{bound, most, strings.Join(conds, ", "), ""}}
	}
	no := func(reason string) []geometricLoop { return []geometricLoop{{"", inf, "", reason}} }
	checkLoops(t, "Roots", map[string][]geometricLoop{
		// The square of 46340 must be above n, since that of 46341 overflows.
		"isPrime":     one("sqrt(n) - 1", inf, "n <= 2147395599"),
		"isPrimeLong": one("sqrt(n) - 1", inf),
		// d is an int: it must not overflow before its square is above n.
		"isPrimeWidened": one("floor((sqrt(n) - 1) / 2)", inf, "n <= 4593689203530792960"),
		"byQuotient":     one("sqrt(n)", inf),
		"byRoot":         one("sqrt(n) - 1", inf),
		"belowRoot":      one("sqrt(n - 1)", inf),
		"toRoot":         one("sqrt(n)", inf),
		"wheel":          one("floor((sqrt(n) + 1) / 6)", inf, "n <= 2146932224"), // 46335^2 - 1
		"next":           one("sqrt(n)", inf, "n <= 2147395599"),
		"hundred":        one("10", 10),
		"from":           one("sqrt(n - 1) - d + 1", inf, "d >= 0", "d <= 46340", "n - 1 <= 2147395599"),
		"downwards":      no("d does not change by a constant step"),
		"notANumber":     no("compares floating-point numbers"), // for ever, where n is negative
	})
}

func TestIntSqrt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.OneOf(rapid.Int64Range(0, 200), rapid.Int64Range(0, 3037000498)).Draw(t, "r")
		for _, v := range []int64{r * r, r*r + r, r*r + 2*r} {
			if got := intSqrt(v); got != r {
				t.Fatalf("the root of %d is %d", v, got)
			}
		}
	})
	if got := intSqrt(math.MaxInt64); got != 3037000499 {
		t.Errorf("the root of the largest long is %d", got)
	}
}
