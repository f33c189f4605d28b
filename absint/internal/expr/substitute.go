package expr

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

// substituteAtom returns the Size that replaces one atom.
func substituteAtom(a *Atom, f func(*Atom) (Size, bool)) Size {
	if a.Kind <= IndexAtom {
		if s, ok := f(a); ok {
			return s
		}
		return AtomSize(a)
	}
	args := make([]Size, len(a.Args))
	for i, arg := range a.Args {
		args[i] = arg.Substitute(f)
	}
	return a.Of(args)
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
