package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// The upper bounds of calls that return. What is executed on the way to an exception that leaves the method is no part of them: the
// checks of arguments at the beginning of a method cost little, and the exception with its message and stack trace a hundred times
// as much.
//
// Sound because a call that returns executes no block from which the method can only throw, and ends each call of a block by a
// return, but for the last one before a handler: the cost of such a block has what all its calls cost at most. So have library calls
// that may go on after an exception of what they call, methods that call each other, and methods that never return.

// returning is an evaluation of the calls that return.
type returning struct {
	of    *joint        // the evaluation of all calls
	whole []*cost.Whole // the same, by objective; all have one CutCalls
	apart []bool        // by method: its calls that return cost less than all its calls
}

// NewReturningPass returns the evaluation of the calls that return under the objectives of whole, which are upper ones. It is to be
// evaluated with whole, and after it.
func (p *Program) NewReturningPass(whole *Pass) *Pass {
	x := p.NewPass(whole.joint.objs, false)
	r := &returning{of: whole.joint, apart: make([]bool, len(p.Members))}
	cut := make([]bool, len(p.Members))
	for i := range x.joint.objs {
		r.whole = append(r.whole, &cost.Whole{Obj: whole.joint.objs[i], Done: whole.joint.out[i], CutCalls: cut})
		x.joint.objs[i].Whole = r.whole[i]
	}
	x.joint.returning = r
	return x
}

// componentReturning evaluates a component, whose callees are evaluated. The evaluation of all its calls is there.
func (e *joint) componentReturning(k int32) {
	if e.Cycles[k] != "" && e.Cuts[k].Load() != nil && interproc.NamesCalls(e.objs[0]) {
		e.evaluatePartition(k)
		return
	}
	e.membersReturning(e.Comps[k], e.Cycles[k])
}

// membersReturning evaluates a method, or methods that call each other by a cycle.
func (e *joint) membersReturning(members []int32, cycle string) {
	if cycle == "" {
		e.methodReturning(members[0])
	} else {
		e.takeWhole(members)
	}
}

// takeWhole takes the outcomes of all calls for methods.
func (e *joint) takeWhole(members []int32) {
	for i, obj := range e.objs {
		w := e.returning.whole[i]
		for _, v := range members {
			e.out[i][v], obj.Shared.Simple[v] = w.Done[v], w.Obj.Shared.Simple[v]
		}
	}
	for _, v := range members {
		e.findSame(v)
	}
	e.findCutCalls(members)
}

// methodReturning evaluates a method that does not call itself.
func (e *joint) methodReturning(v int32) {
	if e.takeWhole([]int32{v}); !e.mayDiffer(v) {
		return
	}
	first := e.first()
	var out, simple *cost.Outcome // under the first objective
	for i, obj := range e.objs {
		w, to := e.returning.whole[i], obj.Shared.Simple
		if i > 0 && e.rival && !first.Rivals.Differs(i-1) {
			e.out[i][v], to[v] = out, simple
		} else {
			if i == 0 {
				obj = first
			}
			obj.CutShort = func(site *callees.CallSite) cost.Outcome {
				obj.Rivals.Diverge()
				return e.CallOutcome(int(v), site, w.Obj, w.Done).Unrefuted(w.Obj, e.Sums[v], site).Brief(w.Obj)
			}
			to[v] = nil
			e.evaluateAll([]int32{v}, obj, e.out[i], "")
		}
		if i == 0 {
			out, simple = e.out[0][v], to[v]
		}
		if o := e.out[i][v]; o.Infeasible || len(o.Reasons) > 0 && len(w.Done[v].Reasons) == 0 || o.Equal(*w.Done[v]) {
			e.out[i][v], to[v] = w.Done[v], w.Obj.Shared.Simple[v]
		} else {
			e.returning.apart[v] = true
		}
	}
	e.findSame(v)
}

// findSame notes which outcomes of a method are that under the first objective.
func (e *joint) findSame(v int32) {
	for i := range e.same {
		e.same[i][v] = e.out[i+1][v] == e.out[0][v]
	}
}

// mayDiffer reports whether a method throws, or calls one whose calls that return cost less than all its calls.
func (e *joint) mayDiffer(v int32) bool {
	s := e.Sums[v]
	if s.Failure != nil {
		return false
	}
	return s.Expr.Throws || e.callsAny(v, e.returning.apart)
}

// callsAny reports whether a method may call one of some methods.
func (e *joint) callsAny(v int32, some []bool) bool {
	found := false
	for site := range e.Sums[v].AllCalls() {
		if found {
			break
		}
		site.EachCallee(e.A.Resolver, nil, func(m *classfile.Method) {
			i, ok := e.Positions[m]
			found = found || ok && some[i]
		})
	}
	return found
}

// findCutCalls notes whether a call symbol in the costs of methods, which may call each other, may be of a call whose exceptions are
// caught: a handler follows a block with a call, or so it is of a method that one of them calls.
func (e *joint) findCutCalls(members []int32) {
	cut := e.returning.whole[0].CutCalls
	if !slices.ContainsFunc(members, func(v int32) bool { return e.Sums[v].Failure == nil && (e.handlesCalls(v) || e.callsAny(v, cut)) }) {
		return
	}
	for _, v := range members {
		// What has no bound may have one of the calls that return, with symbols.
		cut[v] = slices.ContainsFunc(e.returning.whole, func(w *cost.Whole) bool { return w.Done[v].HasCalls() || w.Done[v].Unbounded })
	}
}

// handlesCalls reports whether a handler of a method follows a block with a call.
func (e *joint) handlesCalls(v int32) bool {
	s := e.Sums[v]
	for b := range s.Calls {
		for i := range s.M.CFG.Blocks[b].Succs {
			if s.M.CFG.Blocks[b].Succs[i].Kind == cfg.Exception && len(s.Calls[b]) > 0 {
				return true
			}
		}
	}
	return false
}
