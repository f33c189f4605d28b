package recursion

import (
	"iter"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The recursive calls of a component: the guards that dominate each of them, and its arguments in the symbols of the
// caller.

// recursiveCall is a call of one method of a recursion by another.
type recursiveCall struct {
	caller *cost.Summary
	site   *callees.CallSite
	to     *classfile.Method
	guards []callGuard
	args   map[string]argument // by the key of the symbol of the callee
	limits map[ssa.ID]bool     // the computed values, and whether their bounds are among the guards
	// indexed reports whether an access by index is among the guards.
	indexed bool
	chosen  bool // an argument is the value that one way to the call chose
}

// callGuard is a comparison that dominates a call, as a size that is not negative, or not zero.
type callGuard struct {
	size    expr.Size
	conds   []expr.Condition
	nonzero bool // not zero
	limit   bool // it is no comparison but a bound of a computed argument
}

// argument is the value of a callee's symbol at a recursive call, in the symbols of the caller.
type argument struct {
	size  expr.Size
	conds []expr.Condition
	ok    bool
}

// maxGuards caps the comparisons before a call that are used; the nearest come first.
const maxGuards = 12

// newRecursiveCall returns the call at site with the comparisons that dominate it, as far as their operands are sizes.
func (r *Recursion) newRecursiveCall(s *cost.Summary, site *callees.CallSite, to *classfile.Method) *recursiveCall {
	c := &recursiveCall{caller: s, site: site, to: to, args: map[string]argument{}}
	c.addGuards(r, s.M.BranchComparisons(int(s.M.Fn.Values[site.Value].Block)))
	return c
}

// addGuards takes comparisons that hold at the call as guards, the first ones of them, the bounds of computed arguments and the indices of
// elements.
func (c *recursiveCall) addGuards(r *Recursion, facts []code.Comparison) {
	c.addComparisons(r, facts, false)
	c.addFlags(facts)
	c.addIndexed(r)
	c.addLimits()
	if len(c.limits) > 0 {
		c.addComparisons(r, facts, true)
	}
}

// addComparisons adds comparisons of values, or those of computed arguments.
func (c *recursiveCall) addComparisons(r *Recursion, facts []code.Comparison, computed bool) {
	s, site, m := c.caller, c.site, c.caller.M
	for i, f := range facts {
		if i >= maxGuards {
			break
		}
		if text := m.NotEmpty(f); text != 0 && !computed {
			if length := m.StringLength(text); length.Ok() {
				c.guards = append(c.guards, callGuard{size: length.Size.AddInt(-1), conds: length.Conds})
				continue
			}
		}
		a, b := m.ValueOf(f.A), symval.Guarded{}
		if f.B != 0 {
			b = m.ValueOf(f.B)
		}
		if computed {
			if a.Ok() && b.Ok() {
				continue
			}
			a, b = c.compared(f.A, a), c.compared(f.B, b)
		}
		rises, falls := true, true // whether A - B, and B - A, may be replaced by something larger
		if q, ok := r.largestSize(m, f.A); !a.Ok() && ok {
			a, falls = q, false
		} else if q, ok := r.largestSize(m, f.B); !b.Ok() && ok {
			b, rises = q, false
		}
		if !a.Ok() || !b.Ok() || !interproc.IndicesReach(s, a.Size, site.Value) || !interproc.IndicesReach(s, b.Size, site.Value) {
			continue
		}
		c.addDifference(f.Op, a.Size.Sub(b.Size), slices.Concat(a.Conds, b.Conds), rises, falls)
	}
}

// addDifference adds the guards that a comparison of A with B makes, whose difference is d: where rises is set those that something larger than A - B
// makes weaker, and where falls is set those for B - A.
func (c *recursiveCall) addDifference(op classfile.Op, d expr.Size, conds []expr.Condition, rises, falls bool) {
	g := callGuard{conds: conds}
	add := func(s expr.Size, holds bool) {
		if g.size = s; holds {
			c.guards = append(c.guards, g)
		}
	}
	switch op {
	case classfile.OpIfIcmplt:
		add(d.Scale(-1).AddInt(-1), falls)
	case classfile.OpIfIcmple:
		add(d.Scale(-1), falls)
	case classfile.OpIfIcmpgt:
		add(d.AddInt(-1), rises)
	case classfile.OpIfIcmpge:
		add(d, rises)
	case classfile.OpIfIcmpeq:
		add(d, rises)
		add(d.Scale(-1), falls)
	case classfile.OpIfIcmpne:
		g.nonzero = true
		add(d, rises && falls)
		add(d.Scale(-1), rises && falls)
	}
}

// MentionsAnyIndex reports whether a size depends on the index of a loop.
func MentionsAnyIndex(s expr.Size) bool {
	return s.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom })
}

// atFirst returns a size in the first iterations of the loops whose indices it mentions.
func atFirst(s expr.Size) expr.Size {
	return s.Substitute(func(a *expr.Atom) (expr.Size, bool) { return expr.Size{}, a.Kind == expr.IndexAtom })
}

// argument returns the value of a callee's symbol at the call.
func (c *recursiveCall) argument(a *expr.Atom) argument {
	x, ok := c.args[a.Key]
	if ok {
		return x
	}
	if symval.IsLargest(a.Symbol) && c.to == c.caller.Method {
		return argument{size: expr.AtomSize(a), ok: true} // that of all calls
	}
	if isComputed(a) { // it is known at the call that computes it only
		return argument{}
	}
	q := interproc.ArgumentSize(c.caller, a.Symbol, c.to.Name, c.site.Arg)
	if i, fields, isLength, isParam := expr.SplitPath(a.Symbol.Path); !q.Ok() && isParam && fields == "" && !isLength {
		if v, passed := c.site.Arg(i); passed {
			if of, ok := c.computed(v); ok {
				q = of
			}
		}
	}
	x = argument{size: q.Size, conds: q.Conds, ok: q.Ok() && !q.Size.Top && interproc.IndicesReach(c.caller, q.Size, c.site.Value)}
	c.args[a.Key] = x
	return x
}

// recursiveCalls returns the calls by which the methods recur.
func (r *Recursion) recursiveCalls() (all []*recursiveCall) {
	for _, v := range r.Members {
		for site, to := range r.callsWithin(v) {
			all = append(all, r.newRecursiveCall(r.P.Sums[v], site, r.P.Members[to]))
		}
	}
	return all
}

// callsWithin returns the calls by which method v recurs, each with a method that it calls.
func (r *Recursion) callsWithin(v int32) iter.Seq2[*callees.CallSite, int32] {
	s := r.P.Sums[v]
	return func(yield func(*callees.CallSite, int32) bool) {
		for site := range s.AllCalls() {
			if r.isCostVariable(s, site) {
				continue
			}
			for _, t := range site.Targets {
				if r.contains(t) && !yield(site, int32(r.P.Positions[t])) {
					return
				}
			}
		}
	}
}
