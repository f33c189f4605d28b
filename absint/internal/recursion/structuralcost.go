package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/internal/classfile"
)

// The cost of a structural recursion. If N bounds the objects, there are at most N calls with an object, and one call
// with null for each link that they do not follow, plus the first call.
//
// Sound because each call is counted with the cost of the costliest method, in terms that no recursive call increases.

// structuralOutcomes returns the outcomes of the methods of a structural recursion. It fails if nothing bounds their
// cost.
func (r *Recursion) structuralOutcomes(d *structuralRecursion) (out []cost.Outcome, ok bool) {
	defer func() { // what is in done while the methods are evaluated is no outcome of theirs
		for _, v := range r.Members {
			r.Done[v] = cost.NotEvaluated
		}
	}()
	a := &proof{Recursion: r, differentParams: d.differentParams, extremes: true}
	for _, v := range r.Members {
		if a.require(nil, false, interproc.Required(r.P.Sums[v])); d.differentParams && len(a.needs) > 0 {
			return nil, false
		}
	}
	c := &descentCosts{Recursion: r, structural: d, own: map[int32]cost.Outcome{}, marks: map[string]bool{}}
	c.last, c.nullKnown = r.nullCosts(d)
	if open, ok := c.evaluate(); !ok {
		return nil, false
	} else if open != nil {
		return r.unboundedOutcomes(*open), true
	}
	for v, loops := range d.paidLoops {
		for _, l := range loops {
			c.marks[iterations(r.P.Sums[v].M, l).Terms[0].Mono[0].Key] = true
		}
	}
	if !c.join(a) {
		return nil, false
	}
	for _, v := range r.Members {
		o, ok := c.outcome(v)
		if !ok {
			return nil, false
		}
		out = append(out, o)
	}
	return out, true
}

// descentCosts are the costs of the calls of a structural recursion.
type descentCosts struct {
	*Recursion
	structural *structuralRecursion
	own        map[int32]cost.Outcome // a call of each method with an object, without the calls that it makes
	last       map[int32]cost.Outcome // a call of each method with null
	nullKnown  bool                   // last is known
	marks      map[string]bool        // the symbols of the loops whose iterations the calls for elements pay
	// A call of any of the methods, in the symbols of the first: with an object, with null, the number of calls with null
	// that one with an object makes; and all other parts of an outcome.
	each, none, nulls expr.Poly
	total             cost.Outcome
}

// evaluate sets the cost of one call of each method. open is the outcome of a method without a bound, nil if all have
// one. It fails if a method does not terminate.
func (c *descentCosts) evaluate() (open *cost.Outcome, ok bool) {
	for _, v := range c.structural.order {
		s := c.P.Sums[v]
		if len(c.structural.paidLoops[v]) > 0 {
			s = withIterations(s, c.structural.paidLoops[v])
		}
		o := s.Evaluate(c.Obj, func(site *callees.CallSite) cost.Outcome { return c.costWithoutLinks(c.structural, v, site) })
		switch {
		case o.Infeasible:
			return nil, false
		case o.Unbounded:
			return &o, true
		}
		o.Poly = c.generalizeCalls(o.Poly)
		c.own[v] = o
		o.Recurs = true
		c.Done[v] = &o
	}
	return nil, true
}

// join bounds the costs of one call of each method by a cost of one call of any of them, in the symbols of the first
// call. It fails if a cost or a condition cannot be expressed in these symbols.
func (c *descentCosts) join(a *proof) bool {
	e := cost.NewCombiner(c.Obj, c.Ranges)
	for i, v := range c.structural.order {
		a.method = v
		if !c.require(a, c.own[v]) || !c.require(a, c.last[v]) {
			return false
		}
		each, ok1 := a.costOfAnyCall(c.raisingPart(c.own[v].Poly, c.raisingEntries))
		none, ok2 := a.costOfAnyCall(c.raisingPart(c.last[v].Poly, c.raisingEntries))
		nulls, ok3 := a.costOfAnyCall(c.raisingPart(c.structural.nulls[v], withoutNegative))
		if !ok1 || !ok2 || !ok3 {
			return false
		}
		if i == 0 {
			c.each, c.none, c.nulls = each, none, nulls
			continue
		}
		c.total.Joined = true
		c.each = e.Either(cost.Outcome{Poly: c.each}, cost.Outcome{Poly: each}).Poly
		c.none = e.Either(cost.Outcome{Poly: c.none}, cost.Outcome{Poly: none}).Poly
		c.nulls = expr.Join(c.nulls, nulls)
	}
	if !c.nullKnown {
		c.none = c.each
	}
	for _, cond := range a.discharged() {
		c.total.Conditions = tighten(c.total.Conditions, cond)
	}
	return !a.failed
}

// require adds the conditions and assumptions of outcome o to the total. It fails if a condition is not known to hold
// in every call.
func (c *descentCosts) require(a *proof, o cost.Outcome) bool {
	c.total.Reasons = expr.UnionReasons(c.total.Reasons, o.Reasons)
	c.total.Assumptions = expr.UnionAssumptions(c.total.Assumptions, o.Assumptions)
	c.total.Joined, c.total.Expected = c.total.Joined || o.Joined, c.total.Expected.Unite(o.Expected)
	for _, both := range o.Conditions {
		for _, cond := range interproc.Sides(both) {
			if cond.Size.Top || mentionsMark(cond.Size, c.marks) {
				return false
			}
			cond, ok := a.everyCall(cond)
			if !ok {
				return false
			}
			c.total.Conditions = tighten(c.total.Conditions, cond)
		}
	}
	return true
}

// outcome returns the cost of the recursion that a call of method v starts. It fails if the cost of a loop over
// elements cannot be separated from other costs.
func (c *descentCosts) outcome(v int32) (o cost.Outcome, ok bool) {
	o = c.total
	n := c.size(c.structural, v)
	first := !c.structural.neverNull // may be null
	if first && !c.nullKnown && len(c.nulls.Of(expr.HeaderExecutions).Terms) == 0 {
		n, first = expr.Max(expr.Const(1), n), false
	}
	o.Poly = expr.Poly{}
	for _, t := range c.each.Terms {
		x, ok := paidBy(t, c.marks, n)
		if !ok {
			return o, false
		}
		o.Poly = o.Poly.Add(x)
	}
	if first && slices.ContainsFunc(c.none.Terms, func(t expr.PolyTerm) bool { return mentionsMark(expr.MonoSize(t.Mono), c.marks) }) {
		return o, false
	}
	if first {
		o.Poly = o.Poly.Add(c.nullCalls(c.structural, c.none, c.nulls, n))
	}
	m := c.P.Sums[v].M
	o.Conditions = m.RequireAll(o.Conditions)
	o.Recurs = true
	o.Poly = m.Env.DecidePoly(o.Poly)
	return o, true
}

// nullCosts returns the costs of calls with null. ends is false if they are not known because a method uses the object
// before it tests it.
func (r *Recursion) nullCosts(d *structuralRecursion) (out map[int32]cost.Outcome, ends bool) {
	out = map[int32]cost.Outcome{}
	if d.linksByParam != nil {
		return out, false
	}
	for _, v := range d.order {
		s := r.P.Sums[v]
		if d.node[v] == 0 && !s.Method.Static() {
			continue
		}
		executed, throws := heapsize.BlocksWithNull(s.M, s.M.Fn.Params[d.node[v]])
		if throws {
			return out, false
		}
		e := s.NewEvaluator(r.Obj, func(site *callees.CallSite) cost.Outcome { return r.costWithoutLinks(d, v, site) })
		e.Reached = executed
		o := e.Node(s.Expr.Root)
		if o.Unbounded || o.Infeasible {
			return out, false
		}
		o.Poly = r.generalizeCalls(o.Poly)
		out[v] = o
		o.Recurs = true
		r.Done[v] = &o
	}
	return out, true
}

// costWithoutLinks returns the cost of a call without the targets that follow links.
func (r *Recursion) costWithoutLinks(d *structuralRecursion, v int32, site *callees.CallSite) cost.Outcome {
	return r.costWithout(int(v), site, func(t *classfile.Method) bool {
		if !r.contains(t) {
			return false
		}
		w := d.calls[edgeKey{v, site.Value, int32(r.P.Positions[t])}]
		return w == nil || w.Steps > 0
	})
}

// nullCalls returns the cost of the calls with null: at most nulls for each call with an object, and the first call. If
// every link may be null, calls with an object are not counted as calls with null.
func (r *Recursion) nullCalls(d *structuralRecursion, none, nulls expr.Poly, n expr.Size) expr.Poly {
	out := none
	count := nulls.Of(expr.HeaderExecutions)
	all := len(count.Terms) == 1 && len(count.Terms[0].Mono) == 0 && count.Terms[0].Coef >= 1
	for _, w := range d.calls {
		all = all && (w.Steps == 0 || w.mayBeNull)
	}
	for _, t := range count.Terms {
		if all {
			t.Coef--
		}
		out = out.Add(none.Scale(t.Coef).MulSize(expr.MonoSize(t.Mono)).MulSize(n))
	}
	return out
}

// mentionsMark reports whether a size depends on the iterations of a marked loop.
func mentionsMark(s expr.Size, marks map[string]bool) bool {
	return s.Contains(func(a *expr.Atom) bool { return marks[a.Key] })
}

// paidBy returns the sum of a term of one call's cost over n calls. The iterations of loops over elements, summed over
// all calls, are at most the number of objects.
func paidBy(t expr.PolyTerm, marks map[string]bool, n expr.Size) (expr.Poly, bool) {
	var rest expr.Mono
	times := int64(0)
	for _, a := range t.Mono {
		if marks[a.Key] {
			times++
		} else {
			rest = append(rest, a)
		}
	}
	factor := n
	for ; times > 1; times-- {
		factor = factor.Mul(n)
	}
	s := expr.MonoSize(rest)
	if mentionsMark(s, marks) { // inside of a maximum, say
		if s.Top {
			return expr.Poly{}, false
		}
		s = s.Substitute(func(a *expr.Atom) (expr.Size, bool) { return n, marks[a.Key] })
		for key := range marks {
			if !expr.MonoSize(rest).Moves(key, true) {
				return expr.Poly{}, false
			}
		}
	}
	if s = s.Mul(factor); s.Top {
		return expr.Poly{}, false
	}
	return expr.ConstPoly(t.Vec).MulSize(s), true
}
