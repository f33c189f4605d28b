package loopbound

import (
	"fmt"
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/stated"
	"github.com/energylint/energylint/absint/internal/symval"
)

// applyLoopFacts applies the bounds and variants that are written at loop l if they are smaller than the proved bound.
// Sound under the recorded assumption: a written bound is taken as true, and every result that uses it names it.
func applyLoopFacts(m *symval.Func, l int) {
	info := &m.Loops[l]
	for _, fact := range m.Facts.Loops {
		if !stated.IsAt(m, l, fact) {
			continue
		}
		n := stated.SizeOfExpr(m, fact.Expr, l)
		if n.Top {
			continue
		}
		if fact.Variant { // one iteration per value from the initial one down to zero
			n = n.AddInt(1)
		}
		n = m.Clamp(n, m.CFG.Loops[l].Header)
		bound := math.Inf(1)
		if v, ok := n.Int(); ok {
			bound = float64(v)
		}
		if !info.Upper.Top && len(info.Conds) == 0 {
			if info.Exact && m.Env.Size(n.Sub(info.Lower)).Hi < 0 {
				m.Contradictions = append(m.Contradictions, symval.Contradiction{Line: m.LoopLine(l), Written: n, Runs: info.Lower, Origin: fact.Written})
				continue
			}
			if n = expr.Min(n, info.Upper); n.Equal(info.Upper) {
				continue // the proved bound is at least as small
			}
			info.Exact = false
		} else {
			info.Conds, info.Exact, info.Lower = nil, false, expr.Size{}
		}
		info.Upper, info.Why, info.Tests = n, "", nil
		info.Assumptions = append(info.Assumptions, expr.Assumption{Symbol: fmt.Sprintf("iterations of the loop at %s of %s", m.Place(l), m.Fn.Method.Name), Max: bound, Origin: fact.Origin})
	}
}
