package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// variableStep returns a bound by a step that the loop does not change, or t. It applies if t had to use the lower
// bound of the step.
func variableStep(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c code.Comparison, t symval.Bound) symval.Bound {
	c, xs, ys := variableFirst(m, l, c)
	if t.Tight || len(xs) != 1 || len(ys) > 0 || phis[xs[0]].Off.Lo == phis[xs[0]].Off.Hi {
		return t
	}
	update, ok := phiUpdateOf(m, l, xs[0])
	if !ok {
		return t
	}
	u, ok := boundStrides(m, l, xs[0], update, c)
	u.Conds = expr.Tightest(u.Conds)
	if _, number := u.Upper.Int(); !ok || number || !m.Possible(u.Conds) || m.Possible(t.Conds) && len(u.Conds) > len(t.Conds) {
		return t
	}
	u.Spans = t.Spans
	return u
}

// stride is the difference between a value and a variable x of a loop: a sum of constants and of values that the loop
// does not change, from low to high.
type stride struct {
	low, high expr.Size
	conds     []expr.Condition // under which low and high are known
	bound     bool             // low and high are bounds, not the value
	partials  []stride         // the results of additions that may overflow
}

// strideOf follows v back to x through additions of values that no variable of loop l enters. ok is false if it meets
// anything else.
func strideOf(m *symval.Func, l int, v, x ssa.ID, depth int) (s stride, ok bool) {
	f := m.Fn
	if v == x {
		return stride{}, true
	}
	w := &f.Values[v]
	if depth > 4 || w.Kind != ssa.Instr || !m.CFG.InLoop(int(w.Block), l) {
		return stride{}, false
	}
	args := f.Args(v)
	by := stride{low: expr.Const(w.Aux), high: expr.Const(w.Aux)}
	switch w.Op {
	case classfile.OpIinc:
		s, ok = strideOf(m, l, args[0], x, depth+1)
	case classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub:
		minus := w.Op == classfile.OpIsub || w.Op == classfile.OpLsub
		first, second := args[0], args[1]
		if s, ok = strideOf(m, l, first, x, depth+1); !ok && !minus {
			first, second = second, first
			s, ok = strideOf(m, l, first, x, depth+1)
		}
		if !ok || len(variablesIn(m, l, second)) > 0 {
			return stride{}, false
		}
		low, lowIsBound := m.LimitOf(l, second, minus)
		high, highIsBound := m.LimitOf(l, second, !minus)
		if !low.Ok() || !high.Ok() {
			return stride{}, false
		}
		by = stride{low: low.Size, high: high.Size, conds: slices.Concat(low.Conds, high.Conds), bound: lowIsBound || highIsBound}
		if minus {
			by.low, by.high = by.low.Scale(-1), by.high.Scale(-1)
		}
	default:
		return stride{}, false
	}
	s = stride{low: s.low.Add(by.low), high: s.high.Add(by.high), conds: slices.Concat(s.conds, by.conds), bound: s.bound || by.bound, partials: s.partials}
	if !m.CannotWrap(v) {
		s.partials = append(s.partials[:len(s.partials):len(s.partials)], stride{low: s.low, high: s.high})
	}
	return s, ok && !s.low.Top && !s.high.Top
}

// boundStrides bounds a loop whose counter moves towards its limit by a value that the loop does not change, such as i
// += step.
// Sound because the step is at least 1 (a condition unless it is proved), so the distance to the limit over the least
// step bounds the iterations; the other conditions exclude overflow.
func boundStrides(m *symval.Func, l int, x ssa.ID, c phiUpdate, test code.Comparison) (symval.Bound, bool) {
	falls, one, ok := direction(test.Op)
	if !ok {
		return symval.Bound{}, false
	}
	tested, ok := strideOf(m, l, test.A, x, 0)
	paths := joint.Pairs(m, l, c.backs, c.backs)
	limit, limitIsBound := m.LimitOf(l, test.B, !falls)
	start, startIsBound := m.LimitOf(l, c.init, falls)
	end, _ := m.LimitOf(l, c.init, !falls) // of where it starts, on the side that it moves to
	if !ok || len(paths) == 0 || !limit.Ok() || !start.Ok() || !end.Ok() {
		return symval.Bound{}, false
	}
	step, ok := stepOf(m, l, x, paths)
	if !ok {
		return symval.Bound{}, false
	}
	run := stridesRun{
		m: m, falls: falls, tested: tested, step: step,
		last: limit.Size.AddInt(one), first: start.Size, end: end.Size, fits: symval.Fits(m.Fn.Values[x].Type),
		conds: slices.Concat(limit.Conds, start.Conds, end.Conds, tested.conds, step.conds),
	}
	if falls {
		run.mirror()
	}
	run.requireFit()
	conds := expr.Tightest(run.conds)
	n := expr.Quotient(run.upper().Sub(run.first).Add(run.step.low), run.step.low)
	tight := !startIsBound && !limitIsBound && !step.bound && !tested.bound && len(paths) == 1
	return symval.Bound{Upper: n, Conds: conds, Tight: tight}, !n.Top
}

// direction returns whether a counter that an inequality stops falls, and what its limit and its last value differ by.
func direction(op classfile.Op) (falls bool, one int64, ok bool) {
	switch op {
	case classfile.OpIfIcmplt:
		return false, -1, true
	case classfile.OpIfIcmple:
		return false, 0, true
	case classfile.OpIfIcmpgt:
		return true, 1, true
	case classfile.OpIfIcmpge:
		return true, 0, true
	}
	return false, 0, false
}

// stepOf returns the stride of an iteration, from the values of x at the ends of its paths.
func stepOf(m *symval.Func, l int, x ssa.ID, paths [][2]ssa.ID) (step stride, ok bool) {
	for i, w := range paths {
		s, ok := strideOf(m, l, w[0], x, 0)
		if !ok {
			return stride{}, false
		}
		if i == 0 {
			step = s
			continue
		}
		step = stride{low: expr.Min(step.low, s.low), high: expr.Max(step.high, s.high), conds: slices.Concat(step.conds, s.conds), bound: true, partials: slices.Concat(step.partials, s.partials)}
	}
	return step, true
}

// stridesRun is one run of a loop by strides. Its counter rises: a falling one is mirrored.
type stridesRun struct {
	m            *symval.Func
	falls        bool
	tested, step stride
	last         expr.Size // of the tested value
	first, end   expr.Size // where the counter starts, at least and at most
	fits         expr.Interval
	conds        []expr.Condition
}

// mirror negates the counter.
func (r *stridesRun) mirror() {
	r.tested, r.step = r.tested.mirrored(), r.step.mirrored()
	r.last, r.first, r.end, r.fits = r.last.Scale(-1), r.first.Scale(-1), r.end.Scale(-1), r.fits.Scale(-1)
}

// upper returns the largest value of the counter where the test holds.
func (r *stridesRun) upper() expr.Size { return r.last.Sub(r.tested.low) }

// within requires a size of the counter to be in an interval.
func (r *stridesRun) within(s expr.Size, in expr.Interval) {
	if r.falls {
		s, in = s.Scale(-1), in.Scale(-1)
	}
	r.conds = r.m.RequireAt(r.conds, expr.Condition{Size: s, Lo: in.Lo, Hi: in.Hi}, r.m.Context)
}

// requireFit requires steps of at least 1 that do not overflow.
func (r *stridesRun) requireFit() {
	m, upper, step := r.m, r.upper(), r.step
	atMost, atLeast := expr.Interval{Lo: math.Inf(-1), Hi: r.fits.Hi}, expr.Interval{Lo: r.fits.Lo, Hi: math.Inf(1)}
	r.conds = m.Require(r.conds, expr.Condition{Size: step.low, Lo: 1, Hi: math.Inf(1)})
	for _, p := range step.partials {
		// A step from a value that is not the first one is at most the distance between the two.
		farthest := expr.Max(r.end.Add(p.high), upper.Add(upper).Sub(r.first))
		if step.bound || !p.high.Equal(step.high) || len(m.RequireAt(nil, expr.Condition{Size: farthest, Lo: math.Inf(-1), Hi: r.fits.Hi}, m.Context)) > 0 {
			r.within(upper.Add(p.high), atMost)
		}
		if m.LeastOf(p.low) < 0 && !p.low.Equal(step.low) {
			r.within(r.first.Add(p.low), atLeast)
		}
	}
	for _, p := range r.tested.partials {
		r.within(upper.Add(step.high).Add(p.high), atMost)
		r.within(r.end.Add(p.high), atMost)
		r.within(r.first.Add(p.low), atLeast)
	}
}

// mirrored returns the stride of the negated variable.
func (s stride) mirrored() stride {
	out := stride{low: s.high.Scale(-1), high: s.low.Scale(-1), conds: s.conds, bound: s.bound}
	for _, p := range s.partials {
		out.partials = append(out.partials, p.mirrored())
	}
	return out
}
