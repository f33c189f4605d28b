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

// Const is the Size that is always v.
func Const(v int64) Size {
	if v == 0 {
		return Size{}
	}
	return Size{terms: []term{{v, nil}}}
}

// badSize says nothing: what it flows into is unbounded.
var badSize = Size{bad: true}

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
	if len(s.terms)+len(t.terms) > 2*maxSum {
		return badSize
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

// A Size, or a cost, whose terms are products of more than maxDegree atoms is bad, as is one with an atom in which there are
// more than maxWeight others, or a sum of more than maxSum terms.
const (
	maxDegree = 32
	maxWeight = 256
	maxSum    = 1024
)

// Mul returns s * t.
func (s Size) Mul(t Size) Size {
	if s.bad || t.bad || len(s.terms)*len(t.terms) > maxTerms {
		return badSize
	}
	var out Size
	for _, x := range s.terms {
		for _, y := range t.terms {
			c, ok := mulCoef(x.coef, y.coef)
			if !ok || len(x.mono)+len(y.mono) > maxDegree {
				return badSize
			}
			out = out.Add(Size{terms: []term{{c, mulMono(x.mono, y.mono)}}})
		}
	}
	return out
}

// degree is the number of atoms in the longest product.
func (s Size) degree() int {
	n := 0
	for _, t := range s.terms {
		n = max(n, len(t.mono))
	}
	return n
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
	return Size{terms: whole}.Add(newAtom(atom{kind: divAtom, args: []Size{r}, k: k}))
}

// Max returns the largest of sizes.
func Max(sizes ...Size) Size { return extreme(maxAtom, sizes) }

// Min returns the smallest of sizes.
func Min(sizes ...Size) Size { return extreme(minAtom, sizes) }

func extreme(kind atomKind, sizes []Size) Size {
	var args []Size
	for _, s := range sizes {
		if s.bad {
			return badSize
		}
		args = s.appendAlternatives(args, kind, false)
	}
	if slices.ContainsFunc(args, Size.isNumber) {
		var clamped []Size
		for _, s := range args {
			clamped = s.appendAlternatives(clamped, kind, true)
		}
		args = clamped
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
	return newAtom(atom{kind: kind, args: args})
}

// appendAlternatives adds the Sizes of which s is the extreme: those in an atom of the kind and, where the extreme around s is
// clamped, that is has a number among its own, those in one that has a number, too, plus what s adds to it. Otherwise clamped
// differences, max(0, max(0, n - 1) - 1), would nest as deep as loops do, and each level takes time for all that is inside.
func (s Size) appendAlternatives(out []Size, kind atomKind, clamped bool) []Size {
	k := s.constant()
	e := s.AddInt(-k)
	if e.bad || len(e.terms) != 1 || e.terms[0].coef != 1 || len(e.terms[0].mono) != 1 || e.terms[0].mono[0].kind != kind {
		return append(out, s)
	}
	args := e.terms[0].mono[0].args
	if k != 0 && !(clamped && slices.ContainsFunc(args, Size.isNumber)) {
		return append(out, s)
	}
	if slices.ContainsFunc(args, func(x Size) bool { return x.AddInt(k).bad }) {
		return append(out, s)
	}
	for _, x := range args {
		out = x.AddInt(k).appendAlternatives(out, kind, clamped)
	}
	return out
}

func (s Size) isNumber() bool {
	_, ok := s.Int()
	return ok
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
