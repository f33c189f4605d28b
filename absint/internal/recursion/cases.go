package recursion

import (
	"maps"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/ssa"
)

// Cases of a recursive call: one for each way to it, with the comparisons on that way and the values that it chose. In
//
//	if (to < lo || hi < from) return; if (from <= lo && hi <= to) return; f(lo, mid); f(mid + 1, hi);
//
// no comparison dominates the calls that shows lo < hi, but either from > lo or hi > to does, with those before.
//
// The work of the search is limited, see casework.go.
//
// Sound because each execution of the call came by one of the ways, and what a proof shows of the calls it shows of each case
// (trace partitioning: Rival and Mauborgne, TOPLAS 29(5), 2007). A way ends at the header of a loop, so that each of its values was
// computed once on it.

// maxCases caps the ways to one call, maxAllCases those to all calls of a recursion.
const (
	maxCases    = 16
	maxAllCases = 40
)

// boundByCases searches for a measure over the cases of the calls, with what holds at the start of every call. Where there is none, the
// calls stay as they are.
func (r *Recursion) boundByCases() (n Bound, ok bool) {
	whole := r.calls
	var all []*recursiveCall
	for _, c := range whole {
		cases := waysTo(c.caller.M, c.caller.M.Fn.Values[c.site.Value].Block)
		if len(all)+len(cases) > maxAllCases {
			return n, false
		}
		for _, w := range cases {
			if one := w.call(r, c); !one.contradictory() {
				all = append(all, one)
			}
		}
	}
	if len(all) == 0 {
		return n, false
	}
	r.calls, r.cases, r.caseWork = all, true, caseWork{work: r.work}
	for _, c := range all {
		r.dropUnsure(c, false)
	}
	r.inductive = r.inductiveSizes(false)
	if n, ok = r.measureOfCases(); !ok {
		r.inductive = r.inductiveSizes(true)
		n, ok = r.measureOfCases()
	}
	if !ok {
		r.calls, r.cases, r.inductive = whole, false, nil
	}
	return n, ok
}

// maxCandidates caps the sizes that are tried as invariants, maxTried those tried as measures.
const (
	maxCandidates = 16
	maxTried      = 48
)

// measureOfCases searches for a measure among the sizes of the comparisons, and the sums of two that have terms in common.
func (r *Recursion) measureOfCases() (last Bound, ok bool) {
	var tried []expr.Size
	try := func(size expr.Size, addends ...expr.Size) bool {
		if _, constant := size.Int(); constant || size.Top || len(tried) >= maxTried || slices.ContainsFunc(tried, size.Equal) {
			return false
		}
		tried = append(tried, size)
		for _, factor := range []int64{2, 1} {
			for shift := 2 * (factor - 1); shift >= 0; shift-- {
				if last, ok = r.needed(size.AddInt(shift), factor, addends...); ok {
					return true
				}
			}
		}
		return false
	}
	for _, c := range r.calls {
		for i, g := range c.guards {
			if try(atFirst(g.size)) {
				return last, true
			}
			for _, h := range c.guards[:i] {
				if sum := atFirst(g.size).Add(atFirst(h.size)); !sum.Top && len(sum.Terms) < len(g.size.Terms)+len(h.size.Terms)-1 && try(sum) {
					return last, true
				}
			}
		}
	}
	together := combined(slices.Clone(r.inductive))
	for i, s := range together {
		for _, t := range together[:i] {
			if try(s.Add(t), s, t) {
				return last, true
			}
		}
	}
	tried = tried[:0]
	for _, a := range r.inductive {
		for _, b := range r.inductive {
			if width := r.widthOf(a, b); !width.Top && try(a.Mul(width).Add(b), a, b, width) {
				return last, true
			}
		}
	}
	return last, ok
}

// growsBy reports whether a call increases a size by a constant.
func (r *Recursion) growsBy(s expr.Size) bool {
	p := &proof{Recursion: r}
	return slices.ContainsFunc(r.calls, func(c *recursiveCall) bool {
		then, known := p.atCallee(c, s)
		k, constant := then.Sub(s).Int()
		return known && constant && k > 0
	})
}

// widthOf returns what b has at most where a call starts it anew, plus 1, if each such call decreases a: of a grid whose rows a counts, and whose columns
// behind the one of the call b counts, the width. It is TopSize if that is not the same for all calls, or if no call starts b anew.
func (r *Recursion) widthOf(a, b expr.Size) expr.Size {
	width := expr.TopSize
	p := &proof{Recursion: r}
	for _, c := range r.calls {
		rows, known := p.atCallee(c, a)
		columns, also := p.atCallee(c, b)
		if !known || !also {
			return expr.TopSize
		}
		_, same := rows.Sub(a).Int()
		_, steps := columns.Sub(b).Int()
		switch {
		case steps:
		case !same || !width.Top && !columns.AddInt(1).Equal(width):
			return expr.TopSize
		default:
			width = columns.AddInt(1)
		}
	}
	return width
}

// needed returns the bound by a measure that every call divides by factor, or decreases, with those of the invariants that it needs: each
// becomes a condition of the bound.
func (r *Recursion) needed(mu expr.Size, factor int64, addends ...expr.Size) (n Bound, ok bool) {
	if n, ok = r.decreasing(mu, false, factor, r.fan, addends...); !ok || r.Ranges.Size(n.depth).Lo > maxUsefulDepth {
		return n, false
	}
	all := r.inductive
	for i := 0; i < len(r.inductive); {
		before := r.inductive
		r.inductive = slices.Delete(slices.Clone(before), i, i+1)
		if fewer, still := r.decreasing(mu, false, factor, r.fan, addends...); still {
			n = fewer
		} else {
			r.inductive = before
			i++
		}
	}
	if slices.ContainsFunc(r.calls, func(c *recursiveCall) bool { return c.contradictory(r.inductive...) }) {
		r.inductive = all
		return n, false // it holds where no call recurs
	}
	return n, true
}

// dropUnsure drops the guards of a call, or only the bounds of its computed arguments, whose conditions nothing proves: a proof that
// used one would fail.
func (r *Recursion) dropUnsure(c *recursiveCall, limits bool) {
	delete(r.facts, c)
	c.guards = slices.DeleteFunc(c.guards, func(g callGuard) bool {
		if limits && !g.limit {
			return false
		}
		a := &proof{Recursion: r}
		a.require(c, true, g.conds)
		return slices.ContainsFunc(a.needs, func(n need) bool { return !a.helper(n).Holds(n.Condition) && !a.preserved(n.Condition) })
	})
}

// inductiveSizes returns sizes that are not negative at the start of any call if they are not at the first: of those of the comparisons
// and the numbers among the parameters, the largest set that the calls preserve together (Flanagan and Leino, Houdini, FME 2001). A comparison that
// tells two numbers apart says of neither that it is the larger: with falling, it is that to which no call moves the other.
func (r *Recursion) inductiveSizes(falling bool) []expr.Size {
	r.inductive = nil
	add := func(s expr.Size) {
		if _, constant := s.Int(); !constant && !s.Top && len(r.inductive) < maxCandidates && !MentionsAnyIndex(s) && !slices.ContainsFunc(r.inductive, s.Equal) {
			r.inductive = append(r.inductive, s)
		}
	}
	if len(r.Members) == 1 {
		m := r.P.Sums[r.Members[0]].M
		for _, p := range m.Fn.Params {
			if t := m.Fn.Values[p].Type; t == 'i' || t == 'l' {
				add(expr.SymbolSize(m.ParamSymbol(p)))
			}
		}
	}
	for _, c := range r.calls {
		for _, g := range c.guards {
			if !g.nonzero || !falling || !r.growsBy(g.size) {
				add(g.size)
			}
			if !g.nonzero {
				add(g.size.AddInt(1))
			}
		}
	}
	candidates := r.inductive
	r.inductive = nil
	r.inductive = slices.DeleteFunc(candidates, func(s expr.Size) bool { // a comparison contradicts it: it says that there is no call
		a := &proof{Recursion: r}
		return slices.ContainsFunc(r.calls, func(c *recursiveCall) bool { return a.prover(c).Least(s.Scale(-1)) >= 1 })
	})
	for i := 0; i < len(r.inductive); {
		a := &proof{Recursion: r}
		a.require(nil, false, []expr.Condition{{Size: r.inductive[i], Lo: 0, Hi: math.Inf(1)}})
		if a.discharged(); !a.failed {
			i++
			continue
		}
		r.inductive, i = slices.Delete(r.inductive, i, i+1), 0
	}
	return r.inductive
}

// maxKnown caps the sizes that combined makes.
const maxKnown = 40

// combined adds to sizes that are not negative the sums of two of them in which a term cancels out, and the sizes of which sums are
// twice (the transitive closure of difference bounds: Miné, PADO 2001).
func combined(known []expr.Size) []expr.Size {
	for i := 1; i < len(known) && len(known) < maxKnown; i++ {
		of := known[i].Variables()
		for _, k := range known[:i] {
			n, most := known[i].VariablesOfSum(k), k.Variables()
			if n == 0 || n > max(most, of) || n == most+of {
				continue
			}
			sum := known[i].Add(k)
			if !slices.ContainsFunc(sum.Terms, func(t expr.Term) bool { return t.Coef%2 != 0 }) {
				sum = sum.FloorDiv(2)
			}
			if len(known) < maxKnown && !sum.Top && !slices.ContainsFunc(known, sum.Equal) {
				known = append(known, sum)
			}
		}
	}
	return known
}

// requireInductive takes the invariants for granted, which makes them conditions on the first call.
func (a *proof) requireInductive() {
	for _, s := range a.inductive {
		a.require(nil, false, []expr.Condition{{Size: s, Lo: 0, Hi: math.Inf(1)}})
	}
}

// way is a path to a block from one that dominates it.
type way struct {
	facts  []code.Comparison
	chosen map[ssa.ID]ssa.ID // the value of each phi on the way
}

// waysTo returns the ways to a block, from the headers of loops or the start of the method; one if there are too many.
func waysTo(m *symval.Func, block int32) (out []way) {
	var walk func(b int32, w way) bool
	walk = func(b int32, w way) bool {
		preds := m.CFG.Blocks[b].Preds
		if len(w.facts) >= maxGuards {
			out = append(out, w)
			return len(out) <= maxCases
		}
		if len(preds) == 0 || m.LoopHeadedBy(int(b)) >= 0 || m.CFG.Blocks[b].Region >= 0 ||
			slices.ContainsFunc(preds, func(e int32) bool { return m.CFG.Edges[e].Kind == cfg.Exception }) {
			w.facts = append(slices.Clip(w.facts), m.BranchComparisons(int(b))...)
			out = append(out, w)
			return len(out) <= maxCases
		}
		m.Spend(len(preds))
		for i, e := range preds {
			next := w
			if len(preds) > 1 {
				next.chosen = maps.Clone(w.chosen)
				for _, phi := range m.Fn.Body[b] {
					if m.Fn.Values[phi].Kind != ssa.Phi {
						break
					}
					next.chosen[phi] = m.Fn.Args(phi)[i]
				}
			}
			if f, ok := m.FactOn(&m.CFG.Edges[e]); ok {
				next.facts = append(slices.Clip(w.facts), f)
			}
			if !walk(m.CFG.Edges[e].From, next) {
				return false
			}
		}
		return true
	}
	if !walk(block, way{chosen: map[ssa.ID]ssa.ID{}}) {
		return []way{{facts: m.BranchComparisons(int(block))}}
	}
	return out
}

// valueOf returns the value that v has on the way.
func (w *way) valueOf(v ssa.ID) ssa.ID {
	for range symval.MaxDepth {
		to, ok := w.chosen[v]
		if !ok || to == 0 {
			break
		}
		v = to
	}
	return v
}

// call returns the case of a call that came by the way.
func (w *way) call(r *Recursion, of *recursiveCall) *recursiveCall {
	facts := slices.Clone(w.facts)
	for i := range facts {
		facts[i].A = w.valueOf(facts[i].A)
		if facts[i].B != 0 {
			facts[i].B = w.valueOf(facts[i].B)
		}
	}
	here := *of.site
	here.Args = slices.Clone(of.site.Args)
	c := &recursiveCall{caller: of.caller, site: &here, to: of.to, args: map[string]argument{}}
	for i, v := range here.Args {
		if v != 0 {
			here.Args[i] = w.valueOf(v)
		}
		c.chosen = c.chosen || here.Args[i] != v
	}
	c.addGuards(r, facts)
	return c
}

// contradictory reports whether the comparisons before a call, and sizes that are not negative there, exclude each other.
func (c *recursiveCall) contradictory(known ...expr.Size) bool {
	p := &expr.Prover{Ranges: c.caller.M.Env, Known: slices.Clone(known)}
	sure := func(g callGuard) bool {
		return !slices.ContainsFunc(g.conds, func(k expr.Condition) bool { return !p.Holds(k) })
	}
	for _, conditional := range []bool{false, true} { // the first ones may show the conditions of the others
		for _, g := range c.guards {
			if !g.nonzero && conditional == (len(g.conds) > 0) && sure(g) {
				p.Known = append(p.Known, g.size)
			}
		}
	}
	p.Known = combined(p.Known)
	return slices.ContainsFunc(c.guards, func(g callGuard) bool {
		if g.nonzero {
			return sure(g) && p.Least(g.size) >= 0 && p.Least(g.size.Scale(-1)) >= 0
		}
		return sure(g) && p.Least(g.size.Scale(-1)) >= 1
	})
}
