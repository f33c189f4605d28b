package recursion

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A recursion is bounded by a ranking function: a size at the start of each call that decreases from one call to the
// next and has a lower bound where the methods recur. The call depth is at most its value at the first call, or the
// logarithm where each call divides it (termination by ranking functions: Turing, Checking a large routine, 1949). The
// methods of a mutual recursion are bounded together if their parameters have the same types at each position.
//
// Sound because every premise of the measure is either proved inductively over all recursive calls or becomes a
// condition of the bound.

// Recurse evaluates the methods of a recursion. ok is false if no bound was found; unmet is then the precondition that keeps the
// measures that the user states from being one, empty for none.
func Recurse(p *interproc.Program, members []int32, obj cost.Objective, done []*cost.Outcome, c *interproc.Partition) (out []cost.Outcome, unmet string, ok bool) {
	if !obj.Upper || slices.ContainsFunc(members, func(v int32) bool { return p.Sums[v].Failure != nil }) {
		return nil, "", false
	}
	m, _ := p.Measures.LoadOrStore(MeasureKey{members[0], c != nil}, new(Measured))
	r := &Recursion{P: p, Obj: obj, Done: done, Members: members, Ranges: RangesOf(p, members), cut: c, Measured: m.(*Measured)}
	r.Price = func(v int, site *callees.CallSite) cost.Outcome { return p.CallOutcome(v, site, obj, done) }
	out, ok = r.Outcomes()
	if !ok && r.stated() {
		unmet = r.unmet
	}
	return out, unmet, ok
}

// stated reports whether the user states a measure for each of the methods.
func (r *Recursion) stated() bool {
	return !slices.ContainsFunc(r.Members, func(v int32) bool { return r.P.Sums[v].M.Facts.MeasuredBy.Expr == nil })
}

// Outcomes returns the outcome of each method. ok is false if nothing bounds the recursion.
func (r *Recursion) Outcomes() (out []cost.Outcome, ok bool) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	if !r.Searched {
		r.Searched = true
		r.findBound()
		r.work = 0
	}
	switch {
	case !r.Bounded:
		return nil, false
	case r.structural != nil:
		return r.structuralOutcomes(r.structural)
	}
	own, last, ok := r.parts()
	switch {
	case !ok:
		return nil, false
	case own.Unbounded:
		return r.unboundedOutcomes(own), true
	}
	total, ok := r.total(own, last, r.bound, nil)
	excludes := func(c *recursiveCall) bool { return c.contradictory(r.bound.sizes()...) } // the bound holds where it does not recur
	if known := r.bound.sizes(); !ok && len(known) > 0 && !slices.ContainsFunc(r.calls, excludes) {
		total, ok = r.total(own, last, r.bound, known)
	}
	if !ok {
		return nil, false
	}
	for _, v := range r.Members {
		o := total
		o.Recurs = true
		o.Poly = r.P.Sums[v].M.Env.DecidePoly(o.Poly)
		out = append(out, o)
	}
	return out, true
}

// findBound searches for a bound: a measure, a measure stated by the user, marks of a graph search, or a linked
// structure. A measure that gives exponentially many calls, or no better depth than the range of an int, is used only
// if no other bound is found.
func (r *Recursion) findBound() {
	collected := r.collectCalls()
	if collected {
		if r.bound, r.Bounded = r.measure(r.fan); r.Bounded && !r.bound.exponential && r.Ranges.Size(r.bound.depth).Lo <= maxUsefulDepth {
			return
		}
		for _, other := range []func() (Bound, bool){r.boundBySift, r.statedMeasure, r.boundByMarks, r.boundByFirstMarks} {
			if n, ok := other(); ok {
				r.bound, r.Bounded = n, true
				return
			}
		}
	}
	if d, ok := r.descend(); ok {
		r.structural, r.Bounded = d, true
	}
	if collected && !r.Bounded {
		r.bound, r.Bounded = r.boundByCases()
	}
}

// collectCalls sets the recursive calls and how many of them one call makes. It fails if a call recurs indirectly
// (through a lambda or a callback), or if the methods have different parameters.
func (r *Recursion) collectCalls() bool {
	if len(r.Members) > maxRecursive || !r.sameParameters() || !r.recursDirectly() {
		return false
	}
	r.calls = r.recursiveCalls()
	if len(r.calls) == 0 || len(r.calls) > maxRecursiveCalls {
		return false
	}
	for _, c := range r.calls {
		r.dropUnsure(c, true)
	}
	for _, v := range r.Members {
		n, fan, ok := r.fanOf(r.P.Sums[v])
		if !ok || n == 0 && len(r.Members) > 1 {
			return false
		}
		r.fan, r.fanPoly = max(r.fan, n), fan
	}
	return true
}

// parts evaluates the methods without their recursive calls. own is the outcome of a call that recurs, last of one that
// does not. ok is false if no execution ends without recursion.
func (r *Recursion) parts() (own, last cost.Outcome, ok bool) {
	for i, v := range r.Members {
		s := r.P.Sums[v]
		outside := func(site *callees.CallSite) cost.Outcome { return r.costWithout(int(v), site, r.contains) }
		one := s.Evaluate(r.Obj, outside)
		e := s.NewEvaluator(r.Obj, outside)
		e.Avoid = func(site *callees.CallSite) bool { return r.recurs(s, site) }
		end := e.Node(s.Expr.Root)
		if r.endsBefore(s) {
			end = one
		}
		if one.Unbounded || one.Infeasible {
			return one, one, !one.Infeasible
		}
		if i == 0 {
			own, last = one, end
			continue
		}
		e = cost.NewCombiner(r.Obj, r.Ranges)
		own = e.Either(own, one)
		switch {
		case last.Infeasible:
			last = end
		case !end.Infeasible:
			last = e.Either(last, end)
		}
	}
	return own, last, true
}

// endsBefore reports whether a call can end by an exception, or spend an unknown number of iterations in a loop, on a
// path that leads only to recursive calls. The call then costs as much as one that recurs. Blocks dominated by the tests
// that guard a recursive call are counted by the measure; on a path that can also reach an end without recursion, the
// call costs no more than that path.
func (r *Recursion) endsBefore(s *cost.Summary) bool {
	g := s.M.CFG
	recurs := make([]bool, len(g.Blocks))
	var guards [][]code.Comparison
	indexed := slices.ContainsFunc(r.calls, func(c *recursiveCall) bool { return c.indexed })
	for _, b := range g.RPO {
		for i := range s.Calls[b] {
			if r.recurs(s, &s.Calls[b][i]) {
				if recurs[b] = true; !r.cases && !indexed { // the comparisons that dominate the call say less than what bounds it
					guards = append(guards, s.M.BranchComparisons(int(b)))
				}
			}
		}
	}
	var last []int32
	for _, b := range g.RPO {
		if !recurs[b] && code.EndsMethod(g.Code.Op(g.Blocks[b].Last)) {
			last = append(last, b)
		}
	}
	ends := s.M.Before(last, func(e *cfg.Edge) bool { return !recurs[e.From] }) // without recursion
	for _, b := range g.RPO {
		facts := s.M.BranchComparisons(int(b))
		guarded := slices.ContainsFunc(guards, func(guard []code.Comparison) bool {
			return !slices.ContainsFunc(guard, func(c code.Comparison) bool { return !slices.Contains(facts, c) })
		})
		if ends[b] || guarded {
			continue
		}
		if l := s.M.LoopHeadedBy(int(b)); l >= 0 && (s.M.Loops[l].Upper.Top || len(s.M.Loops[l].Conds) > 0) {
			return true
		}
		for pc := g.Blocks[b].Start; pc < g.Blocks[b].End; pc = g.Code.Next(pc) {
			if cfg.CanThrow(g.Code, pc) && !dividesByConstant(s, pc) {
				return true
			}
		}
	}
	return false
}

// dividesByConstant reports whether the instruction at pc is a division or a remainder by a constant other than 0.
func dividesByConstant(s *cost.Summary, pc int) bool {
	switch s.M.CFG.Code.Op(pc) {
	case classfile.OpIdiv, classfile.OpLdiv, classfile.OpIrem, classfile.OpLrem:
		v := s.M.Fn.At(pc)
		if v == 0 {
			return false
		}
		k := &s.M.Fn.Values[s.M.Fn.Args(v)[1]]
		return k.Kind == ssa.Int && k.Aux != 0
	}
	return false
}

// fanOf returns an upper bound on the recursive calls of one call: n if it is constant, otherwise fan with n = 0. ok is
// false if a loop around a recursive call has no bound.
func (r *Recursion) fanOf(s *cost.Summary) (n int64, fan expr.Poly, ok bool) {
	o := s.Evaluate(countingCalls, func(site *callees.CallSite) cost.Outcome {
		if r.recurs(s, site) {
			return cost.Outcome{Poly: oneCall}
		}
		return cost.Outcome{}
	})
	if len(o.Reasons) > 0 {
		return 0, fan, false
	}
	for _, t := range o.Poly.Of(expr.HeaderExecutions).Terms {
		if len(t.Mono) > 0 {
			return 0, o.Poly, true
		}
		n += int64(math.Ceil(t.Coef))
	}
	return max(1, n), fan, true
}

// total returns the cost of all calls, with cost own for each call that recurs and last for each that does not. It
// fails if a cost or a condition cannot be expressed in the symbols of the first call. known are sizes that are not negative at the
// start of every call.
func (r *Recursion) total(own, last cost.Outcome, n Bound, known []expr.Size) (cost.Outcome, bool) {
	a := &proof{Recursion: r, known: known}
	a.requireInductive()
	for _, v := range r.Members {
		a.require(nil, false, interproc.Required(r.P.Sums[v]))
	}
	own.Poly, last.Poly = r.generalizeCalls(own.Poly), r.generalizeCalls(last.Poly)
	if n.fan == 0 {
		fan, ok := a.costOfAnyCall(r.raisingPart(r.fanPoly, withoutNegative))
		if !ok || !n.spread(ceiling(fan.Of(expr.HeaderExecutions))) {
			return cost.Outcome{}, false
		}
	}
	var levels, each expr.Poly // of all calls of a level, and of every call
	for _, t := range r.raisingPart(own.Poly, r.raisingEntries).Terms {
		if n.fan != 1 {
			if s, ok := a.split(t.Mono); ok {
				levels = levels.Add(expr.ConstPoly(t.Vec).MulSize(s))
				continue
			}
		}
		each.Terms = append(each.Terms, t)
	}
	out := cost.Outcome{Reasons: expr.UnionReasons(own.Reasons, last.Reasons), Conditions: slices.Clone(n.conds), Joined: own.Joined || last.Joined, Expected: own.Expected.Unite(last.Expected)}
	out.Assumptions = append(out.Assumptions, own.Assumptions...)
	out.Assumptions = append(append(out.Assumptions, last.Assumptions...), n.assumed...)
	all, ok := a.costOfAnyCall(each)
	if !ok {
		return out, false
	}
	final := all
	if !last.Infeasible {
		if final, ok = a.costOfAnyCall(r.raisingPart(last.Poly, r.raisingEntries)); !ok {
			return out, false
		}
	}
	constant, other := expr.Poly{}, expr.Poly{}
	for _, t := range all.Terms {
		if len(t.Mono) == 0 {
			constant.Terms = append(constant.Terms, t)
		} else {
			other.Terms = append(other.Terms, t)
		}
	}
	out.Poly = constant.MulSize(n.calls).Add(other.MulSize(n.callsUpper)).Add(final.MulSize(n.leaves)).Add(levels.MulSize(n.levels))
	for i, c := range slices.Concat(last.Conditions, own.Conditions) {
		for _, c := range interproc.Sides(c) {
			if i >= len(last.Conditions) && !last.Infeasible && a.guarded(c) || len(known) > 0 && (&expr.Prover{Ranges: r.Ranges, Known: known}).Holds(c) {
				continue
			}
			if c, ok = a.everyCall(c); !ok {
				return out, false
			}
			out.Conditions = tighten(out.Conditions, c)
		}
	}
	for _, c := range a.discharged() {
		out.Conditions = tighten(out.Conditions, c)
	}
	if a.failed && a.unmet != nil {
		r.unmet = a.unmet.String()
	}
	out.Conditions = r.P.Sums[r.Members[0]].M.RequireAll(out.Conditions)
	return out, !a.failed
}

// ceiling returns a size that is at least s.
func ceiling(s expr.Scalar) expr.Size {
	var out expr.Size
	for _, t := range s.Terms {
		out = out.Add(expr.Size{Terms: []expr.Term{{Coef: int64(math.Ceil(math.Min(t.Coef, 1<<40))), Mono: t.Mono}}})
		if !(t.Coef < 1<<40) {
			return expr.TopSize
		}
	}
	return out
}

// descend searches for parameters from which the recursive calls follow links. It fails if there are none, or if the
// same link may be followed twice.
func (r *Recursion) descend() (*structuralRecursion, bool) {
	if len(r.Members) > interproc.MaxDescending || !r.recursDirectly() {
		return nil, false
	}
	loose := !r.sameParameters()
	first := r.P.Sums[r.Members[0]]
	for i, v := range first.M.Fn.Params {
		if first.M.Fn.Values[v].Type != 'a' {
			continue
		}
		d := &structuralRecursion{node: map[int32]int{r.Members[0]: i}, calls: map[edgeKey]*edge{}, differentParams: loose}
		if r.assign(d) && d.sort(r.Members) && r.keepsLinks(d) && r.followsLinksOnce(d) {
			r.follow(d)
			return d, true
		}
	}
	return r.descendSimultaneously()
}
