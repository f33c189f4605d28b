package expr

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Poly is a cost as a function of a method's symbols: a sum of products of atoms, each with a Vector of counts.
// Sizes are clamped at 0 before they enter a cost, so a larger coefficient means a larger cost.
type Poly struct {
	Terms []PolyTerm // sorted by monomial
}

// PolyTerm is one monomial of a Poly with the counts that it multiplies.
type PolyTerm struct {
	Mono Mono
	Vec  Vector
}

// Equal reports whether p and q have the same terms.
func (p Poly) Equal(q Poly) bool {
	return slices.EqualFunc(p.Terms, q.Terms, func(a, b PolyTerm) bool {
		return CompareMono(a.Mono, b.Mono) == 0 && slices.Equal(a.Vec, b.Vec)
	})
}

// ConstPoly returns the constant cost v.
func ConstPoly(v Vector) Poly {
	if len(v) == 0 {
		return Poly{}
	}
	return Poly{Terms: []PolyTerm{{nil, v}}}
}

// Merge combines p and q term by term with f, which gets nil if a side lacks the monomial.
func Merge(p, q Poly, f func(a, b Vector) Vector) Poly {
	out := make([]PolyTerm, 0, len(p.Terms)+len(q.Terms))
	i, j := 0, 0
	for i < len(p.Terms) || j < len(q.Terms) {
		c := 0
		switch {
		case i == len(p.Terms):
			c = 1
		case j == len(q.Terms):
			c = -1
		default:
			c = CompareMono(p.Terms[i].Mono, q.Terms[j].Mono)
		}
		var a, b Vector
		var m Mono
		if c <= 0 {
			a, m = p.Terms[i].Vec, p.Terms[i].Mono
			i++
		}
		if c >= 0 {
			b, m = q.Terms[j].Vec, q.Terms[j].Mono
			j++
		}
		if v := f(a, b); len(v) > 0 {
			out = append(out, PolyTerm{m, v})
		}
	}
	return Poly{Terms: out}
}

// Add returns p + q.
func (p Poly) Add(q Poly) Poly {
	if len(p.Terms) == 0 {
		return q
	}
	if len(q.Terms) == 0 {
		return p
	}
	if len(p.Terms) == 1 && len(q.Terms) == 1 && len(p.Terms[0].Mono)+len(q.Terms[0].Mono) == 0 { // most costs
		return ConstPoly(p.Terms[0].Vec.Add(q.Terms[0].Vec))
	}
	return Merge(p, q, func(a, b Vector) Vector { return a.Add(b) })
}

// Join returns the maximum of p and q in each coefficient. Under nonnegative weights and monomials it bounds both from
// above, though possibly no path costs as much.
func Join(p, q Poly) Poly { return Merge(p, q, Larger) }

// Meet returns a polynomial that bounds p and q from below under these weights and nonnegative monomials: the minimum in
// each dimension, the maximum in dimensions with a negative weight.
func Meet(p, q Poly, weights []float64) Poly {
	lower := func(id pattern.ID, x, y float64) float64 {
		if int(id) < len(weights) && weights[id] < 0 {
			return math.Max(x, y)
		}
		return math.Min(x, y)
	}
	return Merge(p, q, func(a, b Vector) Vector { return combine(a, b, lower) })
}

// Lost reports whether a coefficient exceeds the range of exact arithmetic; the cost is then unknown.
func (p Poly) Lost() bool {
	return slices.ContainsFunc(p.Terms, func(t PolyTerm) bool { return t.Vec.Lost() })
}

// MulSize returns p * s, for an s that is clamped at 0. The result is lost if s is unknown or a product has too many atoms.
func (p Poly) MulSize(s Size) Poly {
	if s.Top {
		return p.Scale(math.NaN())
	}
	if v, ok := s.Int(); ok {
		return p.Scale(factor(v))
	}
	if p.degree()+s.degree() > maxDegree {
		return p.Scale(math.NaN())
	}
	out := make([]PolyTerm, 0, len(p.Terms)*len(s.Terms))
	for _, t := range s.Terms {
		for _, x := range p.Terms {
			out = append(out, PolyTerm{MulMono(x.Mono, t.Mono), x.Vec.Scale(factor(t.Coef))})
		}
	}
	return SumOf(out)
}

// degree returns the number of atoms in the longest product of p.
func (p Poly) degree() int {
	n := 0
	for _, t := range p.Terms {
		n = max(n, len(t.Mono))
	}
	return n
}

// Work returns the number of terms and atoms of p, including nested ones: the steps that a traversal takes.
func (p Poly) Work() int {
	n := 0
	for _, t := range p.Terms {
		n += workOf(t.Mono)
	}
	return n
}

// SumOf returns the sum of terms; those of one monomial are added in their order. It reuses the slice.
func SumOf(terms []PolyTerm) Poly {
	slices.SortStableFunc(terms, func(a, b PolyTerm) int { return CompareMono(a.Mono, b.Mono) })
	out := terms[:0]
	for _, t := range terms {
		if n := len(out); n > 0 && CompareMono(out[n-1].Mono, t.Mono) == 0 {
			out[n-1].Vec = out[n-1].Vec.Add(t.Vec)
		} else {
			out = append(out, t)
		}
	}
	return Poly{Terms: slices.DeleteFunc(out, func(t PolyTerm) bool { return len(t.Vec) == 0 })}
}

// appendTimes appends the terms of the product of v and s.
func appendTimes(terms []PolyTerm, v Vector, s Size) []PolyTerm {
	for _, t := range s.Terms {
		terms = append(terms, PolyTerm{t.Mono, v.Scale(factor(t.Coef))})
	}
	return terms
}

// Scale returns k * p.
func (p Poly) Scale(k float64) Poly {
	if k == 0 {
		return Poly{}
	}
	if k == 1 {
		return p
	}
	out := Poly{Terms: make([]PolyTerm, len(p.Terms))}
	for i, t := range p.Terms {
		out.Terms[i] = PolyTerm{t.Mono, t.Vec.Scale(k)}
	}
	return out
}

// Number reports whether p has no atoms.
func (p Poly) Number() bool {
	return len(p.Terms) == 0 || len(p.Terms) == 1 && len(p.Terms[0].Mono) == 0
}

// Weigh returns the weighted cost of a p without atoms.
func (p Poly) Weigh(weights []float64) float64 {
	if len(p.Terms) == 0 {
		return 0
	}
	return weigh(p.Terms[0].Vec, weights)
}

// Dot weighs every coefficient. Alternatives are compared by the resulting scalar polynomial.
func (p Poly) Dot(weights []float64) Scalar {
	s := Scalar{Terms: make([]ScalarTerm, 0, len(p.Terms))}
	for _, t := range p.Terms {
		s.Terms = append(s.Terms, ScalarTerm{t.Mono, weigh(t.Vec, weights)})
	}
	return s
}

// MapVectors replaces every coefficient v by f(v).
func (p Poly) MapVectors(f func(Vector) Vector) Poly {
	out := Poly{Terms: make([]PolyTerm, 0, len(p.Terms))}
	for _, t := range p.Terms {
		if v := f(t.Vec); len(v) > 0 {
			out.Terms = append(out.Terms, PolyTerm{t.Mono, v})
		}
	}
	return out
}

// EachAtom calls f with every atom of p, including nested ones.
func (p Poly) EachAtom(f func(*Atom)) {
	for _, t := range p.Terms {
		MonoSize(t.Mono).EachAtom(f)
	}
}

// Mentions reports whether the index of a loop occurs in p.
func (p Poly) Mentions(loop int) bool {
	return slices.ContainsFunc(p.Terms, func(t PolyTerm) bool { return MentionsIndex(MonoSize(t.Mono), loop) })
}

// Substitute replaces atoms as Size.Substitute does; f always returns the same for an atom. bad is true if the result cannot be
// represented.
func (p Poly) Substitute(f func(*Atom) (Size, bool)) (out Poly, bad bool) {
	terms := make([]PolyTerm, 0, len(p.Terms))
	by := substitution{f: f}
	for _, t := range p.Terms {
		s := by.mono(t.Mono)
		if s.Top {
			return Poly{}, true
		}
		terms = appendTimes(terms, t.Vec, s)
	}
	return SumOf(terms), false
}

// Dimensions returns the dimensions in which p is not 0, ascending.
func (p Poly) Dimensions() []pattern.ID {
	n := 0
	for _, t := range p.Terms {
		n += len(t.Vec)
	}
	ids := make([]pattern.ID, 0, n)
	for _, t := range p.Terms {
		for _, c := range t.Vec {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Of returns the polynomial of one dimension.
func (p Poly) Of(id pattern.ID) Scalar { return Scalar{Terms: p.AppendOf(nil, id)} }

// AppendOf appends the terms of the polynomial of one dimension to terms.
func (p Poly) AppendOf(terms []ScalarTerm, id pattern.ID) []ScalarTerm {
	for _, t := range p.Terms {
		if n := t.Vec.Of(id); n != 0 {
			terms = append(terms, ScalarTerm{t.Mono, n})
		}
	}
	return terms
}
