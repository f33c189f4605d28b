package difference

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/pattern"
)

// The sizes at which formulas are compared.
var sizes = []float64{10, 100, 1000}

// value is what an expression comes to at one point.
type value struct {
	counts map[string]float64 // by pattern
	calls  map[int]float64    // by the number of the symbol
}

// point evaluates sizes where all symbols are size but for those in fixed.
type point struct {
	number map[string]int // of symbols
	fixed  map[int]float64
	size   float64
}

// expression returns the value of a cost; ok is false where it is beyond what floating point holds.
func (p point) expression(x *result.Expression) (v value, ok bool) {
	v = value{map[string]float64{}, map[int]float64{}}
	for i := range x.Terms {
		t := &x.Terms[i]
		times := p.product(t.Factors)
		if math.IsNaN(times) || math.IsInf(times, 0) {
			return v, false
		}
		for name, n := range t.Counts {
			v.counts[name] += n * times
		}
		for name, n := range t.Calls {
			v.calls[p.number[callIdentity(name)]] += n * times
		}
	}
	for _, n := range v.counts {
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return v, false
		}
	}
	return v, true
}

func (p point) product(fs []result.Factor) float64 {
	out := 1.0
	for i := range fs {
		out *= p.factor(&fs[i])
	}
	return out
}

func (p point) sum(ps []result.SizeProduct) float64 {
	out := 0.0
	for i := range ps {
		out += float64(ps[i].Coefficient) * p.product(ps[i].Factors)
	}
	return out
}

func (p point) symbol(identity string) float64 {
	if n, ok := p.number[identity]; ok {
		if v, ok := p.fixed[n]; ok {
			return v
		}
	}
	return p.size
}

func (p point) factor(f *result.Factor) float64 {
	if f.Kind == result.FactorSymbol || f.Kind == result.FactorIndex {
		return p.symbol(identity(f))
	}
	if len(f.Args) == 0 {
		return math.NaN()
	}
	args := make([]float64, len(f.Args))
	for i, a := range f.Args {
		args[i] = p.sum(a)
	}
	switch f.Kind {
	case result.FactorMax:
		return slices.Max(args)
	case result.FactorMin:
		return slices.Min(args)
	case result.FactorDivision:
		return math.Floor(args[0] / float64(f.K))
	case result.FactorLog:
		if args[0] < 1 || f.K < 2 {
			return 0
		}
		return math.Floor(math.Log2(args[0])/math.Log2(float64(f.K)) + 1e-9)
	case result.FactorRoot:
		return math.Floor(math.Sqrt(max(args[0], 0)))
	}
	if len(args) != 2 {
		return math.NaN()
	}
	if f.Kind == result.FactorQuotient {
		return math.Floor(max(args[0], 0) / max(args[1], 1))
	}
	return math.Pow(max(args[0], 1), max(args[1], 0))
}

// maxCount is the largest count that the model takes without a loss; larger ones are scaled down to it, and so is what they
// cost.
const maxCount = 1 << 40

// vectors returns values as counts divided by a scale that is the same for all; ok is false where a pattern is none of the
// model's.
func (c *comparison) vectors(vs ...map[string]float64) (out []pattern.Counts, scale float64, ok bool) {
	most := 0.0
	for _, v := range vs {
		for _, n := range v {
			most = max(most, math.Abs(n))
		}
	}
	scale = max(1, most/maxCount)
	for _, v := range vs {
		counts := make(pattern.Counts, 0, len(v))
		for name, n := range v {
			id, known := c.pattern(name)
			if !known {
				return nil, 0, false
			}
			if n != 0 {
				counts = append(counts, pattern.Count{ID: id, N: n / scale})
			}
		}
		slices.SortFunc(counts, func(a, b pattern.Count) int { return int(a.ID) - int(b.ID) })
		out = append(out, counts)
	}
	return out, scale, true
}

// pattern returns the pattern with a name.
func (c *comparison) pattern(name string) (pattern.ID, bool) {
	if id, ok := c.ids[name]; ok {
		return id, true
	}
	id, ok := c.model.PatternOf(name)
	if ok {
		c.ids[name] = id
	}
	return id, ok
}
