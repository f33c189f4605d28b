package cost

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

// Unrefuted is an upper bound of a method, or of one of its calls, or the reason why it is none where its conditions never
// hold. site is nil for the method itself.
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
		why.Text, why.Line = fmt.Sprintf("the call of %s at line %d: %s", site.Member.Name, site.Line, why.Text), site.Line
	}
	return Outcome{Reasons: expr.UnionReasons(o.Reasons, []expr.Reason{why}), Unbounded: true, Recurs: o.Recurs, Throws: o.Throws}
}

// MaxCostTerms bounds the terms of a method's cost. Nobody reads a longer formula, and all callers would carry it on.
const MaxCostTerms = 256

// Worse is above both of two costs of constants.
func (e *Evaluator) Worse(a, b Outcome) Outcome {
	if e.Obj.Choices == nil {
		return e.Either(a, b)
	}
	out := a.MergeMeta(b)
	out.Poly = expr.Join(a.Poly, b.Poly)
	return out
}

// Outcome is the cost of one method or of a part of it: a polynomial that bounds it from the side that the
// objective asks for, where Conditions hold, and the reasons why it is not a bound where there are any.
type Outcome struct {
	Poly        expr.Poly
	Conditions  []expr.Condition
	Reasons     []expr.Reason
	Assumptions []expr.Assumption
	// Joined says that Poly is above two alternatives of which neither is always the worse: it is a bound, but no
	// path costs it.
	Joined bool
	// Expected are the library calls in Poly whose cost is an expected one: see Analyzer.Expected.
	Expected *CallSet
	// Unbounded says that a reason is no missing price: the cost has no bound at all, and Poly is empty.
	Unbounded  bool
	Recurs     bool // of a method that calls itself, and whose calls are all in Poly
	Infeasible bool
	Throws     bool // a path that ends by an exception, in a lower objective
}

// Returns reports whether a lower bound is one of calls that return: not where all of them end by a throw.
func (o Outcome) Returns() bool { return !o.Throws && !o.Infeasible }

// Evaluator evaluates the expression of one method under one objective.
type Evaluator struct {
	S       *Summary
	Obj     Objective
	Weights []float64
	call    func(site *callees.CallSite) Outcome // nil: calls cost nothing
	memo    []memoized                           // of the nodes
	blocks  []memoized                           // of the blocks themselves: those in loops and before exceptions are in several nodes
	scratch *[]memoized
	Ranges  expr.Env
	Trace   bool                              // count executions of every block, as dimensions behind the others
	Avoid   func(site *callees.CallSite) bool // calls that no path makes, nil for none
	// Reached are the blocks that a path can come to, nil for all.
	Reached []bool
}

// exceptionPricer prices exceptions that the JVM or the code behind a call raises and that a method catches.
type exceptionPricer interface {
	RaiseCost(e *Evaluator, r *exceptions.Raise) Outcome
}

// raise is the cost of an exception that is raised and caught.
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

func (e *Evaluator) compute(id int32) Outcome {
	n := &e.S.Expr.nodes[id]
	switch n.kind {
	case infeasibleNode:
		return Outcome{Infeasible: true}
	case throwNode:
		return Outcome{Throws: true}
	case unknownNode:
		if !e.Obj.Upper {
			return e.Obj.LeftOut()
		}
		return Outcome{Reasons: []expr.Reason{{Text: e.S.Expr.reasons[n.id], Method: e.S.Name()}}}
	case blockNode:
		return e.block(n.id)
	case partialNode:
		if !e.Obj.Upper {
			return e.partial(n.id) // the exception may come first of all
		}
		if e.Avoid != nil { // and before the call that no path makes
			whole := *e
			whole.Avoid = nil
			return whole.block(n.id)
		}
		return e.block(n.id)
	case raiseNode:
		return e.raise(n.id)
	case seqNode:
		a, b := e.Node(n.a), e.Node(n.b)
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
		return e.shared(int(n.id)).Then(e.loop(n))
	case finalNode:
		return e.final(n)
	}
	return Outcome{}
}

// Then is one outcome after the other.
func (o Outcome) Then(next Outcome) Outcome {
	if o.Infeasible || next.Infeasible {
		return Outcome{Infeasible: true}
	}
	out := o.MergeMeta(next)
	out.Poly, out.Throws = o.Poly.Add(next.Poly), o.Throws || next.Throws
	return out.Settle()
}

// MergeMeta is what two outcomes rest on together: all that is said of them but the costs and the paths.
func (o Outcome) MergeMeta(p Outcome) Outcome {
	return Outcome{
		Conditions: expr.Union(o.Conditions, p.Conditions), Reasons: expr.UnionReasons(o.Reasons, p.Reasons), Assumptions: expr.UnionAssumptions(o.Assumptions, p.Assumptions),
		Joined: o.Joined || p.Joined, Expected: o.Expected.Unite(p.Expected),
	}
}

// Settle drops the polynomial of an outcome that has no bound anyhow: nobody can use it, and in a large program with
// recursion everywhere it would be carried through thousands of methods.
func (o Outcome) Settle() Outcome {
	for _, r := range o.Reasons {
		if r.Unpriced == "" {
			return Outcome{Reasons: o.Reasons, Unbounded: true, Throws: o.Throws}
		}
	}
	return o
}

// Exact is what an outcome says where its cost can be computed exactly: else an upper bound is open, a lower one nothing, of
// what may cost less than nothing not even that.
func (o Outcome) Exact(obj Objective, s *Summary) Outcome {
	if !o.Poly.Lost() {
		return o
	}
	out := Outcome{Throws: o.Throws, Recurs: o.Recurs}
	switch {
	case obj.Upper:
		why := expr.Reason{Text: "something in it may run more than 2^53 times", Method: s.Name()}
		out.Unbounded, out.Reasons = true, expr.UnionReasons(o.Reasons, []expr.Reason{why})
	default:
		out.Conditions = obj.LeftOut().Conditions
	}
	return out
}

// neverHolds is the condition of a lower bound that says nothing.
var neverHolds = []expr.Condition{{Size: expr.TopSize, Lo: 1}}

func (e *Evaluator) alt(n *node) Outcome {
	a, b := e.Node(n.a), e.Node(n.b)
	switch {
	case a.Infeasible:
		return b
	case b.Infeasible:
		return a
	}
	if !e.Obj.Upper && !e.Obj.anyExit { // a call that returns normally, where there is one
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

// Either is the worse (or better) of two outcomes, neither of which is a path that cannot be taken.
func (e *Evaluator) Either(a, b Outcome) Outcome {
	out := a.MergeMeta(b)
	if e.Obj.Choices != nil && !e.Obj.Upper { // what both have in common
		out.Poly, out.Joined = e.bound(a.Poly, b.Poly), true
		return out
	}
	if e.Obj.Choices != nil {
		exact := false
		out.Poly, exact = e.choose(a.Poly, b.Poly)
		out.Joined = out.Joined || !exact
		return out
	}
	p, q := a.Poly, b.Poly
	var calls, others expr.Poly
	if p.HasCalls() || q.HasCalls() {
		p, calls = p.WithoutCalls()
		q, others = q.WithoutCalls()
	}
	d := e.difference(p, q)
	if !e.Obj.Upper {
		d = d.Scale(-1)
	}
	switch {
	case d.Lo >= 0:
		out.Poly = p
	case d.Hi <= 0:
		out.Poly = q
		calls, others = others, calls
	default:
		out.Poly, out.Joined = e.bound(p, q), true
		if e.Obj.Unsure && !e.Ranges.AllNotNegative(p, q) && (e.MayTake(p) || e.MayTake(q)) {
			return e.Obj.LeftOut()
		}
	}
	return e.eitherCalls(out, calls, others)
}

// difference is the interval of p less q under the weights of the objective.
func (e *Evaluator) difference(p, q expr.Poly) expr.Interval {
	if p.Number() && q.Number() { // most are
		if d := p.Weigh(e.Weights) - q.Weigh(e.Weights); !math.IsNaN(d) {
			return expr.Interval{Lo: d, Hi: d}
		}
	}
	return e.Ranges.Scalar(p.Dot(e.Weights).Sub(q.Dot(e.Weights)))
}

// AnyOf is the worst (or best) of several outcomes, one at least.
func (e *Evaluator) AnyOf(os []Outcome) Outcome {
	out := os[0]
	for _, o := range os[1:] {
		out = e.Either(out, o)
	}
	return out
}

// bound is a polynomial that is on the safe side of both p and q everywhere.
func (e *Evaluator) bound(p, q expr.Poly) expr.Poly {
	// Coefficient by coefficient is safe where no monomial is negative.
	switch safe := e.Ranges.AllNotNegative(p, q); {
	case safe && e.Obj.Upper:
		return expr.Join(p, q)
	case safe:
		return expr.Meet(p, q, e.Weights)
	case e.Obj.Upper:
		return e.atLeastZero(p).Add(e.atLeastZero(q)) // what is not negative adds up to more than either
	}
	return expr.Poly{}
}

// atLeastZero is a polynomial that is never below p, nor below 0. The cost of a path is not negative where the path can be
// taken; elsewhere, what is known of its sizes does not hold, and p may be anything.
func (e *Evaluator) atLeastZero(p expr.Poly) expr.Poly {
	if e.Obj.Choices == nil && e.Ranges.Scalar(p.Dot(e.Weights)).Lo >= 0 {
		return p
	}
	less := func(n pattern.Count) bool {
		if e.Obj.Choices != nil || int(n.ID) >= len(e.Weights) {
			return n.N < 0
		}
		return n.N*e.Weights[n.ID] < 0
	}
	var out expr.Poly
	for _, t := range p.Terms {
		var up, down expr.Vector // what makes it more, and less, where the monomial is positive
		for _, n := range t.Vec {
			if less(n) {
				down = append(down, n)
			} else {
				up = append(up, n)
			}
		}
		size := expr.MonoSize(t.Mono)
		if e.Ranges.NotNegative(t.Mono) {
			out = out.Add(expr.ConstPoly(up).MulSize(size))
			continue
		}
		out = out.Add(expr.ConstPoly(up).MulSize(expr.Max(size, expr.Const(0)))).Add(expr.ConstPoly(down).MulSize(expr.Min(size, expr.Const(0))))
	}
	return out
}

// executed is one execution of a block.
func (e *Evaluator) executed(b int32) Outcome {
	s := e.S
	if e.Reached != nil && !e.Reached[b] {
		return Outcome{Infeasible: true}
	}
	v := s.blockVector(b)
	if e.Obj.Choices != nil {
		v = s.Tiles.Counts(int(b)).Add(s.Captures[b]) // patterns only: instructions are counted in analysed methods
	}
	if e.Trace {
		v = v.Add(pattern.Single(pattern.ID(expr.Dimensions)+pattern.ID(b), 1))
	}
	if e.Obj.Header == b {
		v = v.Add(pattern.Single(expr.HeaderExecutions, 1))
	}
	out := Outcome{Poly: expr.ConstPoly(v)}
	for _, z := range s.Sized[b] {
		out = out.Then(e.sizedOutcome(z))
	}
	if e.call == nil {
		return out
	}
	for i := range s.Calls[b] {
		if e.Avoid != nil && e.Avoid(&s.Calls[b][i]) {
			return Outcome{Infeasible: true}
		}
		out = out.Then(e.calledOutcome(&s.Calls[b][i]))
		s.M.Spend(out.Poly.Work()) // each call adds to all that those before it cost
	}
	return out
}

// calledOutcome is what a call adds: an exception that the callee throws ends the caller's path too, which no
// lower objective counts on.
func (e *Evaluator) calledOutcome(site *callees.CallSite) Outcome {
	r := e.call(site)
	r.Infeasible, r.Throws = false, false
	if !e.Obj.Upper {
		r.Reasons = nil
	}
	return r
}

// sizedOutcome is a pattern that runs as often as a size says: the zeroing of a new array.
func (e *Evaluator) sizedOutcome(z SizedPattern) Outcome {
	if !e.Obj.Upper && (!z.Count.Ok() || z.most || len(z.Count.Conds) > 0) {
		return e.LeaveOut(Outcome{Poly: expr.ConstPoly(pattern.Single(z.id, 1))})
	}
	if !z.Count.Ok() {
		return Outcome{Reasons: []expr.Reason{{Text: z.Count.Why, Line: z.line, Method: e.S.Name()}}}
	}
	return Outcome{Poly: expr.ConstPoly(pattern.Single(z.id, 1)).MulSize(z.Count.Size), Conditions: z.Count.Conds}
}

func (e *Evaluator) loop(n *node) Outcome {
	l := int(n.id)
	m := e.S.M
	info := &m.Loops[l]
	body := e.Node(n.a)
	if body.Infeasible {
		return Outcome{}
	}
	if !e.Obj.Upper {
		body.Throws = false
		sure := info.Exact && len(info.Conds) == 0 && !info.Lower.Top && !(e.Obj.anyExit && m.LeftByThrow(l))
		if !sure {
			// Where each iteration may lower the bound, the fewest iterations are not the cheapest.
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
		return Outcome{Conditions: info.Conds} // the loop around it pays
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

// LeaveOut is what a lower objective knows where it does not count on an outcome: that it costs nothing at least, or, where
// it may cost less (mean - z sd of something uncertain), nothing at all.
func (e *Evaluator) LeaveOut(o Outcome) Outcome {
	var out Outcome
	if e.MayTake(o.Poly) || len(o.Conditions) > 0 {
		out = e.Obj.LeftOut()
	}
	out.Throws = o.Throws
	return out
}

// MayTake says whether a cost may be below 0.
func (e *Evaluator) MayTake(p expr.Poly) bool { return e.Ranges.Scalar(p.Dot(e.Weights)).Lo < 0 }

// partial is what a lower objective knows of a block that an exception may end anywhere, in what it calls as well.
func (e *Evaluator) partial(b int32) Outcome {
	s := e.S
	takes := func(n pattern.Count) bool { return int(n.ID) < len(e.Weights) && n.N*e.Weights[n.ID] < 0 }
	analysed := func(site callees.CallSite) bool { return len(site.Targets)+len(site.Lambdas)+len(site.Callbacks) > 0 }
	if e.Obj.Unsure && (slices.ContainsFunc(s.blockVector(b), takes) || slices.ContainsFunc(s.Calls[b], analysed) ||
		slices.ContainsFunc(s.Sized[b], func(z SizedPattern) bool { return e.Weights[z.id] < 0 })) {
		return e.Obj.LeftOut()
	}
	return Outcome{}
}

func (e *Evaluator) final(n *node) Outcome {
	l := int(n.id)
	r := e.Node(n.a)
	if r.Infeasible || !r.Poly.Mentions(l) {
		return r
	}
	if e.S.M.Loops[l].Upper.Top {
		if !e.Obj.Upper {
			return e.LeaveOut(r)
		}
		// No bound anyhow; the reason is the loop's.
		r.Reasons = expr.UnionReasons(r.Reasons, []expr.Reason{{Text: e.S.M.Loops[l].Why, Line: e.S.M.LoopLine(l), Method: e.S.Name()}})
		r.Poly = expr.Poly{}
		return r
	}
	var out expr.Poly
	e.S.M.Spend(r.Poly.Work())
	for _, t := range e.signed(r.Poly.Terms) {
		s := e.S.M.EliminateIndex(expr.MonoSize(t.Mono), l, e.Obj.Upper == e.costs(t.Vec), 0)
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
