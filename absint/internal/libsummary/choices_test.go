package libsummary_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/libsummary"
	"github.com/energylint/energylint/internal/pattern"
)

// drawVector draws counts of the first few patterns, whole ones and halves.
func drawVector(t *rapid.T, label string) expr.Vector {
	var v expr.Vector
	for id := range pattern.ID(5) {
		if n := rapid.IntRange(-1, 6).Draw(t, label); n > 0 {
			v = append(v, pattern.Count{ID: id, N: float64(n) / 2})
		}
	}
	return v
}

func drawWeights(t *rapid.T) []float64 {
	w := make([]float64, expr.Dimensions)
	for i := range 5 {
		w[i] = rapid.Float64Range(0, 10).Draw(t, "weight")
	}
	return w
}

// costOf resolves a vector and weighs it.
func costOf(t *rapid.T, c cost.ChoiceSource, w []float64, p expr.Poly) float64 {
	q, ok := cost.NewResolver(w, c).Poly(p)
	if !ok {
		t.Fatal("a choice is not known")
	}
	sum := 0.0
	for _, x := range q.Terms {
		sum += x.Vec.Dot(w)
	}
	return sum
}

// TestChoiceIsTheCostlier builds costs of constants from branches and sequences, and holds them against the same with
// the weights known: whatever they are, the choices come out as the costlier branches.
func TestChoiceIsTheCostlier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cost.NewChoices()
		w := drawWeights(t)
		var build func(depth int) (expr.Poly, float64)
		build = func(depth int) (expr.Poly, float64) {
			kind := rapid.IntRange(0, 3).Draw(t, "kind")
			if depth == 0 || kind == 0 {
				v := drawVector(t, "count")
				return expr.ConstPoly(v), v.Dot(w)
			}
			p, x := build(depth - 1)
			q, y := build(depth - 1)
			switch kind {
			case 1:
				return p.Add(q), x + y
			case 2:
				return p.Scale(3), 3 * x
			}
			r, exact := c.Worse(p, q)
			if !exact {
				t.Fatal("a choice of constants is not exact")
			}
			return r, math.Max(x, y)
		}
		p, want := build(6)
		if got := costOf(t, c, w, p); math.Abs(got-want) > 1e-9*(1+want) {
			t.Fatalf("%v, want %v: %v", got, want, p)
		}
	})
}

// TestChoiceOfPolynomials: a choice is above both, whatever the weights and the symbol's value.
func TestChoiceOfPolynomials(t *testing.T) {
	n := expr.SymbolSize(expr.Symbol{Path: "p0", Name: "n", Max: 1e6})
	rapid.Check(t, func(t *rapid.T) {
		draw := func() expr.Poly {
			linear := expr.ConstPoly(drawVector(t, "linear")).Add(expr.ConstPoly(drawVector(t, "taken away")).Scale(-1))
			return expr.ConstPoly(drawVector(t, "constant")).Add(linear.MulSize(n))
		}
		c := cost.NewChoices()
		p, q := draw(), draw()
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			p, _ = c.Worse(p, draw())
		}
		r, _ := c.Worse(p, q)
		w := drawWeights(t)
		at := float64(rapid.IntRange(0, 100).Draw(t, "n"))
		value := func(p expr.Poly) float64 {
			resolved, _ := cost.NewResolver(w, c).Poly(p)
			sum := 0.0
			for _, x := range resolved.Terms {
				sum += x.Vec.Dot(w) * math.Pow(at, float64(len(x.Mono)))
			}
			return sum
		}
		if got, least := value(r), math.Max(value(p), value(q)); got < least-1e-9*(1+math.Abs(least)) {
			t.Fatalf("%v is below %v at %v: %v of %v and %v", got, least, at, r, p, q)
		}
	})
}

// TestManyAlternatives: what has too many is joined, which is above all of them.
func TestManyAlternatives(t *testing.T) {
	c := cost.NewChoices()
	var p expr.Poly
	w := make([]float64, expr.Dimensions)
	want := 0.0
	for id := range pattern.ID(2 * cost.MaxAlternatives) {
		v := pattern.Single(id, float64(id+1))
		w[id] = float64(7*id%13) + 1
		want = math.Max(want, v.Dot(w))
		p, _ = c.Worse(p, expr.ConstPoly(v))
	}
	q, ok := cost.NewResolver(w, c).Poly(p)
	if got := q.Terms[0].Vec.Dot(w); !ok || got < want {
		t.Errorf("%v, want at least %v", got, want)
	}
	for _, set := range c.Sets {
		if len(set) > cost.MaxAlternatives {
			t.Errorf("a choice of %d", len(set))
		}
	}
}

func drawSize(t *rapid.T, depth int) expr.Size {
	var s expr.Size
	for range rapid.IntRange(0, 2).Draw(t, "terms") {
		x := expr.Const(int64(rapid.IntRange(-5, 5).Draw(t, "coefficient")))
		for range rapid.IntRange(0, 2).Draw(t, "factors") {
			x = x.Mul(drawAtom(t, depth))
		}
		s = s.Add(x)
	}
	return s
}

func drawAtom(t *rapid.T, depth int) expr.Size {
	kind := rapid.IntRange(0, 4).Draw(t, "atom")
	if depth == 0 || kind == 0 {
		path := rapid.SampledFrom([]string{"p0", "len(p1)", "p2.a/B:c:I", "static.a/B:d*e:I"}).Draw(t, "path")
		return expr.SymbolSize(expr.Symbol{Path: path, Name: "n of " + path, Min: math.Inf(-1), Max: math.MaxInt64})
	}
	a := drawSize(t, depth-1)
	switch kind {
	case 1:
		return expr.Max(a, drawSize(t, depth-1))
	case 2:
		return expr.Min(a, drawSize(t, depth-1))
	case 3:
		return a.FloorDiv(3)
	}
	return a.Log2()
}

func equalVectors(a, b expr.Vector) bool { return slices.Equal(a, b) }

// TestPortableRoundTrip: what is written is read again.
func TestPortableRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := cost.NewChoices()
		p := &cost.CostSummary{From: c, Joined: rapid.Bool().Draw(t, "joined")}
		for range rapid.IntRange(0, 4).Draw(t, "summands") {
			s := drawSize(t, 2)
			if s.Top {
				continue
			}
			x := expr.ConstPoly(drawVector(t, "a")).MulSize(s)
			if rapid.Bool().Draw(t, "choose") {
				x, _ = c.Worse(x, expr.ConstPoly(drawVector(t, "b")).MulSize(s))
			}
			p.Poly = p.Poly.Add(x)
		}
		if s := drawSize(t, 2); !s.Top {
			p.Conds = []expr.Condition{{Size: s, Lo: math.Inf(-1), Hi: 1 << 31, Requires: "a.B.c()"}}
		}
		p.Methods = new(cost.MethodTable)
		p.ExpectedCalls, _ = absinttest.DrawSet(t, p.Methods, "expected")
		e := libsummary.NewEncoder()
		b, err := e.Append(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		d := &libsummary.Decoder{Choice: func(n uint64) ([]byte, error) { return e.Choices[n], nil }}
		got, rest, err := d.Portable(append(b, 7), func(n uint64) (string, error) { return e.Strings[n], nil })
		if err != nil || len(rest) != 1 {
			t.Fatalf("%v, rest %v", err, rest)
		}
		if got.Joined != p.Joined || len(got.Poly.Terms) != len(p.Poly.Terms) || len(got.Conds) != len(p.Conds) {
			t.Fatalf("%+v, want %+v", got, p)
		}
		if !slices.Equal(got.Expected(), p.Expected()) {
			t.Fatalf("expected costs of %v, want %v", got.Expected(), p.Expected())
		}
		for i, want := range p.Conds {
			if g := got.Conds[i]; !g.Size.Equal(want.Size) || g.Lo != want.Lo || g.Hi != want.Hi || g.Requires != want.Requires {
				t.Fatalf("%v, want %v", g, want)
			}
		}
		weights := drawWeights(t)
		x, _ := cost.NewResolver(weights, c).Poly(p.Poly)
		y, ok := cost.NewResolver(weights, d).Poly(got.Poly)
		for i := range x.Terms {
			if !ok || expr.CompareMono(x.Terms[i].Mono, y.Terms[i].Mono) != 0 || !equalVectors(x.Terms[i].Vec, y.Terms[i].Vec) {
				t.Fatalf("%v, want %v", y.Terms[i], x.Terms[i])
			}
		}
	})
}

// FuzzDecode: damaged data is an error, not a panic.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0, 1, 0, 1, 0, 2, 0, 0})
	f.Add([]byte{0, 1, 1, 2, 0, 1, 2, 2, 1, 0, 2, 0, 0})
	f.Add([]byte{1, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		d := &libsummary.Decoder{Choice: func(n uint64) ([]byte, error) { return b, nil }}
		p, _, err := d.Portable(b, func(n uint64) (string, error) { return "s", nil })
		if err == nil {
			cost.NewResolver(make([]float64, expr.Dimensions), d).Poly(p.Poly)
		}
	})
}

// TestLostIsNotCovered: a cost that cannot be computed exactly is not left out because another one has more of the rest.
func TestLostIsNotCovered(t *testing.T) {
	lost := expr.ConstPoly(pattern.Single(1, 1)).MulSize(expr.TopSize)
	other := expr.ConstPoly(pattern.Single(2, 5))
	c := cost.NewChoices()
	for _, tt := range []struct{ p, q expr.Poly }{{lost, other}, {other, lost}, {lost, expr.Poly{}}, {expr.Poly{}, lost}} {
		if p, _ := c.Worse(tt.p, tt.q); !p.Lost() {
			t.Errorf("the worse of %v and %v is %v", tt.p, tt.q, p)
		}
	}
}
