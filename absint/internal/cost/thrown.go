package cost

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
)

// Explicit throws of callees, for lower bounds of calls that end by a return or an explicit throw (Objective.AnyExit).

// SetMayThrow records that a call that costs o may end by an explicit throw of an analysed callee.
func (o Outcome) SetMayThrow(obj Objective, may func() bool) Outcome {
	o.MayThrow = obj.anyExit && may()
	return o
}

// orThrown returns the better of o, the outcome of the paths through block b, and the paths that end there because a callee
// throws. Sound because the callee's outcome is a lower bound of its calls that throw, and of what the block executes before
// the call only negative costs are counted.
func (e *Evaluator) orThrown(b int32, o Outcome) Outcome {
	if !e.Obj.anyExit || e.call == nil || !e.block(b).MayThrow || e.catchesAll(b) {
		return o
	}
	thrown := e.begun(b)
	for i := range e.S.Calls[b] {
		if thrown = thrown.Then(e.calledOutcome(&e.S.Calls[b][i])); thrown.MayThrow {
			break
		}
	}
	thrown.Throws, thrown.MayThrow = true, true
	if o.Infeasible {
		return thrown
	}
	out := e.Either(o, thrown)
	out.Throws = o.Throws
	return out
}

// begun returns a lower bound of any part of a block's own instructions: the negative costs among them.
func (e *Evaluator) begun(b int32) Outcome {
	var out Outcome
	if !e.Obj.Unsure {
		return out
	}
	if slices.ContainsFunc(e.S.Sized[b], func(z SizedPattern) bool { return e.Weights[z.id] < 0 }) {
		return e.Obj.LeftOut()
	}
	negative := slices.DeleteFunc(slices.Clone(e.S.blockVector(b)), func(n pattern.Count) bool {
		return int(n.ID) >= len(e.Weights) || n.N*e.Weights[n.ID] >= 0
	})
	out.Poly = expr.ConstPoly(negative)
	return out
}

// catchesAll reports whether a handler of the method catches whatever is thrown in block b.
func (e *Evaluator) catchesAll(b int32) bool {
	m := e.S.M
	blk := &m.CFG.Blocks[b]
	for i := range blk.Succs {
		edge := &blk.Succs[i]
		if edge.Kind != cfg.Exception {
			continue
		}
		if _, surely := exceptions.CaughtBy(m.CFG.Catch(edge), m.Fields.H.Analysed); surely&exceptions.Thrown != 0 {
			return true
		}
	}
	return false
}
