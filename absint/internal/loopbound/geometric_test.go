package loopbound_test

import (
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"pgregory.net/rapid"
)

// TestGeometricLoops has bounds that were found by hand.
func TestGeometricLoops(t *testing.T) {
	one := func(bound string, most float64, conds ...string) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{{Bound: bound, Most: most, Conds: strings.Join(conds, ", "), Reason: ""}}
	}
	no := func(reason string) absinttest.GeometricLoop {
		return absinttest.GeometricLoop{Bound: "", Most: absinttest.Inf, Conds: "", Reason: reason}
	}
	tests := map[string][]absinttest.GeometricLoop{
		"doubling":   one("7", 7), // 1, 2, 4, ..., 64
		"decades":    one("4", 4), // 1, 10, 100, 1000
		"doublingTo": one("log2(n - 1) + 1", absinttest.Inf, "n - 1 <= 1073741823"),
		// The last i of an iteration is at most a.length - 1, and 2*i must not overflow.
		"shiftingTo":   one("log2(a.length - 1) + 1", absinttest.Inf, "a.length - 1 <= 1073741823"),
		"doubledLong":  one("log2(n) + 1", 31),
		"triplingFrom": one("log3(n - 1) + 1", absinttest.Inf, "start >= 1", "n - 1 <= 715827882"),
		// i + 1 doubles: 0, 1, 3, 7, ...
		"heapChildren": one("log2(n) + 1", absinttest.Inf, "n - 1 <= 1073741823"),
		// i - 1 doubles: 2, 3, 5, 9, ...
		"minusOne": one("log2(n - 2) + 1", absinttest.Inf, "n - 1 <= 1073741823"),
		// From 2 on, i - 1 grows by half at least, and (3/2)^2 > 2.
		"growing":  one("2 * log2(n - 2) + 2", absinttest.Inf, "n - 1 <= 1431655764"),
		"siftDown": one("log2(n)", absinttest.Inf, "n >= 0"),
		"heapify":  one("log2(n)", absinttest.Inf, "i >= 0", "i <= 1073741823", "n - 2 <= 1073741821"),
		// Where it goes on, least is not k, so it is twice as large.
		"sink":          one("log2(n)", absinttest.Inf, "n <= 1073741823"),
		"siftToLargest": {no("i does not change by a constant step")},
		// k + 1 is halved, as long as it is at least 2.
		"siftUp":           one("log2(k + 1)", 31),
		"digits":           one("log10(n) + 1", 10),
		"digitsOfAny":      one("log10(abs(n)) + 1", 10),
		"digitsOfNegative": one("log10(-n) + 1", 10),
		"digitsOfLong":     one("log10(abs(n))", 18),
		"digitsOfConstant": one("5", 5),
		"atLeastTen":       one("log10(n)", 9),
		"inBase":           one("log2(n) + 1", absinttest.Inf, "base >= 1"),
		"bits":             one("32", 32),
		"bitsOfLong":       one("16", 16),
		"arithmeticShift":  one("log2(n) + 1", absinttest.Inf, "n >= 0"), // -1 >> 1 is -1
		"power":            one("log2(e) + 1", 31),
		"toOne":            one("log2(n)", absinttest.Inf, "n >= 1"),
		"roundedUp":        one("log2(n - 1) + 1", absinttest.Inf, "n <= 2147483646"),
		"gaps":             {{Bound: "log2(a.length)", Most: 30, Conds: "", Reason: ""}, {Bound: "a.length - 1", Most: absinttest.Inf, Conds: "", Reason: ""}},
		"comb":             one("3 * log2(n)", absinttest.Inf, "n <= 214748364"),
		"branches":         one("n", absinttest.Inf),
		"quarters":         one("log2(n) + 1", 31),
		"search":           one("log2(a.length) + 1", 31),
		"searchOverflow":   one("log2(a.length) + 1", absinttest.Inf, "a.length - 1 <= 1073741823"),
		"lowerBound":       one("log2(a.length) + 1", 31),
		"upper":            one("log2(a.length - 1) + 1", 31),
		"between":          one("log2(to - from) + 1", absinttest.Inf, "from >= 0"),
		"between2":         one("log2(to - from - 1) + 1", absinttest.Inf, "to - from <= 2147483647", "to - from >= -2147483648"),
		"stuck":            {no("lo does not change by a constant step")}, // lo = mid of two neighbours is lo
		"ternary":          one("2 * log2(a.length)", 60),
		"squareRoot":       one("log2(n) + 1", absinttest.Inf, "n - 1 <= 4611686018427387904"),
		"rotated":          one("a.length", absinttest.Inf),
	}
	absinttest.CheckLoops(t, "Logarithms", tests)
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
			if got, want := absinttest.SizeValue(info.Upper, absinttest.Point{path: n}), count(n); got != want {
				t.Fatalf("%s runs %d times for %d, the bound is %d", name, want, n, got)
			}
		})
	}
}
