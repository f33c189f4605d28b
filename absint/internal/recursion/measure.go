package recursion

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
)

// MeasureKey names a component: by its first method, and whether it is what is left of a larger one.
type MeasureKey struct {
	First int32
	Cut   bool
}

// recursiveCall is a call by which a method of a recursion calls one of its methods.
type recursiveCall struct {
	s     *cost.Summary
	site  *callees.CallSite
	to    *classfile.Method
	facts []callGuard
	args  map[string]argument // by the key of the symbol of the callee
}

// callGuard is a comparison that every way to a call has passed, as a size that is not negative, or not zero.
type callGuard struct {
	size   expr.Size
	conds  []expr.Condition
	unlike bool // not zero
}

// argument is a symbol of the callee at a recursive call, in the symbols of the caller.
type argument struct {
	size  expr.Size
	conds []expr.Condition
	ok    bool
}

// maxGuards bounds the comparisons before a call that are looked at, the nearest.
const maxGuards = 12

func newRecursiveCall(s *cost.Summary, site *callees.CallSite, to *classfile.Method) *recursiveCall {
	c := &recursiveCall{s: s, site: site, to: to, args: map[string]argument{}}
	m := s.M
	for i, f := range m.BranchComparisons(int(m.Fn.Values[site.Value].Block)) {
		if i >= maxGuards {
			break
		}
		if length, ok := m.NotEmpty(f); ok {
			c.facts = append(c.facts, callGuard{size: length.Size.AddInt(-1), conds: length.Conds})
			continue
		}
		a, b := m.ValueOf(f.A), symval.Guarded{}
		if f.B != 0 {
			b = m.ValueOf(f.B)
		}
		if !a.Ok() || !b.Ok() || !interproc.IndicesReach(s, a.Size, site.Value) || !interproc.IndicesReach(s, b.Size, site.Value) {
			continue
		}
		g := callGuard{conds: slices.Concat(a.Conds, b.Conds)}
		add := func(s expr.Size) {
			g.size = s
			c.facts = append(c.facts, g)
		}
		d := a.Size.Sub(b.Size)
		switch f.Op {
		case classfile.OpIfIcmplt:
			add(d.Scale(-1).AddInt(-1))
		case classfile.OpIfIcmple:
			add(d.Scale(-1))
		case classfile.OpIfIcmpgt:
			add(d.AddInt(-1))
		case classfile.OpIfIcmpge:
			add(d)
		case classfile.OpIfIcmpeq:
			add(d)
			add(d.Scale(-1))
		case classfile.OpIfIcmpne:
			g.unlike = true
			add(d)
			add(d.Scale(-1))
		}
	}
	return c
}

func MentionsAnyIndex(s expr.Size) bool {
	return s.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom })
}

// atFirst is a size in the first iterations of the loops whose indices it mentions.
func atFirst(s expr.Size) expr.Size {
	return s.Substitute(func(a *expr.Atom) (expr.Size, bool) { return expr.Size{}, a.Kind == expr.IndexAtom })
}

// argument is what a symbol of the callee is at the call.
func (c *recursiveCall) argument(a *expr.Atom) argument {
	x, ok := c.args[a.Key]
	if ok {
		return x
	}
	q := interproc.ArgumentSize(c.s, a.Symbol, c.to.Name, c.site.Arg)
	x = argument{size: q.Size, conds: q.Conds, ok: q.Ok() && !q.Size.Top && interproc.IndicesReach(c.s, q.Size, c.site.Value)}
	c.args[a.Key] = x
	return x
}

// Bound is how many calls a recursion makes.
type Bound struct {
	depth   expr.Size // calls inside each other at most that recur
	calls   expr.Size // that recur
	most    expr.Size // no less than calls, and not made by taking away
	leaves  expr.Size // that do not
	levels  expr.Size // calls inside each other at most
	fan     int64     // calls that one call makes at most; 0 where that is a size
	powers  bool      // calls is exponential in a size
	conds   []expr.Condition
	assumed []expr.Assumption
}

// proof is a proof under way: what it rests on.
type proof struct {
	*Recursion
	extra  map[*recursiveCall][]expr.Size // not negative at the call, beyond its guards
	needs  []need
	failed bool
	apart  bool  // the methods have different parameters: those of one say nothing of another's
	home   int32 // the method that is looked at, where they have
}

// need is a condition that must hold at a call, or whenever a method of the recursion starts. Where a guard rests on
// it, no guard that needs a condition itself may help to prove it.
type need struct {
	at    *recursiveCall
	guard bool
	expr.Condition
}

func (a *proof) need(at *recursiveCall, guard bool, cs []expr.Condition) {
	for _, c := range cs {
		for _, c := range interproc.Sides(c) {
			if !slices.ContainsFunc(a.needs, func(n need) bool {
				return n.at == at && (n.guard || !guard) && n.Lo == c.Lo && n.Hi == c.Hi && n.Size.Equal(c.Size)
			}) {
				a.needs = append(a.needs, need{at, guard, c})
			}
		}
	}
}

// try is f, which rests on nothing where it fails.
func (a *proof) try(f func() bool) bool {
	before := len(a.needs)
	if f() {
		return true
	}
	a.needs = a.needs[:before]
	return false
}

// after is a size at the start of the called method, in the symbols of the caller. ok is false where it is not known.
func (a *proof) after(c *recursiveCall, s expr.Size) (expr.Size, bool) {
	ok := true
	out := s.Substitute(func(x *expr.Atom) (expr.Size, bool) {
		if x.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		arg := c.argument(x)
		if !arg.ok {
			ok = false
			return expr.TopSize, true
		}
		a.need(c, false, arg.conds)
		return arg.size, true
	})
	return out, ok && !out.Top
}

// prover knows what the guards of a call say.
func (a *proof) prover(c *recursiveCall) *expr.Prover {
	p := &expr.Prover{Ranges: c.s.M.Env, Known: slices.Clone(a.extra[c])}
	for _, g := range c.facts {
		if !g.unlike {
			a.need(c, true, g.conds)
			p.Known = append(p.Known, g.size)
		}
	}
	return p
}

// discharged proves what the attempt needs. What holds at the first call and at every recursive one, because the call
// keeps it or its guards say so, is returned as a condition; what is neither makes the attempt fail.
func (a *proof) discharged() []expr.Condition {
	var out []expr.Condition
	for i := 0; i < len(a.needs); i++ {
		n := a.needs[i]
		if n.at != nil && a.helper(n).Holds(n.Condition) {
			continue
		}
		c, ok := a.invariant(n)
		if !ok || len(a.needs) > 64 {
			a.failed = true
			return nil
		}
		out = tighten(out, c)
	}
	return out
}

// tighten adds a one-sided condition to others.
func tighten(cs []expr.Condition, c expr.Condition) []expr.Condition {
	for i, d := range cs {
		if d.Size.Equal(c.Size) && math.IsInf(d.Hi, 1) == math.IsInf(c.Hi, 1) {
			cs[i].Lo, cs[i].Hi = math.Max(d.Lo, c.Lo), math.Min(d.Hi, c.Hi)
			return cs
		}
	}
	return append(cs, c)
}

// helper knows what may help to prove a need.
func (a *proof) helper(n need) *expr.Prover {
	if !n.guard {
		return a.prover(n.at)
	}
	p := &expr.Prover{Ranges: n.at.s.M.Env}
	for _, g := range n.at.facts {
		if !g.unlike && len(g.conds) == 0 {
			p.Known = append(p.Known, g.size)
		}
	}
	return p
}

// invariant is a condition that the recursive calls keep, and that is enough for the need: itself, or a stronger one
// that its guards allow for. Behind lo < hi, 2 * lo >= 0 is enough for lo + hi >= 0, and is kept where lo only grows.
func (a *proof) invariant(n need) (expr.Condition, bool) {
	if a.kept(n.Condition) {
		return n.Condition, true
	}
	if n.at == nil {
		return n.Condition, false
	}
	sign := int64(1)
	if math.IsInf(n.Hi, 1) {
		sign = -1
	}
	p := a.helper(n)
	known := slices.Clone(p.Known)
	for _, t := range n.Size.Terms { // of a middle, half the distance
		if len(t.Mono) == 1 && t.Mono[0].Kind == expr.DivAtom && p.Least(expr.AtomSize(t.Mono[0])) >= 0 {
			known = append(known, expr.AtomSize(t.Mono[0]))
		}
	}
	for _, k := range known {
		c := n.Condition
		c.Size = c.Size.AddScaled(k, sign)
		if !c.Size.Top && !MentionsAnyIndex(k) && a.kept(c) {
			return c, true
		}
	}
	return n.Condition, false
}

// kept says whether a one-sided condition holds at every recursive call where it held before.
func (a *proof) kept(n expr.Condition) bool {
	return a.try(func() bool {
		for _, c := range a.edges {
			then, ok := a.after(c, n.Size)
			if !ok {
				return false
			}
			p := a.prover(c)
			move := n.Size.Sub(then) // not negative where the condition asks for no more than something
			if math.IsInf(n.Hi, 1) {
				move = move.Scale(-1)
			}
			if p.Least(move) < 0 && !p.Holds(expr.Condition{Size: then, Lo: n.Lo, Hi: n.Hi}) {
				return false
			}
		}
		return true
	})
}

// shrinks says whether a size is at no call larger than before.
func (a *proof) shrinks(s expr.Size) bool {
	if a.apart {
		return anywhereSame(s)
	}
	return a.try(func() bool {
		for _, c := range a.edges {
			then, ok := a.after(c, s)
			if !ok || a.prover(c).Least(s.Sub(then)) < 0 {
				return false
			}
		}
		return true
	})
}

// shrinksAtom says the same of an atom, which only shrinks where all that it is made of does.
func (a *proof) shrinksAtom(x *expr.Atom) bool {
	if x.Kind == expr.SymbolAtom && symval.IsLargest(x.Symbol) || a.shrinks(expr.AtomSize(x)) {
		return true
	}
	return len(x.Args) > 0 && a.try(func() bool {
		for i, s := range x.Args {
			if x.FallsWith(i) { // a quotient grows where its divisor shrinks
				s = s.Scale(-1)
			}
			if !a.shrinks(s) && !a.shrinksSum(s) {
				return false
			}
		}
		return true
	})
}

// shrinksSum says the same of a sum, which shrinks where all that is added up does.
func (a *proof) shrinksSum(s expr.Size) bool {
	return !s.Top && a.try(func() bool {
		return !slices.ContainsFunc(s.Terms, func(t expr.Term) bool {
			return len(t.Mono) > 0 && (t.Coef < 0 || len(t.Mono) > 1 || !a.shrinksAtom(t.Mono[0]))
		})
	})
}

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
