package loopbound

import (
	"github.com/energylint/energylint/absint/internal/cellcounter"
	"github.com/energylint/energylint/absint/internal/chunked"
	"github.com/energylint/energylint/absint/internal/circular"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/either"
	"github.com/energylint/energylint/absint/internal/eviction"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/patternswitch"
	"github.com/energylint/energylint/absint/internal/powers"
	"github.com/energylint/energylint/absint/internal/removal"
	"github.com/energylint/energylint/absint/internal/sift"
	"github.com/energylint/energylint/absint/internal/sortflag"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/absint/internal/textloop"
	"github.com/energylint/energylint/absint/internal/treewalk"
	"github.com/energylint/energylint/absint/internal/unlinking"
)

// Loops are bounded by provers, each in a file of its own. A prover handles one form of test or loop; it returns a bound of the iterations, the reason for
// none, or that the form is not its own. The first bound is taken. Sound because each prover is: their order decides only which bound is reported.

// Prover bounds how often one exit test of a loop can hold.
type Prover struct {
	name string // shown in explanations; a noun for the form of test that it bounds
	// bound returns the bound, or the reason for none in b.Why. ok is false if the test is not of the prover's form.
	bound func(m *symval.Func, t *exitTest) (b symval.Bound, ok bool)
	final bool // no later prover is called for a test of this form
}

// Provers are called for each exit test, in this order.
var Provers = []Prover{
	{"iterator", onTest(heapsize.IteratorTest), true},
	{"emptied buffer", onTest(textloop.EmptiedBuffer), false},
	{"source", onTest(heapsize.SourceTest), true},
	{"growth", onTest(heapsize.GrowthTest), true},
	{"links", onTest(heapsize.TraversalTest), true},
	{"square root", onTest(rootTest), true},
	{"big shift", bigShift, true},
	{"chunks", onTest(chunked.Test), false},
	{"affine", affineTest, false},
	{"squares", onComparison(squares), false},
	{"shifted one", onComparison(shiftedOne), false},
	{"first bit", firstBit, false},
	{"remainders", onComparison(remainders), false},
	{"congruence", onComparison(congruence), false},
	{"geometric", onComparison(geometric), false},
	{"bisection", onComparison(bisection), false},
	{"powers", onTest(powers.Test), false},
	{"circular", onTest(circular.Test), false},
	{"cell counter", onTest(cellcounter.Test), false},
	{"removal", onTest(removal.Test), false},
	{"tokens", onTest(textloop.Tokens), false},
}

// loopProver bounds a loop without a bounded exit test.
type loopProver struct {
	name string // shown in explanations
	// bound returns the bound, or the reason for none in b.Why. ok is false if the loop is not of the prover's form.
	bound func(m *symval.Func, l int, ct code.Iterating) (b symval.Bound, ok bool)
}

// onLoop is a prover that does not ask which blocks an iteration runs.
func onLoop(f func(m *symval.Func, l int) (symval.Bound, bool)) func(*symval.Func, int, code.Iterating) (symval.Bound, bool) {
	return func(m *symval.Func, l int, _ code.Iterating) (symval.Bound, bool) { return f(m, l) }
}

// loopProvers are called for each loop without a bounded exit test, in this order.
var loopProvers = []loopProver{
	{"linear ranking", linearRanking},
	{"either", onLoop(either.Loop)},
	{"tree walk", onLoop(treewalk.Loop)},
	{"sift", onLoop(sift.Loop)},
	{"eviction", onLoop(eviction.Loop)},
	{"flag", onLoop(sortflag.Loop)},
	{"link traversal", onLoop(heapsize.TraversalWithoutTest)},
	{"unlinking", onLoop(unlinking.Loop)},
	{"restarted switch", onLoop(patternswitch.Restarted)},
	{"shortened text", onLoop(textloop.Shortened)},
	{"shortened buffer", onLoop(textloop.ShortenedBuffer)},
	{"search back", onLoop(textloop.SearchedBack)},
}

// prove returns the first bound that a prover finds for a test, else the first reason for none. tried is false if the
// test is of no prover's form.
func prove(m *symval.Func, t *exitTest) (b symval.Bound, tried bool) {
	info := &m.Loops[t.loop]
	for i := range Provers {
		p := &Provers[i]
		bound, ok := p.bound(m, t)
		if !ok {
			continue
		}
		bound = unrefuted(m, t.loop, bound)
		info.Answers = append(info.Answers, symval.ProverAnswer{Prover: p.name, Block: int32(t.block), Bound: bound.Upper, Why: bound.Why})
		if bound.Why == "" || p.final {
			return bound, true
		}
		if !tried {
			b, tried = bound, true
		}
	}
	return b, tried
}

// boundWithoutTest bounds loop l, which no exit test bounds, by the provers of whole loops. why is the first reason
// that the exit tests gave; it is reported if these provers fail.
func boundWithoutTest(m *symval.Func, l int, ct code.Iterating, why string) {
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
		info.Why = explainSkippedTests(m, l, ct)
	}
}
