package expr

import (
	"math"
	"slices"
)

// Polynomials with real coefficients, and their range over a box by expansion around its lower corner. Sound because a
// polynomial in offsets >= 0 whose coefficients have one sign is monotone in each of them.

// Scalar is a polynomial with real coefficients.
type Scalar struct{ Terms []ScalarTerm }

// ScalarTerm is one monomial of a Scalar with its coefficient.
type ScalarTerm struct {
	Mono Mono
	Coef float64
}

// ScalarOf returns s with real coefficients; those beyond 2^53 are rounded.
func ScalarOf(s Size) Scalar {
	out := Scalar{Terms: make([]ScalarTerm, len(s.Terms))}
	for i, t := range s.Terms {
		out.Terms[i] = ScalarTerm{t.Mono, float64(t.Coef)}
	}
	return out
}

// Sub returns s - t.
func (s Scalar) Sub(t Scalar) Scalar {
	out := Scalar{Terms: make([]ScalarTerm, 0, len(s.Terms)+len(t.Terms))}
	i, j := 0, 0
	for i < len(s.Terms) || j < len(t.Terms) {
		c := 0
		switch {
		case i == len(s.Terms):
			c = 1
		case j == len(t.Terms):
			c = -1
		default:
			c = CompareMono(s.Terms[i].Mono, t.Terms[j].Mono)
		}
		var x ScalarTerm
		if c <= 0 {
			x = s.Terms[i]
			i++
		}
		if c >= 0 {
			x.Mono = t.Terms[j].Mono
			x.Coef -= t.Terms[j].Coef
			j++
		}
		if x.Coef != 0 {
			out.Terms = append(out.Terms, x)
		}
	}
	return out
}

// constTerms returns the constant term of s, if there is one.
func constTerms(s Scalar) []ScalarTerm {
	if len(s.Terms) > 0 && len(s.Terms[0].Mono) == 0 {
		return s.Terms[:1]
	}
	return nil
}

// exact returns the bound up to which float64 sums of terms of s are exact enough: 2^53 if all coefficients are multiples
// of 1/4, else 2^36, up to which the error is below a thousandth.
func (s Scalar) exact() float64 {
	for _, t := range s.Terms {
		if 4*t.Coef != math.Trunc(4*t.Coef) {
			return 1 << 36
		}
	}
	return ExactWhole
}

// univariate returns the range of a polynomial in one integer atom over x: the values at the first few integers, joined
// with the range over the rest, if s is monotone there.
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

// monotoneFrom expands s around the lower corner of xs. If every coefficient but the constant has the same sign, s is
// monotone in each atom, and the values at the two corners are its range; otherwise ok is false.
func monotoneFrom(s Scalar, atoms []*Atom, xs []Interval) (x Interval, ok bool) {
	up, down := true, true
	type powers [3]int
	coefs, added := map[powers]float64{}, map[powers]float64{} // sums of coefficients and of their absolute values
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
	x = a.Join(b)
	return x, !math.IsNaN(x.Lo) && !math.IsNaN(x.Hi)
}

// binomial returns n over k.
func binomial(n, k int) float64 {
	v := 1.0
	for i := 0; i < k; i++ {
		v = v * float64(n-i) / float64(i+1)
	}
	return v
}

// valueAt returns an interval that contains the value of s for the given values of its atoms.
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
