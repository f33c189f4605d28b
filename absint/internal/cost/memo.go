package cost

import (
	"math"
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
)

func (s *Summary) Evaluate(obj Objective, call func(site *callees.CallSite) Outcome) Outcome {
	var o Outcome
	if !s.M.Within(func() { o = s.Evaluated(obj, call) }) {
		return s.unevaluated(obj)
	}
	return o
}

// Evaluated is the outcome under an objective. The caller bounds the steps.
func (s *Summary) Evaluated(obj Objective, call func(site *callees.CallSite) Outcome) Outcome {
	e := s.NewEvaluator(obj, call)
	defer func() {
		clear(*e.scratch)
		scratches.Put(e.scratch)
	}()
	return e.Node(s.Expr.Root)
}

// unevaluated is the outcome of a method whose evaluation exceeds MaxSteps.
func (s *Summary) unevaluated(obj Objective) Outcome {
	if !obj.Upper {
		return obj.LeftOut()
	}
	return Outcome{Reasons: []expr.Reason{{Text: symval.ErrWork.Error(), Method: s.Name()}}, Unbounded: true}
}

// memoized is an outcome, once it is known.
type memoized struct {
	Outcome
	known bool
}

// scratches are what evaluations remember outcomes in: half of the memory that they would need otherwise.
var scratches = sync.Pool{New: func() any { return new([]memoized) }}

// NewCombiner is an evaluator that combines outcomes in whose sizes the symbols have these ranges.
func NewCombiner(obj Objective, r expr.Env) *Evaluator {
	return &Evaluator{Obj: obj, Weights: obj.AllWeights(), Ranges: r}
}

func (s *Summary) NewEvaluator(obj Objective, call func(site *callees.CallSite) Outcome) *Evaluator {
	e := NewCombiner(obj, s.M.Env)
	e.S, e.call, e.scratch = s, call, scratches.Get().(*[]memoized)
	n, blocks := len(s.Expr.nodes), len(s.M.CFG.Blocks)
	*e.scratch = slices.Grow((*e.scratch)[:0], n+blocks)[:n+blocks]
	e.memo, e.blocks = (*e.scratch)[:n], (*e.scratch)[n:]
	e.Ranges.Indices = s.Indices
	return e
}

// IndexRanges are the ranges of the loops' indices, the last, partial iterations included.
func (s *Summary) IndexRanges() map[int]expr.Interval {
	out := map[int]expr.Interval{}
	for l := range s.M.Loops {
		n := s.M.Loops[l].Upper
		if !n.Top {
			out[l] = expr.Interval{Lo: 0, Hi: math.Max(0, s.M.Env.Size(s.M.Eliminate(n, true, symval.NoBlock)).Hi)}
		}
	}
	return out
}

// WithMethod is the summary with other values of symbols and loops.
func (s *Summary) WithMethod(m *symval.Func) *Summary {
	out, calls := *s, *s.Summary
	calls.M, out.Summary = m, &calls
	if s.Failure == nil {
		out.Indices = out.IndexRanges()
	}
	return &out
}

// Node evaluates a node and everything below it. The recursion follows the expression's depth, which is that of
// the longest path through the method; Go's stacks grow.
func (e *Evaluator) Node(id int32) Outcome {
	if r := &e.memo[id]; r.known {
		return r.Outcome
	}
	r := e.compute(id).Exact(e.Obj, e.S)
	e.S.M.Spend(1 + r.Poly.Work() + 8*len(r.Conditions))
	e.memo[id] = memoized{r, true}
	return r
}

func (e *Evaluator) block(b int32) Outcome {
	if e.Avoid != nil {
		return e.executed(b)
	}
	if r := &e.blocks[b]; r.known {
		return r.Outcome
	}
	r := e.executed(b)
	e.blocks[b] = memoized{r, true}
	return r
}

// Constant says whether an outcome depends on no symbol.
func (o Outcome) Constant() bool {
	return !o.HasCalls() && (len(o.Poly.Terms) == 0 || len(o.Poly.Terms) == 1 && len(o.Poly.Terms[0].Mono) == 0)
}

// TracedRaise is the dimension that counts a raise on the critical path.
func (s *Summary) TracedRaise(i int32) pattern.ID {
	return pattern.ID(expr.Dimensions) + pattern.ID(len(s.M.CFG.Blocks)) + pattern.ID(i)
}
