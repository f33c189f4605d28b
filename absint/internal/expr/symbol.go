package expr

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Mono is a product of atoms, sorted by key; powers repeat the atom. Empty is 1.
type Mono []*Atom

type AtomKind uint8

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

// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array that can
// be reached from a parameter, a field.
type Symbol struct {
	Path     string  // identity: "p0", "len(p1)", "len(p0.C:data:[B)"
	Name     string  // as the developer would write it: n, names.length, this.data.length
	Min, Max float64 // what its type allows
}

func AtomSize(a *Atom) Size { return MonoSize(Mono{a}) }

func MonoSize(m Mono) Size { return Size{Terms: []Term{{1, m}}} }

// SymbolSize is the Size of one symbol.
func SymbolSize(s Symbol) Size {
	return NewAtom(Atom{Kind: SymbolAtom, Symbol: s})
}

// SymbolKey quotes paths that could be read as a part of an expression: a field may be called a*b (JVMS 4.2.2).
func SymbolKey(path string) string {
	inner, isLength := strings.CutPrefix(path, "len(")
	if isLength {
		inner = strings.TrimSuffix(inner, ")")
	}
	if strings.ContainsAny(inner, "*+,()\"") {
		return "s:" + quoted(path)
	}
	return "s:" + path
}

// quoted is strconv.Quote, which looks at each character much longer than most paths need.
func quoted(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' || s[i] == '"' || s[i] == '\\' {
			return strconv.Quote(s)
		}
	}
	return `"` + s + `"`
}

func IndexSize(loop int) Size {
	return NewAtom(Atom{Kind: IndexAtom, Loop: loop})
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

func SortSymbols(s []Symbol) []Symbol {
	slices.SortFunc(s, func(a, b Symbol) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(s, func(a, b Symbol) bool { return a.Path == b.Path })
}

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

// mapAtoms is s with what f says in the place of the atoms of its products.
func (s Size) mapAtoms(f func(*Atom) Size) Size {
	if s.Top {
		return s
	}
	var out Size
	for _, t := range s.Terms {
		p := Const(t.Coef)
		for _, a := range t.Mono {
			p = p.Mul(f(a))
		}
		out = out.Add(p)
	}
	return out
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

// SplitPath takes the path of a symbol apart: the parameter that it starts from, the fields behind, and whether it is the
// length of what is there. ok is false where it starts from a class.
func SplitPath(path string) (param int, fields string, isLength, ok bool) {
	path, isLength = strings.CutPrefix(path, "len(")
	if isLength {
		path = strings.TrimSuffix(path, ")")
	}
	root, fields, _ := strings.Cut(path, ".")
	param, err := strconv.Atoi(strings.TrimPrefix(root, "p"))
	return param, fields, isLength, err == nil && param >= 0
}

func MentionsIndex(s Size, loop int) bool {
	return s.Contains(func(a *Atom) bool { return a.Kind == IndexAtom && a.Loop == loop })
}
