package absint

// halves writes x - floor(x / 2), the larger half, as floor((x + 1) / 2): with x, it only grows.
func (s Size) halves() Size {
	out := s.mapAtoms(func(a *atom) Size {
		if len(a.args) == 0 {
			return atomSize(a)
		}
		args := make([]Size, len(a.args))
		for i, x := range a.args {
			args[i] = x.halves()
		}
		return a.of(args)
	})
	for _, t := range out.terms {
		if t.coef != -1 || len(t.mono) != 1 || t.mono[0].kind != divAtom || t.mono[0].k != 2 {
			continue
		}
		x := t.mono[0].args[0]
		rest := out.Add(atomSize(t.mono[0])).Sub(x)
		if n := x.variables(); n > 0 && rest.variables() == out.variables()-1-n {
			return rest.Add(x.AddInt(1).FloorDiv(2)).halves()
		}
	}
	return out
}

// variables counts the terms that are not constant.
func (s Size) variables() int {
	n := len(s.terms)
	if n > 0 && len(s.terms[0].mono) == 0 {
		n--
	}
	return n
}

// halves does the same in a cost.
func (p Poly) halves() Poly {
	var out Poly
	for _, t := range p.terms {
		if s := monoSize(t.mono).halves(); s.bad {
			out = out.add(Poly{terms: []polyTerm{t}})
		} else {
			out = out.add(constPoly(t.vec).mulSize(s))
		}
	}
	return out
}
