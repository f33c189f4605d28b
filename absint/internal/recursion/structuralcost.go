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

// descents prices the methods of a recursion over objects. With N the size that bounds it, there are at most N calls with
// an object, and for each of them the calls with null that it makes, and the first one.
func (r *Recursion) descents(d *structuralRecursion) (out []cost.Outcome, ok bool) {
	defer func() { // what is in done while the methods are evaluated is no outcome of theirs
		for _, v := range r.Members {
			r.Done[v] = cost.Outcome{}
		}
	}()
	a := &proof{Recursion: r, apart: d.loose}
	for _, v := range r.Members {
		if a.need(nil, false, interproc.Required(r.P.Sums[v])); d.loose && len(a.needs) > 0 {
			return nil, false
		}
	}
	c := &descentCosts{Recursion: r, d: d, own: map[int32]cost.Outcome{}, marks: map[string]bool{}}
	c.last, c.ends = r.withNull(d)
	if open, ok := c.evaluate(); !ok {
		return nil, false
	} else if open != nil {
		return r.unbounded(*open), true
	}
	for v, loops := range d.paid {
		for _, l := range loops {
			c.marks[mark(r.P.Sums[v].M, l).Terms[0].Mono[0].Key] = true
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

// descentCosts are the costs of the calls of a recursion over objects.
type descentCosts struct {
	*Recursion
	d     *structuralRecursion
	own   map[int32]cost.Outcome // a call of each method with an object, without the calls that it makes
	last  map[int32]cost.Outcome // a call of each method with null
	ends  bool                   // last is known
	marks map[string]bool        // the symbols of the loops whose iterations the calls for elements pay
	// A call of any of the methods, in the symbols of the first: with an object, with null, the number of calls with null
	// that one with an object makes; and all other parts of an outcome.
	each, none, nulls expr.Poly
	total             cost.Outcome
}

// evaluate prices one call of each method. open is the outcome of a method without a bound, nil where all have one. It
// fails where a method does not end.
func (c *descentCosts) evaluate() (open *cost.Outcome, ok bool) {
	for _, v := range c.d.order {
		s := c.P.Sums[v]
		if len(c.d.paid[v]) > 0 {
			s = withMarks(s, c.d.paid[v])
		}
		o := s.Evaluate(c.Obj, func(site *callees.CallSite) cost.Outcome { return c.onSame(c.d, v, site) })
		switch {
		case o.Infeasible:
			return nil, false
		case o.Unbounded:
			return &o, true
		}
		o.Poly = c.generalCalls(o.Poly)
		c.own[v] = o
		o.Recurs = true
		c.Done[v] = o
	}
	return nil, true
}

// join makes the costs of the methods those of any of them, by what attempt a knows of their parameters. It fails where
// these do not tell a cost or a condition.
func (c *descentCosts) join(a *proof) bool {
	e := cost.NewCombiner(c.Obj, c.Ranges)
	for i, v := range c.d.order {
		a.home = v
		if !c.require(a, c.own[v]) || !c.require(a, c.last[v]) {
			return false
		}
		each, ok1 := a.everywhere(c.raising(c.own[v].Poly, c.costs))
		none, ok2 := a.everywhere(c.raising(c.last[v].Poly, c.costs))
		nulls, ok3 := a.everywhere(c.raising(c.d.nulls[v], withoutNegative))
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
	if !c.ends {
		c.none = c.each
	}
	for _, cond := range a.discharged() {
		c.total.Conditions = tighten(c.total.Conditions, cond)
	}
	return !a.failed
}

// require adds to the total what outcome o of a method depends on. It fails where a condition is not known to hold of every
// call.
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

// outcome is what the whole recursion costs that a call of method v starts. It fails where the costs of loops that calls
// for elements pay cannot be told apart from others.
func (c *descentCosts) outcome(v int32) (o cost.Outcome, ok bool) {
	o = c.total
	n := c.size(c.d, v)
	first := !c.d.never // may be null
	if first && !c.ends && len(c.nulls.Of(expr.HeaderExecutions).Terms) == 0 {
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
	if slices.ContainsFunc(c.none.Terms, func(t expr.PolyTerm) bool { return mentionsMark(expr.MonoSize(t.Mono), c.marks) }) {
		return o, false
	}
	if first {
		o.Poly = o.Poly.Add(c.nullCalls(c.d, c.none, c.nulls, n))
	}
	m := c.P.Sums[v].M
	o.Conditions = m.RequireAll(o.Conditions)
	o.Recurs = true
	o.Poly = m.Env.DecidePoly(o.Poly)
	return o, true
}

// withNull is what the methods cost that are called with null. ends is false where that is not known: where the methods
// need the object before they have tested it.
func (r *Recursion) withNull(d *structuralRecursion) (out map[int32]cost.Outcome, ends bool) {
	out = map[int32]cost.Outcome{}
	if d.both != nil {
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
		e := s.NewEvaluator(r.Obj, func(site *callees.CallSite) cost.Outcome { return r.onSame(d, v, site) })
		e.Reached = executed
		o := e.Node(s.Expr.Root)
		if o.Unbounded || o.Infeasible {
			return out, false
		}
		o.Poly = r.generalCalls(o.Poly)
		out[v] = o
		o.Recurs = true
		r.Done[v] = o
	}
	return out, true
}

// onSame is what a call costs besides following links.
func (r *Recursion) onSame(d *structuralRecursion, v int32, site *callees.CallSite) cost.Outcome {
	return r.besides(int(v), site, func(t *classfile.Method) bool {
		if !r.inside(t) {
			return false
		}
		w := d.downs[edgeKey{v, site.Value, int32(r.P.Positions[t])}]
		return w == nil || w.Steps > 0
	})
}

// nullCalls is the cost of the calls with null: of each call with an object at most nulls, and of the first. Where all
// calls may be with null, those that are with an object are not among them.
func (r *Recursion) nullCalls(d *structuralRecursion, none, nulls expr.Poly, n expr.Size) expr.Poly {
	out := none
	count := nulls.Of(expr.HeaderExecutions)
	all := len(count.Terms) == 1 && len(count.Terms[0].Mono) == 0 && count.Terms[0].Coef >= 1
	for _, w := range d.downs {
		all = all && (w.Steps == 0 || w.maybe)
	}
	for _, t := range count.Terms {
		if all {
			t.Coef--
		}
		out = out.Add(none.Scale(t.Coef).MulSize(expr.MonoSize(t.Mono)).MulSize(n))
	}
	return out
}

func mentionsMark(s expr.Size, marks map[string]bool) bool {
	return s.Contains(func(a *expr.Atom) bool { return marks[a.Key] })
}

// paidBy sums a term of what one call costs over n calls. The iterations of loops over elements are those of all calls
// together: no more than there are objects.
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
