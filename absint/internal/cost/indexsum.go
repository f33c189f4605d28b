package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
)

// Closed-form sums of costs over the iterations of a loop. Sound because sums of powers are exact, and all other terms are
// replaced by their extreme iteration.

// Sum returns the sum of p over the iterations 0 to n-1 of loop l, exactly if p is a polynomial in the loop's index of
// degree at most 3. ok is false if a summand is left out; the rest is no bound, since the summand may be negative.
func (e *Evaluator) Sum(p expr.Poly, l int, n expr.Size) (out expr.Poly, ok bool) {
	e.S.M.Spend(p.Work() * (1 + len(n.Terms)))
	if !p.Mentions(l) {
		return p.MulSize(n), true
	}
	p = e.alignClamp(p, n)
	ok = true
	for _, t := range e.splitSigns(p.Terms) {
		k := 0
		rest := expr.Poly{Terms: []expr.PolyTerm{{Mono: nil, Vec: t.Vec}}}
		hidden := false
		var others expr.Mono
		for _, a := range t.Mono {
			switch {
			case a.Kind == expr.IndexAtom && a.Loop == l:
				k++
			case expr.MentionsIndex(expr.AtomSize(a), l):
				hidden = true
				others = append(others, a)
			default:
				others = append(others, a)
			}
		}
		if hidden || k > 3 {
			// The index is inside a maximum or a quotient, or its power too high: n times the extreme iteration bounds the sum.
			s := e.S.M.EliminateIndex(expr.MonoSize(t.Mono), l, e.Obj.Upper == e.raisesCost(t.Vec), -1)
			if s.Top {
				ok = false
				continue
			}
			out = out.Add(rest.MulSize(s).MulSize(n))
			continue
		}
		rest.Terms[0].Mono = others
		total, parts := PowerSum(n, k)
		if total.Top {
			ok = false
			continue
		}
		out = out.Add(rest.MulSize(total).Scale(1 / float64(parts)))
	}
	return out, ok
}

// PowerSum returns parts times the sum of i^k over i from 0 to n-1, for k up to 3 (Faulhaber's formula).
func PowerSum(n expr.Size, k int) (total expr.Size, parts int64) {
	if k == 0 {
		return n, 1
	}
	n2 := n.Mul(n)
	if n2.Top && len(n.Terms) > 1 { // n has too many terms: as one atom
		n = expr.NewAtom(expr.Atom{Kind: expr.MaxAtom, Args: []expr.Size{expr.Const(0), n}})
		n2 = n.Mul(n)
	}
	switch k {
	case 1: // n(n-1)/2
		total, parts = n2.Sub(n), 2
	case 2: // n(n-1)(2n-1)/6
		total, parts = n2.Mul(n).Scale(2).Sub(n2.Scale(3)).Add(n), 6
	default: // (n(n-1)/2)^2
		total, parts = n2.Mul(n2).Sub(n2.Mul(n).Scale(2)).Add(n2), 4
	}
	if _, number := total.Int(); number {
		return total.FloorDiv(parts), 1
	}
	return total, parts
}
