package absint

import (
	"fmt"
	"math"
	"slices"
)

// What one call of a recursion costs is known in the symbols of that call. Here it is bounded in those of the first.

// split is a size that the recursive calls of one call divide among each other, and that is at least the atom of a cost
// wherever one recurs: then all calls of a level have no more of it than the first.
func (a *attempt) split(m mono) (Size, bool) {
	if len(m) != 1 {
		return Size{}, false
	}
	if a.splits(monoSize(m)) {
		return monoSize(m), true
	}
	for _, g := range a.edges[0].facts {
		for shift := int64(0); shift <= 2; shift++ {
			s := atFirst(g.size).AddInt(shift)
			if s.bad || g.unlike {
				continue
			}
			atLeast := a.try(func() bool {
				return !slices.ContainsFunc(a.edges, func(e *recursiveCall) bool { return a.prover(e).least(s.Sub(monoSize(m))) < 0 })
			})
			if atLeast && a.splits(s) {
				return Max(Const(0), s), true
			}
		}
	}
	return Size{}, false
}

// splits says whether the recursive calls divide a size among each other, as far as it is not negative.
func (a *attempt) splits(s Size) bool {
	return a.try(func() bool {
		left := s
		common := &prover{ranges: a.ranges, known: a.prover(a.edges[0]).known}
		for _, c := range a.edges {
			then, ok := a.after(c, s)
			if !ok || int(c.s.m.g.Blocks[c.s.m.f.Values[c.site.value].Block].Loop) >= 0 {
				return false
			}
			if !then.neverNegative() {
				then = Max(Const(0), then)
			}
			left = left.Sub(then)
			known := a.prover(c).known
			common.known = slices.DeleteFunc(common.known, func(s Size) bool {
				return !slices.ContainsFunc(known, func(t Size) bool { return t.Equal(s) })
			})
		}
		return common.least(left) >= 0
	})
}

// everywhere bounds what one call costs at most, in the symbols of the first.
func (a *attempt) everywhere(p Poly) (Poly, bool) {
	var out Poly
	for _, t := range p.halves().terms {
		one := Poly{terms: []polyTerm{t}}
		if a.try(func() bool { return !slices.ContainsFunc(t.mono, func(x *atom) bool { return !a.shrinksAtom(x) }) }) {
			out = out.add(one)
			continue
		}
		weights := a.obj.weights()
		if a.obj.choices != nil {
			weights = nil
		}
		q, bad := one.substitute(func(x *atom) (Size, bool) {
			return a.extreme(x, func() direction { return one.direction(x.key, weights) }, true)
		})
		if bad {
			return Poly{}, false
		}
		out = out.add(q)
	}
	return out, true
}

// everyCall is a one-sided condition that makes c hold at the start of every call.
func (a *attempt) everyCall(c Condition) (Condition, bool) {
	above := math.IsInf(c.Lo, -1)
	c.Size = c.Size.halves()
	s := c.Size
	if !above {
		s = s.Scale(-1)
	}
	if a.shrinks(s) {
		return c, true
	}
	c.Size = c.Size.substitute(func(x *atom) (Size, bool) {
		return a.extreme(x, func() direction { return c.Size.direction(x.key) }, above)
	})
	return c, !c.Size.bad
}

// guarded says whether a condition holds in every call that recurs, since that has passed the guards of a recursive call.
func (a *attempt) guarded(c Condition) bool {
	return a.try(func() bool {
		return !slices.ContainsFunc(a.edges, func(e *recursiveCall) bool { return !a.prover(e).holds(c) })
	})
}

// extreme is the largest or the smallest value that a symbol has at the start of any of the calls, whichever bounds an
// expression from above, or from below: that of the first call where the symbol only moves the other way.
func (a *attempt) extreme(x *atom, how func() direction, above bool) (Size, bool) {
	if x.kind != symbolAtom || x.symbol.isLargest() {
		return Size{}, false
	}
	d := how()
	if d == mixed {
		return badSize, true
	}
	up := above == (d == growing)
	s := atomSize(x)
	if up && a.shrinks(s) || !up && a.shrinks(s.Scale(-1)) {
		return s, true
	}
	sym := x.symbol
	key := fmt.Sprintf("%s@%s", sym.Path, MethodName(a.p.sums[a.owner()].Method))
	if up {
		return SymbolSize(Symbol{Path: "~deepest(" + key + ")", Name: "largest " + sym.Name, Max: sym.Max}), true
	}
	return SymbolSize(Symbol{Path: "~deepleast(" + key + ")", Name: "smallest " + sym.Name, Min: sym.Min, Max: sym.Max}), true
}

// owner is the method that names the largest values of a recursion.
func (a *attempt) owner() int32 {
	if a.apart {
		return a.home
	}
	return a.members[0]
}
