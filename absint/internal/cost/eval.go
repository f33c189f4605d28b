package cost

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// The evaluation of a cost expression, bottom-up over the DAG (the implicit path enumeration of a structured graph: Li and
// Malik 1995; Puschner and Koza 1989). Sound because each node's outcome bounds the cost of every path below it.

// Unrefuted returns the upper bound o of a method, or of one of its calls if site is not nil, or a reason for no bound if its
// conditions never hold.
func (o Outcome) Unrefuted(obj Objective, s *Summary, site *callees.CallSite) Outcome {
	if !obj.Upper || s.M == nil || len(o.Conditions) == 0 {
		return o
	}
	c, never := s.M.Impossible(o.Conditions)
	if !never {
		return o
	}
	why := expr.Reason{Text: c.Refuted(), Line: s.M.Line(0), Method: s.Name()}
	if site != nil {
		why.Text, why.Line = fmt.Sprintf("the call of %s%s: %s", site.Member.Name, site.Place(), why.Text), site.Line
	}
	return Outcome{Reasons: expr.UnionReasons(o.Reasons, []expr.Reason{why}), Unbounded: true, Recurs: o.Recurs, Throws: o.Throws}
}

// MaxCostTerms bounds the terms of a method's cost, which callers pass on.
const MaxCostTerms = 256

// raise returns the cost of an exception that is raised and caught.
func (e *Evaluator) raise(i int32) Outcome {
	var out Outcome
	if e.S.Raiser != nil {
		out = e.S.Raiser.RaiseCost(e, &e.S.Expr.Raises[i])
	}
	if e.Trace {
		out.Poly = out.Poly.Add(expr.ConstPoly(pattern.Single(e.S.TracedRaise(i), 1)))
	}
	return out
}

// compute evaluates a node.
func (e *Evaluator) compute(id int32) Outcome {
	n := &e.S.Expr.nodes[id]
	switch n.kind {
	case infeasibleNode:
		return Outcome{Infeasible: true}
	case throwNode:
		return Outcome{Throws: true, MayThrow: e.Obj.anyExit, Infeasible: e.Obj.CutShort != nil}
	case unknownNode:
		if !e.Obj.Upper {
			return e.Obj.LeftOut()
		}
		return Outcome{Reasons: []expr.Reason{{Text: e.S.Expr.reasons[n.id], Method: e.S.Name()}}}
	case blockNode:
		return e.orThrown(n.id, e.block(n.id))
	case partialNode:
		if !e.Obj.Upper {
			return e.partial(n.id) // the exception may come first of all
		}
		if e.Obj.CutShort != nil {
			cut := *e
			cut.call = e.Obj.CutShort
			return cut.executed(n.id)
		}
		if e.Avoid != nil { // the exception may come before the call that Avoid excludes
			whole := *e
			whole.Avoid = nil
			return whole.block(n.id)
		}
		return e.block(n.id)
	case raiseNode:
		return e.raise(n.id)
	case seqNode:
		if first := &e.S.Expr.nodes[n.first]; first.kind == blockNode {
			return e.orThrown(first.id, e.block(first.id).Then(e.Node(n.second)))
		}
		a, b := e.Node(n.first), e.Node(n.second)
		if n.endless && b.Infeasible && e.Obj.Upper {
			return a
		}
		return a.Then(b)
	case altNode:
		return e.alt(n)
	case loopNode:
		if !e.Obj.Upper {
			return e.loop(n)
		}
		if e.Obj.Header >= 0 && !e.S.M.CFG.InLoop(int(e.Obj.Header), int(n.id)) {
			return Outcome{} // no iteration executes the header that is counted
		}
		return e.amortized(int(n.id)).Then(e.loop(n))
	case finalNode:
		return e.final(n)
	}
	return Outcome{}
}

// Exact returns o if its counts are in the range of exact arithmetic, else no upper bound or the lower bound of code that is
// not evaluated.
func (o Outcome) Exact(obj Objective, s *Summary) Outcome {
	if !o.Poly.Lost() {
		return o
	}
	out := Outcome{Throws: o.Throws, MayThrow: o.MayThrow, Recurs: o.Recurs}
	switch {
	case obj.Upper:
		why := expr.Reason{Text: "something in it may run more than 2^53 times", Method: s.Name()}
		out.Unbounded, out.Reasons = true, expr.UnionReasons(o.Reasons, []expr.Reason{why})
	default:
		out.Conditions = obj.LeftOut().Conditions
	}
	return out
}

// alt returns the worse of two branches, or the better that returns normally under a lower objective.
func (e *Evaluator) alt(n *node) Outcome {
	a, b := e.Node(n.first), e.Node(n.second)
	switch {
	case a.Infeasible:
		return b
	case b.Infeasible:
		return a
	}
	if !e.Obj.Upper && !e.Obj.anyExit { // prefer calls that return normally
		switch {
		case a.Throws && !b.Throws:
			return b
		case b.Throws && !a.Throws:
			return a
		}
	}
	out := e.Either(a, b)
	out.Throws = a.Throws && b.Throws
	return out
}

// executed returns the outcome of one execution of a block.
func (e *Evaluator) executed(b int32) Outcome {
	s := e.S
	if e.Reached != nil && !e.Reached[b] {
		return Outcome{Infeasible: true}
	}
	out := sequences.Get().(*sequence)
	defer out.release()
	if e.Obj.countsPatterns() || e.Trace {
		out.poly.AddTerm(nil, s.Tiles.Counts(int(b)))
		out.poly.AddTerm(nil, s.Captures[b])
	}
	if e.Obj.Choices == nil { // choices are between costs of library code, whose instructions are not counted
		out.poly.AddTerm(nil, s.instructions(b))
	}
	if e.Trace {
		out.poly.AddTerm(nil, pattern.Single(pattern.ID(expr.Dimensions)+pattern.ID(b), 1))
	}
	if e.Obj.Header == b {
		out.poly.AddTerm(nil, pattern.Single(expr.HeaderExecutions, 1))
	}
	for _, z := range s.Sized[b] {
		out.then(e.sizedOutcome(z))
	}
	if e.call == nil {
		return out.outcome()
	}
	for i := range s.Calls[b] {
		if e.Avoid != nil && e.Avoid(&s.Calls[b][i]) {
			return Outcome{Infeasible: true}
		}
		out.then(e.calledOutcome(&s.Calls[b][i]))
		s.M.Spend(out.poly.Work())
		if e.Obj.forNumber && e.Avoid == nil && out.meta.Unbounded {
			break
		}
	}
	return out.outcome()
}

// calledOutcome returns the cost that a call adds.
func (e *Evaluator) calledOutcome(site *callees.CallSite) Outcome {
	r := e.call(site)
	r.Infeasible, r.Throws = false, r.Throws && !e.Obj.Upper
	if !e.Obj.Upper {
		r.Reasons = nil
	}
	return r
}

// sizedOutcome returns the cost of a sized pattern.
func (e *Evaluator) sizedOutcome(z SizedPattern) Outcome {
	if !e.Obj.Upper && (!z.Count.Ok() || z.isBound || len(z.Count.Conds) > 0) {
		return e.LeaveOut(Outcome{Poly: expr.ConstPoly(pattern.Single(z.id, 1))})
	}
	if !z.Count.Ok() {
		return Outcome{Reasons: []expr.Reason{{Text: z.Count.Why, Line: z.line, Method: e.S.Name()}}}
	}
	return Outcome{Poly: expr.ConstPoly(pattern.Single(z.id, 1)).MulSize(z.Count.Size), Conditions: z.Count.Conds}
}

// loop returns the cost of the full iterations of a loop.
func (e *Evaluator) loop(n *node) Outcome {
	l := int(n.id)
	m := e.S.M
	info := &m.Loops[l]
	body := e.Node(n.first)
	if body.Infeasible {
		return Outcome{}
	}
	if !e.Obj.Upper {
		body.Throws = false
		sure := info.Exact && len(info.Conds) == 0 && !info.Lower.Top && !(e.Obj.anyExit && (body.MayThrow || m.LeftByThrow(l)))
		if !sure {
			// If an iteration may have a negative cost, the fewest iterations need not be the cheapest.
			return e.LeaveOut(body)
		}
		if v, ok := info.Lower.Int(); ok && v <= 0 {
			return Outcome{}
		}
		p, ok := e.Sum(body.Poly, l, info.Lower)
		if !ok {
			return e.LeaveOut(body)
		}
		return Outcome{Poly: p, Conditions: body.Conditions}
	}
	if info.Amortized != nil {
		return Outcome{Conditions: info.Conds} // included in the cost of the loop around it: see amortized
	}
	if info.Upper.Top {
		r := expr.Reason{Text: info.Why, Line: m.LoopLine(l), Method: e.S.Name()}
		return Outcome{Reasons: expr.UnionReasons([]expr.Reason{r}, body.Reasons), Assumptions: body.Assumptions, Conditions: body.Conditions}
	}
	if v, ok := info.Upper.Int(); ok && v == 0 {
		return Outcome{Conditions: info.Conds, Assumptions: info.Assumptions}
	}
	out := body.MergeMeta(Outcome{Conditions: info.Conds, Assumptions: info.Assumptions})
	var ok bool
	if out.Poly, ok = e.Sum(body.Poly, l, info.Upper); !ok {
		out.Reasons = expr.UnionReasons(out.Reasons, []expr.Reason{{Text: fmt.Sprintf("the cost of each iteration of the loop at %s has no closed-form sum", m.Place(l)), Line: m.LoopLine(l), Method: e.S.Name()}})
	}
	return out
}

// partial returns the lower bound of a block that an exception may end at any instruction, or in a callee.
func (e *Evaluator) partial(b int32) Outcome {
	s := e.S
	negative := func(n pattern.Count) bool { return int(n.ID) < len(e.Weights) && n.N*e.Weights[n.ID] < 0 }
	analysed := func(site callees.CallSite) bool { return len(site.Targets)+len(site.Lambdas)+len(site.Callbacks) > 0 }
	if e.Obj.Unsure && (slices.ContainsFunc(s.blockVector(b), negative) || slices.ContainsFunc(s.Calls[b], analysed) ||
		slices.ContainsFunc(s.Sized[b], func(z SizedPattern) bool { return e.Weights[z.id] < 0 })) {
		return e.Obj.LeftOut()
	}
	return Outcome{}
}

// final returns the cost of the last, partial iteration of a loop and of the code after it, without the index of the loop.
func (e *Evaluator) final(n *node) Outcome {
	l := int(n.id)
	r := e.Node(n.first)
	if r.Infeasible || !r.Poly.Mentions(l) {
		return r
	}
	if e.S.M.Loops[l].Upper.Top {
		if !e.Obj.Upper {
			return e.LeaveOut(r)
		}
		// The loop has no bound, so the cost has none.
		r.Reasons = expr.UnionReasons(r.Reasons, []expr.Reason{{Text: e.S.M.Loops[l].Why, Line: e.S.M.LoopLine(l), Method: e.S.Name()}})
		r.Poly = expr.Poly{}
		return r
	}
	var out expr.Poly
	e.S.M.Spend(r.Poly.Work())
	for _, t := range e.splitSigns(r.Poly.Terms) {
		s := e.S.M.EliminateIndex(expr.MonoSize(t.Mono), l, e.Obj.Upper == e.raisesCost(t.Vec), 0)
		if s.Top {
			if !e.Obj.Upper {
				return e.LeaveOut(r)
			}
			r.Reasons = expr.UnionReasons(r.Reasons, []expr.Reason{{Text: fmt.Sprintf("the cost after the loop at %s depends on its last index", e.S.M.Place(l)), Line: e.S.M.LoopLine(l), Method: e.S.Name()}})
			continue
		}
		out = out.Add(expr.ConstPoly(t.Vec).MulSize(s))
	}
	r.Poly = out
	return r
}

// Node evaluates a node and its descendants, each once. The recursion is as deep as the longest path through the method.
func (e *Evaluator) Node(id int32) Outcome {
	if r := &e.memo[id]; r.known {
		return r.Outcome
	}
	r := e.compute(id).Exact(e.Obj, e.S)
	e.S.M.Spend(1 + r.Poly.Work() + 8*len(r.Conditions))
	e.memo[id] = memoized{r, true}
	return r
}

// block returns the outcome of a block, computed once if it does not depend on Avoid.
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
