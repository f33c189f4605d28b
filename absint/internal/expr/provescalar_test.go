package expr

import (
	"math"
	"testing"
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
		{"a strict one", sum(scaled(from, 2), scaled(to, -2)), []Size{length.AddInt(-1)}, -2},
	} {
		p := &Prover{Known: c.known}
		got := p.MostScalar(c.s)
		if math.IsInf(c.want, 1) && got < 1e8 || !math.IsInf(c.want, 1) && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
