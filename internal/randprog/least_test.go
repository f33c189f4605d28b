package randprog

import (
	"math/rand/v2"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestLeastCosts analyses class T with the other classes as a library, of which only the costs are known, and all
// classes together: what T's methods surely cost in the first is never above the second, and often as much.
func TestLeastCosts(t *testing.T) {
	compared, more, same := 0, 0, 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 78))
		program, classes := generated(t, r)
		if len(classes) == 1 {
			continue
		}
		weights := randomWeights(r)
		obj := absint.Energy(weights, false)
		below := summaries.NewLibrary(classes[1:], nil, library, nil, 1)
		low := func(h *callgraph.Hierarchy, foreign absint.Foreign) []float64 {
			a := absint.NewAnalyzer(h, nil, nil, 1)
			a.External = foreign
			var roots []*classfile.Method
			for i := range classes[0].Methods {
				roots = append(roots, &classes[0].Methods[i])
			}
			p := a.Reach(roots)
			done := p.Evaluate(obj)
			var out []float64
			for _, m := range roots {
				o := done[p.Index(m)]
				if len(o.Conditions) > 0 || o.Joined { // nothing is sure where a condition does not hold, or less than a path costs
					out = append(out, -1)
					continue
				}
				out = append(out, a.Summary(m).Range(o, obj, nil).Counts.Dot(weights))
			}
			return out
		}
		all := low(callgraph.New(classes, library, 1), nil)
		library := callgraph.New(classes[:1], below.Find, 1)
		apart, none := low(library, below), low(library, nil)
		for i := range all {
			if all[i] < 0 || apart[i] < 0 {
				continue
			}
			compared++
			if apart[i] > all[i]*(1+1e-9) {
				t.Fatalf("seed %d: m%d surely costs %v where the classes are a library, and %v where they are not\n%s", seed, i, apart[i], all[i], program.Listing())
			}
			if apart[i] > none[i]*(1+1e-9) {
				more++
				if apart[i] >= all[i]*(1-1e-9) {
					same++
				}
			}
		}
	}
	t.Logf("%d methods compared; the library adds to %d, all that the program itself does to %d", compared, more, same)
	if more < 100 || same < 50 {
		t.Error("that is too few to show anything")
	}
}
