package cost_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
)

// engine is an evaluator over a method without code: loop 0 around loop 1, which run as often as the sizes say.
func engine(up bool, r expr.Env, bounds ...expr.Size) *cost.Evaluator {
	m := &symval.Func{Env: expr.Env{Symbols: r.Symbols}}
	for _, n := range bounds {
		m.Loops = append(m.Loops, symval.Loop{Upper: n, Lower: n, Exact: true})
	}
	weights := make([]float64, expr.Dimensions)
	for _, id := range exprtest.SomeDimensions {
		weights[id] = 1
	}
	return &cost.Evaluator{S: &cost.Summary{Summary: &callees.Summary{M: m}}, Obj: cost.Objective{Upper: up}, Weights: weights, Ranges: r}
}

// loopBounds draws numbers of iterations: clamped where they may be negative.
func loopBounds(inner bool) *rapid.Generator[exprtest.Sample] {
	clamped := func(s exprtest.Sample) exprtest.Sample {
		return exprtest.Sample{Size: expr.Max(expr.Const(0), s.Size), Eval: func(at exprtest.Point) int64 { return max(0, s.Eval(at)) }}
	}
	return rapid.Custom(func(t *rapid.T) exprtest.Sample {
		n := exprtest.Ground(exprtest.GroundNames[0])
		k := rapid.Int64Range(0, 6).Draw(t, "k")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			return exprtest.Sample{Size: expr.Const(k), Eval: func(exprtest.Point) int64 { return k }}
		case 1:
			return clamped(n)
		case 2:
			return clamped(exprtest.Sample{Size: n.Size.AddInt(-k), Eval: func(at exprtest.Point) int64 { return n.Eval(at) - k }})
		case 3:
			return clamped(exprtest.Sample{Size: n.Size.AddInt(k).FloorDiv(k + 1), Eval: func(at exprtest.Point) int64 { return exprtest.FloorDiv(n.Eval(at)+k, k+1) }})
		case 4:
			m := exprtest.Ground(exprtest.GroundNames[2])
			return clamped(exprtest.Sample{Size: expr.Min(n.Size, m.Size), Eval: func(at exprtest.Point) int64 { return min(n.Eval(at), m.Eval(at)) }})
		}
		if inner {
			i := exprtest.Ground("#0")
			return clamped(exprtest.Sample{Size: i.Size.AddInt(k), Eval: func(at exprtest.Point) int64 { return i.Eval(at) + k }})
		}
		return clamped(exprtest.Sample{Size: n.Size.AddInt(k), Eval: func(at exprtest.Point) int64 { return n.Eval(at) + k }})
	})
}

// bodies draws costs of an iteration: polynomials of the third degree in the index of loop 0, times symbols. With
// hidden, the index also occurs inside of atoms.
func bodies(hidden bool) *rapid.Generator[expr.Poly] {
	return rapid.Custom(func(t *rapid.T) expr.Poly {
		var p expr.Poly
		for range rapid.IntRange(1, 3).Draw(t, "terms") {
			f := expr.Const(rapid.Int64Range(-2, 3).Draw(t, "k"))
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				f = f.Mul(expr.IndexSize(0))
			}
			if rapid.Bool().Draw(t, "times symbol") {
				f = f.Mul(exprtest.Ground(rapid.SampledFrom([]string{exprtest.GroundNames[0], exprtest.GroundNames[2]}).Draw(t, "symbol")).Size)
			}
			if hidden {
				k := rapid.Int64Range(1, 4).Draw(t, "in")
				switch rapid.IntRange(0, 3).Draw(t, "atom") {
				case 0:
					f = f.Mul(expr.Max(expr.Const(0), exprtest.Ground(exprtest.GroundNames[2]).Size.Sub(expr.IndexSize(0))))
				case 1:
					f = f.Mul(expr.IndexSize(0).AddInt(k).FloorDiv(k + 1))
				case 2:
					f = f.Mul(expr.Min(expr.IndexSize(0), expr.Const(k)))
				case 3: // the index alone may make it negative
					f = f.Mul(expr.Const(12 + k).Sub(expr.IndexSize(0)).FloorDiv(2))
				}
			}
			p = p.Add(expr.ConstPoly(exprtest.Vectors().Draw(t, "vector")).MulSize(f))
		}
		return p
	})
}

// positive draws a box whose symbols are not negative, and a point in it.
func positive(t *rapid.T) (expr.Env, exprtest.Point) {
	r := expr.Env{Symbols: map[string]expr.Interval{}}
	at := exprtest.Point{}
	for _, name := range exprtest.GroundNames {
		if name[0] == '#' {
			continue
		}
		lo := rapid.Int64Range(0, 4).Draw(t, "lo")
		hi := lo + rapid.Int64Range(0, 6).Draw(t, "width")
		r.Symbols[name] = expr.Interval{Lo: float64(lo), Hi: float64(hi)}
		at[name] = rapid.Int64Range(lo, hi).Draw(t, name)
	}
	return r, at
}

func brute(p expr.Poly, id pattern.ID, n int64, at exprtest.Point) float64 {
	sum := 0.0
	inner := exprtest.Point{}
	for k, v := range at {
		inner[k] = v
	}
	for i := range n {
		inner["#0"] = i
		sum += exprtest.Value(p, id, inner)
	}
	return sum
}

// The cost of a loop is the sum over its iterations, exactly where the body is a polynomial in the index.
func TestSumIsTheSumOverIterations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		n := loopBounds(false).Draw(t, "bound")
		p := bodies(false).Draw(t, "body")
		got, ok := engine(true, r, n.Size).Sum(p, 0, n.Size)
		if !ok {
			t.Fatalf("a polynomial was not summed")
		}
		if got.Mentions(0) {
			t.Fatalf("the index is left in the sum")
		}
		for _, id := range exprtest.SomeDimensions {
			if want := brute(p, id, n.Eval(at), at); !exprtest.Near(exprtest.Value(got, id, at), want) {
				t.Fatalf("the sum of %s over %s iterations is %s: %v at %v, not %v",
					exprtest.Formula(p, id), n.Size, exprtest.Formula(got, id), exprtest.Value(got, id, at), at, want)
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
			e := engine(up, r, n.Size)
			got, ok := e.Sum(p, 0, n.Size)
			if !ok {
				continue
			}
			value, want := 0.0, 0.0
			for _, id := range exprtest.SomeDimensions {
				value += exprtest.Value(got, id, at)
				want += brute(p, id, n.Eval(at), at)
			}
			if up && value < want-1e-6 || !up && value > want+1e-6 {
				t.Fatalf("upper %v: the sum over %s iterations is bounded by %v at %v, but is %v", up, n.Size, value, at, want)
			}
		}
	})
}

// eliminate bounds an expression over all iterations of the loops whose indices it mentions.
func TestEliminateBoundsAllIterations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		outer, inner := loopBounds(false).Draw(t, "outer"), loopBounds(true).Draw(t, "inner")
		s := exprtest.Samples(3).Draw(t, "size")
		if s.Size.Top {
			t.Skip("too large an expression")
		}
		m := engine(true, r, outer.Size, inner.Size).S.M
		for _, up := range []bool{true, false} {
			for _, last := range []int64{0} { // nothing is known of where the expression is used
				b := m.Eliminate(s.Size, up, code.NoBlock)
				if b.Top {
					continue
				}
				bound := exprtest.SizeValue(b, at)
				for i := int64(0); i <= outer.Eval(at)+last; i++ {
					at["#0"] = i
					for j := int64(0); j <= inner.Eval(at)+last; j++ {
						at["#1"] = j
						if v := s.Eval(at); up && v > bound || !up && v < bound {
							t.Fatalf("%s over %s and %s iterations (last %d, upper %v) is bounded by %s = %d, but is %d at %v",
								s.Size, outer.Size, inner.Size, last, up, b, bound, v, at)
						}
					}
				}
				delete(at, "#0")
				delete(at, "#1")
			}
		}
	})
}

// The bound of two alternatives is on the safe side of both, even if symbols may be negative; only their costs are
// not.
func TestBoundOfAlternatives(t *testing.T) {
	var all expr.Vector
	for _, id := range exprtest.SomeDimensions {
		all = append(all, pattern.Count{ID: id, N: 1e6})
	}
	rapid.Check(t, func(t *rapid.T) {
		r := expr.Env{Symbols: map[string]expr.Interval{}, Indices: map[int]expr.Interval{0: {Lo: 0, Hi: 5}}}
		at := exprtest.Point{"#0": rapid.Int64Range(0, 5).Draw(t, "#0")}
		for _, name := range exprtest.GroundNames[:3] {
			r.Symbols[name] = expr.Interval{Lo: -6, Hi: 15}
			at[name] = rapid.Int64Range(-6, 15).Draw(t, name)
		}
		p, q := expr.ConstPoly(all).Add(bodies(false).Draw(t, "p")), expr.ConstPoly(all).Add(bodies(false).Draw(t, "q"))
		for _, up := range []bool{true, false} {
			e := engine(up, r, expr.Const(6))
			got := e.Either(cost.Outcome{Poly: p}, cost.Outcome{Poly: q}).Poly
			value, x, y := 0.0, 0.0, 0.0
			for _, id := range exprtest.SomeDimensions {
				value += exprtest.Value(got, id, at)
				x += exprtest.Value(p, id, at)
				y += exprtest.Value(q, id, at)
			}
			if up && value < max(x, y) || !up && value > min(x, y) {
				t.Fatalf("upper %v: %v at %v is no bound of %v and %v", up, value, at, x, y)
			}
		}
	})
}

// The bounds of a cost over a domain hold at each of its points.
func TestDomainBoundsItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, at := positive(t)
		symbols := rapid.SampledFrom([]string{exprtest.GroundNames[0], exprtest.GroundNames[1], exprtest.GroundNames[2]})
		var p expr.Poly
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			f := expr.Const(rapid.Int64Range(-2, 4).Draw(t, "k"))
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				f = f.Mul(exprtest.Ground(symbols.Draw(t, "symbol")).Size)
			}
			p = p.Add(expr.ConstPoly(exprtest.Vectors().Draw(t, "vector")).MulSize(f))
		}
		weights := make([]float64, pattern.Num)
		for i := range weights {
			weights[i] = float64(i % 5)
		}
		limit := []cost.WeightedSize{{Weight: 3, Size: expr.Const(2)}, {Weight: 0.5, Size: exprtest.Ground(exprtest.GroundNames[0]).Size}, {Weight: 0.25, Size: exprtest.Ground(exprtest.GroundNames[2]).Size.Mul(exprtest.Ground(exprtest.GroundNames[0]).Size)}}
		limitAt := 6 + 0.5*float64(at[exprtest.GroundNames[0]]) + 0.25*float64(at[exprtest.GroundNames[2]]*at[exprtest.GroundNames[0]])
		d := cost.Domain{S: &cost.Summary{Summary: &callees.Summary{M: &symval.Func{}}}, Ranges: r}
		o := cost.Outcome{Poly: p}
		amount := 0.0
		for _, up := range []bool{true, false} {
			obj := cost.Energy(weights, up)
			n := d.Numbers(o, obj)
			if !n.Known {
				t.Fatalf("missing %v", n.Missing)
			}
			check := func(what string, bound, v float64) {
				if up && bound < v-1e-9 || !up && bound > v+1e-9 && bound > 0 {
					t.Fatalf("upper %v: %s is bounded by %v but is %v at %v", up, what, bound, v, at)
				}
			}
			amount = 0
			for _, id := range exprtest.SomeDimensions {
				v := exprtest.Value(p, id, at)
				switch id {
				case expr.OwnInstructions:
					check("own", n.Own, v)
				case expr.TotalInstructions:
					check("total", n.Total, v)
				default:
					check(fmt.Sprint(id), n.Counts.Of(id), v)
					amount += weights[id] * v
				}
			}
			x, missing := d.Excess(o, obj, limit)
			if len(missing) > 0 || !exprtest.Contains(x, amount-limitAt) {
				t.Fatalf("the excess %v is outside of %v at %v, missing %v", amount-limitAt, x, at, missing)
			}
		}
		// The points that are tried are points of the domain, and the sizes have the values of it.
		for _, at := range d.Points(o, limit) {
			for path, x := range at.Ranges.Symbols {
				if y := r.Symbols[path]; !(y.Lo <= x.Lo && x.Hi <= y.Hi) {
					t.Fatalf("%s in %v is outside of the domain %v", path, x, y)
				}
			}
			a, b := at.Ranges.Symbols[exprtest.GroundNames[0]].Lo, at.Ranges.Symbols[exprtest.GroundNames[2]].Lo
			sum := 0.0
			for _, l := range limit {
				sum += l.Weight * at.SizeRange(l.Size).Hi
			}
			if want := 6 + 0.5*a + 0.25*a*b; !exprtest.Near(sum, want) {
				t.Fatalf("the limit is %v at %v, not %v", sum, at.Ranges, want)
			}
		}
	})
}
