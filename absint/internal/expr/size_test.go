package expr_test

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// sizeNormal checks that terms are sorted, distinct and not zero: what Equal rests on.
func sizeNormal(s expr.Size) error {
	for i, t := range s.Terms {
		if t.Coef == 0 {
			return fmt.Errorf("a term of %s is zero", s)
		}
		if i > 0 && expr.CompareMono(s.Terms[i-1].Mono, t.Mono) >= 0 {
			return fmt.Errorf("the terms of %s are not in order", s)
		}
		if !slices.IsSortedFunc(t.Mono, func(a, b *expr.Atom) int { return expr.CompareMono(expr.Mono{a}, expr.Mono{b}) }) {
			return fmt.Errorf("the factors of %s are not in order", t.Mono)
		}
	}
	return nil
}

// The value of each operation at a point is the operation on the values.
func TestSizeMeansItsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := exprtest.Samples(4).Draw(t, "size")
		if s.Size.Top {
			t.Skip("too large an expression")
		}
		if err := sizeNormal(s.Size); err != nil {
			t.Fatal(err)
		}
		at := exprtest.Points(-6, 9).Draw(t, "at")
		if got, want := exprtest.SizeValue(s.Size, at), s.Eval(at); got != want {
			t.Fatalf("%s is %d at %v, not %d", s.Size, got, at, want)
		}
	})
}

// Equal sizes have one key and one value; different ones have different keys.
func TestSizeEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := exprtest.Samples(3).Draw(t, "a"), exprtest.Samples(3).Draw(t, "b"), exprtest.Samples(2).Draw(t, "c")
		if a.Size.Top || b.Size.Top || c.Size.Top {
			t.Skip("too large an expression")
		}
		if equal := a.Size.Equal(b.Size); equal != (a.Size.Key() == b.Size.Key()) {
			t.Fatalf("%s and %s: equal %v, keys %q and %q", a.Size, b.Size, equal, a.Size.Key(), b.Size.Key())
		} else if d := a.Size.Sub(b.Size); equal != (len(d.Terms) == 0) {
			t.Fatalf("%s and %s: equal %v, but they differ by %s", a.Size, b.Size, equal, d)
		} else if at := exprtest.Points(-6, 9).Draw(t, "at"); equal && a.Eval(at) != b.Eval(at) {
			t.Fatalf("%s and %s are equal but differ at %v", a.Size, b.Size, at)
		}
		laws := []struct {
			name string
			x, y expr.Size
		}{
			{"a + b = b + a", a.Size.Add(b.Size), b.Size.Add(a.Size)},
			{"a * b = b * a", a.Size.Mul(b.Size), b.Size.Mul(a.Size)},
			{"(a + b) * c = a*c + b*c", a.Size.Add(b.Size).Mul(c.Size), a.Size.Mul(c.Size).Add(b.Size.Mul(c.Size))},
			{"a - b = -(b - a)", a.Size.Sub(b.Size), b.Size.Sub(a.Size).Scale(-1)},
			{"max(a, b) = max(b, a)", expr.Max(a.Size, b.Size), expr.Max(b.Size, a.Size)},
			{"max(a, max(b, c)) = max(max(a, b), c)", expr.Max(a.Size, expr.Max(b.Size, c.Size)), expr.Max(expr.Max(a.Size, b.Size), c.Size)},
			{"min(a, a) = a", expr.Min(a.Size, a.Size), a.Size},
		}
		for _, law := range laws {
			if !law.x.Top && !law.y.Top && !law.x.Equal(law.y) {
				t.Fatalf("%s: %s and %s", law.name, law.x, law.y)
			}
		}
	})
}

// Polynomials are equal as expressions where they are equal as functions: a polynomial of degree d that is zero on a
// grid of d + 1 values for every variable is zero.
func TestEqualPolynomialsAreOneExpression(t *testing.T) {
	polynomial := rapid.Custom(func(t *rapid.T) exprtest.Sample {
		s := exprtest.Sample{Size: expr.Size{}, Eval: func(exprtest.Point) int64 { return 0 }}
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			k := rapid.Int64Range(-2, 2).Draw(t, "k")
			x, y := exprtest.Ground(rapid.SampledFrom(exprtest.GroundNames[:2]).Draw(t, "x")), exprtest.Ground(rapid.SampledFrom(exprtest.GroundNames[:2]).Draw(t, "y"))
			r := s
			s = exprtest.Sample{Size: r.Size.Add(x.Size.Mul(y.Size).Scale(k)), Eval: func(at exprtest.Point) int64 { return r.Eval(at) + k*x.Eval(at)*y.Eval(at) }}
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := polynomial.Draw(t, "a"), polynomial.Draw(t, "b")
		same := true
		for x := int64(0); x < 3; x++ {
			for y := int64(0); y < 3; y++ {
				at := exprtest.Point{exprtest.GroundNames[0]: x, exprtest.GroundNames[1]: y}
				same = same && a.Eval(at) == b.Eval(at)
			}
		}
		if same != a.Size.Equal(b.Size) {
			t.Fatalf("%s and %s: the same function: %v", a.Size, b.Size, same)
		}
	})
}

// Symbols whose names look like parts of expressions do not make different sizes equal.
func TestKeysOfStrangeNames(t *testing.T) {
	x, y := expr.SymbolSize(expr.Symbol{Path: "p0"}), expr.SymbolSize(expr.Symbol{Path: "p1"})
	for _, path := range []string{"p0*s:p1", "p0)+1*s:p1", "p0,1*s:p1", "p0+1*s:p1", `p0"`, "len(p0)", "p0.C:a)*s:p1:I"} {
		strange := expr.SymbolSize(expr.Symbol{Path: path})
		for _, other := range []expr.Size{x, y, x.Mul(y), x.Add(y), expr.Max(x, y)} {
			for _, wrap := range []func(expr.Size) expr.Size{
				func(s expr.Size) expr.Size { return s },
				func(s expr.Size) expr.Size { return expr.Max(expr.Const(0), s) },
				func(s expr.Size) expr.Size { return expr.Max(s, y) },
				func(s expr.Size) expr.Size { return s.AddInt(1).FloorDiv(2) },
				func(s expr.Size) expr.Size { return s.Log2() },
			} {
				if a, b := wrap(strange), wrap(other); a.Equal(b) || a.Key() == b.Key() {
					t.Errorf("%q: %s and %s have the key %q", path, a, b, a.Key())
				}
			}
		}
	}
}

// Substituting is evaluating at another point.
func TestSubstitute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := exprtest.Samples(3).Draw(t, "size")
		with := map[string]exprtest.Sample{}
		for _, name := range exprtest.GroundNames {
			if rapid.Bool().Draw(t, "replace "+name) {
				with[name] = exprtest.Samples(1).Draw(t, "with")
			}
		}
		got := s.Size.Substitute(func(a *expr.Atom) (expr.Size, bool) {
			name := a.Symbol.Path
			if a.Kind == expr.IndexAtom {
				name = fmt.Sprintf("#%d", a.Loop)
			}
			r, ok := with[name]
			return r.Size, ok
		})
		if got.Top {
			t.Skip("too large an expression")
		}
		at := exprtest.Points(-4, 5).Draw(t, "at")
		inner := maps.Clone(at)
		for name, r := range with {
			inner[name] = r.Eval(at)
		}
		if exprtest.SizeValue(got, at) != s.Eval(inner) {
			t.Fatalf("%s with %v is %s: %d at %v, not %d", s.Size, with, got, exprtest.SizeValue(got, at), at, s.Eval(inner))
		}
	})
}

// A coefficient that leaves int64 makes the expression unknown, not wrong.
func TestLargeCoefficients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := rapid.SampledFrom([]int64{math.MaxInt64, math.MinInt64, math.MaxInt64 / 2, 1 << 61, -1 << 61, 1 << 32, 3, -1})
		a, b := limits.Draw(t, "a"), limits.Draw(t, "b")
		x := expr.SymbolSize(expr.Symbol{Path: "p0"})
		check := func(op string, got expr.Size, want func() (int64, bool)) {
			v, ok := want()
			if got.Top {
				return
			}
			if c := exprtest.SizeValue(got, exprtest.Point{"p0": 1}); !ok || c != v {
				t.Fatalf("%d %s %d is %d", a, op, b, c)
			}
		}
		check("+", x.Scale(a).Add(x.Scale(b)), func() (int64, bool) {
			c := a + b
			return c, (a < 0) != (b < 0) || (c < 0) == (a < 0)
		})
		check("*", x.Scale(a).Mul(expr.Const(b)), func() (int64, bool) {
			hi, lo := bits.Mul64(uint64(abs(a)), uint64(abs(b)))
			return a * b, hi == 0 && lo < 1<<63
		})
	})
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// TestClampedDifferences holds that clamps inside each other become one.
func TestClampedDifferences(t *testing.T) {
	symbol := func(name string) expr.Size {
		return expr.SymbolSize(expr.Symbol{Path: name, Name: name, Min: -1 << 40, Max: 1 << 40})
	}
	n, k := symbol("n"), symbol("k")
	clamp := func(s expr.Size) expr.Size { return expr.Max(expr.Const(0), s) }
	for _, tc := range []struct{ got, want expr.Size }{
		{clamp(clamp(n.AddInt(-1)).AddInt(-1)), clamp(n.AddInt(-2))},
		{clamp(clamp(n.AddInt(-1)).AddInt(5)), expr.Max(expr.Const(5), n.AddInt(4))},
		{expr.Max(expr.Const(3), k, expr.Max(expr.Const(1), n).AddInt(4)), expr.Max(expr.Const(5), k, n.AddInt(4))},
		{expr.Max(k, expr.Max(expr.Max(expr.Const(1), n).AddInt(4), expr.Const(3))), expr.Max(expr.Max(k, expr.Max(expr.Const(1), n).AddInt(4)), expr.Const(3))},
		{expr.Min(expr.Const(9), expr.Min(expr.Const(7), n).AddInt(1)), expr.Min(expr.Const(8), n.AddInt(1))},
	} {
		if !tc.got.Equal(tc.want) {
			t.Errorf("%s, want %s", tc.got, tc.want)
		}
	}
	for want, s := range map[string]expr.Size{
		"max(k, n) - 1":                   clamp(expr.Max(n, k).AddInt(-1)), // as it is in code
		"max(min(n, 7) + 1, 3)":           expr.Max(expr.Const(3), expr.Min(expr.Const(7), n).AddInt(1)),
		"max(n, 9223372036854775807) + 1": clamp(expr.Max(expr.Const(math.MaxInt64), n).AddInt(1)),
		"max(1, 2 * (n - 1))":             expr.Max(expr.Const(1), clamp(n.AddInt(-1)).Scale(2)),
	} {
		if got := s.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
