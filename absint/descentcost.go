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
	last, ends := r.withNull(d)
	own := map[int32]Outcome{}
	for _, v := range d.order {
		s := r.p.sums[v]
		if len(d.paid[v]) > 0 {
			s = s.withMarks(d.paid[v])
		}
		o := s.evaluate(r.obj, func(site *callSite) Outcome { return r.onSame(d, v, site) })
		switch {
		case o.noPath:
			return nil, false
		case o.open:
			return r.unbounded(o), true
		}
		o.Poly = r.generalCalls(o.Poly)
		own[v] = o
		o.recurs = true
		r.done[v] = o
	}
	e := newCombiner(r.obj, r.ranges)
	marks := map[string]bool{}
	for v, loops := range d.paid {
		for _, l := range loops {
			marks[r.p.sums[v].m.mark(l).terms[0].mono[0].key] = true
		}
	}
	// What each of the calls costs, in the symbols of the first.
	var each, none, nulls Poly
	total := Outcome{}
	for i, v := range d.order {
		a.home = v
		for _, o := range []Outcome{own[v], last[v]} {
			total.Reasons = unionReasons(total.Reasons, o.Reasons)
			total.Assumptions = unionAssumptions(total.Assumptions, o.Assumptions)
			total.Joined, total.expected = total.Joined || o.Joined, total.expected.unite(o.expected)
			for _, c := range o.Conditions {
				for _, c := range c.sides() {
					if c.Size.bad || mentionsMark(c.Size, marks) {
						return nil, false
					}
					if c, ok = a.everyCall(c); !ok {
						return nil, false
					}
					total.Conditions = tighten(total.Conditions, c)
				}
			}
		}
		o, ok1 := a.everywhere(r.raising(own[v].Poly, r.costs))
		n, ok2 := a.everywhere(r.raising(last[v].Poly, r.costs))
		c, ok3 := a.everywhere(r.raising(d.nulls[v], withoutNegative))
		if !ok1 || !ok2 || !ok3 {
			return nil, false
		}
		if i == 0 {
			each, none, nulls = o, n, c
			continue
		}
		total.Joined = true
		each = e.either(Outcome{Poly: each}, Outcome{Poly: o}).Poly
		none = e.either(Outcome{Poly: none}, Outcome{Poly: n}).Poly
		nulls = join(nulls, c)
	}
	if !ends {
		none = each
	}
	for _, c := range a.discharged() {
		total.Conditions = tighten(total.Conditions, c)
	}
	if a.failed {
		return nil, false
	}
	for _, v := range r.members {
		o := total
		n := r.size(d, v)
		first := !d.never // may be null
		if first && !ends && len(nulls.of(headerExecutions).terms) == 0 {
			n, first = Max(Const(1), n), false
		}
		o.Poly = Poly{}
		for _, t := range each.terms {
			x, ok := paidBy(t, marks, n)
			if !ok {
				return nil, false
			}
			o.Poly = o.Poly.add(x)
		}
		if mentions := slices.ContainsFunc(none.terms, func(t polyTerm) bool { return mentionsMark(monoSize(t.mono), marks) }); mentions {
			return nil, false
		}
		if first {
			o.Poly = o.Poly.add(r.nullCalls(d, none, nulls, n))
		}
		m := r.p.sums[v].m
		o.Conditions = m.requireAll(o.Conditions)
		o.recurs = true
		o.Poly = m.ranges.decidePoly(o.Poly)
		out = append(out, o)
	}
	return out, true
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
