package absint

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/pattern"
)

// drawVector draws counts of the first few patterns, whole ones and halves.
func drawVector(t *rapid.T, label string) Vector {
	var v Vector
	for id := range pattern.ID(5) {
		if n := rapid.IntRange(-1, 6).Draw(t, label); n > 0 {
			v = append(v, pattern.Count{ID: id, N: float64(n) / 2})
		}
	}
	return v
}

func drawWeights(t *rapid.T) []float64 {
	w := make([]float64, dimensions)
	for i := range 5 {
		w[i] = rapid.Float64Range(0, 10).Draw(t, "weight")
	}
	return w
}

// cost resolves a vector and weighs it.
func cost(t *rapid.T, c choiceSource, w []float64, p Poly) float64 {
	q, ok := newResolver(w, c).poly(p)
	if !ok {
		t.Fatal("a choice is not known")
	}
	sum := 0.0
	for _, x := range q.terms {
		sum += x.vec.Dot(w)
	}
	return sum
}

// TestChoiceIsTheCostlier builds costs of constants from branches and sequences, and holds them against the same with
// the weights known: whatever they are, the choices come out as the costlier branches.
func TestChoiceIsTheCostlier(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newChoices()
		w := drawWeights(t)
		var build func(depth int) (Poly, float64)
		build = func(depth int) (Poly, float64) {
			kind := rapid.IntRange(0, 3).Draw(t, "kind")
			if depth == 0 || kind == 0 {
				v := drawVector(t, "count")
				return constPoly(v), v.Dot(w)
			}
			p, x := build(depth - 1)
			q, y := build(depth - 1)
			switch kind {
			case 1:
				return p.add(q), x + y
			case 2:
				return p.scale(3), 3 * x
			}
			r, exact := c.worse(p, q)
			if !exact {
				t.Fatal("a choice of constants is not exact")
			}
			return r, math.Max(x, y)
		}
		p, want := build(6)
		if got := cost(t, c, w, p); math.Abs(got-want) > 1e-9*(1+want) {
			t.Fatalf("%v, want %v: %v", got, want, p)
		}
	})
}

// TestChoiceOfPolynomials: a choice is above both, whatever the weights and the symbol's value.
func TestChoiceOfPolynomials(t *testing.T) {
	n := SymbolSize(Symbol{Path: "p0", Name: "n", Max: 1e6})
	rapid.Check(t, func(t *rapid.T) {
		draw := func() Poly {
			linear := constPoly(drawVector(t, "linear")).add(constPoly(drawVector(t, "taken away")).scale(-1))
			return constPoly(drawVector(t, "constant")).add(linear.mulSize(n))
		}
		c := newChoices()
		p, q := draw(), draw()
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			p, _ = c.worse(p, draw())
		}
		r, _ := c.worse(p, q)
		w := drawWeights(t)
		at := float64(rapid.IntRange(0, 100).Draw(t, "n"))
		value := func(p Poly) float64 {
			resolved, _ := newResolver(w, c).poly(p)
			sum := 0.0
			for _, x := range resolved.terms {
				sum += x.vec.Dot(w) * math.Pow(at, float64(len(x.mono)))
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
	c := newChoices()
	var p Poly
	w := make([]float64, dimensions)
	want := 0.0
	for id := range pattern.ID(2 * maxAlternatives) {
		v := pattern.Single(id, float64(id+1))
		w[id] = float64(7*id%13) + 1
		want = math.Max(want, v.Dot(w))
		p, _ = c.worse(p, constPoly(v))
	}
	q, ok := newResolver(w, c).poly(p)
	if got := q.terms[0].vec.Dot(w); !ok || got < want {
		t.Errorf("%v, want at least %v", got, want)
	}
	for _, set := range c.sets {
		if len(set) > maxAlternatives {
			t.Errorf("a choice of %d", len(set))
		}
	}
}

func drawSize(t *rapid.T, depth int) Size {
	var s Size
	for range rapid.IntRange(0, 2).Draw(t, "terms") {
		x := Const(int64(rapid.IntRange(-5, 5).Draw(t, "coefficient")))
		for range rapid.IntRange(0, 2).Draw(t, "factors") {
			x = x.Mul(drawAtom(t, depth))
		}
		s = s.Add(x)
	}
	return s
}

func drawAtom(t *rapid.T, depth int) Size {
	kind := rapid.IntRange(0, 4).Draw(t, "atom")
	if depth == 0 || kind == 0 {
		path := rapid.SampledFrom([]string{"p0", "len(p1)", "p2.a/B:c:I", "static.a/B:d*e:I"}).Draw(t, "path")
		return SymbolSize(Symbol{Path: path, Name: "n of " + path, Min: math.Inf(-1), Max: math.MaxInt64})
	}
	a := drawSize(t, depth-1)
	switch kind {
	case 1:
		return Max(a, drawSize(t, depth-1))
	case 2:
		return Min(a, drawSize(t, depth-1))
	case 3:
		return a.FloorDiv(3)
	}
	return a.Log2()
}

func equalVectors(a, b Vector) bool { return slices.Equal(a, b) }

// TestPortableRoundTrip: what is written is read again.
func TestPortableRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newChoices()
		p := &Portable{from: c, joined: rapid.Bool().Draw(t, "joined")}
		for range rapid.IntRange(0, 4).Draw(t, "summands") {
			s := drawSize(t, 2)
			if s.bad {
				continue
			}
			x := constPoly(drawVector(t, "a")).mulSize(s)
			if rapid.Bool().Draw(t, "choose") {
				x, _ = c.worse(x, constPoly(drawVector(t, "b")).mulSize(s))
			}
			p.poly = p.poly.add(x)
		}
		if s := drawSize(t, 2); !s.bad {
			p.conds = []Condition{{Size: s, Lo: math.Inf(-1), Hi: 1 << 31, Requires: "a.B.c()"}}
		}
		p.methods = new(methodTable)
		p.expected, _ = drawSet(t, p.methods, "expected")
		e := NewEncoder()
		b, err := e.Append(nil, p)
		if err != nil {
			t.Fatal(err)
		}
		d := &Decoder{Choice: func(n uint64) ([]byte, error) { return e.Choices[n], nil }}
		got, rest, err := d.Portable(append(b, 7), func(n uint64) (string, error) { return e.Strings[n], nil })
		if err != nil || len(rest) != 1 {
			t.Fatalf("%v, rest %v", err, rest)
		}
		if got.joined != p.joined || len(got.poly.terms) != len(p.poly.terms) || len(got.conds) != len(p.conds) {
			t.Fatalf("%+v, want %+v", got, p)
		}
		if !slices.Equal(got.Expected(), p.Expected()) {
			t.Fatalf("expected costs of %v, want %v", got.Expected(), p.Expected())
		}
		for i, want := range p.conds {
			if g := got.conds[i]; !g.Size.Equal(want.Size) || g.Lo != want.Lo || g.Hi != want.Hi || g.Requires != want.Requires {
				t.Fatalf("%v, want %v", g, want)
			}
		}
		weights := drawWeights(t)
		x, _ := newResolver(weights, c).poly(p.poly)
		y, ok := newResolver(weights, d).poly(got.poly)
		for i := range x.terms {
			if !ok || compareMono(x.terms[i].mono, y.terms[i].mono) != 0 || !equalVectors(x.terms[i].vec, y.terms[i].vec) {
				t.Fatalf("%v, want %v", y.terms[i], x.terms[i])
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
		d := &Decoder{Choice: func(n uint64) ([]byte, error) { return b, nil }}
		p, _, err := d.Portable(b, func(n uint64) (string, error) { return "s", nil })
		if err == nil {
			newResolver(make([]float64, dimensions), d).poly(p.poly)
		}
	})
}

// TestLostIsNotCovered: a cost that cannot be computed exactly is not left out because another one has more of the rest.
func TestLostIsNotCovered(t *testing.T) {
	lost := constPoly(pattern.Single(1, 1)).mulSize(badSize)
	other := constPoly(pattern.Single(2, 5))
	c := newChoices()
	for _, tt := range []struct{ p, q Poly }{{lost, other}, {other, lost}, {lost, Poly{}}, {Poly{}, lost}} {
		if p, _ := c.worse(tt.p, tt.q); !p.lost() {
			t.Errorf("the worse of %v and %v is %v", tt.p, tt.q, p)
		}
	}
}
