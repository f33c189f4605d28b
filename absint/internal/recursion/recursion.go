package recursion

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A recursion is bounded by a measure: a size at the start of each call that gets smaller from one call to the next,
// and has a least value where the method calls itself. The number of calls inside each other then is at most the
// measure of the first, or its logarithm where it is halved.
//
// The methods of a mutual recursion are taken as one, as far as their parameters at each position mean the same.

// Recurse evaluates the methods of a recursion. ok is false where nothing bounds it.
func Recurse(p *interproc.Program, members []int32, obj cost.Objective, done []cost.Outcome, c *interproc.Partition) (out []cost.Outcome, ok bool) {
	if !obj.Upper || slices.ContainsFunc(members, func(v int32) bool { return p.Sums[v].Failure != nil }) {
		return nil, false
	}
	m, _ := p.Measures.LoadOrStore(MeasureKey{members[0], c != nil}, new(Measured))
	r := &Recursion{P: p, Obj: obj, Done: done, Members: members, Ranges: RangesOf(p, members), cut: c, Measured: m.(*Measured)}
	r.Price = func(v int, site *callees.CallSite) cost.Outcome { return p.CallOutcome(v, site, obj, done) }
	return r.Outcomes()
}

// Outcomes evaluates the methods. ok is false where nothing bounds the recursion.
func (r *Recursion) Outcomes() (out []cost.Outcome, ok bool) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	if !r.Known {
		r.Known = true
		r.find()
	}
	switch {
	case !r.Ok:
		return nil, false
	case r.d != nil:
		return r.descents(r.d)
	}
	own, last, ok := r.parts()
	switch {
	case !ok:
		return nil, false
	case own.Unbounded:
		return r.unbounded(own), true
	}
	total, ok := r.total(own, last, r.n)
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

// find looks for what bounds the recursion: a measure, what is written, objects; a measure by which the calls are
// exponential, or as many as an int can count, is the last to be taken.
func (r *Recursion) find() {
	if r.collect() {
		if r.n, r.Ok = r.measure(r.fan); r.Ok && !r.n.powers && r.Ranges.Size(r.n.depth).Lo <= leastDepth {
			return
		}
		for _, other := range []func() (Bound, bool){r.written, r.visits} {
			if n, ok := other(); ok {
				r.n, r.Ok = n, true
				return
			}
		}
	}
	if d, ok := r.descend(); ok {
		r.d, r.Ok = d, true
	}
}

// collect finds the calls by which the methods call each other. ok is false where there are others than direct ones,
// or where the methods have different parameters.
func (r *Recursion) collect() bool {
	if len(r.Members) > maxRecursive || !r.alike() || !r.plain() {
		return false
	}
	r.edges = r.recursiveCalls()
	if len(r.edges) == 0 || len(r.edges) > maxRecursiveCalls {
		return false
	}
	for _, v := range r.Members {
		n, fan, ok := r.fanOf(r.P.Sums[v])
		if !ok || n == 0 && len(r.Members) > 1 {
			return false
		}
		r.fan, r.fans = max(r.fan, n), fan
	}
	return true
}

// parts evaluates the methods without the calls by which they recur: own is one call that recurs, last one that does
// not.
func (r *Recursion) parts() (own, last cost.Outcome, ok bool) {
	for i, v := range r.Members {
		s := r.P.Sums[v]
		outside := func(site *callees.CallSite) cost.Outcome { return r.besides(int(v), site, r.inside) }
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

// endsBefore says whether an exception may end a call on a way that can only lead to where it recurs, or a loop keep it
// there: it may cost as much as one that recurs then. Behind the tests that come before a recursive call this is one of the
// calls that the measure counts; on a way that can also lead to an end without recursion, it costs no more than that.
func (r *Recursion) endsBefore(s *cost.Summary) bool {
	g := s.M.CFG
	recurs := make([]bool, len(g.Blocks))
	var guards [][]symval.Comparison
	for _, b := range g.RPO {
		for i := range s.Calls[b] {
			if r.recurs(s, &s.Calls[b][i]) {
				guards = append(guards, s.M.BranchComparisons(int(b)))
				recurs[b] = true
			}
		}
	}
	var last []int32
	for _, b := range g.RPO {
		if !recurs[b] && symval.EndsMethod(g.Code.Op(g.Blocks[b].Last)) {
			last = append(last, b)
		}
	}
	ends := s.M.Before(last, func(e *cfg.Edge) bool { return !recurs[e.From] }) // without recursion
	for _, b := range g.RPO {
		facts := s.M.BranchComparisons(int(b))
		guarded := slices.ContainsFunc(guards, func(guard []symval.Comparison) bool {
			return !slices.ContainsFunc(guard, func(c symval.Comparison) bool { return !slices.Contains(facts, c) })
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

// dividesByConstant says whether the instruction at pc is a division or a remainder by a constant that is not 0.
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

// fanOf counts the recursive calls on the path that makes the most of them.
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

// total is the cost of all calls: own for each that recurs, and last for each that does not.
func (r *Recursion) total(own, last cost.Outcome, n Bound) (cost.Outcome, bool) {
	a := &proof{Recursion: r}
	for _, v := range r.Members {
		a.need(nil, false, interproc.Required(r.P.Sums[v]))
	}
	own.Poly, last.Poly = r.generalCalls(own.Poly), r.generalCalls(last.Poly)
	if n.fan == 0 {
		fan, ok := a.everywhere(r.raising(r.fans, withoutNegative))
		if !ok || !n.spread(ceiling(fan.Of(expr.HeaderExecutions))) {
			return cost.Outcome{}, false
		}
	}
	var levels, each expr.Poly // of all calls of a level, and of every call
	for _, t := range r.raising(own.Poly, r.costs).Terms {
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
	all, ok := a.everywhere(each)
	if !ok {
		return out, false
	}
	final := all
	if !last.Infeasible {
		if final, ok = a.everywhere(r.raising(last.Poly, r.costs)); !ok {
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
	out.Poly = constant.MulSize(n.calls).Add(other.MulSize(n.most)).Add(final.MulSize(n.leaves)).Add(levels.MulSize(n.levels))
	for i, c := range slices.Concat(last.Conditions, own.Conditions) {
		for _, c := range interproc.Sides(c) {
			if i >= len(last.Conditions) && !last.Infeasible && a.guarded(c) {
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
	out.Conditions = r.P.Sums[r.Members[0]].M.RequireAll(out.Conditions)
	return out, !a.failed
}

// ceiling is a size that is at least a polynomial.
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

// descend looks for the objects that a recursion follows links from.
func (r *Recursion) descend() (*structuralRecursion, bool) {
	if len(r.Members) > expr.MaxDescending || !r.plain() {
		return nil, false
	}
	loose := !r.alike()
	first := r.P.Sums[r.Members[0]]
	for i, v := range first.M.Fn.Params {
		if first.M.Fn.Values[v].Type != 'a' {
			continue
		}
		d := &structuralRecursion{node: map[int32]int{r.Members[0]: i}, downs: map[edgeKey]*edge{}, loose: loose}
		if r.assign(d) && d.sort(r.Members) && r.staysAsItIs(d) && r.usesUp(d) {
			r.follow(d)
			return d, true
		}
	}
	return r.descendTogether()
}
