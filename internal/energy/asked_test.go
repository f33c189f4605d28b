package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// TestKeysAndElementsAreAsked: what collections ask of keys and elements of the program's classes is priced, each class
// by an operation that nothing else does; what they ask of others is in the models.
func TestKeysAndElementsAreAsked(t *testing.T) {
	const size = 16
	assume := func(*classfile.Method, string) (float64, string, bool) { return size, "test", true }
	e, methods := withJDK(t, "objects", assume)
	obj := e.objective(objectiveKey{device: "any", confidence: confidence, upper: true})
	const levels, sorted = 5, 80 // log2(16) + 1, and as many for each of 16
	const by = 96                // of the models, where a logarithm is rounded up
	for _, tc := range []struct {
		method                         string
		hash, equal, compared, ordered float64
	}{
		{"getsKey", 1, 2, 0, 0},
		{"putsKey", 1, 2, 0, 0},
		{"addsKey", 1, 2, 0, 0},
		{"getsOrdered", 0, 0, 2 * levels, 0},
		{"addsOrdered", 0, 0, 0, 1}, // the set has no other
		{"containsKey", 0, 2 * size, 0, 0},
		{"sortsKeys", 0, 0, 2 * sorted, 0},
		{"sortsBy", 0, 0, 0, by},
		{"sortsList", 0, 0, 0, by},
		{"getsText", 0, 0, 0, 0},
		{"getsAny", 0, 0, 0, 0},
	} {
		m := methods[tc.method]
		p := e.Analyzer.Reach([]*classfile.Method{m})
		o := p.Evaluate(obj)[p.Index(m)]
		n := e.Analyzer.Summary(m).Range(o, obj, assume)
		if !n.Known {
			t.Errorf("%s has no bound: %v", tc.method, n.Missing)
			continue
		}
		got := map[pattern.Operation]float64{}
		remainders := map[pattern.Type]float64{}
		for _, c := range n.Counts {
			if op := c.ID.Operation(); op == pattern.Modulo {
				remainders[c.ID.Type()] += c.N
			} else {
				got[op] += c.N
			}
		}
		if remainders[pattern.Int] != tc.hash || got[pattern.Division] != tc.compared || remainders[pattern.Long] != tc.ordered {
			t.Errorf("%s: %v remainders, %v quotients and %v remainders of longs, want %v, %v and %v", tc.method,
				remainders[pattern.Int], got[pattern.Division], remainders[pattern.Long], tc.hash, tc.compared, tc.ordered)
		}
		if got[pattern.BitAnd] < tc.equal {
			t.Errorf("%s: %v conjunctions, want at least %v", tc.method, got[pattern.BitAnd], tc.equal)
		}
	}
}
