package absint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// mono is a product of atoms, sorted by key; powers repeat the atom. Empty is 1.
type mono []*atom

type atomKind uint8

const (
	symbolAtom atomKind = iota // a symbol of the method
	indexAtom                  // the index of an enclosing loop: 0, 1, ... in the order of iterations
	maxAtom                    // the largest of args
	minAtom                    // the smallest of args
	divAtom                    // floor(args[0] / k), k > 0
	logAtom                    // floor(log_k(args[0])) for args[0] >= 1, 0 below; k >= 2
	sqrtAtom                   // floor(sqrt(args[0])), 0 below 0
	quotAtom                   // floor(args[0] / args[1]), with 0 for a negative dividend and 1 for a divisor below 1
	powerAtom                  // args[0]^args[1], with 1 for a base below 1 and 0 for a negative exponent
)

// atom is what a Size is a polynomial of. Atoms are compared by key.
type atom struct {
	kind   atomKind
	key    string
	args   []Size
	k      int64
	symbol Symbol // symbolAtom
	loop   int    // indexAtom: identifies the loop
	weight int    // the number of atoms in it, itself included
}

// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array that can
// be reached from a parameter, a field.
type Symbol struct {
	Path     string  // identity: "p0", "len(p1)", "len(p0.C:data:[B)"
	Name     string  // as the developer would write it: n, names.length, this.data.length
	Min, Max float64 // what its type allows
}

func atomSize(a *atom) Size { return monoSize(mono{a}) }

func monoSize(m mono) Size { return Size{terms: []term{{1, m}}} }

// SymbolSize is the Size of one symbol.
func SymbolSize(s Symbol) Size {
	return newAtom(atom{kind: symbolAtom, symbol: s})
}

// symbolKey quotes paths that could be read as a part of an expression: a field may be called a*b (JVMS 4.2.2).
func symbolKey(path string) string {
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

func indexSize(loop int) Size {
	return newAtom(atom{kind: indexAtom, loop: loop})
}

func (m mono) key() string {
	switch len(m) {
	case 0:
		return ""
	case 1:
		return m[0].key
	}
	var b strings.Builder
	for i, a := range m {
		if i > 0 {
			b.WriteByte('*')
		}
		b.WriteString(a.key)
	}
	return b.String()
}

func compareMono(a, b mono) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			if c := cmp.Compare(a[i].key, b[i].key); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(len(a), len(b))
}

func mulMono(a, b mono) mono {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	m := slices.Concat(a, b)
	slices.SortFunc(m, func(x, y *atom) int { return cmp.Compare(x.key, y.key) })
	return m
}

// weight is the number of atoms in s, those inside other atoms included.
func (s Size) weight() int {
	n := 0
	for _, t := range s.terms {
		for _, a := range t.mono {
			n += a.weight
		}
	}
	return n
}

// eachAtom calls f with every atom of s, those inside other atoms included.
func (s Size) eachAtom(f func(*atom)) {
	for _, t := range s.terms {
		for _, a := range t.mono {
			f(a)
			for _, arg := range a.args {
				arg.eachAtom(f)
			}
		}
	}
}

// contains says whether f holds for an atom of s, those inside other atoms included.
func (s Size) contains(f func(*atom) bool) bool {
	return slices.ContainsFunc(s.terms, func(t term) bool {
		return slices.ContainsFunc(t.mono, func(a *atom) bool {
			return f(a) || slices.ContainsFunc(a.args, func(arg Size) bool { return arg.contains(f) })
		})
	})
}

// Symbols returns the symbols of s, sorted by path.
func (s Size) Symbols() []Symbol {
	var out []Symbol
	s.eachAtom(func(a *atom) {
		if a.kind == symbolAtom {
			out = append(out, a.symbol)
		}
	})
	return sortSymbols(out)
}

func sortSymbols(s []Symbol) []Symbol {
	slices.SortFunc(s, func(a, b Symbol) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(s, func(a, b Symbol) bool { return a.Path == b.Path })
}

// substitute replaces atoms: f returns the Size that stands for an atom, ok false to keep it. It is asked for
// symbols and indices; max, min, division, logarithms and roots are rebuilt around what their arguments become.
func (s Size) substitute(f func(*atom) (Size, bool)) Size {
	if s.bad {
		return badSize
	}
	replaced := func(a *atom) bool {
		if a.kind > indexAtom {
			return false
		}
		_, ok := f(a)
		return ok
	}
	if !s.contains(replaced) {
		return s
	}
	return s.mapAtoms(func(a *atom) Size { return substituteAtom(a, f) })
}

// mapAtoms is s with what f says in the place of the atoms of its products.
func (s Size) mapAtoms(f func(*atom) Size) Size {
	if s.bad {
		return s
	}
	var out Size
	for _, t := range s.terms {
		p := Const(t.coef)
		for _, a := range t.mono {
			p = p.Mul(f(a))
		}
		out = out.Add(p)
	}
	return out
}

func substituteAtom(a *atom, f func(*atom) (Size, bool)) Size {
	if a.kind <= indexAtom {
		if s, ok := f(a); ok {
			return s
		}
		return atomSize(a)
	}
	args := make([]Size, len(a.args))
	for i, arg := range a.args {
		args[i] = arg.substitute(f)
	}
	return a.of(args)
}

// of is the same maximum, minimum, quotient, logarithm or root of other arguments.
func (a *atom) of(args []Size) Size {
	switch a.kind {
	case maxAtom:
		return Max(args...)
	case minAtom:
		return Min(args...)
	case divAtom:
		return args[0].FloorDiv(a.k)
	case sqrtAtom:
		return args[0].Sqrt()
	case quotAtom:
		return Quotient(args[0], args[1])
	case powerAtom:
		return Power(args[0], args[1])
	}
	return args[0].Log(a.k)
}

// newAtom is the Size of an atom that has no key yet; it is bad where the atom is too large. Atoms share what they are made
// of, but keys and traversals do not: without a limit, minima of minima would double them at each level.
func newAtom(a atom) Size {
	a.weight = 1
	for _, s := range a.args {
		a.weight += s.weight()
	}
	if a.weight > maxWeight {
		return badSize
	}
	a.key = a.makeKey()
	return atomSize(&a)
}

// makeKey is the key of an atom with these operands.
func (a *atom) makeKey() string {
	switch a.kind {
	case symbolAtom:
		return symbolKey(a.symbol.Path)
	case indexAtom:
		return "i:" + strconv.Itoa(a.loop)
	case divAtom:
		return "d" + strconv.FormatInt(a.k, 10) + "(" + a.args[0].key() + ")"
	case logAtom:
		if a.k == 2 {
			return "l(" + a.args[0].key() + ")"
		}
		return "l" + strconv.FormatInt(a.k, 10) + "(" + a.args[0].key() + ")"
	}
	keys := make([]string, len(a.args))
	for i, s := range a.args {
		keys[i] = s.key()
	}
	prefix := map[atomKind]string{maxAtom: "M(", minAtom: "m(", sqrtAtom: "r(", quotAtom: "q(", powerAtom: "p("}[a.kind]
	return prefix + strings.Join(keys, ",") + ")"
}
