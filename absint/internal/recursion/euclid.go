package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/loopbound"
	"github.com/energylint/energylint/internal/ssa"
)

// Euclid's algorithm as a recursion: gcd(a, b) calls gcd(b, a % b). (Lame 1844; Knuth, TAOCP 2, 4.5.3, corollary L)
//
// Sound because two calls at least halve the divisor, and a division by 0 throws before the method recurs.

// euclid bounds a method that on every recursive path calls itself with (b, a % b) in place of (a, b), by the number of
// divisions of Euclid's algorithm. A division by b = 0 throws.
func (r *Recursion) euclid(fan int64) (n Bound, ok bool) {
	if len(r.Members) != 1 || fan != 1 {
		return Bound{}, false
	}
	m := r.P.Sums[r.Members[0]].M
	divisor := -1
	for _, c := range r.calls {
		i := slices.IndexFunc(m.Fn.Params, func(p ssa.ID) bool {
			k := slices.Index(m.Fn.Params, p)
			v, known := c.site.Arg(k)
			a, b := loopbound.Remainder(m, v)
			if !known || b != p {
				return false
			}
			k = slices.Index(m.Fn.Params, a)
			before, known := c.site.Arg(k)
			return known && k >= 0 && a != b && before == b
		})
		if i < 0 || divisor >= 0 && i != divisor {
			return Bound{}, false
		}
		divisor = i
	}
	b := m.ValueOf(m.Fn.Params[divisor])
	if !b.Ok() {
		return Bound{}, false
	}
	steps := loopbound.EuclidSteps(loopbound.Magnitude(m, b.Size))
	n = Bound{depth: steps, calls: steps, callsUpper: steps, leaves: expr.Const(1), levels: steps.AddInt(1), fan: 1, conds: b.Conds}
	return n, !steps.Top
}
