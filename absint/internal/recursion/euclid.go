package recursion

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/loopbound"
	"github.com/energylint/energylint/internal/classfile"
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

// swappedEuclid bounds a method that calls itself with (a % b, b) in place of (a, b) where a is at least b, and with (b, a) where a is less.
// A swap makes a the greater, and a division makes it the smaller, so that at most every other call is a swap, or a division, and two
// calls are one step of Euclid's algorithm. Its divisors begin with the smaller of the two.
//
// Sound because a and b are not negative at the first call, which is a condition of the bound, and then at no other.
func (r *Recursion) swappedEuclid(fan int64) (n Bound, ok bool) {
	if len(r.Members) != 1 || fan != 1 {
		return n, false
	}
	m := r.P.Sums[r.Members[0]].M
	for i, a := range m.Fn.Params {
		for k, b := range m.Fn.Params {
			divisions := 0
			if i == k || slices.ContainsFunc(r.calls, func(c *recursiveCall) bool {
				divides, swaps := c.dividesOrSwaps(i, k)
				if divides {
					divisions++
				}
				return !divides && !swaps
			}) || divisions == 0 {
				continue
			}
			p, q := m.ValueOf(a), m.ValueOf(b)
			if !p.Ok() || !q.Ok() {
				continue
			}
			steps := loopbound.EuclidSteps(loopbound.Magnitude(m, q.Size)).Scale(2).AddInt(1)
			n = Bound{depth: steps, calls: steps, callsUpper: steps, leaves: expr.Const(1), levels: steps.AddInt(1), fan: 1, conds: slices.Concat(p.Conds, q.Conds)}
			for _, s := range []expr.Size{p.Size, q.Size} {
				n.conds = m.Require(n.conds, expr.Condition{Size: s, Lo: 0, Hi: math.Inf(1)})
			}
			return n, !steps.Top
		}
	}
	return n, false
}

// dividesOrSwaps reports whether a call has (a % b, b) in place of the i-th and the k-th parameter a and b where a >= b, or (b, a) where
// a < b.
func (c *recursiveCall) dividesOrSwaps(i, k int) (divides, swaps bool) {
	m := c.caller.M
	a, b := m.Fn.Params[i], m.Fn.Params[k]
	v, known := c.site.Arg(i)
	w, also := c.site.Arg(k)
	if !known || !also {
		return false, false
	}
	least, less := false, false // what the comparisons before the call show of a
	for _, f := range m.BranchComparisons(int(m.Fn.Values[c.site.Value].Block)) {
		if f.A == b && f.B == a {
			f = code.Comparison{A: a, B: b, Op: code.Mirror(f.Op)}
		}
		if f.A == a && f.B == b {
			least, less = least || f.Op == classfile.OpIfIcmpge || f.Op == classfile.OpIfIcmpgt, less || f.Op == classfile.OpIfIcmplt
		}
	}
	dividend, divisor := loopbound.Remainder(m, v)
	return least && dividend == a && divisor == b && w == b, less && v == b && w == a
}
