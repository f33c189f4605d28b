package absint

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// point gives atoms of the ground their values: symbols by path, indices of loops as "#loop".
type point map[string]int64

// sample is a Size together with what it means, computed beside it by ordinary arithmetic.
type sample struct {
	size Size
	eval func(point) int64
}

// groundNames are the symbols and indices that random sizes are made of. The second has a name that would confuse
// keys that do not quote it.
var groundNames = []string{"p0", "p1.C:a*s:p0", "len(p2)", "#0", "#1"}

func ground(name string) sample {
	eval := func(at point) int64 { return at[name] }
	if name[0] == '#' {
		return sample{indexSize(int(name[1] - '0')), eval}
	}
	return sample{SymbolSize(Symbol{Path: name, Name: name, Min: math.Inf(-1), Max: inf}), eval}
}

func floorDiv(a, k int64) int64 {
	q := a / k
	if a%k < 0 {
		q--
	}
	return q
}

// floorLog is the largest n with base^n <= a.
func floorLog(a, base int64) int64 {
	n := int64(0)
	for p := base; p <= a; p *= base {
		n++
		if p > math.MaxInt64/base {
			break
		}
	}
	return n
}

// floorSqrt is the largest n with n^2 <= a, 0 for negative a.
func floorSqrt(a int64) int64 {
	n := int64(math.Sqrt(math.Max(float64(a), 0)))
	for n > 0 && n > a/n {
		n--
	}
	for n+1 <= a/(n+1) {
		n++
	}
	return n
}

func intPower(b, e int64) int64 {
	v := int64(1)
	for ; e > 0; e-- {
		v *= max(b, 1)
	}
	return v
}

// samples draws sizes of the given depth; small ones, so that values stay far from the ends of int64.
func samples(depth int) *rapid.Generator[sample] {
	return rapid.Custom(func(t *rapid.T) sample {
		if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
			if rapid.Bool().Draw(t, "constant") {
				k := rapid.Int64Range(-7, 7).Draw(t, "k")
				return sample{Const(k), func(point) int64 { return k }}
			}
			return ground(rapid.SampledFrom(groundNames).Draw(t, "name"))
		}
		a := samples(depth-1).Draw(t, "a")
		b := samples(depth-1).Draw(t, "b")
		k := rapid.Int64Range(1, 9).Draw(t, "k")
		switch rapid.IntRange(0, 11).Draw(t, "op") {
		case 0, 1:
			return sample{a.size.Add(b.size), func(at point) int64 { return a.eval(at) + b.eval(at) }}
		case 2:
			return sample{a.size.Sub(b.size), func(at point) int64 { return a.eval(at) - b.eval(at) }}
		case 3:
			return sample{a.size.Mul(b.size), func(at point) int64 { return a.eval(at) * b.eval(at) }}
		case 4:
			return sample{a.size.FloorDiv(k), func(at point) int64 { return floorDiv(a.eval(at), k) }}
		case 5:
			return sample{Min(a.size, b.size), func(at point) int64 { return min(a.eval(at), b.eval(at)) }}
		case 6:
			return sample{Max(a.size, b.size), func(at point) int64 { return max(a.eval(at), b.eval(at)) }}
		case 7:
			if rapid.Bool().Draw(t, "digits") {
				return sample{a.size.digits(k + 1), func(at point) int64 {
					n := int64(0)
					for v := a.eval(at); v > 0; v /= k + 1 {
						n++
					}
					return n
				}}
			}
			return sample{a.size.Log(k + 1), func(at point) int64 { return floorLog(a.eval(at), k+1) }}
		case 10: // small ones
			base, exponent := Min(a.size, Const(k)), Min(b.size, Const(3))
			return sample{Power(base, exponent), func(at point) int64 { return intPower(min(a.eval(at), k), min(b.eval(at), 3)) }}
		case 9:
			return sample{Quotient(a.size, b.size), func(at point) int64 { return max(a.eval(at), 0) / max(b.eval(at), 1) }}
		case 8:
			return sample{a.size.Sqrt(), func(at point) int64 { return floorSqrt(a.eval(at)) }}
		}
		return sample{a.size.Scale(-k).AddInt(k), func(at point) int64 { return k - k*a.eval(at) }}
	})
}

func points(lo, hi int64) *rapid.Generator[point] {
	return rapid.Custom(func(t *rapid.T) point {
		at := point{}
		for _, name := range groundNames {
			if name[0] == '#' {
				at[name] = rapid.Int64Range(0, max(hi, 0)).Draw(t, name)
			} else {
				at[name] = rapid.Int64Range(lo, hi).Draw(t, name)
			}
		}
		return at
	})
}

// value evaluates a size by its structure.
func (s Size) value(at point) int64 {
	sum := int64(0)
	for _, t := range s.terms {
		sum += t.coef * t.mono.value(at)
	}
	return sum
}

func (m mono) value(at point) int64 {
	product := int64(1)
	for _, a := range m {
		product *= a.value(at)
	}
	return product
}

func (a *atom) value(at point) int64 {
	args := make([]int64, len(a.args))
	for i, s := range a.args {
		args[i] = s.value(at)
	}
	switch a.kind {
	case symbolAtom:
		return at[a.symbol.Path]
	case indexAtom:
		return at[fmt.Sprintf("#%d", a.loop)]
	case maxAtom:
		return slices.Max(args)
	case minAtom:
		return slices.Min(args)
	case divAtom:
		return floorDiv(args[0], a.k)
	}
	switch a.kind {
	case sqrtAtom:
		return floorSqrt(args[0])
	case quotAtom:
		return max(args[0], 0) / max(args[1], 1)
	case powerAtom:
		return intPower(args[0], args[1])
	}
	return floorLog(args[0], a.k)
}

// normal checks that terms are sorted, distinct and not zero: what Equal rests on.
func (s Size) normal() error {
	for i, t := range s.terms {
		if t.coef == 0 {
			return fmt.Errorf("a term of %s is zero", s)
		}
		if i > 0 && compareMono(s.terms[i-1].mono, t.mono) >= 0 {
			return fmt.Errorf("the terms of %s are not in order", s)
		}
		if !slices.IsSortedFunc(t.mono, func(a, b *atom) int { return compareMono(mono{a}, mono{b}) }) {
			return fmt.Errorf("the factors of %s are not in order", t.mono)
		}
	}
	return nil
}

// Every operation means what it says, at every point.
func TestSizeMeansItsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(4).Draw(t, "size")
		if s.size.bad {
			t.Skip("too large an expression")
		}
		if err := s.size.normal(); err != nil {
			t.Fatal(err)
		}
		at := points(-6, 9).Draw(t, "at")
		if got, want := s.size.value(at), s.eval(at); got != want {
			t.Fatalf("%s is %d at %v, not %d", s.size, got, at, want)
		}
	})
}

// Equal sizes have one key and one value; different ones have different keys.
func TestSizeEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := samples(3).Draw(t, "a"), samples(3).Draw(t, "b"), samples(2).Draw(t, "c")
		if a.size.bad || b.size.bad || c.size.bad {
			t.Skip("too large an expression")
		}
		if equal := a.size.Equal(b.size); equal != (a.size.key() == b.size.key()) {
			t.Fatalf("%s and %s: equal %v, keys %q and %q", a.size, b.size, equal, a.size.key(), b.size.key())
		} else if d := a.size.Sub(b.size); equal != (len(d.terms) == 0) {
			t.Fatalf("%s and %s: equal %v, but they differ by %s", a.size, b.size, equal, d)
		} else if at := points(-6, 9).Draw(t, "at"); equal && a.eval(at) != b.eval(at) {
			t.Fatalf("%s and %s are equal but differ at %v", a.size, b.size, at)
		}
		laws := []struct {
			name string
			x, y Size
		}{
			{"a + b = b + a", a.size.Add(b.size), b.size.Add(a.size)},
			{"a * b = b * a", a.size.Mul(b.size), b.size.Mul(a.size)},
			{"(a + b) * c = a*c + b*c", a.size.Add(b.size).Mul(c.size), a.size.Mul(c.size).Add(b.size.Mul(c.size))},
			{"a - b = -(b - a)", a.size.Sub(b.size), b.size.Sub(a.size).Scale(-1)},
			{"max(a, b) = max(b, a)", Max(a.size, b.size), Max(b.size, a.size)},
			{"max(a, max(b, c)) = max(max(a, b), c)", Max(a.size, Max(b.size, c.size)), Max(Max(a.size, b.size), c.size)},
			{"min(a, a) = a", Min(a.size, a.size), a.size},
		}
		for _, law := range laws {
			if !law.x.bad && !law.y.bad && !law.x.Equal(law.y) {
				t.Fatalf("%s: %s and %s", law.name, law.x, law.y)
			}
		}
	})
}

// Polynomials are equal as expressions where they are equal as functions: a polynomial of degree d that is zero on a
// grid of d + 1 values for every variable is zero.
func TestEqualPolynomialsAreOneExpression(t *testing.T) {
	polynomial := rapid.Custom(func(t *rapid.T) sample {
		s := sample{Size{}, func(point) int64 { return 0 }}
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			k := rapid.Int64Range(-2, 2).Draw(t, "k")
			x, y := ground(rapid.SampledFrom(groundNames[:2]).Draw(t, "x")), ground(rapid.SampledFrom(groundNames[:2]).Draw(t, "y"))
			r := s
			s = sample{r.size.Add(x.size.Mul(y.size).Scale(k)), func(at point) int64 { return r.eval(at) + k*x.eval(at)*y.eval(at) }}
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := polynomial.Draw(t, "a"), polynomial.Draw(t, "b")
		same := true
		for x := int64(0); x < 3; x++ {
			for y := int64(0); y < 3; y++ {
				at := point{groundNames[0]: x, groundNames[1]: y}
				same = same && a.eval(at) == b.eval(at)
			}
		}
		if same != a.size.Equal(b.size) {
			t.Fatalf("%s and %s: the same function: %v", a.size, b.size, same)
		}
	})
}

// Symbols whose names look like parts of expressions do not make different sizes equal.
func TestKeysOfStrangeNames(t *testing.T) {
	x, y := SymbolSize(Symbol{Path: "p0"}), SymbolSize(Symbol{Path: "p1"})
	for _, path := range []string{"p0*s:p1", "p0)+1*s:p1", "p0,1*s:p1", "p0+1*s:p1", `p0"`, "len(p0)", "p0.C:a)*s:p1:I"} {
		strange := SymbolSize(Symbol{Path: path})
		for _, other := range []Size{x, y, x.Mul(y), x.Add(y), Max(x, y)} {
			for _, wrap := range []func(Size) Size{
				func(s Size) Size { return s },
				func(s Size) Size { return Max(Const(0), s) },
				func(s Size) Size { return Max(s, y) },
				func(s Size) Size { return s.AddInt(1).FloorDiv(2) },
				func(s Size) Size { return s.Log2() },
			} {
				if a, b := wrap(strange), wrap(other); a.Equal(b) || a.key() == b.key() {
					t.Errorf("%q: %s and %s have the key %q", path, a, b, a.key())
				}
			}
		}
	}
}

// Substituting is evaluating at another point.
func TestSubstitute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(3).Draw(t, "size")
		with := map[string]sample{}
		for _, name := range groundNames {
			if rapid.Bool().Draw(t, "replace "+name) {
				with[name] = samples(1).Draw(t, "with")
			}
		}
		got := s.size.substitute(func(a *atom) (Size, bool) {
			name := a.symbol.Path
			if a.kind == indexAtom {
				name = fmt.Sprintf("#%d", a.loop)
			}
			r, ok := with[name]
			return r.size, ok
		})
		if got.bad {
			t.Skip("too large an expression")
		}
		at := points(-4, 5).Draw(t, "at")
		inner := maps.Clone(at)
		for name, r := range with {
			inner[name] = r.eval(at)
		}
		if got.value(at) != s.eval(inner) {
			t.Fatalf("%s with %v is %s: %d at %v, not %d", s.size, with, got, got.value(at), at, s.eval(inner))
		}
	})
}

// A coefficient that leaves int64 makes an expression that says nothing, not a wrong one.
func TestLargeCoefficients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := rapid.SampledFrom([]int64{math.MaxInt64, math.MinInt64, math.MaxInt64 / 2, 1 << 61, -1 << 61, 1 << 32, 3, -1})
		a, b := limits.Draw(t, "a"), limits.Draw(t, "b")
		x := SymbolSize(Symbol{Path: "p0"})
		check := func(op string, got Size, want func() (int64, bool)) {
			v, ok := want()
			if got.bad {
				return
			}
			if c := got.value(point{"p0": 1}); !ok || c != v {
				t.Fatalf("%d %s %d is %d", a, op, b, c)
			}
		}
		check("+", x.Scale(a).Add(x.Scale(b)), func() (int64, bool) {
			c := a + b
			return c, (a < 0) != (b < 0) || (c < 0) == (a < 0)
		})
		check("*", x.Scale(a).Mul(Const(b)), func() (int64, bool) {
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
	symbol := func(name string) Size { return SymbolSize(Symbol{Path: name, Name: name, Min: -1 << 40, Max: 1 << 40}) }
	n, k := symbol("n"), symbol("k")
	clamp := func(s Size) Size { return Max(Const(0), s) }
	for _, tc := range []struct{ got, want Size }{
		{clamp(clamp(n.AddInt(-1)).AddInt(-1)), clamp(n.AddInt(-2))},
		{clamp(clamp(n.AddInt(-1)).AddInt(5)), Max(Const(5), n.AddInt(4))},
		{Max(Const(3), k, Max(Const(1), n).AddInt(4)), Max(Const(5), k, n.AddInt(4))},
		{Max(k, Max(Max(Const(1), n).AddInt(4), Const(3))), Max(Max(k, Max(Const(1), n).AddInt(4)), Const(3))},
		{Min(Const(9), Min(Const(7), n).AddInt(1)), Min(Const(8), n.AddInt(1))},
	} {
		if !tc.got.Equal(tc.want) {
			t.Errorf("%s, want %s", tc.got, tc.want)
		}
	}
	for want, s := range map[string]Size{
		"max(k, n) - 1":                   clamp(Max(n, k).AddInt(-1)), // as it is in code
		"max(min(n, 7) + 1, 3)":           Max(Const(3), Min(Const(7), n).AddInt(1)),
		"max(n, 9223372036854775807) + 1": clamp(Max(Const(math.MaxInt64), n).AddInt(1)),
		"max(1, 2 * (n - 1))":             Max(Const(1), clamp(n.AddInt(-1)).Scale(2)),
	} {
		if got := s.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
