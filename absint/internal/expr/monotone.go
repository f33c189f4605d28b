package expr

import (
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

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
		more := Grows(t.Vec, weights)
		grows = grows && more && s.Moves(key, true)
		falls = falls && more && s.Moves(key, false)
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

// Bounded returns an upper (up) or lower bound of s by bounds of its symbols and indices: every occurrence of an atom takes the end
// that is safe there, so that s need not be monotone in it. end returns that end of an atom. The result is TopSize where a product
// may change its sign, or where end returns TopSize.
func (s Size) Bounded(up bool, end func(a *Atom, up bool) Size) Size {
	if s.Top {
		return TopSize
	}
	var out Size
	for _, t := range s.Terms {
		p := monoBound(t.Mono, up == (t.Coef > 0), end)
		if out = out.AddScaled(p, t.Coef); out.Top {
			return TopSize
		}
	}
	return out
}

// monoBound returns a bound of a product as Size.Bounded does.
func monoBound(m Mono, up bool, end func(a *Atom, up bool) Size) Size {
	p := Const(1)
	for _, a := range m {
		if len(m) > 1 && !a.neverNegative() {
			return TopSize
		}
		b := a.bounded(up, end)
		if len(m) > 1 && !up && !b.NeverNegative() { // a product of lower bounds is one only where these are >= 0, too
			b = Max(b, Const(0))
		}
		if p = p.Mul(b); p.Top {
			return TopSize
		}
	}
	return p
}

// bounded returns a bound of an atom as Size.Bounded does.
func (a *Atom) bounded(up bool, end func(a *Atom, up bool) Size) Size {
	if a.Kind <= IndexAtom {
		return end(a, up)
	}
	args := make([]Size, len(a.Args))
	for i, arg := range a.Args {
		if args[i] = arg.Bounded(up != a.FallsWith(i), end); args[i].Top {
			return TopSize
		}
	}
	return a.Of(args)
}

// Bounded returns an upper bound of the polynomial, as Size.Bounded does. grows reports whether more of a term makes the polynomial
// larger; of one that does not, the ends of all atoms have to be the same. ok is false where there is no bound.
func (p Poly) Bounded(grows func(Vector) bool, end func(a *Atom, up bool) Size) (out Poly, ok bool) {
	var terms []PolyTerm
	for _, t := range p.Terms {
		b := monoBound(t.Mono, true, end)
		if b.Top || !grows(t.Vec) && !b.Equal(monoBound(t.Mono, false, end)) {
			return Poly{}, false
		}
		terms = appendTimes(terms, t.Vec, b)
	}
	return SumOf(terms), true
}

// Grows reports whether more of a term with these counts makes a weighted polynomial larger, or leaves it as it is: all counts are at
// least 0, and so is their weighted sum. nil stands for unknown weights that are at least 0.
func Grows(v Vector, weights []float64) bool {
	return (weights == nil || weigh(v, weights) >= 0) && !slices.ContainsFunc(v, func(c pattern.Count) bool { return c.N < 0 })
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
