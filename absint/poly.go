package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Vector counts what a piece of code executes: patterns, and behind them the dimensions below. Vectors are
// values, like pattern.Counts.
type Vector = pattern.Counts

// The dimensions of a Vector beyond the patterns.
const (
	ownInstructions   = pattern.ID(pattern.Num)     // JVM instructions in the method's own frame
	totalInstructions = pattern.ID(pattern.Num + 1) // and in the analysed methods that it calls
	headerExecutions  = pattern.ID(pattern.Num + 2) // executions of the loop header that an Objective names
	dimensions        = pattern.Num + 3
)

// Poly is a cost as a function of a method's symbols: a sum of products of atoms, each with a Vector of counts.
// The atoms of a cost are never negative (see clamp), so a larger coefficient is a larger cost.
type Poly struct {
	terms []polyTerm // sorted by monomial
}

type polyTerm struct {
	mono mono
	vec  Vector
}

func constPoly(v Vector) Poly {
	if len(v) == 0 {
		return Poly{}
	}
	return Poly{terms: []polyTerm{{nil, v}}}
}

// merge combines two polynomials term by term; f gets nil where a side lacks the monomial.
func merge(p, q Poly, f func(a, b Vector) Vector) Poly {
	out := make([]polyTerm, 0, len(p.terms)+len(q.terms))
	i, j := 0, 0
	for i < len(p.terms) || j < len(q.terms) {
		c := 0
		switch {
		case i == len(p.terms):
			c = 1
		case j == len(q.terms):
			c = -1
		default:
			c = compareMono(p.terms[i].mono, q.terms[j].mono)
		}
		var a, b Vector
		var m mono
		if c <= 0 {
			a, m = p.terms[i].vec, p.terms[i].mono
			i++
		}
		if c >= 0 {
			b, m = q.terms[j].vec, q.terms[j].mono
			j++
		}
		if v := f(a, b); len(v) > 0 {
			out = append(out, polyTerm{m, v})
		}
	}
	return Poly{terms: out}
}

func (p Poly) add(q Poly) Poly {
	if len(p.terms) == 0 {
		return q
	}
	if len(q.terms) == 0 {
		return p
	}
	if len(p.terms) == 1 && len(q.terms) == 1 && len(p.terms[0].mono)+len(q.terms[0].mono) == 0 { // most costs
		return constPoly(p.terms[0].vec.Add(q.terms[0].vec))
	}
	return merge(p, q, func(a, b Vector) Vector { return a.Add(b) })
}

// join is the least polynomial whose every coefficient is at least those of p and q: an upper bound of both,
// though no path may cost it, under weights that are not negative.
func join(p, q Poly) Poly { return merge(p, q, larger) }

// meet is the lower twin under these weights: of what has a weight below 0, more costs less.
func meet(p, q Poly, weights []float64) Poly {
	least := func(id pattern.ID, x, y float64) float64 {
		if int(id) < len(weights) && weights[id] < 0 {
			return math.Max(x, y)
		}
		return math.Min(x, y)
	}
	return merge(p, q, func(a, b Vector) Vector { return combine(a, b, least) })
}

// larger is above two vectors in every dimension.
func larger(a, b Vector) Vector {
	return combine(a, b, func(_ pattern.ID, x, y float64) float64 { return math.Max(x, y) })
}

func combine(a, b Vector, f func(id pattern.ID, x, y float64) float64) Vector {
	out := make(Vector, 0, max(len(a), len(b)))
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		var id pattern.ID
		var x, y float64
		switch {
		case j == len(b) || i < len(a) && a[i].ID < b[j].ID:
			id, x = a[i].ID, a[i].N
			i++
		case i == len(a) || b[j].ID < a[i].ID:
			id, y = b[j].ID, b[j].N
			j++
		default:
			id, x, y = a[i].ID, a[i].N, b[j].N
			i++
			j++
		}
		if n := f(id, x, y); n != 0 {
			out = append(out, pattern.Count{ID: id, N: n})
		}
	}
	return out
}

// lost says whether a coefficient is beyond what can be computed exactly: then nothing is known.
func (p Poly) lost() bool {
	return slices.ContainsFunc(p.terms, func(t polyTerm) bool { return t.vec.Lost() })
}

// mulSize returns p times a size that is not negative where it matters: clamp it first. It is lost where the size is bad.
func (p Poly) mulSize(s Size) Poly {
	if s.bad {
		return p.scale(math.NaN())
	}
	if v, ok := s.Int(); ok {
		return p.scale(factor(v))
	}
	if p.degree()+s.degree() > maxDegree {
		return p.scale(math.NaN())
	}
	out := make([]polyTerm, 0, len(p.terms)*len(s.terms))
	for _, t := range s.terms {
		for _, x := range p.terms {
			out = append(out, polyTerm{mulMono(x.mono, t.mono), x.vec.Scale(factor(t.coef))})
		}
	}
	return sumOf(out)
}

// degree is the number of atoms in the longest product.
func (p Poly) degree() int {
	n := 0
	for _, t := range p.terms {
		n = max(n, len(t.mono))
	}
	return n
}

// work is how much it takes to look at all of p, with what is inside of its atoms.
func (p Poly) work() int {
	n := 0
	for _, t := range p.terms {
		n++
		for _, a := range t.mono {
			n += a.weight
		}
	}
	return n
}

// sumOf adds terms up, those of one monomial in their order. It takes the terms over.
func sumOf(terms []polyTerm) Poly {
	slices.SortStableFunc(terms, func(a, b polyTerm) int { return compareMono(a.mono, b.mono) })
	out := terms[:0]
	for _, t := range terms {
		if n := len(out); n > 0 && compareMono(out[n-1].mono, t.mono) == 0 {
			out[n-1].vec = out[n-1].vec.Add(t.vec)
		} else {
			out = append(out, t)
		}
	}
	return Poly{terms: slices.DeleteFunc(out, func(t polyTerm) bool { return len(t.vec) == 0 })}
}

// factor is a coefficient of a size as one of counts, NaN where float64 does not hold all numbers like it: what is counted
// is lost then.
func factor(k int64) float64 {
	if k > exactWhole || k < -exactWhole {
		return math.NaN()
	}
	return float64(k)
}

// appendTimes adds the terms of a vector times a size, as mulSize makes them.
func appendTimes(terms []polyTerm, v Vector, s Size) []polyTerm {
	for _, t := range s.terms {
		terms = append(terms, polyTerm{t.mono, v.Scale(factor(t.coef))})
	}
	return terms
}

func (p Poly) scale(k float64) Poly {
	if k == 0 {
		return Poly{}
	}
	if k == 1 {
		return p
	}
	out := Poly{terms: make([]polyTerm, len(p.terms))}
	for i, t := range p.terms {
		out.terms[i] = polyTerm{t.mono, t.vec.Scale(k)}
	}
	return out
}

// number reports whether p has no atoms.
func (p Poly) number() bool {
	return len(p.terms) == 0 || len(p.terms) == 1 && len(p.terms[0].mono) == 0
}

// weigh is a number under weights.
func (p Poly) weigh(weights []float64) float64 {
	if len(p.terms) == 0 {
		return 0
	}
	return weigh(p.terms[0].vec, weights)
}

// dot weighs every coefficient: the scalar polynomial by which alternatives are compared.
func (p Poly) dot(weights []float64) scalar {
	s := scalar{terms: make([]scalarTerm, 0, len(p.terms))}
	for _, t := range p.terms {
		s.terms = append(s.terms, scalarTerm{t.mono, weigh(t.vec, weights)})
	}
	return s
}

// mapVectors applies f to every coefficient.
func (p Poly) mapVectors(f func(Vector) Vector) Poly {
	out := Poly{terms: make([]polyTerm, 0, len(p.terms))}
	for _, t := range p.terms {
		if v := f(t.vec); len(v) > 0 {
			out.terms = append(out.terms, polyTerm{t.mono, v})
		}
	}
	return out
}

// eachAtom calls f with every atom, those inside others included.
func (p Poly) eachAtom(f func(*atom)) {
	for _, t := range p.terms {
		monoSize(t.mono).eachAtom(f)
	}
}

// mentions says whether the loop's index occurs in p.
func (p Poly) mentions(loop int) bool {
	return slices.ContainsFunc(p.terms, func(t polyTerm) bool { return mentionsIndex(monoSize(t.mono), loop) })
}

// substitute replaces atoms as Size.substitute does. bad is true where the result cannot be represented.
func (p Poly) substitute(f func(*atom) (Size, bool)) (out Poly, bad bool) {
	terms := make([]polyTerm, 0, len(p.terms))
	for _, t := range p.terms {
		s := monoSize(t.mono).substitute(f)
		if s.bad {
			return Poly{}, true
		}
		terms = appendTimes(terms, t.vec, s)
	}
	return sumOf(terms), false
}

// scalar is a polynomial with real coefficients.
type scalar struct{ terms []scalarTerm }

type scalarTerm struct {
	mono mono
	coef float64
}

func (s scalar) sub(t scalar) scalar {
	out := scalar{terms: make([]scalarTerm, 0, len(s.terms)+len(t.terms))}
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
		var x scalarTerm
		if c <= 0 {
			x = s.terms[i]
			i++
		}
		if c >= 0 {
			x.mono = t.terms[j].mono
			x.coef -= t.terms[j].coef
			j++
		}
		if x.coef != 0 {
			out.terms = append(out.terms, x)
		}
	}
	return out
}

// scalarOf converts a Size.
func scalarOf(s Size) scalar {
	out := scalar{terms: make([]scalarTerm, len(s.terms))}
	for i, t := range s.terms {
		out.terms[i] = scalarTerm{t.mono, float64(t.coef)}
	}
	return out
}
