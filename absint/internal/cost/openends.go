package cost

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
)

// Symbols that keep a cost from being a number. What is small whatever a symbol is does not need the symbol's bound.

// needsBound reports whether a cost is no useful number because a symbol has no upper bound or, if below is set, because it
// has no lower bound either, when the symbols for which finite is true have both; nil is true for none.
func needsBound(p expr.Poly, sym expr.Symbol, below bool, finite func(expr.Symbol) bool) bool {
	n := need{sym.Path, below, finite}
	return slices.ContainsFunc(p.Terms, func(t expr.PolyTerm) bool {
		added, subtracted := false, false
		for _, c := range t.Vec {
			added, subtracted = added || c.N > 0, subtracted || c.N < 0
		}
		return slices.ContainsFunc(t.Mono, func(a *expr.Atom) bool { return added && n.atom(a, true) || subtracted && n.atom(a, false) })
	})
}

// need is a query about a symbol without an upper bound.
type need struct {
	path  string
	below bool // it has no lower bound either

	finite func(expr.Symbol) bool // the symbols that have bounds; nil is none
}

// size reports whether s has no useful upper (up) or lower bound because of the symbol.
func (n need) size(s expr.Size, up bool) bool {
	return slices.ContainsFunc(s.Terms, func(t expr.Term) bool {
		return slices.ContainsFunc(t.Mono, func(a *expr.Atom) bool {
			return n.atom(a, up == (t.Coef > 0)) || len(t.Mono) > 1 && n.atom(a, up != (t.Coef > 0)) // the others may be negative
		})
	})
}

// atom is size for an atom. A logarithm of a number of 32 or 64 bits is small; a minimum is at most each of its arguments, a
// maximum at least; a quotient is at least 0, and at most its value for the divisor 1.
func (n need) atom(a *expr.Atom, up bool) bool {
	switch a.Kind {
	case expr.LogAtom:
		return false
	case expr.SymbolAtom:
		return a.Symbol.Path == n.path && (up || n.below)
	case expr.MinAtom, expr.MaxAtom:
		if up == (a.Kind == expr.MinAtom) && slices.ContainsFunc(a.Args, n.isFinite) {
			return false
		}
	case expr.QuotAtom:
		_, rest := a.Whole()
		return up && n.size(rest, true)
	case expr.SqrtAtom, expr.PowerAtom:
		if !up {
			return false
		}
	}
	return slices.ContainsFunc(a.Args, func(s expr.Size) bool { return n.size(s, up) })
}

// isFinite reports whether all symbols of s have bounds.
func (n need) isFinite(s expr.Size) bool {
	return !s.Top && !slices.ContainsFunc(s.Symbols(), func(sym expr.Symbol) bool { return n.finite == nil || !n.finite(sym) })
}
