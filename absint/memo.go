package absint

import (
	"math"
	"slices"
	"sync"
)

func (s *costSummary) evaluate(obj Objective, call func(site *callSite) Outcome) Outcome {
	var o Outcome
	if !s.m.within(func() { o = s.evaluated(obj, call) }) {
		return s.unevaluated(obj)
	}
	return o
}

// evaluated is the outcome under an objective. The caller bounds the steps.
func (s *costSummary) evaluated(obj Objective, call func(site *callSite) Outcome) Outcome {
	e := s.newEvaluator(obj, call)
	defer func() {
		clear(*e.scratch)
		scratches.Put(e.scratch)
	}()
	return e.node(s.expr.root)
}

// unevaluated is the outcome of a method whose evaluation exceeds maxSteps.
func (s *costSummary) unevaluated(obj Objective) Outcome {
	if !obj.Upper {
		return obj.leftOut()
	}
	return Outcome{Reasons: []Reason{{Text: errWork.Error(), Method: s.name()}}, open: true}
}

// memoized is an outcome, once it is known.
type memoized struct {
	Outcome
	known bool
}

// memoize computes a value once: m is a map of K to V. What two goroutines compute at a time is the same.
func memoize[K comparable, V any](m *sync.Map, k K, compute func() V) V {
	if v, ok := m.Load(k); ok {
		return v.(V)
	}
	v, _ := m.LoadOrStore(k, compute())
	return v.(V)
}

// scratches are what evaluations remember outcomes in: half of the memory that they would need otherwise.
var scratches = sync.Pool{New: func() any { return new([]memoized) }}

// newCombiner is an evaluator that combines outcomes in whose sizes the symbols have these ranges.
func newCombiner(obj Objective, r Ranges) *evaluator {
	return &evaluator{obj: obj, weights: obj.weights(), ranges: r}
}

func (s *costSummary) newEvaluator(obj Objective, call func(site *callSite) Outcome) *evaluator {
	e := newCombiner(obj, s.m.ranges)
	e.s, e.call, e.scratch = s, call, scratches.Get().(*[]memoized)
	n, blocks := len(s.expr.nodes), len(s.m.g.Blocks)
	*e.scratch = slices.Grow((*e.scratch)[:0], n+blocks)[:n+blocks]
	e.memo, e.blocks = (*e.scratch)[:n], (*e.scratch)[n:]
	e.ranges.indices = s.indices
	return e
}

// indexRanges are the ranges of the loops' indices, the last, partial iterations included.
func (s *costSummary) indexRanges() map[int]Range {
	out := map[int]Range{}
	for l := range s.m.loops {
		n := s.m.loops[l].upper
		if !n.bad {
			out[l] = Range{0, math.Max(0, s.m.ranges.size(s.m.eliminate(n, true, anywhere)).Hi)}
		}
	}
	return out
}

// withMethod is the summary with other values of symbols and loops.
func (s *costSummary) withMethod(m *method) *costSummary {
	out, calls := *s, *s.callSummary
	calls.m, out.callSummary = m, &calls
	if s.err == nil {
		out.indices = out.indexRanges()
	}
	return &out
}

// node evaluates a node and everything below it. The recursion follows the expression's depth, which is that of
// the longest path through the method; Go's stacks grow.
func (e *evaluator) node(id int32) Outcome {
	if r := &e.memo[id]; r.known {
		return r.Outcome
	}
	r := e.compute(id).exact(e.obj, e.s)
	e.s.m.spend(1 + r.Poly.work() + 8*len(r.Conditions))
	e.memo[id] = memoized{r, true}
	return r
}

func (e *evaluator) block(b int32) Outcome {
	if e.avoid != nil {
		return e.executed(b)
	}
	if r := &e.blocks[b]; r.known {
		return r.Outcome
	}
	r := e.executed(b)
	e.blocks[b] = memoized{r, true}
	return r
}
