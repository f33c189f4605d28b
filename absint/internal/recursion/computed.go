package recursion

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Computed values: an argument of a recursive call may be no expression over the parameters, such as the index that a
// partition of an array returns, and still lie between two of them:
//
//	int q = partition(a, lo, hi); sort(a, lo, q - 1); sort(a, q + 1, hi);
//
// It then gets a symbol of its own, and its bounds are guards of the call: lo <= q and q <= hi.
//
// Sound because a symbol stands for one value at one call, a size that mentions it is known at no other call (argument), and its bounds
// hold at the call whenever their conditions do, as those of comparisons.

// computedPrefix begins the paths of the symbols of computed values.
const computedPrefix = "computed:"

// isComputed reports whether an atom is the symbol of a computed value.
func isComputed(a *expr.Atom) bool { return strings.HasPrefix(a.Symbol.Path, computedPrefix) }

// computed returns v as a computed value plus constants, if v has no value over the parameters. ok is false for what has neither.
func (c *recursiveCall) computed(v ssa.ID) (q symval.Guarded, ok bool) {
	m := c.caller.M
	if v == 0 {
		return q, false
	}
	x := &m.Fn.Values[v]
	if x.Type != 'i' && x.Type != 'l' || x.Kind != ssa.Instr && x.Kind != ssa.Phi {
		return q, false
	}
	if a, k, sum := m.Addition(v); sum {
		if q, ok = c.computed(a); !ok {
			return q, false
		}
		q.Size = q.Size.AddInt(k)
		if !m.CannotWrap(v) {
			r := symval.Fits(x.Type)
			q.Conds = m.Require(slices.Clone(q.Conds), expr.Condition{Size: q.Size, Lo: r.Lo, Hi: r.Hi})
		}
		return q, !q.Size.Top
	}
	r := expr.Intersect(m.RangeOf(v), symval.TypeRange(x.Type))
	sym := expr.Symbol{Path: computedPrefix + strconv.Itoa(int(v)) + "@" + c.caller.Method.ID(), Name: m.Describe(v), Min: r.Lo, Max: r.Hi}
	return symval.Guarded{Size: expr.SymbolSize(sym)}, c.limited(v, expr.SymbolSize(sym))
}

// limited adds the bounds of v, a computed value, to the guards. It reports whether there is one.
func (c *recursiveCall) limited(v ssa.ID, size expr.Size) bool {
	if known, done := c.limits[v]; done {
		return known
	}
	m := c.caller.M
	for _, up := range []bool{true, false} {
		q := m.Bound(v, up, 0)
		if k, constant := q.Size.Int(); !q.Ok() || q.Size.Top || constant && math.Abs(float64(k)) >= symval.Uninformative {
			continue
		}
		if q.Size.Contains(func(a *expr.Atom) bool { return a.Kind == expr.SymbolAtom && symval.IsLargest(a.Symbol) }) || !interproc.IndicesReach(c.caller, q.Size, c.site.Value) {
			continue
		}
		distance := c.selected(q.Size).Sub(size)
		if !up {
			distance = distance.Scale(-1)
		}
		if !distance.Top {
			c.guards = append(c.guards, callGuard{size: distance, conds: q.Conds, limit: true})
			c.setLimit(v, true)
		}
	}
	if !c.limits[v] {
		c.setLimit(v, false)
	}
	return c.limits[v]
}

// compared returns the value q of an operand of a comparison, or its symbol if it is a computed argument.
func (c *recursiveCall) compared(v ssa.ID, q symval.Guarded) symval.Guarded {
	if !q.Ok() && c.limits[v] {
		if of, ok := c.computed(v); ok {
			return of
		}
	}
	return q
}

// selected returns s with the operand for each maximum or minimum that the guards show to be the largest or smallest.
func (c *recursiveCall) selected(s expr.Size) expr.Size {
	p := &expr.Prover{Ranges: c.caller.M.Env}
	for _, g := range c.guards {
		if !g.nonzero && len(g.conds) == 0 {
			p.Known = append(p.Known, g.size)
		}
	}
	var out expr.Size
	for _, t := range s.Terms {
		if len(t.Mono) == 1 {
			if x, ok := extremeOperand(p, t.Mono[0]); ok {
				out = out.AddScaled(x, t.Coef)
				continue
			}
		}
		out = out.Add(expr.Size{Terms: []expr.Term{t}})
	}
	return out
}

// extremeOperand returns the operand of a maximum or minimum that is proved to be the largest or smallest.
func extremeOperand(p *expr.Prover, a *expr.Atom) (expr.Size, bool) {
	sign := int64(1)
	switch a.Kind {
	case expr.MaxAtom:
	case expr.MinAtom:
		sign = -1
	default:
		return expr.Size{}, false
	}
	i := slices.IndexFunc(a.Args, func(x expr.Size) bool {
		return !slices.ContainsFunc(a.Args, func(y expr.Size) bool { return p.Least(x.Sub(y).Scale(sign)) < 0 })
	})
	if i < 0 {
		return expr.Size{}, false
	}
	return a.Args[i], true
}

// addLimits adds the bounds of the computed arguments to the guards.
func (c *recursiveCall) addLimits() {
	for _, v := range c.site.Args {
		if v != 0 && !c.caller.M.ValueOf(v).Ok() {
			c.computed(v)
		}
	}
}

func (c *recursiveCall) setLimit(v ssa.ID, known bool) {
	if c.limits == nil {
		c.limits = map[ssa.ID]bool{}
	}
	c.limits[v] = known
}

// maxSplit caps the recursive calls of which partitions tries all subsets.
const maxSplit = 4

// divided returns mu, which is at least base where a call recurs, less the largest constant with which the calls partition it.
func (a *proof) divided(mu expr.Size, base int64) (expr.Size, bool) {
	for least := int64(1); least <= min(base, maxSplit); least++ {
		if part := mu.AddInt(least - base); a.partitions(part) {
			return part, true
		}
	}
	return mu, false
}

// partitions reports whether the calls that one call makes divide mu among them: what any of them get together is less than mu, as the
// parts of a range that has been partitioned. As a call recurs only where mu is at least 1, no more than mu calls do.
func (a *proof) partitions(mu expr.Size) bool {
	if len(a.Members) != 1 || a.cases || len(a.calls) > maxSplit {
		return false
	}
	return a.try(func() bool {
		for set := 1; set < 1<<len(a.calls); set++ {
			rest, p := mu, &expr.Prover{}
			for i, c := range a.calls {
				if set>>i&1 == 0 {
					continue
				}
				then, ok := a.atCallee(c, mu)
				if !ok || c.caller.M.CFG.Blocks[c.caller.M.Fn.Values[c.site.Value].Block].Loop >= 0 {
					return false
				}
				one := a.prover(c)
				p.Ranges, p.Known = one.Ranges, append(p.Known, one.Known...)
				rest = rest.Sub(then)
			}
			if rest.Top || p.Least(rest) < 1 {
				return false
			}
		}
		return true
	})
}
