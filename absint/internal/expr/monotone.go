package expr

// A caller may not know what the symbols of a callee are, only bounds of them. A bound may take the symbol's place
// where the expression only grows with the symbol, or only falls: then the bound of the one is a bound of the other.

// Direction says how an expression moves with an atom.
type Direction uint8

const (
	Mixed   Direction = iota // sometimes up, sometimes down, or not known
	Growing                  // never down when the atom goes up
	Falling                  // never up when the atom goes up
)

// Direction says how the polynomial, weighed, moves with the atom. Without weights, all of them are at least 0.
func (p Poly) Direction(key string, weights []float64) Direction {
	grows, falls := true, true
	for _, t := range p.Terms {
		s := MonoSize(t.Mono)
		if !s.Has(key) {
			continue
		}
		positive := weights == nil || weigh(t.Vec, weights) >= 0
		for _, c := range t.Vec {
			positive = positive && c.N >= 0
		}
		grows = grows && positive && s.Moves(key, true)
		falls = falls && positive && s.Moves(key, false)
	}
	return directionOf(grows, falls)
}

// Direction says how the expression moves with the atom.
func (s Size) Direction(key string) Direction {
	return directionOf(s.Moves(key, true), s.Moves(key, false))
}

func directionOf(grows, falls bool) Direction {
	switch {
	case grows:
		return Growing
	case falls:
		return Falling
	}
	return Mixed
}

func (s Size) Has(key string) bool {
	return s.Contains(func(a *Atom) bool { return a.Key == key })
}

// Moves says whether the expression can only grow (up) or only fall with the atom: every coefficient around it has the
// one sign, and what it is multiplied by is not negative.
func (s Size) Moves(key string, up bool) bool {
	for _, t := range s.Terms {
		if !MonoSize(t.Mono).Has(key) {
			continue
		}
		want := up == (t.Coef > 0)
		for _, a := range t.Mono {
			if len(t.Mono) > 1 && !a.neverNegative() {
				return false
			}
			if a.Key == key && !want {
				return false
			}
			for i, arg := range a.Args {
				if !arg.Moves(key, want != a.FallsWith(i)) {
					return false
				}
			}
		}
	}
	return true
}

// neverNegative says whether an atom is not negative by its form and the types of its symbols.
func (a *Atom) neverNegative() bool {
	switch a.Kind {
	case SymbolAtom:
		return a.Symbol.Min >= 0
	case IndexAtom, LogAtom, SqrtAtom, QuotAtom, PowerAtom:
		return true
	case DivAtom:
		return a.Args[0].NeverNegative()
	case MaxAtom:
		for _, s := range a.Args {
			if s.NeverNegative() {
				return true
			}
		}
		return false
	}
	for _, s := range a.Args {
		if !s.NeverNegative() {
			return false
		}
	}
	return true
}

func (s Size) NeverNegative() bool {
	for _, t := range s.Terms {
		if t.Coef < 0 {
			return false
		}
		for _, a := range t.Mono {
			if !a.neverNegative() {
				return false
			}
		}
	}
	return !s.Top
}
