package cost

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/expr"
)

// Loops whose iterations another loop pays for.

// amortized returns the cost of the inner loops whose iterations are bounded over a whole run of loop l rather than per
// iteration of l (amortized analysis, Tarjan 1985). Sound because the body costs at most its costliest iteration, and the
// total bounds the iterations of all runs together.
func (e *Evaluator) amortized(l int) Outcome {
	out := Outcome{}
	m := e.S.M
	for k := range m.Loops {
		a := m.Loops[k].Amortized
		if a == nil || a.Over != l {
			continue
		}
		body := e.Node(e.S.Expr.bodies[k])
		if body.Infeasible {
			continue
		}
		paid := body.MergeMeta(Outcome{Conditions: a.Conds})
		for _, t := range e.splitSigns(body.Poly.Terms) {
			up := e.raisesCost(t.Vec)
			s := m.EliminateIndex(m.EliminateIndex(expr.MonoSize(t.Mono), k, up, -1), l, up, 0)
			if s.Top {
				paid.Reasons = expr.UnionReasons(paid.Reasons, []expr.Reason{{Text: fmt.Sprintf("the cost of each iteration of the loop at %s has no closed-form sum", m.Place(k)), Line: m.LoopLine(k), Method: e.S.Name()}})
				continue
			}
			paid.Poly = paid.Poly.Add(expr.ConstPoly(t.Vec).MulSize(s).MulSize(a.Total))
		}
		out = out.Then(paid)
	}
	return out
}
