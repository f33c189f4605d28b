package loopbound

import (
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
)

// A loop is bounded by provers. Each looks at one form of loop and returns a bound of its iterations, the reason why there
// is none, or that the loop is not of its form. They are asked in the order of the lists below; the first bound is taken.

// Prover bounds how often one test of a loop can be passed.
type Prover struct {
	name string
	// bound returns the bound, or the reason in why. ok is false where the test is not of the prover's form.
	bound func(m *symval.Func, t *exitTest) (b symval.Bound, ok bool)
	// final says that no other prover is asked about a test of this form.
	final bool
}

// Provers are asked about each exit test.
var Provers = []Prover{
	{"iterator", onTest(heapsize.IteratorTest), true},
	{"source", onTest(heapsize.SourceTest), true},
	{"growth", onTest(heapsize.GrowthTest), true},
	{"links", onTest(heapsize.TraversalTest), true},
	{"square root", onTest(rootTest), true},
	{"big shift", bigShift, true},
	{"affine", affineTest, false},
	{"squares", onComparison(squares), false},
	{"remainders", onComparison(remainders), false},
	{"congruence", onComparison(congruence), false},
	{"geometric", onComparison(geometric), false},
	{"bisection", onComparison(bisection), false},
}

// loopProver bounds a loop that no exit test bounds. ok is false where it is not of the prover's form.
type loopProver struct {
	name  string
	bound func(m *symval.Func, l int, ct symval.Iterating) (b symval.Bound, ok bool)
}

// loopProvers are asked about each loop that no exit test bounds.
var loopProvers = []loopProver{
	{"linear ranking", func(m *symval.Func, l int, ct symval.Iterating) (symval.Bound, bool) {
		return unrefuted(m, l, boundByPaths(m, l, ct)), true
	}},
	{"link traversal", func(m *symval.Func, l int, _ symval.Iterating) (symval.Bound, bool) {
		return heapsize.TraversalWithoutTest(m, l)
	}},
	{"restarted switch", func(m *symval.Func, l int, _ symval.Iterating) (symval.Bound, bool) { return restarts(m, l) }},
}

// prove asks the provers about a test. tried is false where it is of no prover's form.
func prove(m *symval.Func, t *exitTest) (b symval.Bound, tried bool) {
	info := &m.Loops[t.loop]
	for i := range Provers {
		p := &Provers[i]
		one, ok := p.bound(m, t)
		if !ok {
			continue
		}
		one = unrefuted(m, t.loop, one)
		info.Answers = append(info.Answers, symval.ProverAnswer{Prover: p.name, Block: int32(t.block), Bound: one.Upper, Why: one.Why})
		if one.Why == "" || p.final {
			return one, true
		}
		if !tried {
			b, tried = one, true
		}
	}
	return b, tried
}

// boundWithoutTest bounds loop l, which no exit test bounds; why is the first reason why.
func boundWithoutTest(m *symval.Func, l int, ct symval.Iterating, why string) {
	info := &m.Loops[l]
	for i := range loopProvers {
		b, ok := loopProvers[i].bound(m, l, ct)
		if !ok {
			continue
		}
		info.Answers = append(info.Answers, symval.ProverAnswer{Prover: loopProvers[i].name, Block: -1, Bound: b.Upper, Why: b.Why})
		if b.Why == "" {
			info.Upper, info.Conds = b.Upper, b.Conds
			return
		}
	}
	if info.Why = why; why == "" {
		info.Why = explainNoTest(m, l, ct)
	}
}
