package expr

// Monotonicity of expressions in an atom, by their form. A caller may know only bounds of the symbols of a callee; a bound
// may replace a symbol if the expression is monotone (or antitone) in it. Sound because a monotone function maps an upper
// bound of its argument to an upper bound of its value.

// Direction is the monotonicity of an expression in an atom.
type Direction uint8

const (
	Mixed   Direction = iota // neither, or not known
	Growing                  // monotone: never falls as the atom grows
	Falling                  // antitone: never grows as the atom grows
)

// Direction returns the monotonicity of the weighted polynomial in the atom with this key. nil stands for unknown weights
// that are at least 0.
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

// Direction returns the monotonicity of s in the atom with this key.
func (s Size) Direction(key string) Direction {
	return directionOf(s.Moves(key, true), s.Moves(key, false))
}

// directionOf returns the direction of an expression that grows or falls; one that does both does not depend on the atom.
func directionOf(grows, falls bool) Direction {
	switch {
	case grows:
		return Growing
	case falls:
		return Falling
	}
	return Mixed
}

// Has reports whether the atom with this key occurs in s.
func (s Size) Has(key string) bool {
	return s.Contains(func(a *Atom) bool { return a.Key == key })
}

// Moves reports whether s is monotone (up) or antitone in the atom with this key, by its form: every coefficient of it has
// one sign, and its other factors are not negative.
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

// neverNegative reports whether the atom is >= 0 by its form and the types of its symbols.
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

// NeverNegative reports whether s is >= 0 by its form and the types of its symbols.
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
