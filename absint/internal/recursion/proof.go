package recursion

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Proofs by induction over the recursive calls: a property of the parameters holds in every call if it holds in the
// first and each recursive call preserves it under its guards.
//
// Sound because each proof step that needs a condition (for example, that an argument does not overflow) records it,
// and discharged proves the recorded conditions by the same induction or returns them as conditions on the first call.

// proof is a proof under construction with the conditions that it depends on.
type proof struct {
	*Recursion
	extra           map[*recursiveCall][]expr.Size // nonnegative at the call, in addition to its guards
	needs           []need
	failed          bool
	known           []expr.Size     // not negative at the start of every call
	unmet           *expr.Condition // the precondition of the methods that discharged could not prove
	differentParams bool            // sizes cannot be related from one method to another
	extremes        bool            // a condition that no call preserves may become one on the extreme values of all calls
	method          int32           // with differentParams, the method whose cost is bounded
}

// need is a condition that must hold at a call, or whenever a method of the recursion starts if at is nil. If a guard
// depends on it, no guard that has conditions itself may be used to prove it.
type need struct {
	at    *recursiveCall
	guard bool
	expr.Condition
}

// maxNeeds caps the conditions of a proof. Each case of a call has its own.
const maxNeeds = 320

// require adds the one-sided parts of conditions that the proof depends on.
func (a *proof) require(at *recursiveCall, guard bool, cs []expr.Condition) {
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

// try runs f and drops the conditions that it recorded if it fails.
func (a *proof) try(f func() bool) bool {
	before := len(a.needs)
	if f() {
		return true
	}
	a.needs = a.needs[:before]
	return false
}

// atCallee returns size s at the start of the called method, in the symbols of the caller. ok is false if it is not
// known.
func (a *proof) atCallee(c *recursiveCall, s expr.Size) (expr.Size, bool) {
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
		a.require(c, false, arg.conds)
		return arg.size, true
	})
	return out, ok && !out.Top
}

// prover returns a prover that knows the guards of a call, and records their conditions.
func (a *proof) prover(c *recursiveCall) *expr.Prover {
	if a.cases || len(a.known) > 0 {
		f := a.factsAt(c)
		for _, conds := range f.conds {
			a.require(c, true, conds)
		}
		return f.prover
	}
	p := &expr.Prover{Ranges: c.caller.M.Env, Known: slices.Clone(a.extra[c])}
	for _, g := range c.guards {
		if !g.nonzero {
			a.require(c, true, g.conds)
			p.Known = append(p.Known, g.size)
		}
	}
	return p
}

// atEvery reports whether something holds at every recursive call: of what a prover knows there, and of the size that s becomes. The call
// of which it did not hold last time comes first, since most of what is tried fails at the same few calls.
func (a *proof) atEvery(s expr.Size, holds func(p *expr.Prover, then expr.Size) bool) bool {
	at := func(c *recursiveCall) bool {
		a.work += 8 * s.Weight()
		then, ok := a.atCallee(c, s)
		return ok && holds(a.prover(c), then)
	}
	return a.try(func() bool {
		if a.cases {
			before := len(a.needs)
			if a.exhausted() || !at(a.calls[a.hardest]) {
				return false
			}
			a.needs = a.needs[:before] // they are recorded in the order of the calls
		}
		for i, c := range a.calls {
			if !at(c) {
				a.hardest = i
				return false
			}
		}
		return true
	})
}

// discharged proves the recorded conditions. It returns as conditions on the first call those that every recursive call
// preserves, and sets failed if a condition is neither proved by guards nor preserved.
func (a *proof) discharged() []expr.Condition {
	var out []expr.Condition
	for i := 0; i < len(a.needs); i++ {
		n := a.needs[i]
		if n.at != nil && a.helper(n).Holds(n.Condition) {
			continue
		}
		c, ok := a.invariant(n)
		if !ok && a.extremes && !n.guard && !MentionsAnyIndex(n.Size) {
			c, ok = a.everyCall(n.Condition)
		}
		if !ok || len(a.needs) > maxNeeds {
			a.failed = true
			if n.at == nil && !ok {
				a.unmet = &n.Condition
			}
			return nil
		}
		out = tighten(out, c)
	}
	return out
}

// tighten adds a one-sided condition to cs, merged with a condition on the same size.
func tighten(cs []expr.Condition, c expr.Condition) []expr.Condition {
	for i, d := range cs {
		if d.Size.Equal(c.Size) && math.IsInf(d.Hi, 1) == math.IsInf(c.Hi, 1) {
			cs[i].Lo, cs[i].Hi = math.Max(d.Lo, c.Lo), math.Min(d.Hi, c.Hi)
			return cs
		}
	}
	return append(cs, c)
}

// helper returns a prover with the guards that may be used to prove n.
func (a *proof) helper(n need) *expr.Prover {
	if !n.guard {
		return a.prover(n.at)
	}
	p := &expr.Prover{Ranges: n.at.caller.M.Env, Known: slices.Concat(a.inductive, a.known)}
	if a.cases {
		p.Work = &a.work
	}
	for _, g := range n.at.guards {
		if !g.nonzero && len(g.conds) == 0 {
			p.Known = append(p.Known, g.size)
		}
	}
	return p
}

// invariant returns a condition that implies n and that the recursive calls preserve: n itself, or a stronger one that
// the guards allow. For example, given lo < hi, 2*lo >= 0 implies lo + hi >= 0 and is preserved if lo only grows.
func (a *proof) invariant(n need) (expr.Condition, bool) {
	if a.preserved(n.Condition) {
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
		if !c.Size.Top && !MentionsAnyIndex(k) && a.preserved(c) {
			return c, true
		}
	}
	return n.Condition, false
}

// preserved reports whether each recursive call preserves a one-sided condition.
func (a *proof) preserved(n expr.Condition) bool {
	return a.atEvery(n.Size, func(p *expr.Prover, then expr.Size) bool {
		move := n.Size.Sub(then) // not negative where the condition asks for no more than something
		if math.IsInf(n.Hi, 1) {
			move = move.Scale(-1)
		}
		return p.Least(move) >= 0 || p.Holds(expr.Condition{Size: then, Lo: n.Lo, Hi: n.Hi})
	})
}

// sizes returns sizes that are not negative where the conditions of the bound hold, which every call preserves.
func (n *Bound) sizes() (out []expr.Size) {
	for _, k := range n.conds {
		if !math.IsInf(k.Lo, 0) && math.Abs(k.Lo) < expr.ExactWhole {
			out = append(out, k.Size.AddInt(-int64(math.Ceil(k.Lo))))
		}
		if !math.IsInf(k.Hi, 0) && math.Abs(k.Hi) < expr.ExactWhole {
			out = append(out, expr.Const(int64(math.Floor(k.Hi))).Sub(k.Size))
		}
	}
	return out
}

// neverGrows reports whether no recursive call increases a size.
func (a *proof) neverGrows(s expr.Size) bool {
	if a.differentParams {
		return sameInAllMethods(s)
	}
	return a.atEvery(s, func(p *expr.Prover, then expr.Size) bool { return p.Least(s.Sub(then)) >= 0 })
}

// atomNeverGrows reports whether no recursive call increases an atom. An atom with arguments shrinks if they do.
func (a *proof) atomNeverGrows(x *expr.Atom) bool {
	if x.Kind == expr.SymbolAtom && symval.IsLargest(x.Symbol) || a.neverGrows(expr.AtomSize(x)) {
		return true
	}
	return len(x.Args) > 0 && a.try(func() bool {
		for i, s := range x.Args {
			if x.FallsWith(i) { // a quotient grows where its divisor shrinks
				s = s.Scale(-1)
			}
			if !a.neverGrows(s) && !a.sumNeverGrows(s) {
				return false
			}
		}
		return true
	})
}

// sumNeverGrows reports whether no recursive call increases a sum, because it increases none of its terms.
func (a *proof) sumNeverGrows(s expr.Size) bool {
	return !s.Top && a.try(func() bool {
		return !slices.ContainsFunc(s.Terms, func(t expr.Term) bool {
			return len(t.Mono) > 0 && (t.Coef < 0 || len(t.Mono) > 1 || !a.atomNeverGrows(t.Mono[0]))
		})
	})
}

// sameInAllMethods reports whether a size has the same value in all methods: it consists of static fields and extreme
// values.
func sameInAllMethods(s expr.Size) bool {
	return !s.Top && !s.Contains(func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom || a.Kind == expr.SymbolAtom && !symval.IsLargest(a.Symbol) && !strings.HasPrefix(strings.TrimPrefix(a.Symbol.Path, "len("), "static.")
	})
}
