package expr

import "slices"

// Substitute replaces the symbols and indices of s by the Sizes that f returns for them; ok false keeps the atom. Maxima,
// minima, quotients, logarithms, roots and powers are built again from the new arguments. Sound because f's result
// equals (or, in a monotone position, bounds) the atom, and building an atom again is exact.
func (s Size) Substitute(f func(*Atom) (Size, bool)) Size {
	if s.Top {
		return TopSize
	}
	replaced := func(a *Atom) bool {
		if a.Kind > IndexAtom {
			return false
		}
		_, ok := f(a)
		return ok
	}
	if !s.Contains(replaced) {
		return s
	}
	return s.mapAtoms(func(a *Atom) Size { return substituteAtom(a, f) })
}

// maxSubstituted bounds the functions whose replacements a substitution remembers.
const maxSubstituted = 16

// substitution replaces atoms in several products, which often have the same functions.
type substitution struct {
	f     func(*Atom) (Size, bool)
	atoms []*Atom // functions, and what replaces each
	sizes []Size
}

// mono replaces atoms in a product.
func (b *substitution) mono(m Mono) Size {
	s := MonoSize(m)
	if !s.Contains(func(a *Atom) bool {
		if a.Kind > IndexAtom {
			return false
		}
		_, ok := b.f(a)
		return ok
	}) {
		return s
	}
	return s.mapAtoms(b.atom)
}

// atom returns what replaces an atom.
func (b *substitution) atom(a *Atom) Size {
	if a.Kind <= IndexAtom {
		return substituteAtom(a, b.f)
	}
	if i := slices.Index(b.atoms, a); i >= 0 {
		return b.sizes[i]
	}
	s := substituteAtom(a, b.f)
	if len(b.atoms) < maxSubstituted {
		b.atoms, b.sizes = append(b.atoms, a), append(b.sizes, s)
	}
	return s
}

// substituteAtom returns the Size that replaces one atom.
func substituteAtom(a *Atom, f func(*Atom) (Size, bool)) Size {
	if a.Kind <= IndexAtom {
		if s, ok := f(a); ok {
			return s
		}
		return AtomSize(a)
	}
	return a.Of(a.mapArgs(func(s Size) Size { return s.Substitute(f) }))
}

// Of returns the function of a non-leaf atom, such as its maximum or quotient, applied to other arguments.
func (a *Atom) Of(args []Size) Size {
	switch a.Kind {
	case MaxAtom:
		return Max(args...)
	case MinAtom:
		return Min(args...)
	case DivAtom:
		return args[0].FloorDiv(a.K)
	case SqrtAtom:
		return args[0].Sqrt()
	case QuotAtom:
		return Quotient(args[0], args[1])
	case PowerAtom:
		return Power(args[0], args[1])
	}
	return args[0].Log(a.K)
}
