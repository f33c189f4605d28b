package recursion

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/stated"
)

// Ranking functions from guards: if a comparison that dominates a recursive call bounds a size from below, and the call
// decreases the size, the size bounds the call depth.
//
// Sound because the decrease is proved for every recursive call, with overflow conditions recorded by the proof.
// (Podelski and Rybalchenko, A complete method for the synthesis of linear ranking functions, VMCAI 2004, for linear
// measures.)

// maxUsefulDepth is the call depth from which on a measure is not useful: that an int of 32 bits cannot grow forever is
// a bound, but too large a one.
const maxUsefulDepth = 1 << 20

// measure searches the guards of the recursive calls for a size that bounds the recursion. fan is the number of
// recursive calls of one call.
func (r *Recursion) measure(fan int64) (last Bound, ok bool) {
	for _, division := range []func(int64) (Bound, bool){r.euclid, r.swappedEuclid} {
		if n, ok := division(fan); ok {
			return n, true
		}
	}
	var tried []expr.Size
	for _, factor := range []int64{10, 2, 1} {
		if factor > 2 && fan != 1 {
			continue
		}
		tried = tried[:0]
		for _, c := range r.calls {
			for _, g := range c.guards {
				shift := int64(3) // the largest that is halved makes the fewest calls
				if g.nonzero {
					shift = 0
				}
				for ; shift >= 0; shift-- {
					mu := atFirst(g.size).AddInt(shift)
					if mu.Top || slices.ContainsFunc(tried, mu.Equal) && !g.nonzero {
						continue
					}
					if g.nonzero && r.Ranges.Size(mu).Hi <= 0 { // only 0 is not negative: a bound for no call that recurs
						continue
					}
					tried = append(tried, mu)
					n, good := r.decreasing(mu, g.nonzero, factor, fan)
					switch far := good && r.Ranges.Size(n.depth).Lo > maxUsefulDepth; {
					case good && !far:
						return n, true
					case good && !n.exponential && !ok:
						last, ok = n, true
					}
				}
			}
		}
	}
	if !ok {
		return r.sumMeasure(fan)
	}
	return last, ok
}

// maxSumGuards caps the guards of which sums of two are tried.
const maxSumGuards = 6

// sumMeasure searches for two sizes that the guards of the first recursive call bound from below and whose sum decreases, though
// each alone may stay the same: f(a, b) that calls f(a - 1, b) or f(a, b - 1) where neither is 0.
func (r *Recursion) sumMeasure(fan int64) (n Bound, ok bool) {
	var sizes []expr.Size
	for _, g := range r.calls[0].guards {
		if s := atFirst(g.size); !g.nonzero && !s.Top && len(sizes) < maxSumGuards {
			sizes = append(sizes, s)
		}
	}
	for i, a := range sizes {
		for _, b := range sizes[:i] {
			if mu := a.Add(b); !mu.Top {
				if n, ok := r.decreasing(mu, false, 1, fan, a, b); ok {
					return n, true
				}
			}
		}
	}
	return n, false
}

// statedMeasure returns the bound that the user states for all methods (measured_by). ok is false if a method has none,
// or if it depends on a loop index.
func (r *Recursion) statedMeasure() (n Bound, ok bool) {
	n.fan = r.fan
	var all []expr.Size
	for _, v := range r.Members {
		s := r.P.Sums[v]
		f := s.M.Facts.MeasuredBy
		if f.Expr == nil {
			return n, false
		}
		size := stated.SizeOfExpr(s.M, f.Expr, -1)
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

// decreasing tries measure mu, the sum of addends where there are some: then the guards of every call bound each of them from
// below. With nonzero, the guards imply only mu != 0: mu must then be nonnegative in the first
// call, and no call may step over 0. Every call divides mu by factor, or decreases it if factor is 1.
func (r *Recursion) decreasing(mu expr.Size, nonzero bool, factor, fan int64, addends ...expr.Size) (n Bound, ok bool) {
	a := &proof{Recursion: r}
	if r.cases && r.exhausted() {
		return n, false
	}
	if len(addends) > 0 && !a.guardAll(mu, addends) {
		return n, false
	}
	if nonzero && !a.guardNonzero(mu) {
		return n, false
	}
	a.requireInductive()
	for _, v := range r.Members { // what the proof takes for granted of the parameters
		a.require(nil, false, interproc.Required(r.P.Sums[v]))
	}
	base, step := math.Inf(1), math.Inf(1)
	if !a.atEvery(mu, func(p *expr.Prover, then expr.Size) bool {
		step = math.Min(step, p.Least(mu.Sub(then.Scale(factor))))
		if factor == 1 && step < 1 || step < 0 {
			return false
		}
		base = math.Min(base, p.Least(mu))
		return (factor == 1 || base >= 1) && base >= -1<<40 && (!r.cases || base >= -maxUsefulDepth)
	}) || base > 1<<40 || step > 1<<40 {
		return n, false
	}
	divided, parts := expr.Size{}, false
	if factor == 1 && fan > 1 {
		divided, parts = a.divided(mu, int64(base))
	}
	if n.conds = a.discharged(); a.failed {
		return n, false
	}
	if n.fan = fan; parts {
		n.depth = expr.Max(expr.Const(0), divided)
		n.levels, n.calls, n.callsUpper, n.leaves = n.depth.AddInt(1), n.depth, n.depth, n.depth.Scale(fan-1).AddInt(1)
		return n, !n.leaves.Top
	}
	return n, n.count(mu, int64(base), int64(step), factor, r.Ranges)
}

// guardNonzero takes for granted that mu is at least 1 at the recursive calls. It fails if a call has no guard mu != 0.
func (a *proof) guardNonzero(mu expr.Size) bool {
	a.extra = map[*recursiveCall][]expr.Size{}
	for _, c := range a.calls {
		if !slices.ContainsFunc(c.guards, func(g callGuard) bool { return g.nonzero && g.size.Equal(mu) }) {
			return false
		}
		for _, g := range c.guards {
			if g.nonzero && g.size.Equal(mu) {
				a.require(c, true, g.conds)
			}
		}
		a.extra[c] = []expr.Size{mu.AddInt(-1)}
	}
	a.require(nil, false, []expr.Condition{{Size: mu, Lo: 0, Hi: math.Inf(1)}})
	return true
}

// guardAll takes for granted that mu is not negative at the recursive calls. It fails if the guards of a call do not bound each of
// the addends of mu from below.
func (a *proof) guardAll(mu expr.Size, addends []expr.Size) bool {
	a.extra = map[*recursiveCall][]expr.Size{}
	for _, c := range a.calls {
		for _, s := range addends {
			if a.cases && a.prover(c).Least(s) >= 0 {
				continue
			}
			i := slices.IndexFunc(c.guards, func(g callGuard) bool { return !g.nonzero && g.size.Equal(s) })
			if i < 0 {
				return false
			}
			a.require(c, true, c.guards[i].conds)
		}
		a.extra[c] = []expr.Size{mu}
	}
	return true
}

// count sets the numbers of calls from a measure that is at least base where a method recurs, and that each call
// divides by factor or, if factor is 1, decreases by step. It fails if a number has no bound.
func (n *Bound) count(mu expr.Size, base, step, factor int64, r expr.Env) bool {
	if factor > 1 {
		x := mu.FloorDiv(base)
		n.depth = x.Scale(2).AddInt(1).Log2() // log2(x) + 1, and 0 where x is 0
		switch n.fan {
		case 1:
			n.depth = x.Log(factor).AddInt(1)
		case 2: // 2^depth is at most 2 * x
			n.calls, n.leaves = expr.Max(expr.Const(0), x.Scale(2).AddInt(-1)), expr.Max(expr.Const(1), x.Scale(2))
			n.callsUpper = n.calls
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
	switch n.exponential = n.fan != 1; n.fan {
	case 0:
		return !n.depth.Top // spread sets the numbers
	case 1:
		n.calls, n.leaves = n.depth, expr.Const(1)
		n.callsUpper = n.calls
	default: // 1 + fan + fan^2 + ...
		n.leaves = expr.Power(expr.Const(n.fan), n.depth)
		n.calls, n.callsUpper = n.leaves.AddInt(-1).FloorDiv(n.fan-1), n.leaves.FloorDiv(n.fan-1)
	}
	return !n.calls.Top && !n.leaves.Top
}

// spread sets the numbers of calls if one call makes at most fan recursive calls. If depth is the number of calls that recur, all calls are
// those that they make, and the first. With a fan of at least 2, the sum of
// all inner levels is less than the number of leaves.
func (n *Bound) spread(fan expr.Size) bool {
	if n.marks {
		n.calls = n.depth.Mul(expr.Max(expr.Const(1), fan)).AddInt(1)
		n.callsUpper = n.calls
		return !n.calls.Top
	}
	n.leaves = expr.Power(expr.Max(expr.Const(2), fan), n.depth)
	n.calls, n.callsUpper = n.leaves, n.leaves
	return !n.calls.Top
}
