package loopbound

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Counters that do not move by a constant: they are multiplied until they reach a limit, divided until little is left,
// or are the two ends of an interval that is halved. The ranking function is a logarithm: where every iteration makes
// some x at least k times as large (or small), there are at most log_k of the whole way, and one more.
//
// As with additive counters, arithmetic in int must agree with that of integers: every operation on the way gives a
// condition on where the counter starts or on its limit (semantics section 4), unless it is proved.

// variableTest is an exit test that compares a value computed from variables of the loop with another one.
type variableTest struct {
	*exitTest
	cmp    symval.Comparison // with the value that variables are in first
	xs, ys []ssa.ID          // the header phis that its operands are computed from
}

// onComparison is a prover of comparisons that counters which move by additions do not explain.
func onComparison(f func(m *symval.Func, t *variableTest) (symval.Bound, bool)) func(*symval.Func, *exitTest) (symval.Bound, bool) {
	return func(m *symval.Func, t *exitTest) (symval.Bound, bool) {
		if !t.compares {
			return symval.Bound{}, false
		}
		c, xs, ys := variableFirst(m, t.loop, t.cmp)
		if len(xs) == 0 {
			return symval.Bound{}, false
		}
		b, ok := f(m, &variableTest{t, c, xs, ys})
		if !ok || !m.Possible(b.Conds) {
			return symval.Bound{}, false
		}
		b.Conds = expr.Tightest(b.Conds)
		return b, true
	}
}

func squares(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	return squareTest(m, t.loop, t.phis, t.cmp)
}

func remainders(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	return euclid(m, t.loop, t.cmp)
}

func congruence(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	return divisible(m, t.loop, t.cmp)
}

// geometric bounds a counter that is multiplied, divided or shifted.
func geometric(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	if len(t.xs) != 1 || len(t.ys) > 0 {
		return symval.Bound{}, false
	}
	return scaled(m, t.loop, t.xs[0], t.cmp)
}

// bisection bounds two counters whose distance is divided.
func bisection(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(t.xs, t.ys))))
	if len(all) != 2 {
		return symval.Bound{}, false
	}
	if b, ok := bisect(m, t.loop, all[0], all[1], t.cmp); ok && m.Possible(b.Conds) {
		return b, true
	}
	return bisect(m, t.loop, all[1], all[0], t.cmp)
}

// A loop is bounded by provers. Each looks at one form of loop and returns a bound of its iterations, the reason why there
// is none, or that the loop is not of its form. They are asked in the order of the lists below; the first bound is taken.

// exitTest is a test that every iteration of a loop passes, and under which the loop goes on.
type exitTest struct {
	loop, block int
	stay        bool // the loop goes on where the branch is taken
	phis        map[ssa.ID]symval.InductionVar
	cmp         symval.Comparison // of two int or long values, under which the loop goes on
	compares    bool              // it is such a comparison
}

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

// onTest is a prover of tests that need not be comparisons of numbers.
func onTest(f func(m *symval.Func, l, b int, stay bool) (symval.Bound, bool)) func(*symval.Func, *exitTest) (symval.Bound, bool) {
	return func(m *symval.Func, t *exitTest) (symval.Bound, bool) { return f(m, t.loop, t.block, t.stay) }
}

// affineTest bounds a comparison of counters that move by additions.
func affineTest(m *symval.Func, t *exitTest) (symval.Bound, bool) {
	if !t.compares {
		return symval.Bound{}, false
	}
	b := boundExit(m, t.loop, t.phis, t.cmp)
	if b.Why == "" {
		b = dividedSteps(m, t.loop, t.phis, t.cmp, b)
	}
	return b, true
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
