package expr

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestMostScalar(t *testing.T) {
	symbol := func(path string, lo, hi float64) Size {
		return SymbolSize(Symbol{Path: path, Name: path, Min: lo, Max: hi})
	}
	from, to, n := symbol("from", math.MinInt32, math.MaxInt32), symbol("to", math.MinInt32, math.MaxInt32), symbol("n", 0, math.MaxInt32)
	scaled := func(s Size, x float64) Scalar {
		out := ScalarOf(s)
		for i := range out.Terms {
			out.Terms[i].Coef *= x
		}
		return out
	}
	sum := func(ss ...Scalar) Scalar {
		var ts []ScalarTerm
		for _, s := range ss {
			ts = append(ts, s.Terms...)
		}
		return sumTerms(ts)
	}
	length := to.Sub(from)
	for _, c := range []struct {
		name  string
		s     Scalar
		known []Size
		want  float64
	}{
		{"a clamped difference", sum(scaled(Const(1), 3), scaled(Max(Const(0), length), 0.25), scaled(length, -1)), []Size{length}, 3},
		{"nothing known", sum(scaled(Const(1), 3), scaled(length, -1)), nil, math.Inf(1)},
		{"the other difference known", sum(scaled(Const(1), 3), scaled(length, -1)), []Size{from.Sub(to)}, math.Inf(1)},
		{"two inequalities", sum(scaled(to, 1), scaled(from, -1), scaled(n, -1)), []Size{n.Sub(to), from}, 0},
		{"a clamped difference in a minimum", sum(scaled(Min(n, Max(Const(0), length)), 1), scaled(Min(n, length), -1)), []Size{length}, 0},
		{"a minimum that is not negative", sum(scaled(Const(1), 3), scaled(Min(n, length), -1)), []Size{length}, 3},
		{"a minimum that may be negative", sum(scaled(Const(1), 3), scaled(Min(n, length), -1)), []Size{length.AddInt(1)}, math.Inf(1)},
		{"the larger one", sum(scaled(Max(from, to), 1), scaled(to, -1)), []Size{length}, 0},
		{"the smaller one", sum(scaled(to, 1), scaled(Min(from, to), -1)), []Size{length.Scale(-1)}, 0},
		{"not the larger one", sum(scaled(Max(from, to), 1), scaled(from, -1)), []Size{length}, math.Inf(1)},
		{"a product", sum(scaled(Const(1), 2), scaled(n.Mul(length), -3)), []Size{length}, 2},
		{"a product with what may be negative", sum(scaled(Const(1), 2), scaled(from.Mul(length), -3)), []Size{length}, math.Inf(1)},
		{"a strict one", sum(scaled(from, 2), scaled(to, -2)), []Size{length.AddInt(-1)}, -2},
	} {
		p := &Prover{Known: c.known}
		got := p.MostScalar(c.s)
		if math.IsInf(c.want, 1) && got < 1e8 || !math.IsInf(c.want, 1) && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// What is known holds at every point that is drawn, and then a scalar is at most its bound.
func TestMostScalarIsSound(t *testing.T) {
	names := []string{"x", "y", "z"}
	rapid.Check(t, func(t *rapid.T) {
		env, at := Env{Symbols: map[string]Interval{}}, Env{Symbols: map[string]Interval{}}
		var atoms []Size
		for _, name := range names {
			r := smallRange(t, name)
			v := float64(rapid.IntRange(int(r.Lo), int(r.Hi)).Draw(t, name+" at"))
			env.Symbols[name], at.Symbols[name] = r, Interval{Lo: v, Hi: v}
			atoms = append(atoms, SymbolSize(Symbol{Path: name, Name: name, Min: math.MinInt32, Max: math.MaxInt32}))
		}
		var size func(depth int) Size
		size = func(depth int) Size {
			out := rapid.SampledFrom(atoms).Draw(t, "atom").Scale(rapid.Int64Range(-2, 2).Draw(t, "times")).AddInt(rapid.Int64Range(-3, 3).Draw(t, "add"))
			if depth == 0 {
				return out
			}
			other := size(depth - 1)
			switch rapid.IntRange(0, 4).Draw(t, "op") {
			case 0:
				return Max(out, other)
			case 1:
				return Min(out, other)
			case 2:
				return out.Mul(other)
			}
			return out.Add(other)
		}
		p := &Prover{Ranges: env}
		for range rapid.IntRange(0, 3).Draw(t, "known") {
			k := size(1)
			if x := at.Size(k); !k.Top && x.Lo >= 0 {
				p.Known = append(p.Known, k)
			}
		}
		var s Scalar
		for range rapid.IntRange(1, 3).Draw(t, "terms") {
			if x := size(2); !x.Top {
				x := ScalarOf(x)
				for i := range x.Terms {
					x.Terms[i].Coef *= float64(rapid.IntRange(1, 4).Draw(t, "weight")) / 4
				}
				s = s.Sub(x)
			}
		}
		if got, value := p.MostScalar(s), at.Scalar(s).Lo; got < value-1e-6 {
			t.Fatalf("%v is %v at %v, and at most %v by its bound", s, value, at.Symbols, got)
		}
		relaxed := Relaxation{Maxima: true, Minima: 1, Differences: true}.Above(s, env)
		if got, value := at.Scalar(relaxed).Hi, at.Scalar(s).Lo; got < value-1e-6 {
			t.Fatalf("%v is %v at %v, and %v above it is %v", s, value, at.Symbols, relaxed, got)
		}
	})
}
