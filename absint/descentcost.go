package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// descents prices the methods of a recursion over objects. With N the size that bounds it, there are at most N calls with
// an object, and for each of them the calls with null that it makes, and the first one.
func (r *recursion) descents(d *descent) (out []Outcome, ok bool) {
	defer func() { // what is in done while the methods are evaluated is no outcome of theirs
		for _, v := range r.members {
			r.done[v] = Outcome{}
		}
	}()
	a := &attempt{recursion: r, apart: d.loose}
	for _, v := range r.members {
		if a.need(nil, false, r.p.sums[v].required()); d.loose && len(a.needs) > 0 {
			return nil, false
		}
	}
	c := &descentCosts{recursion: r, d: d, own: map[int32]Outcome{}, marks: map[string]bool{}}
	c.last, c.ends = r.withNull(d)
	if open, ok := c.evaluate(); !ok {
		return nil, false
	} else if open != nil {
		return r.unbounded(*open), true
	}
	for v, loops := range d.paid {
		for _, l := range loops {
			c.marks[r.p.sums[v].m.mark(l).terms[0].mono[0].key] = true
		}
	}
	if !c.join(a) {
		return nil, false
	}
	for _, v := range r.members {
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
	*recursion
	d     *descent
	own   map[int32]Outcome // a call of each method with an object, without the calls that it makes
	last  map[int32]Outcome // a call of each method with null
	ends  bool              // last is known
	marks map[string]bool   // the symbols of the loops whose iterations the calls for elements pay
	// A call of any of the methods, in the symbols of the first: with an object, with null, the number of calls with null
	// that one with an object makes; and all other parts of an outcome.
	each, none, nulls Poly
	total             Outcome
}

// evaluate prices one call of each method. open is the outcome of a method without a bound, nil where all have one. It
// fails where a method does not end.
func (c *descentCosts) evaluate() (open *Outcome, ok bool) {
	for _, v := range c.d.order {
		s := c.p.sums[v]
		if len(c.d.paid[v]) > 0 {
			s = s.withMarks(c.d.paid[v])
		}
		o := s.evaluate(c.obj, func(site *callSite) Outcome { return c.onSame(c.d, v, site) })
		switch {
		case o.noPath:
			return nil, false
		case o.open:
			return &o, true
		}
		o.Poly = c.generalCalls(o.Poly)
		c.own[v] = o
		o.recurs = true
		c.done[v] = o
	}
	return nil, true
}

// join makes the costs of the methods those of any of them, by what attempt a knows of their parameters. It fails where
// these do not tell a cost or a condition.
func (c *descentCosts) join(a *attempt) bool {
	e := newCombiner(c.obj, c.ranges)
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
		c.each = e.either(Outcome{Poly: c.each}, Outcome{Poly: each}).Poly
		c.none = e.either(Outcome{Poly: c.none}, Outcome{Poly: none}).Poly
		c.nulls = join(c.nulls, nulls)
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
func (c *descentCosts) require(a *attempt, o Outcome) bool {
	c.total.Reasons = unionReasons(c.total.Reasons, o.Reasons)
	c.total.Assumptions = unionAssumptions(c.total.Assumptions, o.Assumptions)
	c.total.Joined, c.total.expected = c.total.Joined || o.Joined, c.total.expected.unite(o.expected)
	for _, both := range o.Conditions {
		for _, cond := range both.sides() {
			if cond.Size.bad || mentionsMark(cond.Size, c.marks) {
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
func (c *descentCosts) outcome(v int32) (o Outcome, ok bool) {
	o = c.total
	n := c.size(c.d, v)
	first := !c.d.never // may be null
	if first && !c.ends && len(c.nulls.of(headerExecutions).terms) == 0 {
		n, first = Max(Const(1), n), false
	}
	o.Poly = Poly{}
	for _, t := range c.each.terms {
		x, ok := paidBy(t, c.marks, n)
		if !ok {
			return o, false
		}
		o.Poly = o.Poly.add(x)
	}
	if slices.ContainsFunc(c.none.terms, func(t polyTerm) bool { return mentionsMark(monoSize(t.mono), c.marks) }) {
		return o, false
	}
	if first {
		o.Poly = o.Poly.add(c.nullCalls(c.d, c.none, c.nulls, n))
	}
	m := c.p.sums[v].m
	o.Conditions = m.requireAll(o.Conditions)
	o.recurs = true
	o.Poly = m.ranges.decidePoly(o.Poly)
	return o, true
}

// unbounded are the outcomes of methods that recur as often as a bound says, but have none for another reason.
func (r *recursion) unbounded(o Outcome) []Outcome {
	return slices.Repeat([]Outcome{{Reasons: o.Reasons, open: true, recurs: true}}, len(r.members))
}

// withNull is what the methods cost that are called with null. ends is false where that is not known: where the methods
// need the object before they have tested it.
func (r *recursion) withNull(d *descent) (out map[int32]Outcome, ends bool) {
	out = map[int32]Outcome{}
	if d.both != nil {
		return out, false
	}
	for _, v := range d.order {
		s := r.p.sums[v]
		if d.node[v] == 0 && !s.Method.Static() {
			continue
		}
		executed, throws := s.m.withNull(s.m.f.Params[d.node[v]])
		if throws {
			return out, false
		}
		e := s.newEvaluator(r.obj, func(site *callSite) Outcome { return r.onSame(d, v, site) })
		e.reached = executed
		o := e.node(s.expr.root)
		if o.open || o.noPath {
			return out, false
		}
		o.Poly = r.generalCalls(o.Poly)
		out[v] = o
		o.recurs = true
		r.done[v] = o
	}
	return out, true
}

// onSame is what a call costs besides following links.
func (r *recursion) onSame(d *descent, v int32, site *callSite) Outcome {
	return r.besides(int(v), site, func(t *classfile.Method) bool {
		if !r.inside(t) {
			return false
		}
		w := d.downs[downKey{v, site.value, int32(r.p.index[t])}]
		return w == nil || w.steps > 0
	})
}

// nullCalls is the cost of the calls with null: of each call with an object at most nulls, and of the first. Where all
// calls may be with null, those that are with an object are not among them.
func (r *recursion) nullCalls(d *descent, none, nulls Poly, n Size) Poly {
	out := none
	count := nulls.of(headerExecutions)
	all := len(count.terms) == 1 && len(count.terms[0].mono) == 0 && count.terms[0].coef >= 1
	for _, w := range d.downs {
		all = all && (w.steps == 0 || w.maybe)
	}
	for _, t := range count.terms {
		if all {
			t.coef--
		}
		out = out.add(none.scale(t.coef).mulSize(monoSize(t.mono)).mulSize(n))
	}
	return out
}

// withoutNegative leaves out of a vector what is negative.
func withoutNegative(v Vector) Vector {
	return slices.DeleteFunc(slices.Clone(v), func(c pattern.Count) bool { return c.N < 0 })
}

func mentionsMark(s Size, marks map[string]bool) bool {
	return s.contains(func(a *atom) bool { return marks[a.key] })
}

// paidBy sums a term of what one call costs over n calls. The iterations of loops over elements are those of all calls
// together: no more than there are objects.
func paidBy(t polyTerm, marks map[string]bool, n Size) (Poly, bool) {
	var rest mono
	times := int64(0)
	for _, a := range t.mono {
		if marks[a.key] {
			times++
		} else {
			rest = append(rest, a)
		}
	}
	factor := n
	for ; times > 1; times-- {
		factor = factor.Mul(n)
	}
	s := monoSize(rest)
	if mentionsMark(s, marks) { // inside of a maximum, say
		if s.bad {
			return Poly{}, false
		}
		s = s.substitute(func(a *atom) (Size, bool) { return n, marks[a.key] })
		for key := range marks {
			if !monoSize(rest).moves(key, true) {
				return Poly{}, false
			}
		}
	}
	if s = s.Mul(factor); s.bad {
		return Poly{}, false
	}
	return constPoly(t.vec).mulSize(s), true
}

// anywhereSame says whether a size is the same for all methods: it is made of static fields and largest values.
func anywhereSame(s Size) bool {
	return !s.bad && !s.contains(func(a *atom) bool {
		return a.kind == indexAtom || a.kind == symbolAtom && !a.symbol.isLargest() && !strings.HasPrefix(strings.TrimPrefix(a.symbol.Path, "len("), "static.")
	})
}
