package difference

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

var symbolNames = []string{"n", "m", "k"}

// factorOf draws a factor: a symbol, or a function of sums of products.
func factorOf(depth, kinds int) *rapid.Generator[result.Factor] {
	return rapid.Custom(func(t *rapid.T) result.Factor {
		kind := rapid.IntRange(0, kinds-1).Draw(t, "kind")
		if kind < 5 || depth == 0 {
			i := rapid.IntRange(0, len(symbolNames)-1).Draw(t, "symbol")
			return symbol(i, symbolNames[i])
		}
		sum := func() []result.SizeProduct {
			var out []result.SizeProduct
			for range rapid.IntRange(1, 2).Draw(t, "summands") {
				out = append(out, result.SizeProduct{
					Coefficient: rapid.Int64Range(1, 9).Draw(t, "coefficient"),
					Factors:     rapid.SliceOfN(factorOf(depth-1, kinds), 0, 2).Draw(t, "factors"),
				})
			}
			return out
		}
		switch kind {
		case 5:
			return function(result.FactorMax, 0, sum(), sum())
		case 6:
			return function(result.FactorMin, 0, sum(), sum())
		case 7:
			return function(result.FactorDivision, rapid.Int64Range(1, 9).Draw(t, "divisor"), sum())
		case 8:
			return function(result.FactorLog, rapid.Int64Range(2, 9).Draw(t, "base"), sum())
		case 9:
			return function(result.FactorRoot, 0, sum())
		case 10:
			return function(result.FactorQuotient, 0, sum(), sum())
		}
		return function(result.FactorPower, 0, sum(), sum())
	})
}

func termOf(kinds int) *rapid.Generator[result.ExpressionTerm] {
	return rapid.Custom(func(t *rapid.T) result.ExpressionTerm {
		x := term(float64(rapid.IntRange(1, 1000).Draw(t, "additions")), rapid.SliceOfN(factorOf(2, kinds), 0, 3).Draw(t, "factors")...)
		if rapid.IntRange(0, 5).Draw(t, "calls") == 0 {
			x.Calls = map[string]float64{"it.next()": 2}
		}
		return x
	})
}

func termsOf(kinds int) *rapid.Generator[[]result.ExpressionTerm] {
	return rapid.SliceOfN(termOf(kinds), 1, 4)
}

// The kinds of factors that are drawn.
const (
	withoutPowers = 11
	allKinds      = 12
)

// directionsOf returns all sets of symbols of an expression with its scale.
func directionsOf(x *result.Expression) (scale, []direction) {
	named := symbolsOf(nil, x)
	same := func(s string) string { return s }
	t := matchSymbols(named, named, correspondence{renamed: same, callee: same, sameCode: true})
	return scale{number: t.head}, t.directions()
}

func TestGrowthIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := termsOf(allKinds).Draw(t, "terms")
		less := &result.Expression{Terms: terms}
		more := &result.Expression{Terms: append(slices.Clone(terms), termOf(allKinds).Draw(t, "more"))}
		times := &result.Expression{Terms: slices.Clone(terms)}
		times.Terms[0].Factors = append(slices.Clone(terms[0].Factors), symbol(0, "n"))
		for _, x := range []*result.Expression{more, times} {
			s, ds := directionsOf(x)
			for _, d := range ds {
				s.along = d
				if a, b := s.expression(less), s.expression(x); b.compare(a) < 0 {
					t.Fatalf("%v grows more slowly (%v) than its part %v (%v) in %v", x, b, less, a, d)
				}
			}
		}
	})
}

// TestGrowthIsAnUpperBound compares orders with values: between two large sizes a cost grows at most as its order does.
func TestGrowthIsAnUpperBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := &result.Expression{Terms: termsOf(withoutPowers).Draw(t, "terms")}
		s, ds := directionsOf(x)
		least := quotientsOfOne(x)
		for _, d := range ds {
			s.along = d
			o := s.expression(x)
			if o.exp > 0 || o.degree >= symbolicDegree {
				continue
			}
			at := func(x *result.Expression, size float64) float64 {
				fixed := map[int]float64{}
				for identity, i := range s.number {
					fixed[i] = 7
					if d[i] && !strings.HasPrefix(identity, callIdentity("")) {
						fixed[i] = size
					}
				}
				v, ok := point{number: s.number, fixed: fixed}.expression(x)
				if !ok {
					return math.NaN()
				}
				for i, n := range v.calls {
					v.counts[add] += n * fixed[i]
				}
				return v.counts[add]
			}
			bound := func(size float64) float64 {
				return math.Pow(size, o.degree) * math.Pow(math.Log2(size), o.log)
			}
			const small, large, slack = 1 << 200, 1 << 300, 8
			if a, b := at(least, small), at(x, large); a > 0 && !math.IsNaN(b) && !math.IsInf(b, 0) && b/a > slack*bound(large)/bound(small) {
				t.Fatalf("%v is %v in %v, and grows from %g to %g", x, o, s.number, a, b)
			}
		}
	})
}

// quotientsOfOne returns an expression in which no quotient is rounded to less than 1. A quotient below 1 is rounded to nothing, and all that it is
// later is more than any multiple of that; of one that is at least 1, rounding takes less than half.
func quotientsOfOne(x *result.Expression) *result.Expression {
	out := &result.Expression{Terms: slices.Clone(x.Terms)}
	for i := range out.Terms {
		out.Terms[i].Factors = factorsOfOne(out.Terms[i].Factors)
	}
	return out
}

func factorsOfOne(fs []result.Factor) []result.Factor {
	out := slices.Clone(fs)
	for i := range out {
		f := &out[i]
		divides := f.Kind == result.FactorQuotient || f.Kind == result.FactorDivision
		args := slices.Clone(f.Args)
		for j := range args {
			if divides && j > 0 { // a larger divisor makes less
				continue
			}
			args[j] = slices.Clone(args[j])
			for k := range args[j] {
				if p := &args[j][k]; p.Coefficient > 0 {
					p.Factors = factorsOfOne(p.Factors)
				}
			}
		}
		f.Args = args
		if divides {
			one := []result.SizeProduct{{Coefficient: 1}}
			*f = result.Factor{Kind: result.FactorMax, Args: [][]result.SizeProduct{{{Coefficient: 1, Factors: []result.Factor{*f}}}, one}}
		}
	}
	return out
}

// drawMethod draws a method with a bound: a number or a formula.
func drawMethod(t *rapid.T, key string) snapshot.Method {
	if rapid.Bool().Draw(t, "numeric") {
		return withBody(numeric(key, float64(rapid.IntRange(1, 500).Draw(t, "cost"))), rapid.StringN(1, 1, 1).Draw(t, "body"))
	}
	x := method(key, termsOf(allKinds).Draw(t, "terms")...)
	if rapid.Bool().Draw(t, "budget") {
		x.Budgets = []snapshot.Budget{{Energy: "1 mJ", Verdict: rapid.SampledFrom([]string{"proved", "proved-assuming", "unknown", "exceeded"}).Draw(t, "verdict")}}
	}
	return x
}

func drawState(t *rapid.T) *snapshot.Snapshot {
	var ms []snapshot.Method
	for i := range rapid.IntRange(0, 5).Draw(t, "methods") {
		m := drawMethod(t, fmt.Sprintf("a/B.m%d(III)V", i))
		for range rapid.IntRange(0, 3).Draw(t, "calls") {
			callee := fmt.Sprintf("a/B.m%d(III)V", rapid.IntRange(0, 5).Draw(t, "callee"))
			m.Calls = append(m.Calls, snapshot.Call{Line: 20, Callee: callee, Targets: []string{callee}, Price: "analysed"})
		}
		ms = append(ms, m)
	}
	return state(ms...)
}

func TestSelfComparisonIsEmpty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawState(t)
		r, err := Compare(s, s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Changes) > 0 {
			t.Fatal(describe(r))
		}
	})
}

var mirror = map[Class]Class{
	Lost: Gained, Grown: Shrunk, Unbounded: Bounded, Regressed: Improved, Incomparable: Incomparable, Added: Removed,
	Gained: Lost, Shrunk: Grown, Bounded: Unbounded, Improved: Regressed, Removed: Added,
}

// TestSwappedStatesGiveMirrorClasses allows one exception: what grows in one size and shrinks in another is Grown on both
// ways.
func TestSwappedStatesGiveMirrorClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawState(t), drawState(t)
		there, err := Compare(a, b, Options{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := Compare(b, a, Options{})
		if err != nil {
			t.Fatal(err)
		}
		classes := map[string][]Class{}
		for _, c := range back.Changes {
			key := c.Method.Key()
			if c.Was != "" {
				key = "a/B." + c.Was
			}
			classes[key] = c.Classes
		}
		for _, c := range there.Changes {
			if c.Was != "" {
				continue
			}
			for _, x := range c.Classes {
				got := classes[c.Method.Key()]
				if !slices.Contains(got, mirror[x]) && !(x == Grown && slices.Contains(got, Grown)) {
					t.Fatalf("%s is %v, swapped %v", c.Method.Key(), c.Classes, got)
				}
			}
		}
	})
}

// TestEveryChangeHasARoot checks the folding: a root is a change, and the others say to which they belong.
func TestEveryChangeHasARoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, err := Compare(drawState(t), drawState(t), Options{})
		if err != nil {
			t.Fatal(err)
		}
		at := map[string]*Change{}
		for i := range r.Changes {
			at[r.Changes[i].Method.Key()] = &r.Changes[i]
		}
		for _, c := range r.Changes {
			if c.Root() {
				if len(c.Causes) == 0 && c.Class != Added && c.Class != Removed {
					t.Fatalf("%s has no cause", c.Method.Key())
				}
				continue
			}
			root := at[c.Because]
			if root == nil || !root.Root() || !slices.Contains(root.Dependants, c.Method.Key()) {
				t.Fatalf("the cause of %s is %q, which is none", c.Method.Key(), c.Because)
			}
		}
	})
}
