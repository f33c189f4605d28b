package expr_test

import (
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/expr"
	"pgregory.net/rapid"
)

// TestRootLoops: see TestGeometricLoops.
func TestRootLoops(t *testing.T) {
	one := func(bound string, most float64, conds ...string) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{{Bound: bound, Most: most, Conds: strings.Join(conds, ", "), Reason: ""}}
	}
	no := func(reason string) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{{Bound: "", Most: absinttest.Inf, Conds: "", Reason: reason}}
	}
	absinttest.CheckLoops(t, "Roots", map[string][]absinttest.GeometricLoop{
		// The square of 46340 must be above n, since that of 46341 overflows.
		"isPrime":     one("sqrt(n) - 1", absinttest.Inf, "n <= 2147395599"),
		"isPrimeLong": one("sqrt(n) - 1", absinttest.Inf),
		// d is an int: it must not overflow before its square is above n.
		"isPrimeWidened": one("floor((sqrt(n) - 1) / 2)", absinttest.Inf, "n <= 4593689203530792960"),
		"byQuotient":     one("sqrt(n)", absinttest.Inf),
		"byRoot":         one("sqrt(n) - 1", absinttest.Inf),
		"belowRoot":      one("sqrt(n - 1)", absinttest.Inf),
		"toRoot":         one("sqrt(n)", absinttest.Inf),
		"wheel":          one("floor((sqrt(n) + 1) / 6)", absinttest.Inf, "n <= 2146932224"), // 46335^2 - 1
		"next":           one("sqrt(n)", absinttest.Inf, "n <= 2147395599"),
		"hundred":        one("10", 10),
		"from":           one("sqrt(n - 1) - d + 1", absinttest.Inf, "d >= 0", "d <= 46340", "n - 1 <= 2147395599"),
		"downwards":      no("d does not change by a constant step"),
		"notANumber":     no("compares floating-point numbers"), // for ever, where n is negative
	})
}

func TestIntSqrt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.OneOf(rapid.Int64Range(0, 200), rapid.Int64Range(0, 3037000498)).Draw(t, "r")
		for _, v := range []int64{r * r, r*r + r, r*r + 2*r} {
			if got := expr.IntSqrt(v); got != r {
				t.Fatalf("the root of %d is %d", v, got)
			}
		}
	})
	if got := expr.IntSqrt(math.MaxInt64); got != 3037000499 {
		t.Errorf("the root of the largest long is %d", got)
	}
}
