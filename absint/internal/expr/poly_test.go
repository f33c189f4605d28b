package expr_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/internal/pattern"
)

func normal(p expr.Poly, t *rapid.T) {
	for i, x := range p.Terms {
		if len(x.Vec) == 0 {
			t.Fatalf("a term of %v counts nothing", p)
		}
		if i > 0 && expr.CompareMono(p.Terms[i-1].Mono, x.Mono) >= 0 {
			t.Fatalf("the terms of %v are not in order", p)
		}
		if !slices.IsSortedFunc(x.Vec, func(a, b pattern.Count) int { return int(a.ID) - int(b.ID) }) {
			t.Fatalf("the counts of %v are not in order", p)
		}
	}
}

// Costs are functions of a point: the operations are those of functions.
func TestPolyMeansItsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := exprtest.Polys(2).Draw(t, "p"), exprtest.Polys(2).Draw(t, "q")
		s := exprtest.Samples(2).Draw(t, "size")
		at := exprtest.Points(-4, 5).Draw(t, "at")
		k := float64(rapid.IntRange(0, 5).Draw(t, "k"))
		sum, scaled := p.Add(q), p.Scale(k)
		for _, x := range []expr.Poly{p, sum, scaled} {
			normal(x, t)
		}
		weights := make([]float64, expr.Dimensions)
		for i, id := range exprtest.SomeDimensions {
			weights[id] = float64(i) - 1.5
		}
		dot := 0.0
		for i, id := range exprtest.SomeDimensions {
			if got, want := exprtest.Value(sum, id, at), exprtest.Value(p, id, at)+exprtest.Value(q, id, at); !exprtest.Near(got, want) {
				t.Fatalf("p + q is %v at %v, not %v", got, at, want)
			}
			if got, want := exprtest.Value(scaled, id, at), k*exprtest.Value(p, id, at); !exprtest.Near(got, want) {
				t.Fatalf("%v * p is %v at %v, not %v", k, got, at, want)
			}
			if got, want := value(p.Of(id), at), exprtest.Value(p, id, at); !exprtest.Near(got, want) {
				t.Fatalf("dimension %d is %v at %v, not %v", id, got, at, want)
			}
			dot += (float64(i) - 1.5) * exprtest.Value(p, id, at)
			if s.Size.Top {
				continue
			}
			product := p.MulSize(s.Size)
			normal(product, t)
			if got, want := exprtest.Value(product, id, at), exprtest.Value(p, id, at)*float64(s.Eval(at)); !exprtest.Near(got, want) {
				t.Fatalf("p * %s is %v at %v, not %v", s.Size, got, at, want)
			}
		}
		if got := value(p.Dot(weights), at); !exprtest.Near(got, dot) {
			t.Fatalf("the weighted cost is %v at %v, not %v", got, at, dot)
		}
		if d := value(p.Dot(weights).Sub(q.Dot(weights)), at); !exprtest.Near(d, value(p.Dot(weights), at)-value(q.Dot(weights), at)) {
			t.Fatalf("the difference of the weighted costs is %v at %v", d, at)
		}
	})
}

// join is above both where no atom is negative, in every dimension; meet below both, and where it is weighed.
func TestJoinAndMeet(t *testing.T) {
	// Products of symbols and indices, which are not negative at these points, with any coefficients.
	costs := rapid.Custom(func(t *rapid.T) expr.Poly {
		var p expr.Poly
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			m := expr.Const(1)
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				m = m.Mul(exprtest.Ground(rapid.SampledFrom(exprtest.GroundNames).Draw(t, "atom")).Size)
			}
			p = p.Add(expr.ConstPoly(exprtest.Vectors().Draw(t, "vector")).MulSize(m).Scale(float64(rapid.IntRange(-2, 3).Draw(t, "k"))))
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		p, q := costs.Draw(t, "p"), costs.Draw(t, "q")
		at := exprtest.Points(0, 9).Draw(t, "at")
		up, low := expr.Join(p, q), expr.Meet(p, q, nil)
		normal(up, t)
		normal(low, t)
		weights := make([]float64, expr.Dimensions) // of what is uncertain, some are below 0
		for _, id := range exprtest.SomeDimensions {
			weights[id] = float64(rapid.IntRange(-2, 2).Draw(t, "weight"))
		}
		least := value(expr.Meet(p, q, weights).Dot(weights), at)
		if x, y := value(p.Dot(weights), at), value(q.Dot(weights), at); least > min(x, y) {
			t.Fatalf("the weighted meet is %v, above %v and %v", least, x, y)
		}
		for _, id := range exprtest.SomeDimensions {
			x, y := exprtest.Value(p, id, at), exprtest.Value(q, id, at)
			if v := exprtest.Value(up, id, at); v < max(x, y) {
				t.Fatalf("the join is %v, below %v and %v", v, x, y)
			}
			if v := exprtest.Value(low, id, at); v > min(x, y) {
				t.Fatalf("the meet is %v, above %v and %v", v, x, y)
			}
		}
	})
}

func TestPolySubstitute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := exprtest.Polys(2).Draw(t, "p")
		r := exprtest.Samples(1).Draw(t, "with")
		name := exprtest.GroundNames[0]
		got, bad := p.Substitute(func(a *expr.Atom) (expr.Size, bool) { return r.Size, a.Symbol.Path == name })
		if bad {
			t.Skip("too large an expression")
		}
		normal(got, t)
		at := exprtest.Points(-4, 5).Draw(t, "at")
		inner := exprtest.Point{}
		for k, v := range at {
			inner[k] = v
		}
		inner[name] = r.Eval(at)
		for _, id := range exprtest.SomeDimensions {
			if !exprtest.Near(exprtest.Value(got, id, at), exprtest.Value(p, id, inner)) {
				t.Fatalf("%v at %v, not %v", exprtest.Value(got, id, at), at, exprtest.Value(p, id, inner))
			}
		}
	})
}

// A maximum or minimum that is always the same argument is that argument.
func TestDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := box(t)
		p := exprtest.Polys(3).Draw(t, "p")
		got := r.DecidePoly(p)
		normal(got, t)
		for _, id := range exprtest.SomeDimensions {
			if !exprtest.Near(exprtest.Value(got, id, at), exprtest.Value(p, id, at)) {
				t.Fatalf("%s is %v at %v, %s is %v", exprtest.Formula(p, id), exprtest.Value(p, id, at), at, exprtest.Formula(got, id), exprtest.Value(got, id, at))
			}
		}
	})
	n := expr.SymbolSize(expr.Symbol{Path: "p0", Name: "n", Max: 9})
	if got := (expr.Env{}).Decide(expr.Min(expr.Max(expr.Const(0), n), expr.Const(9)).Mul(n)); !got.Equal(n.Mul(n)) {
		t.Errorf("min(max(0, n), 9) * n is %s for n from 0 to 9", got)
	}
}

// Terms add up to what they do one after the other.
func TestSumOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		symbols := []expr.Size{expr.SymbolSize(expr.Symbol{Path: "p0"}), expr.SymbolSize(expr.Symbol{Path: "p1"}), expr.SymbolSize(expr.Symbol{Path: "len(p0)"})}
		var terms []expr.PolyTerm
		var want expr.Poly
		for range rapid.IntRange(0, 12).Draw(t, "terms") {
			var m expr.Mono
			for range rapid.IntRange(0, 2).Draw(t, "degree") {
				m = expr.MulMono(m, rapid.SampledFrom(symbols).Draw(t, "symbol").Terms[0].Mono)
			}
			v := pattern.Single(pattern.ID(rapid.IntRange(0, 3).Draw(t, "pattern")), rapid.SampledFrom([]float64{-2, -0.1, 0.1, 0.3, 1, 2}).Draw(t, "count"))
			terms = append(terms, expr.PolyTerm{Mono: m, Vec: v})
			want = want.Add(expr.Poly{Terms: []expr.PolyTerm{{Mono: m, Vec: v}}})
		}
		got := expr.SumOf(terms)
		if len(got.Terms) != len(want.Terms) {
			t.Fatalf("%v, want %v", got, want)
		}
		for i := range got.Terms {
			if expr.CompareMono(got.Terms[i].Mono, want.Terms[i].Mono) != 0 || !slices.Equal(got.Terms[i].Vec, want.Terms[i].Vec) {
				t.Fatalf("term %d is %v, want %v", i, got.Terms[i], want.Terms[i])
			}
		}
	})
}
