package loopbound_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// TestDivisionLoops checks loops that divide their counter until it is 0.
func TestDivisionLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Logarithms", map[string][]absinttest.GeometricLoop{
		"digits":           oneBound("log10(n) + 1", 10),
		"digitsOfAny":      oneBound("log10(abs(n)) + 1", 10),
		"digitsOfNegative": oneBound("log10(-n) + 1", 10),
		"digitsOfLong":     oneBound("log10(abs(n))", 18),
		"digitsOfConstant": oneBound("5", 5),
		"atLeastTen":       oneBound("log10(n)", 9),
		"bits":             oneBound("32", 32),
		"bitsOfLong":       oneBound("16", 16),
	})
}

// TestExactDigits holds bounds that are exact against counting.
func TestExactDigits(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	for name, count := range map[string]func(n int64) int64{
		"digits": func(n int64) (k int64) {
			for ; n > 0; n /= 10 {
				k++
			}
			return
		},
		"digitsOfAny": func(n int64) (k int64) {
			for ; n != 0; n /= 10 {
				k++
			}
			return
		},
		"digitsOfNegative": func(n int64) (k int64) {
			for ; n < 0; n /= 10 {
				k++
			}
			return
		},
		"atLeastTen": func(n int64) (k int64) {
			for ; n >= 10; n /= 10 {
				k++
			}
			return
		},
		"power": func(n int64) (k int64) {
			for ; n > 0; n >>= 1 {
				k++
			}
			return
		},
		"doubledLong": func(n int64) (k int64) {
			for i := int64(1); i <= n; i += i {
				k++
			}
			return
		},
	} {
		m := methods["Logarithms."+name]
		info := a.Summary(m).M.Loops[0]
		if !info.Exact || len(info.Conds) > 0 {
			t.Errorf("%s is not exact", name)
			continue
		}
		path := "p0"
		if name == "power" {
			path = "p1"
		}
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.OneOf(rapid.Int64Range(math.MinInt32, math.MaxInt32), rapid.Int64Range(-12, 130)).Draw(t, "n")
			if got, want := exprtest.SizeValue(info.Upper, exprtest.Point{path: n}), count(n); got != want {
				t.Fatalf("%s runs %d times for %d, the bound is %d", name, want, n, got)
			}
		})
	}
}
