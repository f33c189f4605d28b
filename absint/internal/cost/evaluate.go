package cost

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
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
