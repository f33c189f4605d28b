package absint

import "github.com/energylint/energylint/internal/ssa"

// A loop is bounded by provers. Each looks at one form of loop and returns a bound of its iterations, the reason why there
// is none, or that the loop is not of its form. They are asked in the order of the lists below; the first bound is taken.

// exitTest is a test that every iteration of a loop passes, and under which the loop goes on.
type exitTest struct {
	loop, block int
	stay        bool // the loop goes on where the branch is taken
	phis        map[ssa.ID]movingPhi
	cmp         fact // of two int or long values, under which the loop goes on
	compares    bool // it is such a comparison
}

// testProver bounds how often one test of a loop can be passed.
type testProver struct {
	name string
	// bound returns the bound, or the reason in why. ok is false where the test is not of the prover's form.
	bound func(m *method, t *exitTest) (b testBound, ok bool)
	// final says that no other prover is asked about a test of this form.
	final bool
}

// testProvers are asked about each exit test.
var testProvers = []testProver{
	{"iterator", onTest((*method).iteratorTest), true},
	{"source", onTest((*method).pullTest), true},
	{"growth", onTest((*method).growthTest), true},
	{"links", onTest((*method).walkTest), true},
	{"square root", onTest((*method).rootTest), true},
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
	bound func(m *method, l int, ct iterating) (b testBound, ok bool)
}

// loopProvers are asked about each loop that no exit test bounds.
var loopProvers = []loopProver{
	{"linear ranking", func(m *method, l int, ct iterating) (testBound, bool) {
		return m.unrefuted(l, m.boundByWays(l, ct)), true
	}},
	{"link traversal", func(m *method, l int, _ iterating) (testBound, bool) { return m.walkUntil(l) }},
	{"restarted switch", func(m *method, l int, _ iterating) (testBound, bool) { return m.restarts(l) }},
}

// proverAnswer is what a prover answered.
type proverAnswer struct {
	prover string
	block  int32 // of the test, -1 for the whole loop
	bound  Size
	why    string
}

// onTest is a prover of tests that need not be comparisons of numbers.
func onTest(f func(m *method, l, b int, stay bool) (testBound, bool)) func(*method, *exitTest) (testBound, bool) {
	return func(m *method, t *exitTest) (testBound, bool) { return f(m, t.loop, t.block, t.stay) }
}

// affineTest bounds a comparison of counters that move by additions.
func affineTest(m *method, t *exitTest) (testBound, bool) {
	if !t.compares {
		return testBound{}, false
	}
	b := m.boundTest(t.loop, t.phis, t.cmp)
	if b.why == "" {
		b = m.dividedSteps(t.loop, t.phis, t.cmp, b)
	}
	return b, true
}

// prove asks the provers about a test. tried is false where it is of no prover's form.
func (m *method) prove(t *exitTest) (b testBound, tried bool) {
	info := &m.loops[t.loop]
	for i := range testProvers {
		p := &testProvers[i]
		one, ok := p.bound(m, t)
		if !ok {
			continue
		}
		one = m.unrefuted(t.loop, one)
		info.answers = append(info.answers, proverAnswer{p.name, int32(t.block), one.upper, one.why})
		if one.why == "" || p.final {
			return one, true
		}
		if !tried {
			b, tried = one, true
		}
	}
	return b, tried
}

// boundWithoutTest bounds loop l, which no exit test bounds; why is the first reason why.
func (m *method) boundWithoutTest(l int, ct iterating, why string) {
	info := &m.loops[l]
	for i := range loopProvers {
		b, ok := loopProvers[i].bound(m, l, ct)
		if !ok {
			continue
		}
		info.answers = append(info.answers, proverAnswer{loopProvers[i].name, -1, b.upper, b.why})
		if b.why == "" {
			info.upper, info.conds = b.upper, b.conds
			return
		}
	}
	if info.why = why; why == "" {
		info.why = m.explainNoTest(l, ct)
	}
}
