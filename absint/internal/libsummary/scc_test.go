package libsummary_test

import (
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// The price of a library's methods does not depend on which was asked for first: a recursion is priced whole or not at
// all, from wherever it is met.
func TestRecursionOfALibrary(t *testing.T) {
	cs := absinttest.Fixture(t, "programs")
	methods := absinttest.WithCode(cs)
	obj := cost.Energy(absinttest.WeightsBy(7, pattern.Num), true)
	price := func(order []*classfile.Method) map[*classfile.Method]string {
		w := absint.NewLibraryAnalyzer(callgraph.New(cs, nil, 1), nil, nil)
		out := map[*classfile.Method]string{}
		for _, m := range order {
			if p := w.Direct(m); p.Why != "" {
				out[m] = "none"
			} else {
				o, _ := p.Outcome(obj)
				var terms []string
				for _, t := range o.Poly.Terms {
					terms = append(terms, t.Mono.String()+" "+expr.Number(t.Vec.Dot(obj.AllWeights())))
				}
				out[m] = strings.Join(terms, " + ")
			}
		}
		if len(w.Open) > 0 || len(w.Path) > 0 || len(w.At) > 0 {
			t.Errorf("%d methods were left open", len(w.Open))
		}
		return out
	}
	want := price(methods)
	for _, name := range []string{"Descents.size", "Descents.odd", "Descents.same", "Descents.leaves", "Recursions.even", "Recursions.halving", "Add.eval", "Sorts.mergeSort"} {
		m := absinttest.MethodsOf(cs)[name]
		if want[m] == "none" {
			t.Errorf("%s has no price", name)
		}
	}
	for _, name := range []string{"Recursions.tak", "Recursions.mccarthy", "Descents.mirror", "Descents.grow"} {
		if m := absinttest.MethodsOf(cs)[name]; want[m] != "none" {
			t.Errorf("%s costs %s", name, want[m])
		}
	}
	for seed := range int64(6) {
		order := slices.Clone(methods)
		rand.New(rand.NewSource(seed)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for m, got := range price(order) {
			if got != want[m] {
				t.Errorf("%s: %s in order %d, and %s in that of the classes", progdb.MethodName(m), got, seed, want[m])
			}
		}
	}
}

// What a method of a library costs is what it costs in a program.
func TestRecursionCostsTheSameInALibrary(t *testing.T) {
	cs := absinttest.Fixture(t, "programs")
	w := absint.NewLibraryAnalyzer(callgraph.New(cs, nil, 1), nil, nil)
	a, methods := absinttest.AnalyzerOf(cs), absinttest.MethodsOf(cs)
	obj := cost.Energy(absinttest.WeightsBy(5, pattern.Num), true)
	compared := 0
	for name, m := range methods {
		p := w.Direct(m)
		if p.Why != "" {
			continue
		}
		prog := a.Reach(absinttest.Roots(m))
		want := prog.Evaluate(obj)[prog.Index(m)]
		if !want.Recurs {
			continue
		}
		got, ok := p.Outcome(obj)
		if !ok || len(got.Poly.Terms) < len(want.Poly.Terms) {
			t.Errorf("%s: %d terms, in a program %d", name, len(got.Poly.Terms), len(want.Poly.Terms))
			continue
		}
		// A price that is not known yet cannot cancel what lowers the cost.
		for _, x := range want.Poly.Terms {
			have := 0.0
			for _, y := range got.Poly.Terms {
				if expr.CompareMono(x.Mono, y.Mono) == 0 {
					have = y.Vec.Dot(obj.AllWeights())
				}
			}
			if n := x.Vec.Dot(obj.AllWeights()); have < n-1e-9*math.Abs(n) {
				t.Errorf("%s: %v of %s, in a program %v", name, have, x.Mono, n)
			}
		}
		compared++
	}
	if compared < 25 {
		t.Errorf("%d recursive methods were compared", compared)
	}
}
