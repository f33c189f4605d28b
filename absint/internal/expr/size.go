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
// Arithmetic is that of unbounded integers. Where the program computes in int or long, what makes the two agree
// is kept beside the Size as Conditions.
type Size struct {
	Terms []Term // sorted by monomial key, no zero coefficients
	Top   bool   // a coefficient left the range of int64: the expression says nothing
}

type Term struct {
	Coef int64
	Mono Mono
}

// Const is the Size that is always v.
func Const(v int64) Size {
	if v == 0 {
		return Size{}
	}
	return Size{Terms: []Term{{v, nil}}}
}

// TopSize says nothing: what it flows into is unbounded.
var TopSize = Size{Top: true}

// Bad says whether the expression left the range that can be represented.
func (s Size) Bad() bool { return s.Top }

// Int returns the value of a constant Size.
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

// constant is the constant term.
func (s Size) constant() int64 {
	if len(s.Terms) > 0 && len(s.Terms[0].Mono) == 0 {
		return s.Terms[0].Coef
	}
	return 0
}

// Equal says whether two Sizes are the same expression.
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

// maxTerms bounds the size of a product: a larger one is bad, which makes its bound "unbounded".
const maxTerms = 64

// A Size, or a cost, whose terms are products of more than maxDegree atoms is bad, as is one with an atom in which there are
// more than maxWeight others, or a sum of more than maxSum terms.
const (
	maxDegree = 32
	maxWeight = 256
	maxSum    = 1024
)

// degree is the number of atoms in the longest product.
func (s Size) degree() int {
	n := 0
	for _, t := range s.Terms {
		n = max(n, len(t.Mono))
	}
	return n
}

func (s Size) isNumber() bool {
	_, ok := s.Int()
	return ok
}

// Key is a string that equal Sizes share.
func (s Size) Key() string {
	var b strings.Builder
	for i, t := range s.Terms {
		if i > 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.FormatInt(t.Coef, 10))
		if len(t.Mono) > 0 {
			b.WriteByte('*')
			b.WriteString(t.Mono.Key())
		}
	}
	return b.String()
}

// Mono is a product of atoms, sorted by key; powers repeat the atom. Empty is 1.
type Mono []*Atom

const (
	SymbolAtom AtomKind = iota // a symbol of the method
	IndexAtom                  // the index of an enclosing loop: 0, 1, ... in the order of iterations
	MaxAtom                    // the largest of args
	MinAtom                    // the smallest of args
	DivAtom                    // floor(args[0] / k), k > 0
	LogAtom                    // floor(log_k(args[0])) for args[0] >= 1, 0 below; k >= 2
	SqrtAtom                   // floor(sqrt(args[0])), 0 below 0
	QuotAtom                   // floor(args[0] / args[1]), with 0 for a negative dividend and 1 for a divisor below 1
	PowerAtom                  // args[0]^args[1], with 1 for a base below 1 and 0 for a negative exponent
)

// Atom is what a Size is a polynomial of. Atoms are compared by key.
type Atom struct {
	Kind   AtomKind
	Key    string
	Args   []Size
	K      int64
	Symbol Symbol // SymbolAtom
	Loop   int    // IndexAtom: identifies the loop
	Weight int    // the number of atoms in it, itself included
}

type AtomKind uint8

func AtomSize(a *Atom) Size { return MonoSize(Mono{a}) }

func MonoSize(m Mono) Size { return Size{Terms: []Term{{1, m}}} }

// SymbolSize is the Size of one symbol.
func SymbolSize(s Symbol) Size {
	return NewAtom(Atom{Kind: SymbolAtom, Symbol: s})
}

func IndexSize(loop int) Size {
	return NewAtom(Atom{Kind: IndexAtom, Loop: loop})
}

// NewAtom is the Size of an atom that has no key yet; it is bad where the atom is too large. Atoms share what they are made
// of, but keys and traversals do not: without a limit, minima of minima would double them at each level.
func NewAtom(a Atom) Size {
	a.Weight = 1
	for _, s := range a.Args {
		a.Weight += s.Weight()
	}
	if a.Weight > maxWeight {
		return TopSize
	}
	a.Key = a.MakeKey()
	return AtomSize(&a)
}

// MakeKey is the key of an atom with these operands.
func (a *Atom) MakeKey() string {
	switch a.Kind {
	case SymbolAtom:
		return SymbolKey(a.Symbol.Path)
	case IndexAtom:
		return "i:" + strconv.Itoa(a.Loop)
	case DivAtom:
		return "d" + strconv.FormatInt(a.K, 10) + "(" + a.Args[0].Key() + ")"
	case LogAtom:
		if a.K == 2 {
			return "l(" + a.Args[0].Key() + ")"
		}
		return "l" + strconv.FormatInt(a.K, 10) + "(" + a.Args[0].Key() + ")"
	}
	keys := make([]string, len(a.Args))
	for i, s := range a.Args {
		keys[i] = s.Key()
	}
	prefix := map[AtomKind]string{MaxAtom: "M(", MinAtom: "m(", SqrtAtom: "r(", QuotAtom: "q(", PowerAtom: "p("}[a.Kind]
	return prefix + strings.Join(keys, ",") + ")"
}

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

// Weight is the number of atoms in s, those inside other atoms included.
func (s Size) Weight() int {
	n := 0
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			n += a.Weight
		}
	}
	return n
}

// EachAtom calls f with every atom of s, those inside other atoms included.
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

// Contains says whether f holds for an atom of s, those inside other atoms included.
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

func MentionsIndex(s Size, loop int) bool {
	return s.Contains(func(a *Atom) bool { return a.Kind == IndexAtom && a.Loop == loop })
}
