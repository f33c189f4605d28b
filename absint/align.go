package absint

// alignClamp rewrites p for iterations of a loop that runs n = max(0, s + r) times, s a symbol: where there is an
// iteration, n is s + r, so s is n - r. Then the sum over the iterations is a polynomial in n alone.
func (e *evaluator) alignClamp(p Poly, n Size) Poly {
	if len(n.terms) != 1 || n.terms[0].coef != 1 || len(n.terms[0].mono) != 1 {
		return p
	}
	c := n.terms[0].mono[0]
	if c.kind != maxAtom || len(c.args) != 2 {
		return p
	}
	s := c.args[0]
	if v, ok := s.Int(); ok && v == 0 {
		s = c.args[1]
	} else if v, ok := c.args[1].Int(); !ok || v != 0 {
		return p
	}
	for _, t := range s.terms {
		if t.coef == 1 && len(t.mono) == 1 && t.mono[0].kind == symbolAtom {
			rest := s.Sub(atomSize(t.mono[0]))
			if rest.has(t.mono[0].key) {
				continue
			}
			q, bad := p.substitute(func(a *atom) (Size, bool) {
				if a.key == t.mono[0].key {
					return n.Sub(rest), true
				}
				return Size{}, false
			})
			if !bad {
				return q
			}
		}
	}
	return p
}
