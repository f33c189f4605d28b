package absint

// sum adds p over the iterations 0 to n-1 of loop l, exactly where p is a polynomial in the loop's index.
// ok is false where a summand had to be left out: what is left is no bound, since it may have been below 0.
func (e *evaluator) sum(p Poly, l int, n Size) (out Poly, ok bool) {
	e.s.m.spend(p.work() * (1 + len(n.terms)))
	if !p.mentions(l) {
		return p.mulSize(n), true
	}
	p = e.alignClamp(p, n)
	ok = true
	for _, t := range e.signed(p.terms) {
		k := 0
		rest := Poly{terms: []polyTerm{{nil, t.vec}}}
		hidden := false
		var others mono
		for _, a := range t.mono {
			switch {
			case a.kind == indexAtom && a.loop == l:
				k++
			case mentionsIndex(atomSize(a), l):
				hidden = true
				others = append(others, a)
			default:
				others = append(others, a)
			}
		}
		if hidden || k > 3 {
			// The index sits inside a maximum or a quotient: take the extreme iteration, n times.
			s := e.s.m.eliminateIndex(monoSize(t.mono), l, e.obj.Upper == e.costs(t.vec), -1)
			if s.bad {
				ok = false
				continue
			}
			out = out.add(rest.mulSize(s).mulSize(n))
			continue
		}
		rest.terms[0].mono = others
		total, parts := powerSum(n, k)
		if total.bad {
			ok = false
			continue
		}
		out = out.add(rest.mulSize(total).scale(1 / float64(parts)))
	}
	return out, ok
}

// powerSum is the sum of i^k over i from 0 to n-1, for k up to 3 (Faulhaber's formula), times parts.
func powerSum(n Size, k int) (total Size, parts int64) {
	if k == 0 {
		return n, 1
	}
	n2 := n.Mul(n)
	if n2.bad && len(n.terms) > 1 { // of too many terms: as one
		n = newAtom(atom{kind: maxAtom, args: []Size{Const(0), n}})
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
