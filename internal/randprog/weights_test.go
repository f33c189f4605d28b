package randprog

import (
	"math/rand/v2"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tier"
)

// signedWeights are random weights of which some are below 0, as mean - z sd is of what is not certain. Zeroing has none: how
// much of it an allocation does, the machine does not count.
func signedWeights(r *rand.Rand) []float64 {
	weights := make([]float64, pattern.Num)
	for i := range weights {
		weights[i] = float64(r.IntN(130) - 30)
	}
	for i := range weights {
		if id := pattern.ID(i); id.Operation() == pattern.ArrayZeroing {
			weights[i] = 0
		}
	}
	return weights
}

// executed counts the patterns of all that the machine executed since it was asked last.
func (m *Machine) executed(summaries map[*classfile.Method]*absint.Summary) pattern.Counts {
	var out pattern.Counts
	for _, x := range m.methods {
		if len(x.code) == 0 {
			continue
		}
		t := summaries[x.method].Tiling()
		for i := range t.Tiles {
			if n := x.code[x.index[t.Tiles[i].Root]].runs; n > 0 {
				out = out.AddScaled(t.Patterns(i), float64(n))
			}
		}
		for pc, v := range summaries[x.method].Captured() {
			out = out.AddScaled(v, float64(x.code[x.index[pc]].runs))
		}
		for i := range x.code {
			x.code[i].runs = 0
		}
	}
	return out
}

// TestWeighedCostsAreInsideTheirBounds runs random programs, and weighs what a call that returns has executed: that is at
// least the bound from below, whatever the signs of the weights, and at most the one from above where none is below 0.
func TestWeighedCostsAreInsideTheirBounds(t *testing.T) {
	tier.Slow(t, tier.Long)
	compared, told := 0, 0
	for _, seed := range tier.Part(t, seeds(3000), 3) {
		r := rand.New(rand.NewPCG(seed, 131))
		p := Generate(r)
		subject, err := Analyse(p.Listing())
		if err != nil {
			t.Fatal(err)
		}
		summaries := map[*classfile.Method]*absint.Summary{}
		for _, m := range subject.methods {
			summaries[m.Summary.Method] = m.Summary
		}
		weights := signedWeights(r)
		obj := absint.Energy(weights, false)
		low := subject.program.Evaluate(obj)
		for i := range p.Methods {
			run, ok := p.RandomRun(r, i)
			if !ok {
				continue
			}
			subject.machine.executed(summaries)
			count, pins, err := subject.call(run, stepsPerRun)
			if err != nil || !count.Normal {
				continue
			}
			cost := subject.machine.executed(summaries).Dot(weights)
			s := subject.methods[run.Method].Summary
			bound := low[subject.program.Index(s.Method)]
			for _, s := range []*absint.Summary{s, s.At(pins)} {
				x, missing := s.Domain(bound, nil).Excess(bound, obj, nil)
				if len(missing) > 0 {
					continue
				}
				compared++
				if x.Lo > 0 {
					told++
				}
				if cost < x.Lo-1e-6 {
					t.Errorf("seed %d: %s costs %v, not at least %v\n%s", seed, run, cost, x.Lo, p.Listing())
				}
			}
		}
	}
	t.Logf("%d bounds compared, %d of them above 0", compared, told)
	if told < 1000 {
		t.Error("that is too few to show anything")
	}
}
