package energy

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/formula"
	"github.com/energylint/energylint/models/library"
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
		{"addsKey", 1, 2, 10 * levels, 0},         // perhaps in the order of any comparator of the program
		{"getsOrdered", 0, 0, 2 * levels, levels}, // the map may have the other order
		{"addsOrdered", 0, 0, 0, 1},               // the set has no other
		{"takesOrdered", 0, 0, 0, 1 + 2},          // the queue has no other
		{"takesText", 0, 0, 0, 0},
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

// TestAnyComparatorOfAQueue: where the comparator of a queue is not known, taking its first element costs at least what it
// does by each comparator of the program.
func TestAnyComparatorOfAQueue(t *testing.T) {
	assume := func(*classfile.Method, string) (float64, string, bool) { return 16, "test", true }
	e, methods := withJDK(t, "objects", assume)
	obj := e.objective(objectiveKey{device: "any", confidence: confidence, upper: true})
	count := func(name string) float64 {
		m := methods[name]
		p := e.Analyzer.Reach([]*classfile.Method{m})
		n := e.Analyzer.Summary(m).Range(p.Evaluate(obj)[p.Index(m)], obj, assume)
		if !n.Known {
			t.Fatalf("%s has no bound: %v", name, n.Missing)
		}
		return n.Counts.Total()
	}
	model := func(name, desc string) float64 {
		l, err := library.Shipped()
		if err != nil {
			t.Fatal(err)
		}
		x, _ := l.Lookup("java/util/PriorityQueue", name, desc)
		c, err := x.Counts(func(formula.Symbol) (float64, bool) { return 16, true })
		if err != nil {
			t.Fatal(err)
		}
		return c.Total()
	}
	const comparisons = 10 * 5 // two at each of five levels, each of at least five patterns
	const equal = 16 * 2
	if got, want := count("takesFirst"), model("poll", "()Ljava/lang/Object;")+comparisons; got < want {
		t.Errorf("poll: %v patterns, want at least %v", got, want)
	}
	if got, want := count("removesKey"), model("remove", "(Ljava/lang/Object;)Z")+comparisons+equal; got < want {
		t.Errorf("remove: %v patterns, want at least %v", got, want)
	}
}
