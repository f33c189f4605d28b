package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// recursiveCall is a call by which a method of a recursion calls one of its methods.
type recursiveCall struct {
	s     *costSummary
	site  *callSite
	to    *classfile.Method
	facts []callGuard
	args  map[string]argument // by the key of the symbol of the callee
}

// callGuard is a comparison that every way to a call has passed, as a size that is not negative, or not zero.
type callGuard struct {
	size   Size
	conds  []Condition
	unlike bool // not zero
}

// argument is a symbol of the callee at a recursive call, in the symbols of the caller.
type argument struct {
	size  Size
	conds []Condition
	ok    bool
}

// maxGuards bounds the comparisons before a call that are looked at, the nearest.
const maxGuards = 12

func newRecursiveCall(s *costSummary, site *callSite, to *classfile.Method) *recursiveCall {
	c := &recursiveCall{s: s, site: site, to: to, args: map[string]argument{}}
	m := s.m
	for i, f := range m.branchFacts(int(m.f.Values[site.value].Block)) {
		if i >= maxGuards {
			break
		}
		if length, ok := m.notEmpty(f); ok {
			c.facts = append(c.facts, callGuard{size: length.size.AddInt(-1), conds: length.conds})
			continue
		}
		a, b := m.valueOf(f.a), quantity{}
		if f.b != 0 {
			b = m.valueOf(f.b)
		}
		if !a.ok() || !b.ok() || !s.indicesReach(a.size, site.value) || !s.indicesReach(b.size, site.value) {
			continue
		}
		g := callGuard{conds: slices.Concat(a.conds, b.conds)}
		add := func(s Size) {
			g.size = s
			c.facts = append(c.facts, g)
		}
		d := a.size.Sub(b.size)
		switch f.op {
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

func mentionsAnyIndex(s Size) bool {
	return s.contains(func(a *atom) bool { return a.kind == indexAtom })
}

// atFirst is a size in the first iterations of the loops whose indices it mentions.
func atFirst(s Size) Size {
	return s.substitute(func(a *atom) (Size, bool) { return Size{}, a.kind == indexAtom })
}

// argument is what a symbol of the callee is at the call.
func (c *recursiveCall) argument(a *atom) argument {
	x, ok := c.args[a.key]
	if ok {
		return x
	}
	q := c.s.argumentSize(a.symbol, c.to.Name, c.site.arg)
	x = argument{size: q.size, conds: q.conds, ok: q.ok() && !q.size.bad && c.s.indicesReach(q.size, c.site.value)}
	c.args[a.key] = x
	return x
}

// nesting is how many calls a recursion makes.
type nesting struct {
	depth   Size  // calls inside each other at most that recur
	calls   Size  // that recur
	most    Size  // no less than calls, and not made by taking away
	leaves  Size  // that do not
	levels  Size  // calls inside each other at most
	fan     int64 // calls that one call makes at most; 0 where that is a size
	powers  bool  // calls is exponential in a size
	conds   []Condition
	assumed []Assumption
}

// attempt is a proof under way: what it rests on.
type attempt struct {
	*recursion
	extra  map[*recursiveCall][]Size // not negative at the call, beyond its guards
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
	Condition
}

func (a *attempt) need(at *recursiveCall, guard bool, cs []Condition) {
	for _, c := range cs {
		for _, c := range c.sides() {
			if !slices.ContainsFunc(a.needs, func(n need) bool {
				return n.at == at && (n.guard || !guard) && n.Lo == c.Lo && n.Hi == c.Hi && n.Size.Equal(c.Size)
			}) {
				a.needs = append(a.needs, need{at, guard, c})
			}
		}
	}
}

// try is f, which rests on nothing where it fails.
func (a *attempt) try(f func() bool) bool {
	before := len(a.needs)
	if f() {
		return true
	}
	a.needs = a.needs[:before]
	return false
}

// after is a size at the start of the called method, in the symbols of the caller. ok is false where it is not known.
func (a *attempt) after(c *recursiveCall, s Size) (Size, bool) {
	ok := true
	out := s.substitute(func(x *atom) (Size, bool) {
		if x.kind != symbolAtom {
			return Size{}, false
		}
		arg := c.argument(x)
		if !arg.ok {
			ok = false
			return badSize, true
		}
		a.need(c, false, arg.conds)
		return arg.size, true
	})
	return out, ok && !out.bad
}

// prover knows what the guards of a call say.
func (a *attempt) prover(c *recursiveCall) *prover {
	p := &prover{ranges: c.s.m.ranges, known: slices.Clone(a.extra[c])}
	for _, g := range c.facts {
		if !g.unlike {
			a.need(c, true, g.conds)
			p.known = append(p.known, g.size)
		}
	}
	return p
}

// discharged proves what the attempt needs. What holds at the first call and at every recursive one, because the call
// keeps it or its guards say so, is returned as a condition; what is neither makes the attempt fail.
func (a *attempt) discharged() []Condition {
	var out []Condition
	for i := 0; i < len(a.needs); i++ {
		n := a.needs[i]
		if n.at != nil && a.helper(n).holds(n.Condition) {
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
func tighten(cs []Condition, c Condition) []Condition {
	for i, d := range cs {
		if d.Size.Equal(c.Size) && math.IsInf(d.Hi, 1) == math.IsInf(c.Hi, 1) {
			cs[i].Lo, cs[i].Hi = math.Max(d.Lo, c.Lo), math.Min(d.Hi, c.Hi)
			return cs
		}
	}
	return append(cs, c)
}

// helper knows what may help to prove a need.
func (a *attempt) helper(n need) *prover {
	if !n.guard {
		return a.prover(n.at)
	}
	p := &prover{ranges: n.at.s.m.ranges}
	for _, g := range n.at.facts {
		if !g.unlike && len(g.conds) == 0 {
			p.known = append(p.known, g.size)
		}
	}
	return p
}

// invariant is a condition that the recursive calls keep, and that is enough for the need: itself, or a stronger one
// that its guards allow for. Behind lo < hi, 2 * lo >= 0 is enough for lo + hi >= 0, and is kept where lo only grows.
func (a *attempt) invariant(n need) (Condition, bool) {
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
	known := slices.Clone(p.known)
	for _, t := range n.Size.terms { // of a middle, half the distance
		if len(t.mono) == 1 && t.mono[0].kind == divAtom && p.least(atomSize(t.mono[0])) >= 0 {
			known = append(known, atomSize(t.mono[0]))
		}
	}
	for _, k := range known {
		c := n.Condition
		c.Size = c.Size.addScaled(k, sign)
		if !c.Size.bad && !mentionsAnyIndex(k) && a.kept(c) {
			return c, true
		}
	}
	return n.Condition, false
}

// kept says whether a one-sided condition holds at every recursive call where it held before.
func (a *attempt) kept(n Condition) bool {
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
			if p.least(move) < 0 && !p.holds(Condition{Size: then, Lo: n.Lo, Hi: n.Hi}) {
				return false
			}
		}
		return true
	})
}

// shrinks says whether a size is at no call larger than before.
func (a *attempt) shrinks(s Size) bool {
	if a.apart {
		return anywhereSame(s)
	}
	return a.try(func() bool {
		for _, c := range a.edges {
			then, ok := a.after(c, s)
			if !ok || a.prover(c).least(s.Sub(then)) < 0 {
				return false
			}
		}
		return true
	})
}

// shrinksAtom says the same of an atom, which only shrinks where all that it is made of does.
func (a *attempt) shrinksAtom(x *atom) bool {
	if x.kind == symbolAtom && x.symbol.isLargest() || a.shrinks(atomSize(x)) {
		return true
	}
	return len(x.args) > 0 && a.try(func() bool {
		for i, s := range x.args {
			if x.fallsWith(i) { // a quotient grows where its divisor shrinks
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
func (a *attempt) shrinksSum(s Size) bool {
	return !s.bad && a.try(func() bool {
		return !slices.ContainsFunc(s.terms, func(t term) bool {
			return len(t.mono) > 0 && (t.coef < 0 || len(t.mono) > 1 || !a.shrinksAtom(t.mono[0]))
		})
	})
}

// leastDepth bounds the depth that a recursion has at least, whatever its arguments, for its measure to say anything: that
// a number of 32 bits cannot grow for ever is a bound, but of no use.
const leastDepth = 1 << 20

// measure finds a size that bounds the recursion.
func (r *recursion) measure(fan int64) (last nesting, ok bool) {
	if n, ok := r.euclid(fan); ok {
		return n, true
	}
	var tried []Size
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
					if mu.bad || slices.ContainsFunc(tried, mu.Equal) && !g.unlike {
						continue
					}
					tried = append(tried, mu)
					n, good := r.decreasing(mu, g.unlike, factor, fan)
					switch far := good && r.ranges.size(n.depth).Lo > leastDepth; {
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
func (r *recursion) written() (n nesting, ok bool) {
	n.fan = r.fan
	var all []Size
	for _, v := range r.members {
		s := r.p.sums[v]
		f := s.m.facts.MeasuredBy
		if f.Expr == nil {
			return n, false
		}
		size := s.m.sizeOfExpr(f.Expr, -1)
		if size.bad || mentionsAnyIndex(size) {
			return n, false
		}
		all = append(all, size)
		most := math.Inf(1)
		if v, ok := size.Int(); ok {
			most = float64(v)
		}
		n.assumed = append(n.assumed, Assumption{Symbol: "depth of the recursion of " + s.Method.Name, Max: most, Origin: f.Origin})
	}
	return n, n.count(Max(all...), 1, 1, 1, r.ranges)
}

// decreasing tries a measure. Where unlike is set, the guards say only that it is not 0: then it must not be negative
// at the first call, and no call may step over 0. Every call divides it by the factor at least, or takes something away
// where the factor is 1.
func (r *recursion) decreasing(mu Size, unlike bool, factor, fan int64) (n nesting, ok bool) {
	a := &attempt{recursion: r}
	if unlike {
		a.extra = map[*recursiveCall][]Size{}
		for _, c := range r.edges {
			if !slices.ContainsFunc(c.facts, func(g callGuard) bool { return g.unlike && g.size.Equal(mu) }) {
				return n, false
			}
			for _, g := range c.facts {
				if g.unlike && g.size.Equal(mu) {
					a.need(c, true, g.conds)
				}
			}
			a.extra[c] = []Size{mu.AddInt(-1)}
		}
		a.need(nil, false, []Condition{{Size: mu, Lo: 0, Hi: math.Inf(1)}})
	}
	for _, v := range r.members { // what the proof takes for granted of the parameters
		a.need(nil, false, r.p.sums[v].required())
	}
	base, step := math.Inf(1), math.Inf(1)
	for _, c := range r.edges {
		then, ok := a.after(c, mu)
		if !ok {
			return n, false
		}
		p := a.prover(c)
		base = math.Min(base, p.least(mu))
		step = math.Min(step, p.least(mu.Sub(then.Scale(factor))))
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
	return n, n.count(mu, int64(base), int64(step), factor, r.ranges)
}

// count makes numbers of calls of a measure that is at least base where a method calls itself, and is divided by the
// factor, by 2 where it calls itself more than once, or gets smaller by step.
func (n *nesting) count(mu Size, base, step, factor int64, r Ranges) bool {
	if factor > 1 {
		x := mu.FloorDiv(base)
		n.depth = x.Scale(2).AddInt(1).Log2() // log2(x) + 1, and 0 where x is 0
		switch n.fan {
		case 1:
			n.depth = x.Log(factor).AddInt(1)
		case 2: // 2^depth is at most 2 * x
			n.calls, n.leaves = Max(Const(0), x.Scale(2).AddInt(-1)), Max(Const(1), x.Scale(2))
			n.most = n.calls
			n.levels = x.Log2().AddInt(2)
			return !n.calls.bad && !n.leaves.bad
		}
	} else {
		n.depth = mu.AddInt(-base).FloorDiv(step).AddInt(1)
		if r.size(n.depth).Lo < 0 {
			n.depth = Max(Const(0), n.depth)
		}
	}
	n.levels = n.depth.AddInt(1)
	switch n.powers = n.fan != 1; n.fan {
	case 0:
		return !n.depth.bad // spread says how many
	case 1:
		n.calls, n.leaves = n.depth, Const(1)
		n.most = n.calls
	default: // 1 + fan + fan^2 + ...
		n.leaves = Power(Const(n.fan), n.depth)
		n.calls, n.most = n.leaves.AddInt(-1).FloorDiv(n.fan-1), n.leaves.FloorDiv(n.fan-1)
	}
	return !n.calls.bad && !n.leaves.bad
}

// spread makes numbers of calls where one call makes at most fan: with at least two for each, the sum of all levels that
// recur is less than the level below.
func (n *nesting) spread(fan Size) bool {
	n.leaves = Power(Max(Const(2), fan), n.depth)
	n.calls, n.most = n.leaves, n.leaves
	return !n.calls.bad
}
