package expr

import "slices"

// Settle replaces the maxima and minima in s, nested ones included, by the argument that equals each for all values in r. Sizes
// that differ only in clamps of what is not negative then have the same form.
func (r Env) Settle(s Size) Size {
	return s.replaceAtoms(r.settleAtom)
}

func (r Env) settleAtom(a *Atom) Size {
	if a.Kind <= IndexAtom {
		return AtomSize(a)
	}
	out := a.Of(a.mapArgs(r.Settle))
	if out.Top {
		return AtomSize(a)
	}
	return r.Decide(out)
}

// SettlePoly applies Settle to the monomials of a cost.
func (r Env) SettlePoly(p Poly) Poly {
	extreme := func(a *Atom) bool { return a.Kind == MaxAtom || a.Kind == MinAtom }
	if !slices.ContainsFunc(p.Terms, func(t PolyTerm) bool { return len(t.Vec) == 0 || MonoSize(t.Mono).Contains(extreme) }) {
		return p
	}
	terms := make([]PolyTerm, 0, len(p.Terms))
	for _, t := range p.Terms {
		s := MonoSize(t.Mono)
		if s.Contains(extreme) {
			terms = appendTimes(terms, t.Vec, r.Settle(s))
		} else {
			terms = append(terms, t)
		}
	}
	return SumOf(terms)
}
