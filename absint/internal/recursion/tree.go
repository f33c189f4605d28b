package recursion

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
)

// What one call of a recursion costs is known in the symbols of that call. Here it is bounded in those of the first.

// split is a size that the recursive calls of one call divide among each other, and that is at least the atom of a cost
// wherever one recurs: then all calls of a level have no more of it than the first.
func (a *proof) split(m expr.Mono) (expr.Size, bool) {
	if len(m) != 1 {
		return expr.Size{}, false
	}
	if a.splits(expr.MonoSize(m)) {
		return expr.MonoSize(m), true
	}
	for _, g := range a.edges[0].facts {
		for shift := int64(0); shift <= 2; shift++ {
			s := atFirst(g.size).AddInt(shift)
			if s.Top || g.unlike {
				continue
			}
			atLeast := a.try(func() bool {
				return !slices.ContainsFunc(a.edges, func(e *recursiveCall) bool { return a.prover(e).Least(s.Sub(expr.MonoSize(m))) < 0 })
			})
			if atLeast && a.splits(s) {
				return expr.Max(expr.Const(0), s), true
			}
		}
	}
	return expr.Size{}, false
}

// splits says whether the recursive calls divide a size among each other, as far as it is not negative.
func (a *proof) splits(s expr.Size) bool {
	return a.try(func() bool {
		left := s
		common := &expr.Prover{Ranges: a.Ranges, Known: a.prover(a.edges[0]).Known}
		for _, c := range a.edges {
			then, ok := a.after(c, s)
			if !ok || int(c.s.M.CFG.Blocks[c.s.M.Fn.Values[c.site.Value].Block].Loop) >= 0 {
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

// everywhere bounds what one call costs at most, in the symbols of the first.
func (a *proof) everywhere(p expr.Poly) (expr.Poly, bool) {
	var out expr.Poly
	for _, t := range p.Halves().Terms {
		one := expr.Poly{Terms: []expr.PolyTerm{t}}
		if a.try(func() bool { return !slices.ContainsFunc(t.Mono, func(x *expr.Atom) bool { return !a.shrinksAtom(x) }) }) {
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

// everyCall is a one-sided condition that makes c hold at the start of every call.
func (a *proof) everyCall(c expr.Condition) (expr.Condition, bool) {
	above := math.IsInf(c.Lo, -1)
	c.Size = c.Size.Halves()
	s := c.Size
	if !above {
		s = s.Scale(-1)
	}
	if a.shrinks(s) {
		return c, true
	}
	c.Size = c.Size.Substitute(func(x *expr.Atom) (expr.Size, bool) {
		return a.extreme(x, func() expr.Direction { return c.Size.Direction(x.Key) }, above)
	})
	return c, !c.Size.Top
}

// guarded says whether a condition holds in every call that recurs, since that has passed the guards of a recursive call.
func (a *proof) guarded(c expr.Condition) bool {
	return a.try(func() bool {
		return !slices.ContainsFunc(a.edges, func(e *recursiveCall) bool { return !a.prover(e).Holds(c) })
	})
}

// extreme is the largest or the smallest value that a symbol has at the start of any of the calls, whichever bounds an
// expression from above, or from below: that of the first call where the symbol only moves the other way.
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
	if up && a.shrinks(s) || !up && a.shrinks(s.Scale(-1)) {
		return s, true
	}
	sym := x.Symbol
	key := fmt.Sprintf("%s@%s", sym.Path, progdb.MethodName(a.P.Sums[a.owner()].Method))
	if up {
		return expr.SymbolSize(expr.Symbol{Path: "~deepest(" + key + ")", Name: "largest " + sym.Name, Max: sym.Max}), true
	}
	return expr.SymbolSize(expr.Symbol{Path: "~deepleast(" + key + ")", Name: "smallest " + sym.Name, Min: sym.Min, Max: sym.Max}), true
}

// owner is the method that names the largest values of a recursion.
func (a *proof) owner() int32 {
	if a.apart {
		return a.home
	}
	return a.Members[0]
}
