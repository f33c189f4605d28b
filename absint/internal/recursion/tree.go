package recursion

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Costs over the recursion tree. The cost of one call is known in the symbols of that call; here it is bounded in the
// symbols of the first call.
//
// Sound because a size is kept only if no recursive call increases it, or if the calls of one call share it (the sum
// over a level of the tree is then at most its value at the root); any other size becomes its largest value in the
// recursion.

// split returns a size that the recursive calls of one call divide among themselves and that is at least m where a call
// recurs. The sum of m over the calls of a level is then at most the size at the first call.
func (a *proof) split(m expr.Mono) (expr.Size, bool) {
	if len(m) != 1 {
		return expr.Size{}, false
	}
	if a.splits(expr.MonoSize(m)) {
		return expr.MonoSize(m), true
	}
	for _, g := range a.calls[0].guards {
		for shift := int64(0); shift <= 2; shift++ {
			s := atFirst(g.size).AddInt(shift)
			if s.Top || g.nonzero {
				continue
			}
			atLeast := a.try(func() bool {
				return !slices.ContainsFunc(a.calls, func(e *recursiveCall) bool { return a.prover(e).Least(s.Sub(expr.MonoSize(m))) < 0 })
			})
			if atLeast && a.splits(s) {
				return expr.Max(expr.Const(0), s), true
			}
		}
	}
	return expr.Size{}, false
}

// splits reports whether the recursive calls divide a size among themselves, as far as it is nonnegative.
func (a *proof) splits(s expr.Size) bool {
	return !a.cases && a.try(func() bool {
		left := s
		common := &expr.Prover{Ranges: a.Ranges, Known: slices.Clone(a.prover(a.calls[0]).Known)}
		for _, c := range a.calls {
			then, ok := a.atCallee(c, s)
			if !ok || int(c.caller.M.CFG.Blocks[c.caller.M.Fn.Values[c.site.Value].Block].Loop) >= 0 {
				return false
			}
			if !then.NeverNegative() {
				then = expr.Max(expr.Const(0), then)
			}
			left = left.Sub(then)
			known := a.prover(c).Known
			common.Known = slices.DeleteFunc(common.Known, func(s expr.Size) bool {
				return !slices.ContainsFunc(known, func(t expr.Size) bool { return t.Equal(s) })
			})
		}
		return common.Least(left) >= 0
	})
}

// costOfAnyCall bounds the cost p of any call in the symbols of the first call. It fails if the cost is not monotone in
// a size that varies.
func (a *proof) costOfAnyCall(p expr.Poly) (expr.Poly, bool) {
	var out expr.Poly
	for _, t := range p.Halves().Terms {
		one := expr.Poly{Terms: []expr.PolyTerm{t}}
		if a.try(func() bool {
			return !slices.ContainsFunc(t.Mono, func(x *expr.Atom) bool { return !a.atomNeverGrows(x) })
		}) {
			out = out.Add(one)
			continue
		}
		weights := a.Obj.AllWeights()
		if a.Obj.Choices != nil {
			weights = nil
		}
		q, bad := one.Substitute(func(x *expr.Atom) (expr.Size, bool) {
			return a.extreme(x, func() expr.Direction { return one.Direction(x.Key, weights) }, true)
		})
		if bad {
			return expr.Poly{}, false
		}
		out = out.Add(q)
	}
	return out, true
}

// everyCall returns a one-sided condition on the first call that implies c at the start of every call.
func (a *proof) everyCall(c expr.Condition) (expr.Condition, bool) {
	above := math.IsInf(c.Lo, -1)
	c.Size = c.Size.Halves()
	s := c.Size
	if !above {
		s = s.Scale(-1)
	}
	if a.neverGrows(s) {
		return c, true
	}
	c.Size = c.Size.Substitute(func(x *expr.Atom) (expr.Size, bool) {
		return a.extreme(x, func() expr.Direction { return c.Size.Direction(x.Key) }, above)
	})
	return c, !c.Size.Top
}

// guarded reports whether the guards of every recursive call imply a condition.
func (a *proof) guarded(c expr.Condition) bool {
	return a.try(func() bool {
		return !slices.ContainsFunc(a.calls, func(e *recursiveCall) bool { return !a.prover(e).Holds(c) })
	})
}

// extreme returns the extreme value of a symbol over all calls that bounds an expression from above, or from below: its
// value in the first call if it only moves in the other direction.
func (a *proof) extreme(x *expr.Atom, how func() expr.Direction, above bool) (expr.Size, bool) {
	if x.Kind != expr.SymbolAtom || symval.IsLargest(x.Symbol) {
		return expr.Size{}, false
	}
	d := how()
	if d == expr.Mixed {
		return expr.TopSize, true
	}
	up := above == (d == expr.Growing)
	s := expr.AtomSize(x)
	if up && a.neverGrows(s) || !up && a.neverGrows(s.Scale(-1)) {
		return s, true
	}
	sym := x.Symbol
	key := fmt.Sprintf("%s@%s", sym.Path, progdb.MethodName(a.P.Sums[a.owner()].Method))
	if up {
		return expr.SymbolSize(expr.Symbol{Path: "~deepest(" + key + ")", Name: "largest " + sym.Name, Max: sym.Max}), true
	}
	return expr.SymbolSize(expr.Symbol{Path: "~deepleast(" + key + ")", Name: "smallest " + sym.Name, Min: sym.Min, Max: sym.Max}), true
}

// owner returns the method that names the extreme values of a recursion.
func (a *proof) owner() int32 {
	if a.differentParams {
		return a.method
	}
	return a.Members[0]
}
