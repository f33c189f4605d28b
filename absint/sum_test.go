package absint

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/pattern"
)

// engine is an evaluator over a method without code: loop 0 around loop 1, which run as often as the sizes say.
func engine(up bool, r Ranges, bounds ...Size) *evaluator {
	m := &method{ranges: Ranges{symbols: r.symbols}}
	for _, n := range bounds {
		m.loops = append(m.loops, loopInfo{upper: n, lower: n, exact: true})
	}
	weights := make([]float64, dimensions)
	for _, id := range someDimensions {
		weights[id] = 1
	}
	return &evaluator{s: &costSummary{callSummary: &callSummary{m: m}}, obj: Objective{Upper: up}, weights: weights, ranges: r}
}

// loopBounds draws numbers of iterations: clamped where they may be negative.
func loopBounds(inner bool) *rapid.Generator[sample] {
	clamped := func(s sample) sample {
		return sample{Max(Const(0), s.size), func(at point) int64 { return max(0, s.eval(at)) }}
	}
	return rapid.Custom(func(t *rapid.T) sample {
		n := ground(groundNames[0])
		k := rapid.Int64Range(0, 6).Draw(t, "k")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return sample{Const(k), func(point) int64 { return k }}
		case 1:
			return clamped(n)
		case 2:
			return clamped(sample{n.size.AddInt(-k), func(at point) int64 { return n.eval(at) - k }})
		case 3:
			return clamped(sample{n.size.AddInt(k).FloorDiv(k + 1), func(at point) int64 { return floorDiv(n.eval(at)+k, k+1) }})
		case 4:
			m := ground(groundNames[2])
			return clamped(sample{Min(n.size, m.size), func(at point) int64 { return min(n.eval(at), m.eval(at)) }})
		}
		if inner {
			i := ground("#0")
			return clamped(sample{i.size.AddInt(k), func(at point) int64 { return i.eval(at) + k }})
		}
		return clamped(sample{n.size.AddInt(k), func(at point) int64 { return n.eval(at) + k }})
	})
}

// bodies draws costs of an iteration: polynomials of the third degree in the index of loop 0, times symbols. With
// hidden, the index also occurs inside of atoms.
func bodies(hidden bool) *rapid.Generator[Poly] {
	return rapid.Custom(func(t *rapid.T) Poly {
		var p Poly
		for range rapid.IntRange(1, 3).Draw(t, "terms") {
			f := Const(rapid.Int64Range(-2, 3).Draw(t, "k"))
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				f = f.Mul(indexSize(0))
			}
			if rapid.Bool().Draw(t, "times symbol") {
				f = f.Mul(ground(rapid.SampledFrom([]string{groundNames[0], groundNames[2]}).Draw(t, "symbol")).size)
			}
			if hidden {
				k := rapid.Int64Range(1, 4).Draw(t, "in")
				switch rapid.IntRange(0, 3).Draw(t, "atom") {
				case 0:
					f = f.Mul(Max(Const(0), ground(groundNames[2]).size.Sub(indexSize(0))))
				case 1:
					f = f.Mul(indexSize(0).AddInt(k).FloorDiv(k + 1))
				case 2:
					f = f.Mul(Min(indexSize(0), Const(k)))
				case 3: // the index alone may make it negative
					f = f.Mul(Const(12 + k).Sub(indexSize(0)).FloorDiv(2))
				}
			}
			p = p.add(constPoly(vectors().Draw(t, "vector")).mulSize(f))
		}
		return p
	})
}

// positive draws a box whose symbols are not negative, and a point in it.
func positive(t *rapid.T) (Ranges, point) {
	r := Ranges{symbols: map[string]Range{}}
	at := point{}
	for _, name := range groundNames {
		if name[0] == '#' {
			continue
		}
		lo := rapid.Int64Range(0, 4).Draw(t, "lo")
		hi := lo + rapid.Int64Range(0, 6).Draw(t, "width")
		r.symbols[name] = Range{float64(lo), float64(hi)}
		at[name] = rapid.Int64Range(lo, hi).Draw(t, name)
	}
	return r, at
}

func brute(p Poly, id pattern.ID, n int64, at point) float64 {
	sum := 0.0
	inner := point{}
	for k, v := range at {
		inner[k] = v
	}
	for i := range n {
		inner["#0"] = i
		sum += p.value(id, inner)
	}
	return sum
}

// The cost of a loop is the sum over its iterations, exactly where the body is a polynomial in the index.
func TestSumIsTheSumOverIterations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		n := loopBounds(false).Draw(t, "bound")
		p := bodies(false).Draw(t, "body")
		got, ok := engine(true, r, n.size).sum(p, 0, n.size)
		if !ok {
			t.Fatalf("a polynomial was not summed")
		}
		if got.mentions(0) {
			t.Fatalf("the index is left in the sum")
		}
		for _, id := range someDimensions {
			if want := brute(p, id, n.eval(at), at); !near(got.value(id, at), want) {
				t.Fatalf("the sum of %s over %s iterations is %s: %v at %v, not %v",
					formula(p, id), n.size, formula(got, id), got.value(id, at), at, want)
			}
		}
	})
}

// Where the index is inside of a maximum or a quotient, the sum is a bound of what is weighted: from above for the
// worst case, from below for the best.
func TestSumBoundsWhatItCannotSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		n := loopBounds(false).Draw(t, "bound")
		p := bodies(true).Draw(t, "body")
		for _, up := range []bool{true, false} {
			e := engine(up, r, n.size)
			got, ok := e.sum(p, 0, n.size)
			if !ok {
				continue
			}
			value, want := 0.0, 0.0
			for _, id := range someDimensions {
				value += got.value(id, at)
				want += brute(p, id, n.eval(at), at)
			}
			if up && value < want-1e-6 || !up && value > want+1e-6 {
				t.Fatalf("upper %v: the sum over %s iterations is bounded by %v at %v, but is %v", up, n.size, value, at, want)
			}
		}
	})
}

// eliminate bounds an expression over all iterations of the loops whose indices it mentions.
func TestEliminateBoundsAllIterations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		outer, inner := loopBounds(false).Draw(t, "outer"), loopBounds(true).Draw(t, "inner")
		s := samples(3).Draw(t, "size")
		if s.size.bad {
			t.Skip("too large an expression")
		}
		m := engine(true, r, outer.size, inner.size).s.m
		for _, up := range []bool{true, false} {
			for _, last := range []int64{0} { // nothing is known of where the expression is used
				b := m.eliminate(s.size, up, anywhere)
				if b.bad {
					continue
				}
				bound := b.value(at)
				for i := int64(0); i <= outer.eval(at)+last; i++ {
					at["#0"] = i
					for j := int64(0); j <= inner.eval(at)+last; j++ {
						at["#1"] = j
						if v := s.eval(at); up && v > bound || !up && v < bound {
							t.Fatalf("%s over %s and %s iterations (last %d, upper %v) is bounded by %s = %d, but is %d at %v",
								s.size, outer.size, inner.size, last, up, b, bound, v, at)
						}
					}
				}
				delete(at, "#0")
				delete(at, "#1")
			}
		}
	})
}

// The bound of two alternatives is on the safe side of both, where symbols may be negative, too; only their costs are
// not.
func TestBoundOfAlternatives(t *testing.T) {
	var all Vector
	for _, id := range someDimensions {
		all = append(all, pattern.Count{ID: id, N: 1e6})
	}
	rapid.Check(t, func(t *rapid.T) {
		r := Ranges{symbols: map[string]Range{}, indices: map[int]Range{0: {0, 5}}}
		at := point{"#0": rapid.Int64Range(0, 5).Draw(t, "#0")}
		for _, name := range groundNames[:3] {
			r.symbols[name] = Range{-6, 15}
			at[name] = rapid.Int64Range(-6, 15).Draw(t, name)
		}
		p, q := constPoly(all).add(bodies(false).Draw(t, "p")), constPoly(all).add(bodies(false).Draw(t, "q"))
		for _, up := range []bool{true, false} {
			e := engine(up, r, Const(6))
			got := e.either(Outcome{Poly: p}, Outcome{Poly: q}).Poly
			value, x, y := 0.0, 0.0, 0.0
			for _, id := range someDimensions {
				value += got.value(id, at)
				x += p.value(id, at)
				y += q.value(id, at)
			}
			if up && value < max(x, y) || !up && value > min(x, y) {
				t.Fatalf("upper %v: %v at %v is no bound of %v and %v", up, value, at, x, y)
			}
		}
	})
}

// What a domain says of a cost holds at each of its points.
func TestDomainBoundsItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		symbols := rapid.SampledFrom([]string{groundNames[0], groundNames[1], groundNames[2]})
		var p Poly
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			f := Const(rapid.Int64Range(-2, 4).Draw(t, "k"))
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				f = f.Mul(ground(symbols.Draw(t, "symbol")).size)
			}
			p = p.add(constPoly(vectors().Draw(t, "vector")).mulSize(f))
		}
		weights := make([]float64, pattern.Num)
		for i := range weights {
			weights[i] = float64(i % 5)
		}
		limit := []WeightedSize{{3, Const(2)}, {0.5, ground(groundNames[0]).size}, {0.25, ground(groundNames[2]).size.Mul(ground(groundNames[0]).size)}}
		limitAt := 6 + 0.5*float64(at[groundNames[0]]) + 0.25*float64(at[groundNames[2]]*at[groundNames[0]])
		d := Domain{s: &costSummary{callSummary: &callSummary{m: &method{}}}, ranges: r}
		o := Outcome{Poly: p}
		cost := 0.0
		for _, up := range []bool{true, false} {
			obj := Energy(weights, up)
			n := d.Numbers(o, obj)
			if !n.Known {
				t.Fatalf("missing %v", n.Missing)
			}
			check := func(what string, bound, v float64) {
				if up && bound < v-1e-9 || !up && bound > v+1e-9 && bound > 0 {
					t.Fatalf("upper %v: %s is bounded by %v but is %v at %v", up, what, bound, v, at)
				}
			}
			cost = 0
			for _, id := range someDimensions {
				v := p.value(id, at)
				switch id {
				case ownInstructions:
					check("own", n.Own, v)
				case totalInstructions:
					check("total", n.Total, v)
				default:
					check(fmt.Sprint(id), n.Counts.Of(id), v)
					cost += weights[id] * v
				}
			}
			x, missing := d.Excess(o, obj, limit)
			if len(missing) > 0 || !contains(x, cost-limitAt) {
				t.Fatalf("the excess %v is outside of %v at %v, missing %v", cost-limitAt, x, at, missing)
			}
		}
		// The points that are tried are points of the domain, and the sizes have the values of it.
		for _, at := range d.Points(o, limit) {
			for path, x := range at.ranges.symbols {
				if y := r.symbols[path]; !(y.Lo <= x.Lo && x.Hi <= y.Hi) {
					t.Fatalf("%s in %v is outside of the domain %v", path, x, y)
				}
			}
			a, b := at.ranges.symbols[groundNames[0]].Lo, at.ranges.symbols[groundNames[2]].Lo
			sum := 0.0
			for _, l := range limit {
				sum += l.Weight * at.SizeRange(l.Size).Hi
			}
			if want := 6 + 0.5*a + 0.25*a*b; !near(sum, want) {
				t.Fatalf("the limit is %v at %v, not %v", sum, at.ranges, want)
			}
		}
	})
}
