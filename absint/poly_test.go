package absint

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/pattern"
)

var someDimensions = []pattern.ID{3, 17, ownInstructions, totalInstructions}

// vectors draws sparse counts that are not negative.
func vectors() *rapid.Generator[Vector] {
	return rapid.Custom(func(t *rapid.T) Vector {
		var v Vector
		for _, id := range someDimensions {
			if rapid.Bool().Draw(t, "has") {
				v = append(v, pattern.Count{ID: id, N: float64(rapid.IntRange(1, 9).Draw(t, "n"))})
			}
		}
		return v
	})
}

// polys draws costs over sizes of the given depth.
func polys(depth int) *rapid.Generator[Poly] {
	return rapid.Custom(func(t *rapid.T) Poly {
		var p Poly
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			q := constPoly(vectors().Draw(t, "vector"))
			s := samples(depth).Draw(t, "factor").size
			if !s.bad {
				q = q.mulSize(s)
			}
			p = p.add(q)
		}
		return p
	})
}

// value is one dimension of p at a point.
func (p Poly) value(id pattern.ID, at point) float64 {
	sum := 0.0
	for _, t := range p.terms {
		sum += t.vec.Of(id) * float64(t.mono.value(at))
	}
	return sum
}

func (p Poly) normal(t *rapid.T) {
	for i, x := range p.terms {
		if len(x.vec) == 0 {
			t.Fatalf("a term of %v counts nothing", p)
		}
		if i > 0 && compareMono(p.terms[i-1].mono, x.mono) >= 0 {
			t.Fatalf("the terms of %v are not in order", p)
		}
		if !slices.IsSortedFunc(x.vec, func(a, b pattern.Count) int { return int(a.ID) - int(b.ID) }) {
			t.Fatalf("the counts of %v are not in order", p)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

// Costs are functions of a point: the operations are those of functions.
func TestPolyMeansItsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := polys(2).Draw(t, "p"), polys(2).Draw(t, "q")
		s := samples(2).Draw(t, "size")
		at := points(-4, 5).Draw(t, "at")
		k := float64(rapid.IntRange(0, 5).Draw(t, "k"))
		sum, scaled := p.add(q), p.scale(k)
		for _, x := range []Poly{p, sum, scaled} {
			x.normal(t)
		}
		weights := make([]float64, dimensions)
		for i, id := range someDimensions {
			weights[id] = float64(i) - 1.5
		}
		dot := 0.0
		for i, id := range someDimensions {
			if got, want := sum.value(id, at), p.value(id, at)+q.value(id, at); !near(got, want) {
				t.Fatalf("p + q is %v at %v, not %v", got, at, want)
			}
			if got, want := scaled.value(id, at), k*p.value(id, at); !near(got, want) {
				t.Fatalf("%v * p is %v at %v, not %v", k, got, at, want)
			}
			if got, want := p.of(id).value(at), p.value(id, at); !near(got, want) {
				t.Fatalf("dimension %d is %v at %v, not %v", id, got, at, want)
			}
			dot += (float64(i) - 1.5) * p.value(id, at)
			if s.size.bad {
				continue
			}
			product := p.mulSize(s.size)
			product.normal(t)
			if got, want := product.value(id, at), p.value(id, at)*float64(s.eval(at)); !near(got, want) {
				t.Fatalf("p * %s is %v at %v, not %v", s.size, got, at, want)
			}
		}
		if got := p.dot(weights).value(at); !near(got, dot) {
			t.Fatalf("the weighted cost is %v at %v, not %v", got, at, dot)
		}
		if d := p.dot(weights).sub(q.dot(weights)).value(at); !near(d, p.dot(weights).value(at)-q.dot(weights).value(at)) {
			t.Fatalf("the difference of the weighted costs is %v at %v", d, at)
		}
	})
}

// join is above both where no atom is negative, in every dimension; meet below both, and where it is weighed.
func TestJoinAndMeet(t *testing.T) {
	// Products of symbols and indices, which are not negative at these points, with any coefficients.
	costs := rapid.Custom(func(t *rapid.T) Poly {
		var p Poly
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			m := Const(1)
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				m = m.Mul(ground(rapid.SampledFrom(groundNames).Draw(t, "atom")).size)
			}
			p = p.add(constPoly(vectors().Draw(t, "vector")).mulSize(m).scale(float64(rapid.IntRange(-2, 3).Draw(t, "k"))))
		}
		return p
	})
	rapid.Check(t, func(t *rapid.T) {
		p, q := costs.Draw(t, "p"), costs.Draw(t, "q")
		at := points(0, 9).Draw(t, "at")
		up, low := join(p, q), meet(p, q, nil)
		up.normal(t)
		low.normal(t)
		weights := make([]float64, dimensions) // of what is uncertain, some are below 0
		for _, id := range someDimensions {
			weights[id] = float64(rapid.IntRange(-2, 2).Draw(t, "weight"))
		}
		least := meet(p, q, weights).dot(weights).value(at)
		if x, y := p.dot(weights).value(at), q.dot(weights).value(at); least > min(x, y) {
			t.Fatalf("the weighted meet is %v, above %v and %v", least, x, y)
		}
		for _, id := range someDimensions {
			x, y := p.value(id, at), q.value(id, at)
			if v := up.value(id, at); v < max(x, y) {
				t.Fatalf("the join is %v, below %v and %v", v, x, y)
			}
			if v := low.value(id, at); v > min(x, y) {
				t.Fatalf("the meet is %v, above %v and %v", v, x, y)
			}
		}
	})
}

func TestPolySubstitute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := polys(2).Draw(t, "p")
		r := samples(1).Draw(t, "with")
		name := groundNames[0]
		got, bad := p.substitute(func(a *atom) (Size, bool) { return r.size, a.symbol.Path == name })
		if bad {
			t.Skip("too large an expression")
		}
		got.normal(t)
		at := points(-4, 5).Draw(t, "at")
		inner := point{}
		for k, v := range at {
			inner[k] = v
		}
		inner[name] = r.eval(at)
		for _, id := range someDimensions {
			if !near(got.value(id, at), p.value(id, inner)) {
				t.Fatalf("%v at %v, not %v", got.value(id, at), at, p.value(id, inner))
			}
		}
	})
}

// A maximum or minimum that is always the same argument is that argument.
func TestDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := box(t)
		p := polys(3).Draw(t, "p")
		got := r.decidePoly(p)
		got.normal(t)
		for _, id := range someDimensions {
			if !near(got.value(id, at), p.value(id, at)) {
				t.Fatalf("%s is %v at %v, %s is %v", formula(p, id), p.value(id, at), at, formula(got, id), got.value(id, at))
			}
		}
	})
	n := SymbolSize(Symbol{Path: "p0", Name: "n", Max: 9})
	if got := (Ranges{}).decide(Min(Max(Const(0), n), Const(9)).Mul(n)); !got.Equal(n.Mul(n)) {
		t.Errorf("min(max(0, n), 9) * n is %s for n from 0 to 9", got)
	}
}

// Terms add up to what they do one after the other.
func TestSumOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		symbols := []Size{SymbolSize(Symbol{Path: "p0"}), SymbolSize(Symbol{Path: "p1"}), SymbolSize(Symbol{Path: "len(p0)"})}
		var terms []polyTerm
		var want Poly
		for range rapid.IntRange(0, 12).Draw(t, "terms") {
			var m mono
			for range rapid.IntRange(0, 2).Draw(t, "degree") {
				m = mulMono(m, rapid.SampledFrom(symbols).Draw(t, "symbol").terms[0].mono)
			}
			v := pattern.Single(pattern.ID(rapid.IntRange(0, 3).Draw(t, "pattern")), rapid.SampledFrom([]float64{-2, -0.1, 0.1, 0.3, 1, 2}).Draw(t, "count"))
			terms = append(terms, polyTerm{m, v})
			want = want.add(Poly{terms: []polyTerm{{m, v}}})
		}
		got := sumOf(terms)
		if len(got.terms) != len(want.terms) {
			t.Fatalf("%v, want %v", got, want)
		}
		for i := range got.terms {
			if compareMono(got.terms[i].mono, want.terms[i].mono) != 0 || !slices.Equal(got.terms[i].vec, want.terms[i].vec) {
				t.Fatalf("term %d is %v, want %v", i, got.terms[i], want.terms[i])
			}
		}
	})
}
