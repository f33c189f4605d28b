package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/loopbound"
)

// TestRemainderLoops: see TestGeometricLoops.
func TestRemainderLoops(t *testing.T) {
	one := func(bound string, most float64, conds ...string) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{{Bound: bound, Most: most, Conds: strings.Join(conds, ", "), Reason: ""}}
	}
	no := func(reason string) []absinttest.GeometricLoop {
		return []absinttest.GeometricLoop{{Bound: "", Most: absinttest.Inf, Conds: "", Reason: reason}}
	}
	absinttest.CheckLoops(t, "Remainders", map[string][]absinttest.GeometricLoop{
		"gcd":          one("floor(13 * log2(abs(b)) / 9) + 2", 46), // log2(2^31) is 31
		"gcdPositive":  one("floor(13 * log2(b) / 9) + 2", 93),
		"gcdRemainder": one("floor(13 * log2(abs(b)) / 9) + 1", 45),
		"inverse":      one("floor(13 * log2(abs(b)) / 9) + 2", 46),
		// A division by 0 ends it, whatever a is.
		"modularInverse": one("floor(13 * log2(abs(m)) / 9) + 3", 47),
		// n % b for the same n: b gets smaller, by one at least.
		"remaindersOf":     one("abs(b)", absinttest.Inf),
		"wrongOrder":       no("b does not change by a constant step"),
		"clearLowest":      one("32", 32),
		"clearLowestLong":  one("64", 64),
		"clearHighest":     one("log2(n) + 1", 31),
		"clearInverted":    one("log2(c) + 1", 16),
		"prefix":           one("log2(i) + 1", 31),
		"update":           one("log2(tree.length - 1) + 1", absinttest.Inf, "i >= 1", "tree.length - 1 <= 1073741823"),
		"prefixFromZero":   one("log2(i + 1) + 1", 32),
		"updateFromZero":   one("log2(tree.length) + 1", absinttest.Inf, "i >= 0"),
		"mask":             one("32", 32),
		"powersOfTwo":      one("31", 31),
		"negativeDoubling": one("32", 32),
		"byFour":           one("32", 32),                              // 12 brings in two zeros each time, of 64
		"tripling":         no("n does not change by a constant step"), // it may never be 0
		"twos":             one("log2(n)", absinttest.Inf, "n >= 1"),   // 0 is even for ever
		"twosByBits":       one("log2(n)", absinttest.Inf, "n >= 1"),
		"multiplicity":     one("log2(n)", absinttest.Inf, "n >= 1", "p >= 2"),
		"digitsInBase":     one("log2(n) + 1", absinttest.Inf, "base >= 2"),
	})
}

// TestEuclid holds the bound of Euclid's algorithm against Lamé's theorem: the smallest b that needs n divisions is the
// Fibonacci number F(n+1).
func TestEuclid(t *testing.T) {
	worst := func(most uint64) int64 { // divisions that a b of at most this can need
		n := int64(0)
		for f, next := uint64(1), uint64(2); f <= most; f, next = next, f+next {
			n++
			if next < f {
				break
			}
		}
		return n
	}
	b := expr.SymbolSize(expr.Symbol{Path: "b"})
	for k := range 63 {
		most := uint64(1)<<k + (uint64(1)<<k - 1) // the largest b with this logarithm
		if got := absinttest.SizeValue(loopbound.EuclidSteps(b), absinttest.Point{"b": int64(min(most, 1<<63-1))}); got < worst(most) {
			t.Errorf("%d divisions by a b of at most %d, but there can be %d", got, most, worst(most))
		}
	}
	steps := func(a, b int64) (n int64) {
		for ; b != 0; a, b = b, a%b {
			n++
		}
		return n
	}
	for a := int64(0); a < 300; a++ {
		for d := int64(0); d < 300; d++ {
			if got := absinttest.SizeValue(loopbound.EuclidSteps(b), absinttest.Point{"b": d}); got < steps(a, d) {
				t.Errorf("%d divisions for %d and %d, but there are %d", got, a, d, steps(a, d))
			}
		}
	}
}
