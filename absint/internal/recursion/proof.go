package recursion

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
)

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

// anywhereSame says whether a size is the same for all methods: it is made of static fields and largest values.
func anywhereSame(s expr.Size) bool {
	return !s.Top && !s.Contains(func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom || a.Kind == expr.SymbolAtom && !symval.IsLargest(a.Symbol) && !strings.HasPrefix(strings.TrimPrefix(a.Symbol.Path, "len("), "static.")
	})
}
