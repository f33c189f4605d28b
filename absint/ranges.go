package absint

import (
	"math"
	"slices"
)

// Range is an interval of integers; the ends may be infinite.
type Range struct{ Lo, Hi float64 }

var everything = Range{math.Inf(-1), math.Inf(1)}

// Ranges gives symbols and loop indices the intervals in which expressions are evaluated.
type Ranges struct {
	symbols map[string]Range // by path; others have the range of their type
	indices map[int]Range    // by loop; others are [0, inf)
}

func (r Ranges) symbol(s Symbol) Range {
	x := Range{s.Min, s.Max}
	if y, ok := r.symbols[s.Path]; ok {
		x = Range{math.Max(x.Lo, y.Lo), math.Min(x.Hi, y.Hi)}
	}
	return x
}

// exactly is the interval of one number: itself, as far as float64 holds it.
func exactly(v int64) Range { return Range{float64(v), float64(v)}.outward() }

func mulEnds(a, b float64) float64 {
	if a == 0 || b == 0 { // 0 * inf is 0 here: an interval end, not a limit
		return 0
	}
	return a * b
}

func (x Range) mul(y Range) Range {
	a, b, c, d := mulEnds(x.Lo, y.Lo), mulEnds(x.Lo, y.Hi), mulEnds(x.Hi, y.Lo), mulEnds(x.Hi, y.Hi)
	return Range{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}.outward()
}

func (x Range) add(y Range) Range { return Range{x.Lo + y.Lo, x.Hi + y.Hi}.outward() }

func (x Range) hull(y Range) Range { return Range{math.Min(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)} }

func (x Range) scale(k float64) Range {
	if k < 0 {
		x = Range{x.Hi, x.Lo}
	}
	if x = (Range{mulEnds(x.Lo, k), mulEnds(x.Hi, k)}); math.Abs(k) == 1 {
		return x
	}
	return x.outward()
}

func (r Ranges) atom(a *atom) Range {
	switch a.kind {
	case symbolAtom:
		return r.symbol(a.symbol)
	case indexAtom:
		if x, ok := r.indices[a.loop]; ok {
			return x
		}
		return Range{0, math.Inf(1)}
	case maxAtom, minAtom:
		x := r.size(a.args[0])
		for _, s := range a.args[1:] {
			y := r.size(s)
			if a.kind == maxAtom {
				x = Range{math.Max(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)}
			} else {
				x = Range{math.Min(x.Lo, y.Lo), math.Min(x.Hi, y.Hi)}
			}
		}
		if _, ok := a.absolute(); ok {
			x.Lo = math.Max(x.Lo, 0)
		}
		return x
	case divAtom:
		x := r.size(a.args[0])
		return Range{math.Floor(x.Lo / float64(a.k)), math.Floor(x.Hi / float64(a.k))}
	}
	switch a.kind {
	case sqrtAtom:
		return sqrtRange(r.size(a.args[0]))
	case powerAtom:
		return powerRange(r.size(a.args[0]), r.size(a.args[1]))
	case quotAtom:
		return quotientRange(r.size(a.args[0]), r.size(a.args[1]))
	}
	return logRange(r.size(a.args[0]), a.k)
}

// notNegative says whether a monomial is at least 0 everywhere.
func (r Ranges) notNegative(m mono) bool {
	for i := 0; i < len(m); {
		j := i
		for j < len(m) && m[j].key == m[i].key {
			j++
		}
		if (j-i)%2 == 1 && r.atom(m[i]).Lo < 0 {
			return false
		}
		i = j
	}
	return true
}

// allNotNegative says so of the monomials of two polynomials: then more of a coefficient is never less of the whole.
func (r Ranges) allNotNegative(p, q Poly) bool {
	negative := func(t polyTerm) bool { return !r.notNegative(t.mono) }
	return !slices.ContainsFunc(p.terms, negative) && !slices.ContainsFunc(q.terms, negative)
}

// size is the interval of an expression.
func (r Ranges) size(s Size) Range {
	if s.bad {
		return everything
	}
	if v, ok := s.Int(); ok {
		return exactly(v)
	}
	return r.scalar(scalarOf(s))
}

// exactWhole is up to where all whole numbers are floating-point numbers.
const exactWhole = 1 << 53

// rounded is an interval whose ends were computed in float64 from terms that add up to lo and hi without their signs:
// beyond what is exact, it is a little wider. Each operation rounds by 2^-53 of its result at most, and a cost has up to
// maxCostTerms terms.
func (x Range) rounded(lo, hi, exact float64) Range {
	const most = 1.0 / (1 << 44)
	if lo > exact && !math.IsInf(lo, 1) {
		x.Lo -= lo * most
	}
	if hi > exact && !math.IsInf(hi, 1) {
		x.Hi += hi * most
	}
	return x
}

// outward is rounded where no term was larger than the ends themselves.
func (x Range) outward() Range { return x.rounded(math.Abs(x.Lo), math.Abs(x.Hi), exactWhole) }

// scalar is the interval of a polynomial: the intersection of interval arithmetic term by term, and of the values
// at the corners where the polynomial is monotone in each of its atoms (then it is exact).
func (r Ranges) scalar(s scalar) Range {
	naive, added := Range{}, Range{}
	// Each atom is evaluated once: an evaluation of each use of it would take twice as long at each level of maxima of products.
	var atoms []*atom
	var xs []Range // of the atoms
	degree := 0
	for _, t := range s.terms {
		x := Range{1, 1}
		for i := 0; i < len(t.mono); {
			j := i + 1
			for j < len(t.mono) && t.mono[j].key == t.mono[i].key {
				j++
			}
			n := slices.IndexFunc(atoms, func(a *atom) bool { return a.key == t.mono[i].key })
			if n < 0 {
				n = len(atoms)
				atoms, xs = append(atoms, t.mono[i]), append(xs, r.atom(t.mono[i]))
			}
			x = x.mul(power(xs[n], j-i))
			i = j
		}
		degree = max(degree, len(t.mono))
		x = x.scale(t.coef)
		naive, added = naive.add(x), added.add(Range{math.Abs(x.Lo), math.Abs(x.Hi)})
	}
	naive = naive.rounded(added.Lo, added.Hi, s.exact())
	if math.IsNaN(naive.Lo) {
		naive.Lo = math.Inf(-1)
	}
	if math.IsNaN(naive.Hi) {
		naive.Hi = math.Inf(1)
	}
	if degree < 2 && len(atoms) == len(s.terms)-len(constTerms(s)) {
		return naive // linear in distinct atoms: exact already
	}
	if len(atoms) > 3 || degree > 4 {
		return naive
	}
	if len(atoms) == 1 {
		return intersect(naive, univariate(s, atoms[0], xs[0]))
	}
	if slices.ContainsFunc(xs, func(x Range) bool { return math.IsInf(x.Lo, 0) }) {
		return naive
	}
	if x, ok := monotoneFrom(s, atoms, xs); ok {
		return intersect(naive, x)
	}
	return naive
}

func constTerms(s scalar) []scalarTerm {
	if len(s.terms) > 0 && len(s.terms[0].mono) == 0 {
		return s.terms[:1]
	}
	return nil
}

func intersect(a, b Range) Range { return Range{math.Max(a.Lo, b.Lo), math.Min(a.Hi, b.Hi)} }

func power(x Range, k int) Range {
	if k%2 == 0 && x.Lo < 0 {
		m := math.Max(-x.Lo, x.Hi)
		lo := 0.0
		if x.Hi < 0 {
			lo = math.Pow(-x.Hi, float64(k))
		}
		return Range{lo, math.Pow(m, float64(k))}
	}
	return Range{math.Pow(x.Lo, float64(k)), math.Pow(x.Hi, float64(k))}
}

// univariate evaluates a polynomial in one atom with the interval x: point by point for the first few integers, then at the ends
// where what remains is monotone.
func univariate(s scalar, a *atom, x Range) Range {
	if math.IsInf(x.Lo, 0) {
		return everything
	}
	out := Range{math.Inf(1), math.Inf(-1)}
	for k := 0; k < 8; k++ {
		if from := x.Lo + float64(k); from <= x.Hi {
			if y, ok := monotoneFrom(s, []*atom{a}, []Range{{from, x.Hi}}); ok {
				return out.hull(y)
			}
			out = out.hull(valueAt(s, []*atom{a}, []float64{from}))
			if from == x.Hi {
				return out
			}
		}
	}
	return everything
}

// monotoneFrom expands s around the lower corner: where every coefficient but the constant has the same sign, s
// is monotone in each atom and its range is exact.
func monotoneFrom(s scalar, atoms []*atom, xs []Range) (Range, bool) {
	up, down := true, true
	type powers [3]int
	coefs, added := map[powers]float64{}, map[powers]float64{} // sums, and those of the absolute values
	for _, t := range s.terms {
		var p powers
		for _, a := range t.mono {
			p[slices.IndexFunc(atoms, func(b *atom) bool { return b.key == a.key })]++
		}
		// expand product of (lo_i + t_i)^p_i
		var expand func(i int, c float64, q powers)
		expand = func(i int, c float64, q powers) {
			if c == 0 {
				return
			}
			if i == len(atoms) {
				coefs[q] += c
				added[q] += math.Abs(c)
				return
			}
			for k := 0; k <= p[i]; k++ {
				q2 := q
				q2[i] = k
				expand(i+1, c*binomial(p[i], k)*math.Pow(xs[i].Lo, float64(p[i]-k)), q2)
			}
		}
		expand(0, t.coef, powers{})
	}
	exact := s.exact()
	for q, c := range coefs {
		if q == (powers{}) {
			continue
		}
		x := Range{c, c}.rounded(added[q], added[q], exact)
		up, down = up && x.Lo >= 0, down && x.Hi <= 0
	}
	if !up && !down {
		return everything, false
	}
	lo, hi := make([]float64, len(xs)), make([]float64, len(xs))
	for i, x := range xs {
		lo[i], hi[i] = x.Lo, x.Hi
	}
	a := valueAt(s, atoms, lo)
	var b Range
	switch {
	case !slices.ContainsFunc(hi, func(h float64) bool { return math.IsInf(h, 1) }):
		b = valueAt(s, atoms, hi)
	case down:
		b = Range{math.Inf(-1), math.Inf(-1)}
	default:
		b = Range{math.Inf(1), math.Inf(1)}
	}
	x := a.hull(b)
	return x, !math.IsNaN(x.Lo) && !math.IsNaN(x.Hi)
}

func binomial(n, k int) float64 {
	v := 1.0
	for i := 0; i < k; i++ {
		v = v * float64(n-i) / float64(i+1)
	}
	return v
}

// valueAt encloses a polynomial where its atoms have the given values.
func valueAt(s scalar, atoms []*atom, at []float64) Range {
	sum, added := 0.0, 0.0
	for _, t := range s.terms {
		v := t.coef
		for _, a := range t.mono {
			v *= at[slices.IndexFunc(atoms, func(b *atom) bool { return b.key == a.key })]
		}
		sum += v
		added += math.Abs(v)
	}
	return Range{sum, sum}.rounded(added, added, s.exact())
}

// exact is up to where sums are exact enough: of coefficients that are no numbers of quarters, an error of a thousandth is
// left.
func (s scalar) exact() float64 {
	for _, t := range s.terms {
		if 4*t.coef != math.Trunc(4*t.coef) {
			return 1 << 36
		}
	}
	return exactWhole
}
