package recursion

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
)

// leastDepth bounds the depth that a recursion has at least, whatever its arguments, for its measure to say anything: that
// a number of 32 bits cannot grow for ever is a bound, but of no use.
const leastDepth = 1 << 20

// measure finds a size that bounds the recursion.
func (r *Recursion) measure(fan int64) (last Bound, ok bool) {
	if n, ok := r.euclid(fan); ok {
		return n, true
	}
	var tried []expr.Size
	for _, factor := range []int64{10, 2, 1} {
		if factor > 2 && fan != 1 {
			continue
		}
		tried = tried[:0]
		for _, c := range r.edges {
			for _, g := range c.facts {
				shift := int64(3) // the largest that is halved makes the fewest calls
				if g.unlike {
					shift = 0
				}
				for ; shift >= 0; shift-- {
					mu := atFirst(g.size).AddInt(shift)
					if mu.Top || slices.ContainsFunc(tried, mu.Equal) && !g.unlike {
						continue
					}
					tried = append(tried, mu)
					n, good := r.decreasing(mu, g.unlike, factor, fan)
					switch far := good && r.Ranges.Size(n.depth).Lo > leastDepth; {
					case good && !far:
						return n, true
					case good && !n.powers && !ok:
						last, ok = n, true
					}
				}
			}
		}
	}
	return last, ok
}

// written takes what the methods are measured by at their word.
func (r *Recursion) written() (n Bound, ok bool) {
	n.fan = r.fan
	var all []expr.Size
	for _, v := range r.Members {
		s := r.P.Sums[v]
		f := s.M.Facts.MeasuredBy
		if f.Expr == nil {
			return n, false
		}
		size := s.M.SizeOfExpr(f.Expr, -1)
		if size.Top || MentionsAnyIndex(size) {
			return n, false
		}
		all = append(all, size)
		most := math.Inf(1)
		if v, ok := size.Int(); ok {
			most = float64(v)
		}
		n.assumed = append(n.assumed, expr.Assumption{Symbol: "depth of the recursion of " + s.Method.Name, Max: most, Origin: f.Origin})
	}
	return n, n.count(expr.Max(all...), 1, 1, 1, r.Ranges)
}

// decreasing tries a measure. Where unlike is set, the guards say only that it is not 0: then it must not be negative
// at the first call, and no call may step over 0. Every call divides it by the factor at least, or takes something away
// where the factor is 1.
func (r *Recursion) decreasing(mu expr.Size, unlike bool, factor, fan int64) (n Bound, ok bool) {
	a := &proof{Recursion: r}
	if unlike {
		a.extra = map[*recursiveCall][]expr.Size{}
		for _, c := range r.edges {
			if !slices.ContainsFunc(c.facts, func(g callGuard) bool { return g.unlike && g.size.Equal(mu) }) {
				return n, false
			}
			for _, g := range c.facts {
				if g.unlike && g.size.Equal(mu) {
					a.need(c, true, g.conds)
				}
			}
			a.extra[c] = []expr.Size{mu.AddInt(-1)}
		}
		a.need(nil, false, []expr.Condition{{Size: mu, Lo: 0, Hi: math.Inf(1)}})
	}
	for _, v := range r.Members { // what the proof takes for granted of the parameters
		a.need(nil, false, interproc.Required(r.P.Sums[v]))
	}
	base, step := math.Inf(1), math.Inf(1)
	for _, c := range r.edges {
		then, ok := a.after(c, mu)
		if !ok {
			return n, false
		}
		p := a.prover(c)
		base = math.Min(base, p.Least(mu))
		step = math.Min(step, p.Least(mu.Sub(then.Scale(factor))))
	}
	switch {
	case math.Abs(base) > 1<<40 || math.Abs(step) > 1<<40:
		return n, false
	case factor > 1 && (base < 1 || step < 0), factor == 1 && step < 1:
		return n, false
	}
	if n.conds = a.discharged(); a.failed {
		return n, false
	}
	n.fan = fan
	return n, n.count(mu, int64(base), int64(step), factor, r.Ranges)
}

// count makes numbers of calls of a measure that is at least base where a method calls itself, and is divided by the
// factor, by 2 where it calls itself more than once, or gets smaller by step.
func (n *Bound) count(mu expr.Size, base, step, factor int64, r expr.Env) bool {
	if factor > 1 {
		x := mu.FloorDiv(base)
		n.depth = x.Scale(2).AddInt(1).Log2() // log2(x) + 1, and 0 where x is 0
		switch n.fan {
		case 1:
			n.depth = x.Log(factor).AddInt(1)
		case 2: // 2^depth is at most 2 * x
			n.calls, n.leaves = expr.Max(expr.Const(0), x.Scale(2).AddInt(-1)), expr.Max(expr.Const(1), x.Scale(2))
			n.most = n.calls
			n.levels = x.Log2().AddInt(2)
			return !n.calls.Top && !n.leaves.Top
		}
	} else {
		n.depth = mu.AddInt(-base).FloorDiv(step).AddInt(1)
		if r.Size(n.depth).Lo < 0 {
			n.depth = expr.Max(expr.Const(0), n.depth)
		}
	}
	n.levels = n.depth.AddInt(1)
	switch n.powers = n.fan != 1; n.fan {
	case 0:
		return !n.depth.Top // spread says how many
	case 1:
		n.calls, n.leaves = n.depth, expr.Const(1)
		n.most = n.calls
	default: // 1 + fan + fan^2 + ...
		n.leaves = expr.Power(expr.Const(n.fan), n.depth)
		n.calls, n.most = n.leaves.AddInt(-1).FloorDiv(n.fan-1), n.leaves.FloorDiv(n.fan-1)
	}
	return !n.calls.Top && !n.leaves.Top
}

// spread makes numbers of calls where one call makes at most fan: with at least two for each, the sum of all levels that
// recur is less than the level below.
func (n *Bound) spread(fan expr.Size) bool {
	n.leaves = expr.Power(expr.Max(expr.Const(2), fan), n.depth)
	n.calls, n.most = n.leaves, n.leaves
	return !n.calls.Top
}
