package randprog

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tier"
)

// generated is a random program and its classes.
func generated(t *testing.T, r *rand.Rand) (*Program, []*classfile.Class) {
	t.Helper()
	program := Generate(r)
	classes, err := parse(program.Listing())
	if err != nil {
		t.Fatal(err)
	}
	return program, classes
}

func randomWeights(r *rand.Rand) []float64 {
	weights := make([]float64, pattern.Num)
	for i := range weights {
		weights[i] = float64(r.IntN(100))
	}
	return weights
}

// seeds are the first n of random programs.
func seeds(n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(i)
	}
	return out
}

// TestCostsWithoutWeights analyses random programs as libraries, without knowing what a pattern costs, and then with
// random weights. What comes out of the first, when it is told the weights, must be what comes out of the second where
// that is the cost of one path, and never less.
func TestCostsWithoutWeights(t *testing.T) {
	tier.Slow(t, tier.Long)
	compared, exact, choices := 0, 0, 0
	for _, seed := range tier.Part(t, seeds(2000), 3) {
		r := rand.New(rand.NewPCG(seed, 77))
		program, classes := generated(t, r)
		h := callgraph.New(classes, library, 1)
		w := absint.NewLibraryAnalyzer(h, nil, nil)
		a := absint.NewAnalyzer(h, nil, nil, 1)
		roots := roots(classes)
		p := a.Reach(roots)
		for range 3 {
			weights := randomWeights(r)
			obj := absint.Energy(weights, true)
			done := p.Evaluate(obj)
			for _, m := range roots {
				cost := w.Direct(m)
				want := done[p.Index(m)]
				if cost.Why != "" {
					continue
				}
				if len(want.Reasons) > 0 {
					t.Fatalf("seed %d: %s has a price, and none where it is analysed with its weights: %v", seed, m.Name, want.Reasons)
				}
				got, ok := cost.Outcome(obj)
				if !ok {
					t.Fatalf("seed %d: %s has no cost under weights", seed, m.Name)
				}
				compared++
				if got.Joined {
					choices++
				}
				if want.Joined {
					continue // a bound of its own
				}
				s := a.Summary(m)
				assume := func(*classfile.Method, string) (float64, string, bool) { return 10, "test", true }
				x, y := s.Range(got, obj, assume), s.Range(want, obj, assume)
				// A world does not follow what virtual calls are made on, pass and return.
				follows := strings.Contains(program.Listing(), "invokevirtual") || strings.Contains(program.Listing(), "invokeinterface")
				if x.Known != y.Known && !follows {
					t.Errorf("seed %d: %s: missing %v, want %v", seed, m.Name, x.Missing, y.Missing)
				}
				if !x.Known || !y.Known {
					continue
				}
				have, least := x.Counts.Dot(weights), y.Counts.Dot(weights)
				if have < least*(1-1e-9) || !got.Joined && !follows && have > least*(1+1e-9) {
					t.Errorf("seed %d: %s costs %v, want %v\n%s", seed, m.Name, have, least, program.Listing())
				}
				exact++
			}
		}
		if t.Failed() {
			return
		}
	}
	if compared < 1000 || exact < 500 || choices == 0 {
		t.Errorf("%d costs compared, %d of one path, %d joined", compared, exact, choices)
	}
	t.Logf("%d costs compared, %d of one path, %d joined", compared, exact, choices)
}
