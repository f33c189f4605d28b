package absint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// outcomeText writes an outcome of NamedInstructions: instructions and call symbols.
func outcomeText(a *Analyzer, s *Summary, o Outcome) string {
	var parts []string
	for _, t := range a.Terms(o) {
		for _, c := range t.Calls {
			parts = append(parts, fmt.Sprintf("%s*%v*%s", t.Factor, c.N, c.Name))
		}
	}
	n := s.Range(o, NamedInstructions(), nil)
	return fmt.Sprint(strings.Join(parts, " + "), " known ", n.Known, " total ", formula(o.Poly, totalInstructions), " joined ", o.Joined, " reasons ", o.Reasons, " conditions ", o.Conditions)
}

// Which method is a symbol and which is priced depends neither on the number of goroutines, nor on the other methods of the
// program, nor on their order.
func TestCallSymbolsAreDeterministic(t *testing.T) {
	cs := fixture(t, "callsymbols")
	ms := withCode(cs)
	run := func(jobs int, roots []*classfile.Method) map[string]string {
		a := NewAnalyzer(callgraph.New(cs, nil, jobs), nil, nil, jobs)
		p := a.Reach(roots)
		done := p.Evaluate(NamedInstructions())
		out := map[string]string{}
		for _, m := range roots {
			out[MethodName(m)] = outcomeText(a, a.Summary(m), done[p.Index(m)])
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
	n, m := Symbol{Path: "p0", Name: "n", Max: 100}, Symbol{Path: "p1", Name: "m", Max: 100}
	monos := []Size{Const(1), SymbolSize(n), SymbolSize(m), SymbolSize(n).Mul(SymbolSize(m)), Max(Const(0), SymbolSize(n).Sub(SymbolSize(m)))}
	e := &evaluator{obj: Energy(make([]float64, pattern.Num), true)}
	e.weights = e.obj.weights()
	e.weights[totalInstructions] = 1
	dims := []pattern.ID{totalInstructions, firstCall, firstCall + 1, firstCall + 2}
	rapid.Check(t, func(t *rapid.T) {
		cost := func(label string) Poly {
			var p Poly
			for i, s := range monos {
				var v Vector
				for _, d := range dims {
					if k := rapid.IntRange(0, 3).Draw(t, fmt.Sprint(label, i, d)); k > 0 {
						v = append(v, pattern.Count{ID: d, N: float64(k)})
					}
				}
				p = p.add(constPoly(v).mulSize(s))
			}
			return p
		}
		a, b := Outcome{Poly: cost("a")}, Outcome{Poly: cost("b")}
		c := e.either(a, b)
		prices := make([]float64, 3)
		for i := range prices {
			prices[i] = float64(rapid.IntRange(0, 9).Draw(t, fmt.Sprint("price", i)))
		}
		at := Ranges{symbols: map[string]Range{}}
		for _, s := range []Symbol{n, m} {
			x := float64(rapid.IntRange(0, 100).Draw(t, s.Name))
			at.symbols[s.Path] = Range{x, x}
		}
		value := func(p Poly) float64 {
			sum := at.scalar(p.of(totalInstructions)).Hi
			for i, x := range prices {
				sum += x * at.scalar(p.of(firstCall+pattern.ID(i))).Hi
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
	a, methods := analyzer(t, "callsymbols")
	total := func(name string) float64 {
		m := methods[name]
		if m == nil {
			t.Fatalf("no method %s", name)
		}
		p := a.Reach(roots(m))
		obj := NamedInstructions()
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
