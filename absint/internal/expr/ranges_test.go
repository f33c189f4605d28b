package expr_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// box draws intervals for the ground symbols and a point inside; indices run from 0.
func box(t *rapid.T) (expr.Env, exprtest.Point) {
	r := expr.Env{Symbols: map[string]expr.Interval{}, Indices: map[int]expr.Interval{}}
	at := exprtest.Point{}
	for _, name := range exprtest.GroundNames {
		lo := rapid.Int64Range(-6, 6).Draw(t, "lo")
		hi := lo + rapid.Int64Range(0, 9).Draw(t, "width")
		if name[0] == '#' {
			lo, hi = 0, max(hi, 0)
			r.Indices[int(name[1]-'0')] = expr.Interval{Lo: 0, Hi: float64(hi)}
		} else {
			r.Symbols[name] = expr.Interval{Lo: float64(lo), Hi: float64(hi)}
		}
		at[name] = rapid.Int64Range(lo, hi).Draw(t, name)
		// Some intervals have no end.
		if name[0] != '#' && rapid.IntRange(0, 5).Draw(t, "open") == 0 {
			x := r.Symbols[name]
			if rapid.Bool().Draw(t, "below") {
				x.Lo = math.Inf(-1)
			} else {
				x.Hi = math.Inf(1)
			}
			r.Symbols[name] = x
		}
	}
	return r, at
}

// The interval of an expression contains its value at every point of the box.
func TestRangeContainsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := exprtest.Samples(4).Draw(t, "size")
		r, at := box(t)
		if s.Size.Top {
			t.Skip("too large an expression")
		}
		if x, v := r.Size(s.Size), float64(s.Eval(at)); !exprtest.Contains(x, v) {
			t.Fatalf("%s is %v at %v, outside of %v in %v", s.Size, v, at, x, r)
		}
	})
}

// scalars draws polynomials with real coefficients over a few atoms, up to the fourth power: what costs are.
func scalars() *rapid.Generator[expr.Scalar] {
	return rapid.Custom(func(t *rapid.T) expr.Scalar {
		n := rapid.IntRange(1, len(exprtest.GroundNames)).Draw(t, "atoms")
		var out expr.Scalar
		for range rapid.IntRange(0, 5).Draw(t, "terms") {
			m := expr.Const(1)
			for range rapid.IntRange(0, 4).Draw(t, "degree") {
				m = m.Mul(exprtest.Ground(exprtest.GroundNames[rapid.IntRange(0, n-1).Draw(t, "atom")]).Size)
			}
			c := rapid.Float64Range(-4, 4).Draw(t, "coefficient")
			out = out.Sub(expr.Scalar{Terms: []expr.ScalarTerm{{Mono: m.Terms[0].Mono, Coef: c}}})
		}
		return out
	})
}

func value(s expr.Scalar, at exprtest.Point) float64 {
	sum := 0.0
	for _, t := range s.Terms {
		sum += t.Coef * float64(exprtest.MonoValue(t.Mono, at))
	}
	return sum
}

func TestScalarRangeContainsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scalars().Draw(t, "polynomial")
		r, at := box(t)
		if x, v := r.Scalar(s), value(s, at); !exprtest.Contains(x, v) {
			t.Fatalf("%v is %v at %v, outside of %v in %v", s, v, at, x, r)
		}
	})
}

// Of a polynomial in one atom that grows from the start of its interval on, the interval is exact: n(n-1)/2 is not
// negative for n >= 0, though its terms are.
func TestScalarRangeIsExactWhereMonotone(t *testing.T) {
	n := expr.SymbolSize(expr.Symbol{Path: "p0", Max: 1000})
	half := expr.ScalarOf(n.Mul(n).Sub(n))
	if x := (expr.Env{}).Scalar(half); x != (expr.Interval{Lo: 0, Hi: 999000}) {
		t.Errorf("n*n - n is in %v", x)
	}
	m := expr.SymbolSize(expr.Symbol{Path: "p1", Max: 10})
	if x := (expr.Env{}).Scalar(expr.ScalarOf(n.Mul(m).Add(n))); x != (expr.Interval{Lo: 0, Hi: 11000}) {
		t.Errorf("n*m + n is in %v", x)
	}
	if x := (expr.Env{}).Scalar(expr.ScalarOf(expr.Const(5).Sub(n.Mul(n)))); x != (expr.Interval{Lo: 5 - 1e6, Hi: 5}) {
		t.Errorf("5 - n*n is in %v", x)
	}
}

// TestLogarithmsOfLargePowers: beyond 2^53, a power is rounded in more than one way.
func TestLogarithmsOfLargePowers(t *testing.T) {
	for base := int64(2); base < 100; base++ {
		p, n := base, 1.0
		for ok := true; ok; n++ {
			if x := float64(p); expr.LogRange(expr.Interval{Lo: x, Hi: x}, base).Hi < n || expr.LogRange(expr.Interval{Lo: x, Hi: x}, base).Lo > n {
				t.Errorf("the logarithm of %d^%.0f to that base is in %v", base, n, expr.LogRange(expr.Interval{Lo: x, Hi: x}, base))
			}
			p, ok = expr.MulCoef(p, base)
		}
	}
}

// TestRangeOfNestedProducts evaluates each level of maxima of products once: twice at each level is 2^60 times.
func TestRangeOfNestedProducts(t *testing.T) {
	n, k := expr.SymbolSize(expr.Symbol{Path: "n", Name: "n", Min: 5, Max: 7}), expr.SymbolSize(expr.Symbol{Path: "k", Name: "k", Min: 1, Max: 1})
	s := n
	for range 60 {
		s = expr.Max(n, k.Mul(s).AddInt(-1))
	}
	if got, want := (expr.Env{}).Size(s), (expr.Interval{Lo: 5, Hi: 7}); s.Top || got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestOpposites: one of a number and its opposite is not below 0, and one is not above.
func TestOpposites(t *testing.T) {
	x := expr.SymbolSize(expr.Symbol{Path: "x", Name: "x", Min: -8, Max: 5})
	opposite := expr.Const(0).Sub(x)
	for _, c := range []struct {
		name string
		of   expr.Size
		want expr.Interval
	}{
		{"larger", expr.Max(x, opposite), expr.Interval{Lo: 0, Hi: 8}},
		{"smaller", expr.Min(x, opposite), expr.Interval{Lo: -8, Hi: 0}},
		{"smaller of others", expr.Min(x, opposite.AddInt(3)), expr.Interval{Lo: -8, Hi: 5}},
	} {
		if got := (expr.Env{}).Size(c.of); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
