package absint

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Assumption is something that a result rests on and that the code does not prove.
type Assumption struct {
	Symbol string
	Max    float64
	Origin string // where it is written: "@LoopBound", "Codec.java:14", "energylint.toml"
	Cost   bool   // Max is not a size but a cost, in the unit of the model
}

// Outcome is the cost of one method or of a part of it: a polynomial that bounds it from the side that the
// objective asks for, where Conditions hold, and the reasons why it is not a bound where there are any.
type Outcome struct {
	Poly        Poly
	Conditions  []Condition
	Reasons     []Reason
	Assumptions []Assumption
	// Joined says that Poly is above two alternatives of which neither is always the worse: it is a bound, but no
	// path costs it.
	Joined bool
	// expected are the library calls in Poly whose cost is an expected one: see Analyzer.Expected.
	expected *callSet
	// open says that a reason is no missing price: the cost has no bound at all, and Poly is empty.
	open   bool
	recurs bool // of a method that calls itself, and whose calls are all in Poly
	noPath bool
	throws bool // a path that ends by an exception, in a lower objective
}

// Returns reports whether a lower bound is one of calls that return: not where all of them end by a throw.
func (o Outcome) Returns() bool { return !o.throws && !o.noPath }

// evaluator evaluates the expression of one method under one objective.
type evaluator struct {
	s       *costSummary
	obj     Objective
	weights []float64
	call    func(site *callSite) Outcome // nil: calls cost nothing
	memo    []memoized                   // of the nodes
	blocks  []memoized                   // of the blocks themselves: those in loops and before exceptions are in several nodes
	scratch *[]memoized
	ranges  Ranges
	trace   bool                      // count executions of every block, as dimensions behind the others
	avoid   func(site *callSite) bool // calls that no path makes, nil for none
	// reached are the blocks that a path can come to, nil for all.
	reached []bool
}

// exceptionPricer prices exceptions that the JVM or the code behind a call raises and that a method catches.
type exceptionPricer interface {
	raiseCost(e *evaluator, r *raise) Outcome
}

// raise is the cost of an exception that is raised and caught.
func (e *evaluator) raise(i int32) Outcome {
	var out Outcome
	if e.s.raiser != nil {
		out = e.s.raiser.raiseCost(e, &e.s.expr.raises[i])
	}
	if e.trace {
		out.Poly = out.Poly.add(constPoly(pattern.Single(e.s.tracedRaise(i), 1)))
	}
	return out
}

func (e *evaluator) compute(id int32) Outcome {
	n := &e.s.expr.nodes[id]
	switch n.kind {
	case noPathNode:
		return Outcome{noPath: true}
	case throwNode:
		return Outcome{throws: true}
	case unknownNode:
		if !e.obj.Upper {
			return e.obj.leftOut()
		}
		return Outcome{Reasons: []Reason{{Text: e.s.expr.reasons[n.id], Method: e.s.name()}}}
	case blockNode:
		return e.block(n.id)
	case partialNode:
		if !e.obj.Upper {
			return e.partial(n.id) // the exception may come first of all
		}
		if e.avoid != nil { // and before the call that no path makes
			whole := *e
			whole.avoid = nil
			return whole.block(n.id)
		}
		return e.block(n.id)
	case raiseNode:
		return e.raise(n.id)
	case seqNode:
		a, b := e.node(n.a), e.node(n.b)
		if n.endless && b.noPath && e.obj.Upper {
			return a
		}
		return a.then(b)
	case altNode:
		return e.alt(n)
	case loopNode:
		if !e.obj.Upper {
			return e.loop(n)
		}
		return e.shared(int(n.id)).then(e.loop(n))
	case finalNode:
		return e.final(n)
	}
	return Outcome{}
}

// then is one outcome after the other.
func (o Outcome) then(next Outcome) Outcome {
	if o.noPath || next.noPath {
		return Outcome{noPath: true}
	}
	out := o.rests(next)
	out.Poly, out.throws = o.Poly.add(next.Poly), o.throws || next.throws
	return out.settle()
}

// rests is what two outcomes rest on together: all that is said of them but the costs and the paths.
func (o Outcome) rests(p Outcome) Outcome {
	return Outcome{
		Conditions: union(o.Conditions, p.Conditions), Reasons: unionReasons(o.Reasons, p.Reasons), Assumptions: unionAssumptions(o.Assumptions, p.Assumptions),
		Joined: o.Joined || p.Joined, expected: o.expected.unite(p.expected),
	}
}

// settle drops the polynomial of an outcome that has no bound anyhow: nobody can use it, and in a large program with
// recursion everywhere it would be carried through thousands of methods.
func (o Outcome) settle() Outcome {
	for _, r := range o.Reasons {
		if r.Unpriced == "" {
			return Outcome{Reasons: o.Reasons, open: true, throws: o.throws}
		}
	}
	return o
}

// exact is what an outcome says where its cost can be computed exactly: else an upper bound is open, a lower one nothing, of
// what may cost less than nothing not even that.
func (o Outcome) exact(obj Objective, s *costSummary) Outcome {
	if !o.Poly.lost() {
		return o
	}
	out := Outcome{throws: o.throws, recurs: o.recurs}
	switch {
	case obj.Upper:
		why := Reason{Text: "something in it may run more than 2^53 times", Method: s.name()}
		out.open, out.Reasons = true, unionReasons(o.Reasons, []Reason{why})
	default:
		out.Conditions = obj.leftOut().Conditions
	}
	return out
}

// neverHolds is the condition of a lower bound that says nothing.
var neverHolds = []Condition{{Size: badSize, Lo: 1}}

func union(a, b []Condition) []Condition {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, c := range b {
		if !slices.ContainsFunc(out, c.same) {
			out = append(out, c)
		}
	}
	return out
}

func (e *evaluator) alt(n *node) Outcome {
	a, b := e.node(n.a), e.node(n.b)
	switch {
	case a.noPath:
		return b
	case b.noPath:
		return a
	}
	if !e.obj.Upper && !e.obj.anyExit { // a call that returns normally, where there is one
		switch {
		case a.throws && !b.throws:
			return b
		case b.throws && !a.throws:
			return a
		}
	}
	out := e.either(a, b)
	out.throws = a.throws && b.throws
	return out
}

// either is the worse (or better) of two outcomes, neither of which is a path that cannot be taken.
func (e *evaluator) either(a, b Outcome) Outcome {
	out := a.rests(b)
	if e.obj.choices != nil && !e.obj.Upper { // what both have in common
		out.Poly, out.Joined = e.bound(a.Poly, b.Poly), true
		return out
	}
	if e.obj.choices != nil {
		exact := false
		out.Poly, exact = e.choose(a.Poly, b.Poly)
		out.Joined = out.Joined || !exact
		return out
	}
	p, q := a.Poly, b.Poly
	var calls, others Poly
	if p.hasCalls() || q.hasCalls() {
		p, calls = p.withoutCalls()
		q, others = q.withoutCalls()
	}
	d := e.difference(p, q)
	if !e.obj.Upper {
		d = d.scale(-1)
	}
	switch {
	case d.Lo >= 0:
		out.Poly = p
	case d.Hi <= 0:
		out.Poly = q
		calls, others = others, calls
	default:
		out.Poly, out.Joined = e.bound(p, q), true
		if e.obj.unsure && !e.ranges.allNotNegative(p, q) && (e.mayTake(p) || e.mayTake(q)) {
			return e.obj.leftOut()
		}
	}
	return e.eitherCalls(out, calls, others)
}

// difference is the interval of p less q under the weights of the objective.
func (e *evaluator) difference(p, q Poly) Range {
	if p.number() && q.number() { // most are
		if d := p.weigh(e.weights) - q.weigh(e.weights); !math.IsNaN(d) {
			return Range{d, d}
		}
	}
	return e.ranges.scalar(p.dot(e.weights).sub(q.dot(e.weights)))
}

// anyOf is the worst (or best) of several outcomes, one at least.
func (e *evaluator) anyOf(os []Outcome) Outcome {
	out := os[0]
	for _, o := range os[1:] {
		out = e.either(out, o)
	}
	return out
}

// bound is a polynomial that is on the safe side of both p and q everywhere.
func (e *evaluator) bound(p, q Poly) Poly {
	// Coefficient by coefficient is safe where no monomial is negative.
	switch safe := e.ranges.allNotNegative(p, q); {
	case safe && e.obj.Upper:
		return join(p, q)
	case safe:
		return meet(p, q, e.weights)
	case e.obj.Upper:
		return e.atLeastZero(p).add(e.atLeastZero(q)) // what is not negative adds up to more than either
	}
	return Poly{}
}

// atLeastZero is a polynomial that is never below p, nor below 0. The cost of a path is not negative where the path can be
// taken; elsewhere, what is known of its sizes does not hold, and p may be anything.
func (e *evaluator) atLeastZero(p Poly) Poly {
	if e.obj.choices == nil && e.ranges.scalar(p.dot(e.weights)).Lo >= 0 {
		return p
	}
	less := func(n pattern.Count) bool {
		if e.obj.choices != nil || int(n.ID) >= len(e.weights) {
			return n.N < 0
		}
		return n.N*e.weights[n.ID] < 0
	}
	var out Poly
	for _, t := range p.terms {
		var up, down Vector // what makes it more, and less, where the monomial is positive
		for _, n := range t.vec {
			if less(n) {
				down = append(down, n)
			} else {
				up = append(up, n)
			}
		}
		size := monoSize(t.mono)
		if e.ranges.notNegative(t.mono) {
			out = out.add(constPoly(up).mulSize(size))
			continue
		}
		out = out.add(constPoly(up).mulSize(Max(size, Const(0)))).add(constPoly(down).mulSize(Min(size, Const(0))))
	}
	return out
}

// executed is one execution of a block.
func (e *evaluator) executed(b int32) Outcome {
	s := e.s
	if e.reached != nil && !e.reached[b] {
		return Outcome{noPath: true}
	}
	v := s.blockVector(b)
	if e.obj.choices != nil {
		v = s.tiling.Counts(int(b)).Add(s.captures[b]) // patterns only: instructions are counted in analysed methods
	}
	if e.trace {
		v = v.Add(pattern.Single(pattern.ID(dimensions)+pattern.ID(b), 1))
	}
	if e.obj.header == b {
		v = v.Add(pattern.Single(headerExecutions, 1))
	}
	out := Outcome{Poly: constPoly(v)}
	for _, z := range s.sized[b] {
		out = out.then(e.sizedOutcome(z))
	}
	if e.call == nil {
		return out
	}
	for i := range s.calls[b] {
		if e.avoid != nil && e.avoid(&s.calls[b][i]) {
			return Outcome{noPath: true}
		}
		out = out.then(e.calledOutcome(&s.calls[b][i]))
		s.m.spend(out.Poly.work()) // each call adds to all that those before it cost
	}
	return out
}

// calledOutcome is what a call adds: an exception that the callee throws ends the caller's path too, which no
// lower objective counts on.
func (e *evaluator) calledOutcome(site *callSite) Outcome {
	r := e.call(site)
	r.noPath, r.throws = false, false
	if !e.obj.Upper {
		r.Reasons = nil
	}
	return r
}

// sizedOutcome is a pattern that runs as often as a size says: the zeroing of a new array.
func (e *evaluator) sizedOutcome(z sizedPattern) Outcome {
	if !e.obj.Upper && (!z.count.ok() || z.most || len(z.count.conds) > 0) {
		return e.leaveOut(Outcome{Poly: constPoly(pattern.Single(z.id, 1))})
	}
	if !z.count.ok() {
		return Outcome{Reasons: []Reason{{Text: z.count.why, Line: z.line, Method: e.s.name()}}}
	}
	return Outcome{Poly: constPoly(pattern.Single(z.id, 1)).mulSize(z.count.size), Conditions: z.count.conds}
}

func (e *evaluator) loop(n *node) Outcome {
	l := int(n.id)
	m := e.s.m
	info := &m.loops[l]
	body := e.node(n.a)
	if body.noPath {
		return Outcome{}
	}
	if !e.obj.Upper {
		body.throws = false
		sure := info.exact && len(info.conds) == 0 && !info.lower.bad && !(e.obj.anyExit && m.leftByThrow(l))
		if !sure {
			// Where each iteration may lower the bound, the fewest iterations are not the cheapest.
			return e.leaveOut(body)
		}
		if v, ok := info.lower.Int(); ok && v <= 0 {
			return Outcome{}
		}
		p, ok := e.sum(body.Poly, l, info.lower)
		if !ok {
			return e.leaveOut(body)
		}
		return Outcome{Poly: p, Conditions: body.Conditions}
	}
	if info.amortized != nil {
		return Outcome{Conditions: info.conds} // the loop around it pays
	}
	if info.upper.bad {
		r := Reason{Text: info.why, Line: m.loopLine(l), Method: e.s.name()}
		return Outcome{Reasons: unionReasons([]Reason{r}, body.Reasons), Assumptions: body.Assumptions, Conditions: body.Conditions}
	}
	if v, ok := info.upper.Int(); ok && v == 0 {
		return Outcome{Conditions: info.conds, Assumptions: info.assumptions}
	}
	out := body.rests(Outcome{Conditions: info.conds, Assumptions: info.assumptions})
	var ok bool
	if out.Poly, ok = e.sum(body.Poly, l, info.upper); !ok {
		out.Reasons = unionReasons(out.Reasons, []Reason{{Text: fmt.Sprintf("the cost of each iteration of the loop at %s has no closed-form sum", m.place(l)), Line: m.loopLine(l), Method: e.s.name()}})
	}
	return out
}

// leaveOut is what a lower objective knows where it does not count on an outcome: that it costs nothing at least, or, where
// it may cost less (mean - z sd of something uncertain), nothing at all.
func (e *evaluator) leaveOut(o Outcome) Outcome {
	var out Outcome
	if e.mayTake(o.Poly) || len(o.Conditions) > 0 {
		out = e.obj.leftOut()
	}
	out.throws = o.throws
	return out
}

// mayTake says whether a cost may be below 0.
func (e *evaluator) mayTake(p Poly) bool { return e.ranges.scalar(p.dot(e.weights)).Lo < 0 }

// partial is what a lower objective knows of a block that an exception may end anywhere, in what it calls as well.
func (e *evaluator) partial(b int32) Outcome {
	s := e.s
	takes := func(n pattern.Count) bool { return int(n.ID) < len(e.weights) && n.N*e.weights[n.ID] < 0 }
	analysed := func(site callSite) bool { return len(site.targets)+len(site.lambdas)+len(site.callbacks) > 0 }
	if e.obj.unsure && (slices.ContainsFunc(s.blockVector(b), takes) || slices.ContainsFunc(s.calls[b], analysed) ||
		slices.ContainsFunc(s.sized[b], func(z sizedPattern) bool { return e.weights[z.id] < 0 })) {
		return e.obj.leftOut()
	}
	return Outcome{}
}

func (e *evaluator) final(n *node) Outcome {
	l := int(n.id)
	r := e.node(n.a)
	if r.noPath || !r.Poly.mentions(l) {
		return r
	}
	if e.s.m.loops[l].upper.bad {
		if !e.obj.Upper {
			return e.leaveOut(r)
		}
		// No bound anyhow; the reason is the loop's.
		r.Reasons = unionReasons(r.Reasons, []Reason{{Text: e.s.m.loops[l].why, Line: e.s.m.loopLine(l), Method: e.s.name()}})
		r.Poly = Poly{}
		return r
	}
	var out Poly
	e.s.m.spend(r.Poly.work())
	for _, t := range e.signed(r.Poly.terms) {
		s := e.s.m.eliminateIndex(monoSize(t.mono), l, e.obj.Upper == e.costs(t.vec), 0)
		if s.bad {
			if !e.obj.Upper {
				return e.leaveOut(r)
			}
			r.Reasons = unionReasons(r.Reasons, []Reason{{Text: fmt.Sprintf("the cost after the loop at %s depends on its last index", e.s.m.place(l)), Line: e.s.m.loopLine(l), Method: e.s.name()}})
			continue
		}
		out = out.add(constPoly(t.vec).mulSize(s))
	}
	r.Poly = out
	return r
}
