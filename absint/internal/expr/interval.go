package expr

import (
	"math"
	"slices"
)

// Decide replaces every maximum and minimum in the products of s by the argument that is it everywhere in the ranges.
// max(0, n) and the n of a budget then cancel where n is not negative; as intervals they do not.
func (r Env) Decide(s Size) Size {
	if out := s.mapAtoms(r.decideAtom); !out.Top {
		return out
	}
	return s
}

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

func (r Env) decideAtom(a *Atom) Size {
	if a.Kind == MaxAtom || a.Kind == MinAtom {
		xs := make([]Interval, len(a.Args))
		for i, s := range a.Args {
			xs[i] = r.Size(s)
		}
		for i, x := range xs {
			wins := true
			for j, y := range xs {
				wins = wins && (i == j || a.Kind == MaxAtom && x.Lo >= y.Hi || a.Kind == MinAtom && x.Hi <= y.Lo)
			}
			if wins {
				return r.Decide(a.Args[i])
			}
		}
	}
	return AtomSize(a)
}

// Interval is an interval of integers; the ends may be infinite.
type Interval struct{ Lo, Hi float64 }

var Everything = Interval{math.Inf(-1), math.Inf(1)}

// Env gives symbols and loop indices the intervals in which expressions are evaluated.
type Env struct {
	Symbols map[string]Interval // by path; others have the range of their type
	Indices map[int]Interval    // by loop; others are [0, inf)
}

func (r Env) Symbol(s Symbol) Interval {
	x := Interval{s.Min, s.Max}
	if y, ok := r.Symbols[s.Path]; ok {
		x = Interval{math.Max(x.Lo, y.Lo), math.Min(x.Hi, y.Hi)}
	}
	return x
}

// Point is the interval of one number: itself, as far as float64 holds it.
func Point(v int64) Interval { return Interval{float64(v), float64(v)}.outward() }

func mulEnds(a, b float64) float64 {
	if a == 0 || b == 0 { // 0 * inf is 0 here: an interval end, not a limit
		return 0
	}
	return a * b
}

func (x Interval) Mul(y Interval) Interval {
	a, b, c, d := mulEnds(x.Lo, y.Lo), mulEnds(x.Lo, y.Hi), mulEnds(x.Hi, y.Lo), mulEnds(x.Hi, y.Hi)
	return Interval{math.Min(math.Min(a, b), math.Min(c, d)), math.Max(math.Max(a, b), math.Max(c, d))}.outward()
}

func (x Interval) Add(y Interval) Interval { return Interval{x.Lo + y.Lo, x.Hi + y.Hi}.outward() }

func (x Interval) Join(y Interval) Interval {
	return Interval{math.Min(x.Lo, y.Lo), math.Max(x.Hi, y.Hi)}
}

func (x Interval) Scale(k float64) Interval {
	if k < 0 {
		x = Interval{x.Hi, x.Lo}
	}
	if x = (Interval{mulEnds(x.Lo, k), mulEnds(x.Hi, k)}); math.Abs(k) == 1 {
		return x
	}
	return x.outward()
}

func (r Env) Atom(a *Atom) Interval {
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
		if _, ok := a.absolute(); ok {
			x.Lo = math.Max(x.Lo, 0)
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
		return quotientRange(r.Size(a.Args[0]), r.Size(a.Args[1]))
	}
	return LogRange(r.Size(a.Args[0]), a.K)
}

// NotNegative says whether a monomial is at least 0 everywhere.
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

// AllNotNegative says so of the monomials of two polynomials: then more of a coefficient is never less of the whole.
func (r Env) AllNotNegative(p, q Poly) bool {
	negative := func(t PolyTerm) bool { return !r.NotNegative(t.Mono) }
	return !slices.ContainsFunc(p.Terms, negative) && !slices.ContainsFunc(q.Terms, negative)
}

// Size is the interval of an expression.
func (r Env) Size(s Size) Interval {
	if s.Top {
		return Everything
	}
	if v, ok := s.Int(); ok {
		return Point(v)
	}
	return r.Scalar(ScalarOf(s))
}

// ExactWhole is up to where all whole numbers are floating-point numbers.
const ExactWhole = 1 << 53

// rounded is an interval whose ends were computed in float64 from terms that add up to lo and hi without their signs:
// beyond what is exact, it is a little wider. Each operation rounds by 2^-53 of its result at most, and a cost has up to
// MaxCostTerms terms.
func (x Interval) rounded(lo, hi, exact float64) Interval {
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
func (x Interval) outward() Interval { return x.rounded(math.Abs(x.Lo), math.Abs(x.Hi), ExactWhole) }

// Scalar is the interval of a polynomial: the intersection of interval arithmetic term by term, and of the values
// at the corners where the polynomial is monotone in each of its atoms (then it is exact).
func (r Env) Scalar(s Scalar) Interval {
	naive, added := Interval{}, Interval{}
	// Each atom is evaluated once: an evaluation of each use of it would take twice as long at each level of maxima of products.
	var atoms []*Atom
	var xs []Interval // of the atoms
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
	naive = naive.rounded(added.Lo, added.Hi, s.exact())
	if math.IsNaN(naive.Lo) {
		naive.Lo = math.Inf(-1)
	}
	if math.IsNaN(naive.Hi) {
		naive.Hi = math.Inf(1)
	}
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

func constTerms(s Scalar) []ScalarTerm {
	if len(s.Terms) > 0 && len(s.Terms[0].Mono) == 0 {
		return s.Terms[:1]
	}
	return nil
}

func Intersect(a, b Interval) Interval { return Interval{math.Max(a.Lo, b.Lo), math.Min(a.Hi, b.Hi)} }

func power(x Interval, k int) Interval {
	if k%2 == 0 && x.Lo < 0 {
		m := math.Max(-x.Lo, x.Hi)
		lo := 0.0
		if x.Hi < 0 {
			lo = math.Pow(-x.Hi, float64(k))
		}
		return Interval{lo, math.Pow(m, float64(k))}
	}
	return Interval{math.Pow(x.Lo, float64(k)), math.Pow(x.Hi, float64(k))}
}

// univariate evaluates a polynomial in one atom with the interval x: point by point for the first few integers, then at the ends
// where what remains is monotone.
func univariate(s Scalar, a *Atom, x Interval) Interval {
	if math.IsInf(x.Lo, 0) {
		return Everything
	}
	out := Interval{math.Inf(1), math.Inf(-1)}
	for k := 0; k < 8; k++ {
		if from := x.Lo + float64(k); from <= x.Hi {
			if y, ok := monotoneFrom(s, []*Atom{a}, []Interval{{from, x.Hi}}); ok {
				return out.Join(y)
			}
			out = out.Join(valueAt(s, []*Atom{a}, []float64{from}))
			if from == x.Hi {
				return out
			}
		}
	}
	return Everything
}

// monotoneFrom expands s around the lower corner: where every coefficient but the constant has the same sign, s
// is monotone in each atom and its range is exact.
func monotoneFrom(s Scalar, atoms []*Atom, xs []Interval) (Interval, bool) {
	up, down := true, true
	type powers [3]int
	coefs, added := map[powers]float64{}, map[powers]float64{} // sums, and those of the absolute values
	for _, t := range s.Terms {
		var p powers
		for _, a := range t.Mono {
			p[slices.IndexFunc(atoms, func(b *Atom) bool { return b.Key == a.Key })]++
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
		expand(0, t.Coef, powers{})
	}
	exact := s.exact()
	for q, c := range coefs {
		if q == (powers{}) {
			continue
		}
		x := Interval{c, c}.rounded(added[q], added[q], exact)
		up, down = up && x.Lo >= 0, down && x.Hi <= 0
	}
	if !up && !down {
		return Everything, false
	}
	lo, hi := make([]float64, len(xs)), make([]float64, len(xs))
	for i, x := range xs {
		lo[i], hi[i] = x.Lo, x.Hi
	}
	a := valueAt(s, atoms, lo)
	var b Interval
	switch {
	case !slices.ContainsFunc(hi, func(h float64) bool { return math.IsInf(h, 1) }):
		b = valueAt(s, atoms, hi)
	case down:
		b = Interval{math.Inf(-1), math.Inf(-1)}
	default:
		b = Interval{math.Inf(1), math.Inf(1)}
	}
	x := a.Join(b)
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
func valueAt(s Scalar, atoms []*Atom, at []float64) Interval {
	sum, added := 0.0, 0.0
	for _, t := range s.Terms {
		v := t.Coef
		for _, a := range t.Mono {
			v *= at[slices.IndexFunc(atoms, func(b *Atom) bool { return b.Key == a.Key })]
		}
		sum += v
		added += math.Abs(v)
	}
	return Interval{sum, sum}.rounded(added, added, s.exact())
}

// exact is up to where sums are exact enough: of coefficients that are no numbers of quarters, an error of a thousandth is
// left.
func (s Scalar) exact() float64 {
	for _, t := range s.Terms {
		if 4*t.Coef != math.Trunc(4*t.Coef) {
			return 1 << 36
		}
	}
	return ExactWhole
}
