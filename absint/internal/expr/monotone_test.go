package expr_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// ends returns the ends of a box as constants; TopSize where a symbol has none.
func ends(env expr.Env) func(*expr.Atom, bool) expr.Size {
	return func(a *expr.Atom, up bool) expr.Size {
		x := env.Atom(a)
		end := x.Lo
		if up {
			end = x.Hi
		}
		if math.IsInf(end, 0) {
			return expr.TopSize
		}
		return expr.Const(int64(end))
	}
}

// TestBoundedContainsEveryValue holds the bounds of an expression by the ends of its atoms against its value inside.
func TestBoundedContainsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := exprtest.Samples(4).Draw(t, "size")
		env, at := box(t)
		if s.Size.Top {
			t.Skip("too large an expression")
		}
		value := s.Eval(at)
		if hi, ok := s.Size.Bounded(true, ends(env)).Int(); ok && hi < value {
			t.Fatalf("%s is %d at %v, above %d", s.Size, value, at, hi)
		}
		if lo, ok := s.Size.Bounded(false, ends(env)).Int(); ok && lo > value {
			t.Fatalf("%s is %d at %v, below %d", s.Size, value, at, lo)
		}
	})
}

// TestBounded: every occurrence of x, from -3 to 5, takes its own end.
func TestBounded(t *testing.T) {
	symbol := func(path string, lo, hi float64) expr.Size {
		return expr.SymbolSize(expr.Symbol{Path: path, Min: lo, Max: hi})
	}
	x, n := symbol("p0", -3, 5), symbol("p1", 0, 10)
	for _, test := range []struct {
		name      string
		size      expr.Size
		low, high any // nil where there is none
	}{
		{"an absolute value", expr.Max(x, x.Scale(-1)), int64(-3), int64(5)},
		{"its logarithm", expr.Max(x, x.Scale(-1)).Log2(), int64(0), int64(2)},
		{"a difference of two terms", expr.Max(x, expr.Const(0)).Sub(n), int64(-10), int64(5)},
		{"a quotient", expr.Quotient(n, n.AddInt(1)), int64(0), int64(10)},
		{"a product of sizes", n.Mul(n).AddInt(1), int64(1), int64(101)},
		{"a product that changes its sign", n.Mul(x), nil, nil},
	} {
		for up, want := range map[bool]any{false: test.low, true: test.high} {
			var got any
			if v, ok := test.size.Bounded(up, ends(expr.Env{})).Int(); ok {
				got = v
			}
			if got != want {
				t.Errorf("%s, up %v: %v, want %v", test.name, up, got, want)
			}
		}
	}
}
