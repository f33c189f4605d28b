package expr

// Substitute replaces atoms: f returns the Size that stands for an atom, ok false to keep it. It is asked for
// symbols and indices; max, min, division, logarithms and roots are rebuilt around what their arguments become.
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

// Of is the same maximum, minimum, quotient, logarithm or root of other arguments.
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
