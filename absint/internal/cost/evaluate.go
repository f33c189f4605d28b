package cost

import (
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Evaluations of a whole method under an objective, within the step limit of the analysis.

// Evaluate returns the outcome under an objective. call gives the outcomes of calls, nil for cost 0. An evaluation beyond the
// step limit has no bound.
func (s *Summary) Evaluate(obj Objective, call func(site *callees.CallSite) Outcome) Outcome {
	var o Outcome
	if !s.M.Within(func() { o = s.Evaluated(obj, call) }) {
		obj.Rivals.Diverge()
		return s.unevaluated(obj)
	}
	return o
}

// evaluators are reused.
var evaluators = sync.Pool{New: func() any { return new(Evaluator) }}

// Evaluated returns the outcome under an objective; the caller bounds the steps.
func (s *Summary) Evaluated(obj Objective, call func(site *callees.CallSite) Outcome) Outcome {
	e := s.setEvaluator(evaluators.Get().(*Evaluator), obj, call)
	defer func() {
		clear(*e.scratch)
		scratches.Put(e.scratch)
		*e = Evaluator{}
		evaluators.Put(e)
	}()
	return e.Node(s.Expr.Root)
}

// unevaluated returns the outcome of a method whose evaluation exceeds the step limit.
func (s *Summary) unevaluated(obj Objective) Outcome {
	if !obj.Upper {
		return obj.LeftOut()
	}
	return Outcome{Reasons: []expr.Reason{{Text: symval.ErrWork.Error(), Method: s.Name()}}, Unbounded: true}
}
