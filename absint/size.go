package absint

import (
	"cmp"
	"math"
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
	terms []term // sorted by monomial key, no zero coefficients
	bad   bool   // a coefficient left the range of int64: the expression says nothing
}

type term struct {
	coef int64
	mono mono
}

// mono is a product of atoms, sorted by key; powers repeat the atom. Empty is 1.
type mono []*atom

type atomKind uint8

const (
	symbolAtom atomKind = iota // a symbol of the method
	indexAtom                  // the index of an enclosing loop: 0, 1, ... in the order of iterations
	maxAtom                    // the largest of args
	minAtom                    // the smallest of args
	divAtom                    // floor(args[0] / k), k > 0
	log2Atom                   // floor(log2(args[0])) for args[0] >= 1, 0 below
)

// atom is what a Size is a polynomial of. Atoms are compared by key.
type atom struct {
	kind   atomKind
	key    string
	args   []Size
	k      int64
	symbol Symbol // symbolAtom
	loop   int    // indexAtom: identifies the loop
}

// Symbol is a quantity that the caller of a method determines: an int parameter, the length of an array that can
// be reached from a parameter, a field.
type Symbol struct {
	Path     string  // identity: "p0", "len(p1)", "len(p0.data:[B)"
	Name     string  // as the developer would write it: n, names.length, this.data.length
	Min, Max float64 // what its type allows
}

// Const is the Size that is always v.
func Const(v int64) Size {
	if v == 0 {
		return Size{}
	}
	return Size{terms: []term{{v, nil}}}
}

// badSize says nothing: what it flows into is unbounded.
var badSize = Size{bad: true}

func atomSize(a *atom) Size { return Size{terms: []term{{1, mono{a}}}} }

// SymbolSize is the Size of one symbol.
func SymbolSize(s Symbol) Size {
	return atomSize(&atom{kind: symbolAtom, key: "s:" + s.Path, symbol: s})
}

func indexSize(loop int) Size {
	return atomSize(&atom{kind: indexAtom, key: "i:" + strconv.Itoa(loop), loop: loop})
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
	m := append(slices.Clone(a), b...)
	slices.SortFunc(m, func(x, y *atom) int { return cmp.Compare(x.key, y.key) })
	return m
}

// Bad says whether the expression left the range that can be represented.
func (s Size) Bad() bool { return s.bad }

// Int returns the value of a constant Size.
func (s Size) Int() (v int64, ok bool) {
	switch {
	case s.bad:
		return 0, false
	case len(s.terms) == 0:
		return 0, true
	case len(s.terms) == 1 && len(s.terms[0].mono) == 0:
		return s.terms[0].coef, true
	}
	return 0, false
}

// constant is the constant term.
func (s Size) constant() int64 {
	if len(s.terms) > 0 && len(s.terms[0].mono) == 0 {
		return s.terms[0].coef
	}
	return 0
}

// Equal says whether two Sizes are the same expression.
func (s Size) Equal(t Size) bool {
	if s.bad || t.bad || len(s.terms) != len(t.terms) {
		return false
	}
	for i := range s.terms {
		if s.terms[i].coef != t.terms[i].coef || compareMono(s.terms[i].mono, t.terms[i].mono) != 0 {
			return false
		}
	}
	return true
}

const coefficientLimit = 1 << 62

func addCoef(a, b int64) (int64, bool) {
	c := a + b
	return c, (a < 0) != (b < 0) || (c < 0) == (a < 0)
}

func mulCoef(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	return c, c/b == a && c > -coefficientLimit && c < coefficientLimit && !(a == -1 && b == math.MinInt64)
}

// Add returns s + t.
func (s Size) Add(t Size) Size { return s.addScaled(t, 1) }

// Sub returns s - t.
func (s Size) Sub(t Size) Size { return s.addScaled(t, -1) }

// AddInt returns s + k.
func (s Size) AddInt(k int64) Size { return s.addScaled(Const(k), 1) }

func (s Size) addScaled(t Size, k int64) Size {
	if s.bad || t.bad {
		return badSize
	}
	if k == 0 || len(t.terms) == 0 {
		return s
	}
	out := make([]term, 0, len(s.terms)+len(t.terms))
	i, j := 0, 0
	for i < len(s.terms) || j < len(t.terms) {
		c := 0
		switch {
		case i == len(s.terms):
			c = 1
		case j == len(t.terms):
			c = -1
		default:
			c = compareMono(s.terms[i].mono, t.terms[j].mono)
		}
		if c < 0 {
			out = append(out, s.terms[i])
			i++
			continue
		}
		v, ok := mulCoef(t.terms[j].coef, k)
		if ok && c == 0 {
			v, ok = addCoef(v, s.terms[i].coef)
			i++
		}
		if !ok {
			return badSize
		}
		if v != 0 {
			out = append(out, term{v, t.terms[j].mono})
		}
		j++
	}
	return Size{terms: out}
}

// Scale returns k * s.
func (s Size) Scale(k int64) Size { return Size{}.addScaled(s, k) }

// maxTerms bounds the size of a product: a larger one is bad, which makes its bound "unbounded".
const maxTerms = 64

// Mul returns s * t.
func (s Size) Mul(t Size) Size {
	if s.bad || t.bad || len(s.terms)*len(t.terms) > maxTerms {
		return badSize
	}
	var out Size
	for _, x := range s.terms {
		for _, y := range t.terms {
			c, ok := mulCoef(x.coef, y.coef)
			if !ok {
				return badSize
			}
			out = out.Add(Size{terms: []term{{c, mulMono(x.mono, y.mono)}}})
		}
	}
	return out
}

// FloorDiv returns floor(s / k) for k > 0.
func (s Size) FloorDiv(k int64) Size {
	if s.bad || k <= 0 {
		return badSize
	}
	if k == 1 {
		return s
	}
	if v, ok := s.Int(); ok {
		q := v / k
		if v%k < 0 {
			q--
		}
		return Const(q)
	}
	// What divides evenly comes out of the floor.
	var whole, rest []term
	for _, t := range s.terms {
		if t.coef%k == 0 && len(t.mono) > 0 {
			whole = append(whole, term{t.coef / k, t.mono})
		} else {
			rest = append(rest, t)
		}
	}
	r := Size{terms: rest}
	if v, ok := r.Int(); ok {
		return Size{terms: whole}.Add(Const(v).FloorDiv(k))
	}
	return Size{terms: whole}.Add(atomSize(&atom{kind: divAtom, key: "d" + strconv.FormatInt(k, 10) + "(" + r.key() + ")", args: []Size{r}, k: k}))
}

// Log2 returns floor(log2(s)), 0 where s < 1.
func (s Size) Log2() Size {
	if s.bad {
		return badSize
	}
	if v, ok := s.Int(); ok {
		n := int64(0)
		for ; v > 1; v >>= 1 {
			n++
		}
		return Const(n)
	}
	return atomSize(&atom{kind: log2Atom, key: "l(" + s.key() + ")", args: []Size{s}})
}

// Max returns the largest of sizes.
func Max(sizes ...Size) Size { return extreme(maxAtom, "M(", sizes) }

// Min returns the smallest of sizes.
func Min(sizes ...Size) Size { return extreme(minAtom, "m(", sizes) }

func extreme(kind atomKind, prefix string, sizes []Size) Size {
	var args []Size
	for _, s := range sizes {
		if s.bad {
			return badSize
		}
		if len(s.terms) == 1 && s.terms[0].coef == 1 && len(s.terms[0].mono) == 1 && s.terms[0].mono[0].kind == kind {
			args = append(args, s.terms[0].mono[0].args...)
		} else {
			args = append(args, s)
		}
	}
	// Of two that differ by a constant, one is always the extreme.
	for i := 0; i < len(args); i++ {
		for j := i + 1; j < len(args); j++ {
			d, ok := args[i].Sub(args[j]).Int()
			if !ok {
				continue
			}
			if (d >= 0) == (kind == maxAtom) {
				args = slices.Delete(args, j, j+1)
				j--
			} else {
				args[i] = args[j]
				args = slices.Delete(args, j, j+1)
				j = i
			}
		}
	}
	if len(args) == 1 {
		return args[0]
	}
	slices.SortFunc(args, func(a, b Size) int { return cmp.Compare(a.key(), b.key()) })
	keys := make([]string, len(args))
	for i, a := range args {
		keys[i] = a.key()
	}
	return atomSize(&atom{kind: kind, key: prefix + strings.Join(keys, ",") + ")", args: args})
}

// key is a string that equal Sizes share.
func (s Size) key() string {
	var b strings.Builder
	for i, t := range s.terms {
		if i > 0 {
			b.WriteByte('+')
		}
		b.WriteString(strconv.FormatInt(t.coef, 10))
		if len(t.mono) > 0 {
			b.WriteByte('*')
			b.WriteString(t.mono.key())
		}
	}
	return b.String()
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
// symbols and indices; max, min, division and log2 are rebuilt around what their arguments become.
func (s Size) substitute(f func(*atom) (Size, bool)) Size {
	if s.bad {
		return badSize
	}
	changed := false
	s.eachAtom(func(a *atom) {
		if a.kind <= indexAtom && !changed {
			_, changed = f(a)
		}
	})
	if !changed {
		return s
	}
	var out Size
	for _, t := range s.terms {
		p := Const(t.coef)
		for _, a := range t.mono {
			p = p.Mul(substituteAtom(a, f))
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
	switch a.kind {
	case maxAtom:
		return Max(args...)
	case minAtom:
		return Min(args...)
	case divAtom:
		return args[0].FloorDiv(a.k)
	}
	return args[0].Log2()
}

// String writes the expression as a developer would: "n - 1", "2 * n + 3", "max(0, n - m)". A bound that is only
// clamped at zero is written without the clamp, since no count is below zero.
func (s Size) String() string {
	if s.bad {
		return "?"
	}
	if len(s.terms) == 0 {
		return "0"
	}
	if arg, ok := s.unclamped(); ok {
		return arg.String()
	}
	var b strings.Builder
	// Constants last, products before single symbols is what polynomials look like on paper.
	ts := slices.Clone(s.terms)
	slices.SortStableFunc(ts, func(x, y term) int {
		return cmp.Or(cmp.Compare(len(y.mono), len(x.mono)), cmp.Compare(sign(y.coef), sign(x.coef)))
	})
	if i := slices.IndexFunc(ts, func(t term) bool { return t.coef > 0 }); i > 0 { // 9 - i, not -i + 9
		first := ts[i]
		ts = slices.Insert(slices.Delete(ts, i, i+1), 0, first)
	}
	for i, t := range ts {
		c := t.coef
		switch {
		case i == 0 && c < 0:
			b.WriteByte('-')
		case i > 0 && c < 0:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		}
		if c < 0 {
			c = -c
		}
		if c != 1 || len(t.mono) == 0 {
			b.WriteString(strconv.FormatInt(c, 10))
			if len(t.mono) > 0 {
				b.WriteString(" * ")
			}
		}
		b.WriteString(t.mono.String())
	}
	return b.String()
}

// unclamped is x where s is max(0, x).
func (s Size) unclamped() (Size, bool) {
	if len(s.terms) != 1 || s.terms[0].coef != 1 || len(s.terms[0].mono) != 1 {
		return Size{}, false
	}
	return s.terms[0].mono[0].unclamped()
}

func (a *atom) unclamped() (Size, bool) {
	if a.kind == maxAtom && len(a.args) == 2 {
		for i := range a.args {
			if v, ok := a.args[i].Int(); ok && v == 0 {
				return a.args[1-i], true
			}
		}
	}
	return Size{}, false
}

func sign(c int64) int { return cmp.Compare(c, 0) }

// String writes the product.
func (m mono) String() string {
	parts := make([]string, 0, len(m))
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j].key == m[i].key {
			j++
		}
		p := m[i].String()
		if j-i > 1 {
			p += "^" + strconv.Itoa(j-i)
		}
		parts = append(parts, p)
		i = j
	}
	return strings.Join(parts, " * ")
}

// String writes the atom.
func (a *atom) String() string {
	list := func() string {
		parts := make([]string, len(a.args))
		for i, s := range a.args {
			parts[i] = s.String()
		}
		return strings.Join(parts, ", ")
	}
	switch a.kind {
	case symbolAtom:
		return a.symbol.Name
	case indexAtom:
		return "#" + strconv.Itoa(a.loop)
	case maxAtom:
		if arg, ok := a.unclamped(); ok {
			return parenthesize(arg)
		}
		return "max(" + list() + ")"
	case minAtom:
		return "min(" + list() + ")"
	case divAtom:
		// ceil((x) / k) is how a loop's bound arises: show it so.
		if c := a.args[0].constant(); c == a.k-1 {
			return "ceil(" + parenthesize(a.args[0].AddInt(-c)) + " / " + strconv.FormatInt(a.k, 10) + ")"
		}
		return "floor(" + parenthesize(a.args[0]) + " / " + strconv.FormatInt(a.k, 10) + ")"
	}
	return "log2(" + list() + ")"
}

func parenthesize(s Size) string {
	if len(s.terms) > 1 {
		return "(" + s.String() + ")"
	}
	return s.String()
}
