package expr

import (
	"hash/maphash"
	"slices"
	"sync/atomic"
)

// The atoms that were made last, which NewAtom returns again. A method mentions the same few symbols many times: without this,
// the expressions of a large program have ten copies of each atom.
//
// Sound because an atom is only returned for the parts that it was made of. Which atoms are still known depends on the schedule,
// but no result does: atoms are compared and ordered by key.

// numRecentAtoms bounds the memory that atoms take after the expressions that had them are gone: to 10 MB, or 8 times as much
// where all are nested as deep as they may be.
const numRecentAtoms = 1 << 15

// recentAtoms holds atoms by their hash modulo its length. A new atom takes the place of another.
var recentAtoms [numRecentAtoms]atomic.Pointer[sizedAtom]

// sizedAtom is an atom with the memory of its Size.
type sizedAtom struct {
	Atom
	mono  [1]*Atom
	terms [1]Term
}

// size returns the Size of the atom. All Sizes of it share their terms, which have no room for another.
func (a *sizedAtom) size() Size { return Size{Terms: a.terms[:]} }

var atomSeed = maphash.MakeSeed()

// hash returns a hash of the parts of an atom.
func (a *Atom) hash() uint64 {
	h := uint64(a.Kind)
	add := func(x uint64) {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	switch a.Kind {
	case SymbolAtom:
		add(maphash.String(atomSeed, a.Symbol.Path))
		add(maphash.String(atomSeed, a.Symbol.Name))
	case IndexAtom:
		add(uint64(a.Loop))
	default:
		add(uint64(a.K))
		for _, s := range a.Args {
			add(uint64(len(s.Terms)))
			for _, t := range s.Terms {
				add(uint64(t.Coef))
				for _, b := range t.Mono {
					add(b.digest)
				}
			}
		}
	}
	return h
}

// sameParts reports whether two atoms are the same function of the same atoms.
func (a *sizedAtom) sameParts(b *Atom) bool {
	return a.digest == b.digest && a.Kind == b.Kind && a.K == b.K && a.Loop == b.Loop && a.Symbol == b.Symbol && slices.EqualFunc(a.Args, b.Args, Size.identical)
}

// identical reports whether two Sizes are the same expression of the same atoms in memory.
func (s Size) identical(t Size) bool {
	return s.Top == t.Top && slices.EqualFunc(s.Terms, t.Terms, func(x, y Term) bool { return x.Coef == y.Coef && slices.Equal(x.Mono, y.Mono) })
}
