package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/loopbound"
)

// TestRemainderLoops checks loops that replace a variable by a remainder of a division by it.
func TestRemainderLoops(t *testing.T) {
	absinttest.CheckLoops(t, "Remainders", map[string][]absinttest.GeometricLoop{
		"gcd":          oneBound("floor(13 * log2(abs(b)) / 9) + 2", 46), // log2(2^31) is 31
		"gcdPositive":  oneBound("floor(13 * log2(b) / 9) + 2", 93),
		"gcdRemainder": oneBound("floor(13 * log2(abs(b)) / 9) + 1", 45),
		"inverse":      oneBound("floor(13 * log2(abs(b)) / 9) + 2", 46),
		// A division by 0 ends it, whatever a is.
		"modularInverse": oneBound("floor(13 * log2(abs(m)) / 9) + 3", 47),
		// n % b for the same n: b gets smaller, by one at least.
		"remaindersOf": oneBound("abs(b)", absinttest.Inf),
		"wrongOrder":   noBound("b does not change by a constant step"),
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
		if got := exprtest.SizeValue(loopbound.EuclidSteps(b), exprtest.Point{"b": int64(min(most, 1<<63-1))}); got < worst(most) {
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
			if got := exprtest.SizeValue(loopbound.EuclidSteps(b), exprtest.Point{"b": d}); got < steps(a, d) {
				t.Errorf("%d divisions for %d and %d, but there are %d", got, a, d, steps(a, d))
			}
		}
	}
}
