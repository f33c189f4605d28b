package cost

import (
	"github.com/energylint/energylint/absint/internal/expr"
)

// Sum adds p over the iterations 0 to n-1 of loop l, exactly where p is a polynomial in the loop's index.
// ok is false where a summand had to be left out: what is left is no bound, since it may have been below 0.
func (e *Evaluator) Sum(p expr.Poly, l int, n expr.Size) (out expr.Poly, ok bool) {
	e.S.M.Spend(p.Work() * (1 + len(n.Terms)))
	if !p.Mentions(l) {
		return p.MulSize(n), true
	}
	p = e.alignClamp(p, n)
	ok = true
	for _, t := range e.signed(p.Terms) {
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
			// The index sits inside a maximum or a quotient: take the extreme iteration, n times.
			s := e.S.M.EliminateIndex(expr.MonoSize(t.Mono), l, e.Obj.Upper == e.costs(t.Vec), -1)
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

// PowerSum is the sum of i^k over i from 0 to n-1, for k up to 3 (Faulhaber's formula), times parts.
func PowerSum(n expr.Size, k int) (total expr.Size, parts int64) {
	if k == 0 {
		return n, 1
	}
	n2 := n.Mul(n)
	if n2.Top && len(n.Terms) > 1 { // of too many terms: as one
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
