package expr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Size is an integer expression over the symbols of one method (semantics section 3): a polynomial with integer
// coefficients over atoms. A Size is a value: operations return new ones. The zero Size is 0.
//
// Arithmetic is that of unbounded integers. Where the program computes in int or long, Conditions beside the Size state
// when the two agree.
//
// Sound because a Size that exceeds a limit below, or the range of int64, becomes TopSize, which bounds nothing.
type Size struct {
	Terms []Term // sorted by monomial key, no zero coefficients
	Top   bool   // a coefficient left the range of int64: the expression is unknown
}

// Term is one monomial of a Size with its coefficient.
type Term struct {
	Coef int64
	Mono Mono
}

// Const returns the constant Size v.
func Const(v int64) Size {
	if v == 0 {
		return Size{}
	}
	if v >= leastShared && v < leastShared+int64(len(sharedNumbers)) {
		i := v - leastShared
		return Size{Terms: sharedNumbers[i : i+1 : i+1]}
	}
	return Size{Terms: []Term{{v, nil}}}
}

// leastShared is the first of the numbers whose Sizes share their terms: those around 0, which most are, up to what library models
// are rounded by.
const leastShared = -64

// sharedNumbers are the terms of numbers from leastShared on.
var sharedNumbers = func() (terms [1200]Term) {
	for i := range terms {
		terms[i].Coef = int64(i) + leastShared
	}
	return terms
}()

// TopSize is the unknown Size: a bound computed from it is unbounded.
var TopSize = Size{Top: true}

// Bad reports whether s is unknown because it left the range that can be represented.
func (s Size) Bad() bool { return s.Top }

// Int returns the value of a constant Size; ok is false for any other.
func (s Size) Int() (v int64, ok bool) {
	switch {
	case s.Top:
		return 0, false
	case len(s.Terms) == 0:
		return 0, true
	case len(s.Terms) == 1 && len(s.Terms[0].Mono) == 0:
		return s.Terms[0].Coef, true
	}
	return 0, false
}

// constant returns the constant term of s.
func (s Size) constant() int64 {
	if len(s.Terms) > 0 && len(s.Terms[0].Mono) == 0 {
		return s.Terms[0].Coef
	}
	return 0
}

// Equal reports whether s and t are the same expression; it is false for unknown Sizes.
func (s Size) Equal(t Size) bool {
	if s.Top || t.Top || len(s.Terms) != len(t.Terms) {
		return false
	}
	for i := range s.Terms {
		if s.Terms[i].Coef != t.Terms[i].Coef || CompareMono(s.Terms[i].Mono, t.Terms[i].Mono) != 0 {
			return false
		}
	}
	return true
}

// maxTerms bounds the terms of a product before like terms are added; a larger product is TopSize.
const maxTerms = 64

// A Size or cost becomes unknown if a term is a product of more than maxDegree atoms, an atom contains more than maxWeight
// atoms, or a sum has more than maxSum terms.
const (
	maxDegree = 32
	maxWeight = 256
	maxSum    = 1024
)

// degree returns the number of atoms in the longest product of s.
func (s Size) degree() int {
	n := 0
	for _, t := range s.Terms {
		n = max(n, len(t.Mono))
	}
	return n
}

// isNumber reports whether s is constant.
func (s Size) isNumber() bool {
	_, ok := s.Int()
	return ok
}

// Key returns a string that identifies s: equal Sizes have equal keys.
func (s Size) Key() string {
	var buffer [keyLength]byte
	return string(s.appendKey(buffer[:0]))
}

// keyLength is the length of most keys.
const keyLength = 256

// appendKey appends the key of s.
func (s Size) appendKey(b []byte) []byte {
	for i, t := range s.Terms {
		if i > 0 {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, t.Coef, 10)
		for _, a := range t.Mono {
			b = append(append(b, '*'), a.Key...)
		}
	}
	return b
}

// Mono is a product of atoms, sorted by key; powers repeat the atom. Empty is 1.
type Mono []*Atom

// AtomKind is the function that an atom stands for.
type AtomKind uint8

// The kinds of atoms.
const (
	SymbolAtom AtomKind = iota // a symbol of the method
	IndexAtom                  // the index of an enclosing loop: 0, 1, ... in the order of iterations
	MaxAtom                    // max(Args)
	MinAtom                    // min(Args)
	DivAtom                    // floor(Args[0] / K), K > 0
	LogAtom                    // floor(log_K(Args[0])) for Args[0] >= 1, 0 below; K >= 2
	SqrtAtom                   // floor(sqrt(Args[0])), 0 below 0
	QuotAtom                   // floor(Args[0] / Args[1]), with 0 for a negative dividend and 1 for a divisor below 1
	PowerAtom                  // Args[0]^Args[1], with 1 for a base below 1 and 0 for a negative exponent
)

// Atom is an indeterminate of the polynomials: a symbol, a loop index or a non-polynomial function of Sizes. Atoms are
// compared by key. They are immutable.
type Atom struct {
	Kind   AtomKind
	Weight int32 // the number of atoms in it, including itself
	digest uint64
	Key    string
	Args   []Size
	K      int64
	Symbol Symbol // SymbolAtom
	Loop   int    // IndexAtom: identifies the loop
}

// AtomSize returns the Size of one atom.
func AtomSize(a *Atom) Size { return MonoSize(Mono{a}) }

// MonoSize returns the Size of one product.
func MonoSize(m Mono) Size { return Size{Terms: []Term{{1, m}}} }

// SymbolSize returns the Size of one symbol.
func SymbolSize(s Symbol) Size {
	return NewAtom(Atom{Kind: SymbolAtom, Symbol: s})
}

// IndexSize returns the Size of the index of a loop.
func IndexSize(loop int) Size {
	return NewAtom(Atom{Kind: IndexAtom, Loop: loop})
}

// NewAtom sets the weight and key of an atom and returns its Size, TopSize if the atom weighs more than maxWeight. Atoms
// share their arguments, but keys and traversals do not: without a limit, minima of minima would double them at each level.
func NewAtom(a Atom) Size {
	weight := 1
	for _, s := range a.Args {
		weight += s.Weight()
	}
	if weight > maxWeight {
		return TopSize
	}
	a.digest = a.hash()
	slot := &recentAtoms[a.digest%numRecentAtoms]
	if known := slot.Load(); known != nil && known.sameParts(&a) {
		return known.size()
	}
	made := &sizedAtom{Atom: a}
	made.Weight, made.Key = int32(weight), a.MakeKey()
	made.mono[0] = &made.Atom
	made.terms[0] = Term{1, made.mono[:]}
	slot.Store(made)
	return made.size()
}

// MakeKey returns the key of an atom, from its kind and arguments.
func (a *Atom) MakeKey() string {
	switch a.Kind {
	case SymbolAtom:
		return SymbolKey(a.Symbol.Path)
	case IndexAtom:
		return "i:" + strconv.Itoa(a.Loop)
	}
	var buffer [keyLength]byte
	b := append(buffer[:0], keyPrefixes[a.Kind])
	if a.Kind == DivAtom || a.Kind == LogAtom && a.K != 2 {
		b = strconv.AppendInt(b, a.K, 10)
	}
	b = append(b, '(')
	for i, s := range a.Args {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.appendKey(b)
	}
	return string(append(b, ')'))
}

// keyPrefixes are the first letters of the keys of functions.
var keyPrefixes = [...]byte{MaxAtom: 'M', MinAtom: 'm', DivAtom: 'd', LogAtom: 'l', SqrtAtom: 'r', QuotAtom: 'q', PowerAtom: 'p'}

// Key returns a string that identifies m: equal products have equal keys.
func (m Mono) Key() string {
	switch len(m) {
	case 0:
		return ""
	case 1:
		return m[0].Key
	}
	var b strings.Builder
	for i, a := range m {
		if i > 0 {
			b.WriteByte('*')
		}
		b.WriteString(a.Key)
	}
	return b.String()
}

// CompareMono orders products by the keys of their atoms, the shorter first if one is a prefix of the other.
func CompareMono(a, b Mono) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			if c := cmp.Compare(a[i].Key, b[i].Key); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(len(a), len(b))
}

// MulMono returns a * b.
func MulMono(a, b Mono) Mono {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	m := slices.Concat(a, b)
	slices.SortFunc(m, func(x, y *Atom) int { return cmp.Compare(x.Key, y.Key) })
	return m
}

// Weight returns the number of atoms in s, including nested ones.
func (s Size) Weight() int {
	n := 0
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			n += int(a.Weight)
		}
	}
	return n
}

// EachAtom calls f with every atom of s, including nested ones.
func (s Size) EachAtom(f func(*Atom)) {
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			f(a)
			for _, arg := range a.Args {
				arg.EachAtom(f)
			}
		}
	}
}

// Contains reports whether f holds for an atom of s, including nested ones.
func (s Size) Contains(f func(*Atom) bool) bool {
	return slices.ContainsFunc(s.Terms, func(t Term) bool {
		return slices.ContainsFunc(t.Mono, func(a *Atom) bool {
			return f(a) || slices.ContainsFunc(a.Args, func(arg Size) bool { return arg.Contains(f) })
		})
	})
}

// Symbols returns the symbols of s, sorted by path.
func (s Size) Symbols() []Symbol {
	var out []Symbol
	s.EachAtom(func(a *Atom) {
		if a.Kind == SymbolAtom {
			out = append(out, a.Symbol)
		}
	})
	return SortSymbols(out)
}

// MentionsIndex reports whether the index of a loop occurs in s.
func MentionsIndex(s Size, loop int) bool {
	return s.Contains(func(a *Atom) bool { return a.Kind == IndexAtom && a.Loop == loop })
}
