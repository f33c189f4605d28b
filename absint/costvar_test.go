package absint_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// outcomeText writes an outcome of NamedInstructions: instructions and call symbols.
func outcomeText(a *absint.Analyzer, s *absint.Summary, o cost.Outcome) string {
	var parts []string
	for _, t := range a.Terms(o) {
		for _, c := range t.Calls {
			parts = append(parts, fmt.Sprintf("%s*%v*%s", t.Factor, c.N, c.Name))
		}
	}
	n := s.Range(o, cost.NamedInstructions(), nil)
	return fmt.Sprint(strings.Join(parts, " + "), " known ", n.Known, " total ", exprtest.Formula(o.Poly, expr.TotalInstructions), " joined ", o.Joined, " reasons ", o.Reasons, " conditions ", o.Conditions)
}

// Which method is a symbol and which is priced depends neither on the number of goroutines, nor on the other methods of the
// program, nor on their order.
func TestCallSymbolsAreDeterministic(t *testing.T) {
	cs := absinttest.Fixture(t, "callsymbols")
	ms := absinttest.WithCode(cs)
	run := func(jobs int, roots []*classfile.Method) map[string]string {
		a := absint.NewAnalyzer(callgraph.New(cs, nil, jobs), nil, nil, jobs)
		p := a.Reach(roots)
		done := p.Evaluate(cost.NamedInstructions())
		out := map[string]string{}
		for _, m := range roots {
			out[progdb.MethodName(m)] = outcomeText(a, a.Summary(m), done[p.Index(m)])
		}
		return out
	}
	want := run(1, ms)
	symbols := 0
	for _, x := range want {
		if strings.Contains(x, "*") {
			symbols++
		}
	}
	if symbols < 20 {
		t.Fatalf("%d methods with call symbols show nothing: %v", symbols, want)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		some := slices.Clone(ms)
		random.Shuffle(len(ms), func(i, j int) { some[i], some[j] = some[j], some[i] })
		if i%3 == 0 {
			some = some[:1+i/3]
		}
		for name, got := range run(1+7*(i%2), some) {
			if got != want[name] {
				t.Fatalf("%s with %d roots, order %d:\n got %s\nwant %s", name, len(some), i, got, want[name])
			}
		}
	}
}

// What is above the call symbols of two costs is not below either of them, whatever the calls cost and the sizes are.
func TestEitherCallsIsAboveBoth(t *testing.T) {
	n, m := expr.Symbol{Path: "p0", Name: "n", Max: 100}, expr.Symbol{Path: "p1", Name: "m", Max: 100}
	monos := []expr.Size{expr.Const(1), expr.SymbolSize(n), expr.SymbolSize(m), expr.SymbolSize(n).Mul(expr.SymbolSize(m)), expr.Max(expr.Const(0), expr.SymbolSize(n).Sub(expr.SymbolSize(m)))}
	e := &cost.Evaluator{Obj: cost.Energy(make([]float64, pattern.Num), true)}
	e.Weights = e.Obj.AllWeights()
	e.Weights[expr.TotalInstructions] = 1
	dims := []pattern.ID{expr.TotalInstructions, expr.FirstCall, expr.FirstCall + 1, expr.FirstCall + 2}
	rapid.Check(t, func(t *rapid.T) {
		amount := func(label string) expr.Poly {
			var p expr.Poly
			for i, s := range monos {
				var v expr.Vector
				for _, d := range dims {
					if k := rapid.IntRange(0, 3).Draw(t, fmt.Sprint(label, i, d)); k > 0 {
						v = append(v, pattern.Count{ID: d, N: float64(k)})
					}
				}
				p = p.Add(expr.ConstPoly(v).MulSize(s))
			}
			return p
		}
		a, b := cost.Outcome{Poly: amount("a")}, cost.Outcome{Poly: amount("b")}
		c := e.Either(a, b)
		prices := make([]float64, 3)
		for i := range prices {
			prices[i] = float64(rapid.IntRange(0, 9).Draw(t, fmt.Sprint("price", i)))
		}
		at := expr.Env{Symbols: map[string]expr.Interval{}}
		for _, s := range []expr.Symbol{n, m} {
			x := float64(rapid.IntRange(0, 100).Draw(t, s.Name))
			at.Symbols[s.Path] = expr.Interval{Lo: x, Hi: x}
		}
		value := func(p expr.Poly) float64 {
			sum := at.Scalar(p.Of(expr.TotalInstructions)).Hi
			for i, x := range prices {
				sum += x * at.Scalar(p.Of(expr.FirstCall+pattern.ID(i))).Hi
			}
			return sum
		}
		if x, y, z := value(a.Poly), value(b.Poly), value(c.Poly); z < x || z < y {
			t.Fatalf("%v is below one of %v and %v", z, x, y)
		}
		if !c.Joined && value(c.Poly) != value(a.Poly) && value(c.Poly) != value(b.Poly) {
			t.Fatal("a cost that is none of both says that it is")
		}
	})
}

// A caller that makes the objects pays for what they do: the bound of a symbol's value is that of the method that runs.
func TestKnownObjectsArePriced(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "callsymbols")
	total := func(name string) float64 {
		m := methods[name]
		if m == nil {
			t.Fatalf("no method %s", name)
		}
		p := a.Reach(absinttest.Roots(m))
		obj := cost.NamedInstructions()
		n := a.Summary(m).Range(p.Evaluate(obj)[p.Index(m)], obj, func(*classfile.Method, string) (float64, string, bool) { return 0, "", false })
		if !n.Known {
			t.Fatalf("%s has no bound: %v", name, n.Missing)
		}
		return n.Total
	}
	sum, add := total("Sum.step"), total("Add.step")
	for _, test := range []struct {
		method string
		calls  float64 // instructions of what the objects run
		own    float64 // of the callers, by hand
	}{
		// once: aload, iload, invokeinterface, ireturn.
		{"Wrapped.makesOneOf", sum, 100},
		{"Wrapped.makes", sum, 100},
		{"Wrapped.makesMany", 10 * add, 300},
	} {
		if n := total(test.method); n < test.calls || n > test.calls+test.own {
			t.Errorf("%s executes at most %v instructions, %v of them in the objects", test.method, n, test.calls)
		}
	}
}
