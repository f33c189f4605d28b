package expr

// A rewriting that makes the halves of a divide-and-conquer recursion monotone. Sound because x = floor(x/2) +
// floor((x+1)/2) for all integers x.

// Halves rewrites x - floor(x / 2), the larger half, to the equal floor((x + 1) / 2), which is monotone in x.
func (s Size) Halves() Size {
	out := s.mapAtoms(func(a *Atom) Size {
		if len(a.Args) == 0 {
			return AtomSize(a)
		}
		return a.Of(a.mapArgs(Size.Halves))
	})
	for _, t := range out.Terms {
		if t.Coef != -1 || len(t.Mono) != 1 || t.Mono[0].Kind != DivAtom || t.Mono[0].K != 2 {
			continue
		}
		x := t.Mono[0].Args[0]
		rest := out.Add(AtomSize(t.Mono[0])).Sub(x)
		if n := x.variables(); n > 0 && rest.variables() == out.variables()-1-n {
			return rest.Add(x.AddInt(1).FloorDiv(2)).Halves()
		}
	}
	return out
}

// variables returns the number of terms that are not constant.
func (s Size) variables() int {
	n := len(s.Terms)
	if n > 0 && len(s.Terms[0].Mono) == 0 {
		n--
	}
	return n
}

// Halves applies Size.Halves to the monomials of p; monomials that become too large stay.
func (p Poly) Halves() Poly {
	var out Poly
	for _, t := range p.Terms {
		if s := MonoSize(t.Mono).Halves(); s.Top {
			out = out.Add(Poly{Terms: []PolyTerm{t}})
		} else {
			out = out.Add(ConstPoly(t.Vec).MulSize(s))
		}
	}
	return out
}
