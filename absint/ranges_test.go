package absint

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// box draws intervals for the ground symbols and a point inside; indices run from 0.
func box(t *rapid.T) (Ranges, point) {
	r := Ranges{symbols: map[string]Range{}, indices: map[int]Range{}}
	at := point{}
	for _, name := range groundNames {
		lo := rapid.Int64Range(-6, 6).Draw(t, "lo")
		hi := lo + rapid.Int64Range(0, 9).Draw(t, "width")
		if name[0] == '#' {
			lo, hi = 0, max(hi, 0)
			r.indices[int(name[1]-'0')] = Range{0, float64(hi)}
		} else {
			r.symbols[name] = Range{float64(lo), float64(hi)}
		}
		at[name] = rapid.Int64Range(lo, hi).Draw(t, name)
		// Some intervals have no end.
		if name[0] != '#' && rapid.IntRange(0, 5).Draw(t, "open") == 0 {
			x := r.symbols[name]
			if rapid.Bool().Draw(t, "below") {
				x.Lo = math.Inf(-1)
			} else {
				x.Hi = inf
			}
			r.symbols[name] = x
		}
	}
	return r, at
}

func contains(x Range, v float64) bool {
	slack := 1e-9 * (1 + math.Abs(v))
	return x.Lo <= v+slack && v-slack <= x.Hi
}

// The interval of an expression contains its value at every point of the box.
func TestRangeContainsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(4).Draw(t, "size")
		r, at := box(t)
		if s.size.bad {
			t.Skip("too large an expression")
		}
		if x, v := r.size(s.size), float64(s.eval(at)); !contains(x, v) {
			t.Fatalf("%s is %v at %v, outside of %v in %v", s.size, v, at, x, r)
		}
	})
}

// scalars draws polynomials with real coefficients over a few atoms, up to the fourth power: what costs are.
func scalars() *rapid.Generator[scalar] {
	return rapid.Custom(func(t *rapid.T) scalar {
		n := rapid.IntRange(1, len(groundNames)).Draw(t, "atoms")
		var out scalar
		for range rapid.IntRange(0, 5).Draw(t, "terms") {
			m := Const(1)
			for range rapid.IntRange(0, 4).Draw(t, "degree") {
				m = m.Mul(ground(groundNames[rapid.IntRange(0, n-1).Draw(t, "atom")]).size)
			}
			c := rapid.Float64Range(-4, 4).Draw(t, "coefficient")
			out = out.sub(scalar{terms: []scalarTerm{{m.terms[0].mono, c}}})
		}
		return out
	})
}

func (s scalar) value(at point) float64 {
	sum := 0.0
	for _, t := range s.terms {
		sum += t.coef * float64(t.mono.value(at))
	}
	return sum
}

func TestScalarRangeContainsEveryValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scalars().Draw(t, "polynomial")
		r, at := box(t)
		if x, v := r.scalar(s), s.value(at); !contains(x, v) {
			t.Fatalf("%v is %v at %v, outside of %v in %v", s, v, at, x, r)
		}
	})
}

// Of a polynomial in one atom that grows from the start of its interval on, the interval is exact: n(n-1)/2 is not
// negative for n >= 0, though its terms are.
func TestScalarRangeIsExactWhereMonotone(t *testing.T) {
	n := SymbolSize(Symbol{Path: "p0", Max: 1000})
	half := scalarOf(n.Mul(n).Sub(n))
	if x := (Ranges{}).scalar(half); x != (Range{0, 999000}) {
		t.Errorf("n*n - n is in %v", x)
	}
	m := SymbolSize(Symbol{Path: "p1", Max: 10})
	if x := (Ranges{}).scalar(scalarOf(n.Mul(m).Add(n))); x != (Range{0, 11000}) {
		t.Errorf("n*m + n is in %v", x)
	}
	if x := (Ranges{}).scalar(scalarOf(Const(5).Sub(n.Mul(n)))); x != (Range{5 - 1e6, 5}) {
		t.Errorf("5 - n*n is in %v", x)
	}
}

// TestLogarithmsOfLargePowers: beyond 2^53, a power is rounded in more than one way.
func TestLogarithmsOfLargePowers(t *testing.T) {
	for base := int64(2); base < 100; base++ {
		p, n := base, 1.0
		for ok := true; ok; n++ {
			if x := float64(p); logRange(Range{x, x}, base).Hi < n || logRange(Range{x, x}, base).Lo > n {
				t.Errorf("the logarithm of %d^%.0f to that base is in %v", base, n, logRange(Range{x, x}, base))
			}
			p, ok = mulCoef(p, base)
		}
	}
}

// TestRangeOfNestedProducts evaluates each level of maxima of products once: twice at each level is 2^60 times.
func TestRangeOfNestedProducts(t *testing.T) {
	n, k := SymbolSize(Symbol{Path: "n", Name: "n", Min: 5, Max: 7}), SymbolSize(Symbol{Path: "k", Name: "k", Min: 1, Max: 1})
	s := n
	for range 60 {
		s = Max(n, k.Mul(s).AddInt(-1))
	}
	if got, want := (Ranges{}).size(s), (Range{5, 7}); s.bad || got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
