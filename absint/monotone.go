package absint

// A caller may not know what the symbols of a callee are, only bounds of them. A bound may take the symbol's place
// where the expression only grows with the symbol, or only falls: then the bound of the one is a bound of the other.

// direction says how an expression moves with an atom.
type direction uint8

const (
	mixed   direction = iota // sometimes up, sometimes down, or not known
	growing                  // never down when the atom goes up
	falling                  // never up when the atom goes up
)

// direction says how the polynomial, weighed, moves with the atom. Without weights, all of them are at least 0.
func (p Poly) direction(key string, weights []float64) direction {
	grows, falls := true, true
	for _, t := range p.terms {
		s := monoSize(t.mono)
		if !s.has(key) {
			continue
		}
		positive := weights == nil || weigh(t.vec, weights) >= 0
		for _, c := range t.vec {
			positive = positive && c.N >= 0
		}
		grows = grows && positive && s.moves(key, true)
		falls = falls && positive && s.moves(key, false)
	}
	return directionOf(grows, falls)
}

// direction says how the expression moves with the atom.
func (s Size) direction(key string) direction {
	return directionOf(s.moves(key, true), s.moves(key, false))
}

func directionOf(grows, falls bool) direction {
	switch {
	case grows:
		return growing
	case falls:
		return falling
	}
	return mixed
}

func (s Size) has(key string) bool {
	return s.contains(func(a *atom) bool { return a.key == key })
}

// moves says whether the expression can only grow (up) or only fall with the atom: every coefficient around it has the
// one sign, and what it is multiplied by is not negative.
func (s Size) moves(key string, up bool) bool {
	for _, t := range s.terms {
		if !monoSize(t.mono).has(key) {
			continue
		}
		want := up == (t.coef > 0)
		for _, a := range t.mono {
			if len(t.mono) > 1 && !a.neverNegative() {
				return false
			}
			if a.key == key && !want {
				return false
			}
			for i, arg := range a.args {
				if !arg.moves(key, want != a.fallsWith(i)) {
					return false
				}
			}
		}
	}
	return true
}

// neverNegative says whether an atom is not negative by its form and the types of its symbols.
func (a *atom) neverNegative() bool {
	switch a.kind {
	case symbolAtom:
		return a.symbol.Min >= 0
	case indexAtom, logAtom, sqrtAtom, quotAtom, powerAtom:
		return true
	case divAtom:
		return a.args[0].neverNegative()
	case maxAtom:
		for _, s := range a.args {
			if s.neverNegative() {
				return true
			}
		}
		return false
	}
	for _, s := range a.args {
		if !s.neverNegative() {
			return false
		}
	}
	return true
}

func (s Size) neverNegative() bool {
	for _, t := range s.terms {
		if t.coef < 0 {
			return false
		}
		for _, a := range t.mono {
			if !a.neverNegative() {
				return false
			}
		}
	}
	return !s.bad
}
