package sift

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Argument is what a recursive call passes for the index.
type Argument struct{ Value, Call ssa.ID }

// Descent is a recursion whose index jumps with each call.
type Descent struct {
	Depth expr.Size // how often it recurs
	Most  expr.Size // the largest index in a call that is not the first: the bound holds if no call increases it
	Conds []expr.Condition
}

// Recursion bounds a recursion by an index, the parameter of a method that calls itself. Sound as the bounds of loops are, where a call is an iteration.
func Recursion(m *symval.Func, param ssa.ID, args []Argument) (d Descent, ok bool) {
	if m.CFG.HasSubroutines || m.Fn.Values[param].Type != 'i' {
		return d, false
	}
	r := &region{m: m, loop: -1, x: param}
	for _, a := range args {
		if r.call = a.Call; !r.collect(a.Value, 0, nil, m.Fn.Values[a.Call].Block) {
			return d, false
		}
	}
	index := m.ValueOf(param)
	most, conds, ok := r.largest()
	if !ok || r.kept || !index.Ok() || len(index.Conds) > 0 {
		return d, false
	}
	first := start{low: index.Size, Interval: m.RangeOf(param)}
	first.known = first.Lo >= 0 && first.Hi <= largestIndex
	if !r.checked() {
		first.known, first.Lo = true, math.Max(0, first.Lo)
		conds = m.Require(conds, expr.Condition{Size: index.Size, Lo: 0, Hi: math.Inf(1)})
		conds = r.fits(conds, most, index.Size)
	}
	d = Descent{m.Clamp(r.jumps(most, first), code.NoBlock), most, expr.Tightest(conds)}
	return d, !d.Depth.Top && m.Possible(d.Conds)
}
