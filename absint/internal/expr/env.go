package expr

import (
	"math"
	"slices"
	"sync"
)

// The ranges of expressions, by interval arithmetic over the ranges of their symbols and loop indices (Moore 1966).
// Sound because each atom maps intervals that contain its arguments to one that contains its value.

// Env maps symbols and loop indices to the intervals over which expressions are evaluated.
type Env struct {
	Symbols map[string]Interval // by path; others have the range of their type
	Indices map[int]Interval    // by loop; others are [0, inf)

	known map[*Atom]Interval // see Caching
}

// Caching returns r with a memory of the intervals of atoms, for who evaluates many polynomials of the same atoms. It is not
// safe for concurrent use, and the maps of r must not change while it is used.
func (r Env) Caching() Env {
	r.known = map[*Atom]Interval{}
	return r
}

// Symbol returns the interval of a symbol, intersected with the range of its type.
func (r Env) Symbol(s Symbol) Interval {
	x := Interval{s.Min, s.Max}
	if y, ok := r.Symbols[s.Path]; ok {
		x = Interval{math.Max(x.Lo, y.Lo), math.Min(x.Hi, y.Hi)}
	}
	return x
}

// Atom returns an interval that contains the values of an atom.
func (r Env) Atom(a *Atom) Interval {
	if r.known == nil {
		return r.atom(a)
	}
	x, ok := r.known[a]
	if !ok {
		x = r.atom(a)
		r.known[a] = x
	}
	return x
}

func (r Env) atom(a *Atom) Interval {
	switch a.Kind {
	case SymbolAtom:
		return r.Symbol(a.Symbol)
	case IndexAtom:
		if x, ok := r.Indices[a.Loop]; ok {
			return x
		}
		return Interval{0, math.Inf(1)}
	case MaxAtom, MinAtom:
		x := r.Size(a.Args[0])
		for _, s := range a.Args[1:] {
			y := r.Size(s)
			if a.Kind == MaxAtom {
				x = Interval{math.Max(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)}
			} else {
				x = Interval{math.Min(x.Lo, y.Lo), math.Min(x.Hi, y.Hi)}
			}
		}
		if _, ok := a.absolute(); ok && a.Kind == MaxAtom {
			x.Lo = math.Max(x.Lo, 0)
		} else if ok {
			x.Hi = math.Min(x.Hi, 0)
		}
		return x
	case DivAtom:
		x := r.Size(a.Args[0])
		return Interval{math.Floor(x.Lo / float64(a.K)), math.Floor(x.Hi / float64(a.K))}
	}
	switch a.Kind {
	case SqrtAtom:
		return sqrtRange(r.Size(a.Args[0]))
	case PowerAtom:
		return powerRange(r.Size(a.Args[0]), r.Size(a.Args[1]))
	case QuotAtom:
		return r.quotient(a)
	}
	return LogRange(r.Size(a.Args[0]), a.K)
}

// Size returns an interval that contains the values of an expression.
func (r Env) Size(s Size) Interval {
	if s.Top {
		return Everything
	}
	if v, ok := s.Int(); ok {
		return Point(v)
	}
	if s.isLinear() {
		return r.linear(s)
	}
	b := scalarTerms.Get().(*[]ScalarTerm)
	terms := (*b)[:0]
	for _, t := range s.Terms {
		terms = append(terms, ScalarTerm{t.Mono, float64(t.Coef)})
	}
	return r.scalar(b, terms)
}

// linear returns the interval that Scalar returns for a sum of multiples of atoms.
func (r Env) linear(s Size) Interval {
	sum, added := Interval{}, Interval{}
	for _, t := range s.Terms {
		x := Interval{1, 1}
		if len(t.Mono) > 0 {
			x = r.Atom(t.Mono[0])
			x = Interval{min(x.Lo, x.Hi), max(x.Lo, x.Hi)}.outward()
		}
		x = x.Scale(float64(t.Coef))
		sum, added = sum.Add(x), added.Add(Interval{math.Abs(x.Lo), math.Abs(x.Hi)})
	}
	return sum.rounded(added.Lo, added.Hi, ExactWhole).orInfinite()
}

// orInfinite replaces ends that are no number.
func (x Interval) orInfinite() Interval {
	if math.IsNaN(x.Lo) {
		x.Lo = math.Inf(-1)
	}
	if math.IsNaN(x.Hi) {
		x.Hi = math.Inf(1)
	}
	return x
}

// scalarTerms is memory for the terms of polynomials whose range alone is of interest.
var scalarTerms = sync.Pool{New: func() any { return new([]ScalarTerm) }}

// scalar returns the interval of a polynomial, and gives the memory of its terms back.
func (r Env) scalar(b *[]ScalarTerm, terms []ScalarTerm) Interval {
	x := r.Scalar(Scalar{Terms: terms})
	clear(terms)
	*b = terms[:0]
	scalarTerms.Put(b)
	return x
}

// Weighted returns the interval of a cost under weights.
func (r Env) Weighted(p Poly, weights []float64) Interval {
	b := scalarTerms.Get().(*[]ScalarTerm)
	terms := (*b)[:0]
	for _, t := range p.Terms {
		terms = append(terms, ScalarTerm{t.Mono, weigh(t.Vec, weights)})
	}
	return r.scalar(b, terms)
}

// Difference returns the interval of p - q under weights.
func (r Env) Difference(p, q Poly, weights []float64) Interval {
	b := scalarTerms.Get().(*[]ScalarTerm)
	terms := (*b)[:0]
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
		var x ScalarTerm
		if c <= 0 {
			x = ScalarTerm{p.Terms[i].Mono, weigh(p.Terms[i].Vec, weights)}
			i++
		}
		if c >= 0 {
			x.Mono = q.Terms[j].Mono
			x.Coef -= weigh(q.Terms[j].Vec, weights)
			j++
		}
		if x.Coef != 0 {
			terms = append(terms, x)
		}
	}
	return r.scalar(b, terms)
}

// Scalar returns an interval that contains the values of a polynomial: term by term, intersected with the values at the
// corners if the polynomial is monotone in each of its atoms (these are exact).
func (r Env) Scalar(s Scalar) Interval {
	naive, added := Interval{}, Interval{}
	// Each atom is evaluated once: evaluating each use would double the time at each level of maxima of products.
	var atomMemory [8]*Atom
	var xMemory [8]Interval
	atoms, xs := atomMemory[:0], xMemory[:0] // with their intervals
	degree := 0
	for _, t := range s.Terms {
		x := Interval{1, 1}
		for i := 0; i < len(t.Mono); {
			j := i + 1
			for j < len(t.Mono) && t.Mono[j].Key == t.Mono[i].Key {
				j++
			}
			n := slices.IndexFunc(atoms, func(a *Atom) bool { return a.Key == t.Mono[i].Key })
			if n < 0 {
				n = len(atoms)
				atoms, xs = append(atoms, t.Mono[i]), append(xs, r.Atom(t.Mono[i]))
			}
			x = x.Mul(power(xs[n], j-i))
			i = j
		}
		degree = max(degree, len(t.Mono))
		x = x.Scale(t.Coef)
		naive, added = naive.Add(x), added.Add(Interval{math.Abs(x.Lo), math.Abs(x.Hi)})
	}
	naive = naive.rounded(added.Lo, added.Hi, s.exact()).orInfinite()
	if degree < 2 && len(atoms) == len(s.Terms)-len(constTerms(s)) {
		return naive // linear in distinct atoms: exact already
	}
	if len(atoms) > 3 || degree > 4 {
		return naive
	}
	if len(atoms) == 1 {
		return Intersect(naive, univariate(s, atoms[0], xs[0]))
	}
	if slices.ContainsFunc(xs, func(x Interval) bool { return math.IsInf(x.Lo, 0) }) {
		return naive
	}
	if x, ok := monotoneFrom(s, atoms, xs); ok {
		return Intersect(naive, x)
	}
	return naive
}

// NotNegative reports whether m >= 0 for all values in r.
func (r Env) NotNegative(m Mono) bool {
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j].Key == m[i].Key {
			j++
		}
		if (j-i)%2 == 1 && r.Atom(m[i]).Lo < 0 {
			return false
		}
		i = j
	}
	return true
}

// AllNotNegative reports whether all monomials of p and q are >= 0 for all values in r. A polynomial is then monotone in
// its coefficients.
func (r Env) AllNotNegative(p, q Poly) bool {
	negative := func(t PolyTerm) bool { return !r.NotNegative(t.Mono) }
	return !slices.ContainsFunc(p.Terms, negative) && !slices.ContainsFunc(q.Terms, negative)
}

// Decide replaces every maximum and minimum in the products of s by the argument that equals it for all values in r, if
// there is one. max(0, n) and n then cancel in a difference if n is not negative, which intervals of both do not.
func (r Env) Decide(s Size) Size {
	return s.replaceAtoms(r.decideAtom)
}

// decideAtom returns the argument that equals a maximum or minimum, or the atom itself.
func (r Env) decideAtom(a *Atom) Size {
	if a.Kind == MaxAtom || a.Kind == MinAtom {
		xs := make([]Interval, len(a.Args))
		for i, s := range a.Args {
			xs[i] = r.Size(s)
		}
		for i, x := range xs {
			decides := true
			for j, y := range xs {
				decides = decides && (i == j || a.Kind == MaxAtom && x.Lo >= y.Hi || a.Kind == MinAtom && x.Hi <= y.Lo)
			}
			if decides {
				return r.Decide(a.Args[i])
			}
		}
	}
	return AtomSize(a)
}

// DecidePoly applies Decide to the monomials of a cost.
func (r Env) DecidePoly(p Poly) Poly {
	extreme := func(a *Atom) bool { return a.Kind == MaxAtom || a.Kind == MinAtom }
	if !slices.ContainsFunc(p.Terms, func(t PolyTerm) bool { return slices.ContainsFunc(t.Mono, extreme) }) {
		return p
	}
	terms := make([]PolyTerm, 0, len(p.Terms))
	for _, t := range p.Terms {
		if slices.ContainsFunc(t.Mono, extreme) {
			terms = appendTimes(terms, t.Vec, r.Decide(MonoSize(t.Mono)))
		} else {
			terms = append(terms, t)
		}
	}
	return SumOf(terms)
}
