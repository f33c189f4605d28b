package expr

import (
	"math"
	"slices"
)

// Relaxations: polynomials that are nowhere below another one and have simpler atoms, so that term-by-term comparison with a
// budget proves what it does not prove of the original. Sound because only factors of terms >= 0 are replaced, each by a sum of
// products >= 0 that is nowhere below it.

// Relaxation selects what is replaced.
type Relaxation struct {
	// Quotients is the least divisor of floor(x / k) that becomes x / k; 0 keeps all.
	Quotients int64
	// Differences replaces max(0, x - c) by x.
	Differences bool
	// Roots replaces logarithms, square roots and quotients by symbols by their first argument.
	Roots bool
	// Minima replaces the least of several sizes by one of them that has symbols: the first (1) or the last (-1); 0 keeps all.
	Minima int
	// Maxima replaces the largest of several sizes by the sum of those that are positive.
	Maxima bool
}

// mostRelaxed bounds the products that one term becomes.
const mostRelaxed = 64

// Above returns a polynomial that is at least s for all values in env. Numbers of digits become log(q) + 1.
func (r Relaxation) Above(s Scalar, env Env) Scalar {
	x := relaxer{r, env}
	var out []ScalarTerm
	for _, t := range s.Terms {
		ps := []ScalarTerm{{t.Mono, 1}}
		if t.Coef > 0 && x.nonNegative(t.Mono) {
			ps = x.mono(t.Mono)
		}
		for _, p := range ps {
			out = append(out, ScalarTerm{p.Mono, p.Coef * t.Coef})
		}
	}
	return sumTerms(out)
}

// sumTerms adds like terms.
func sumTerms(ts []ScalarTerm) Scalar {
	slices.SortStableFunc(ts, func(a, b ScalarTerm) int { return CompareMono(a.Mono, b.Mono) })
	var out Scalar
	for _, t := range ts {
		if n := len(out.Terms); n > 0 && CompareMono(out.Terms[n-1].Mono, t.Mono) == 0 {
			out.Terms[n-1].Coef += t.Coef
		} else {
			out.Terms = append(out.Terms, t)
		}
	}
	return out
}

type relaxer struct {
	Relaxation
	env Env
}

// nonNegative reports whether every atom of m is >= 0.
func (x relaxer) nonNegative(m Mono) bool {
	return !slices.ContainsFunc(m, func(a *Atom) bool { return x.env.Atom(a).Lo < 0 })
}

// mono returns products >= 0 whose sum is at least m, whose atoms are >= 0.
func (x relaxer) mono(m Mono) []ScalarTerm {
	out := []ScalarTerm{{nil, 1}}
	for _, a := range m {
		sum := x.atom(a)
		if len(out)*len(sum) > mostRelaxed {
			return []ScalarTerm{{m, 1}}
		}
		next := make([]ScalarTerm, 0, len(out)*len(sum))
		for _, p := range out {
			for _, q := range sum {
				if len(p.Mono)+len(q.Mono) > maxDegree {
					return []ScalarTerm{{m, 1}}
				}
				next = append(next, ScalarTerm{MulMono(p.Mono, q.Mono), p.Coef * q.Coef})
			}
		}
		out = next
	}
	return out
}

// atom returns products >= 0 whose sum is at least the atom, which is >= 0.
func (x relaxer) atom(a *Atom) []ScalarTerm {
	itself := []ScalarTerm{{Mono{a}, 1}}
	by, of := 1.0, Size{}
	switch a.Kind {
	case DivAtom:
		if x.Quotients == 0 || a.K < x.Quotients {
			return itself
		}
		by, of = float64(a.K), a.Args[0]
	case MaxAtom:
		y, ok := a.Unclamped()
		if !ok && x.Maxima {
			return x.sumOf(a.Args, itself)
		}
		if !ok || !x.Differences && !x.hasQuotient(y) {
			return itself
		}
		of = y
	case LogAtom:
		if q, ok := a.digitsOf(); ok {
			return append(x.size(q.Log(a.K), itself), ScalarTerm{nil, 1})
		}
		if !x.Roots {
			return itself
		}
		of = a.Args[0]
	case SqrtAtom, QuotAtom:
		if !x.Roots {
			return itself
		}
		of = a.Args[0]
	case MinAtom:
		symbolic := slices.DeleteFunc(slices.Clone(a.Args), func(s Size) bool { return len(s.Symbols()) == 0 })
		if x.Minima == 0 || len(symbolic) == 0 {
			return itself
		}
		if of = symbolic[0]; x.Minima < 0 {
			of = symbolic[len(symbolic)-1]
		}
	default:
		return itself
	}
	sum := slices.Clone(x.size(of, nil))
	if sum == nil {
		return itself
	}
	for i := range sum {
		if q := sum[i].Coef / by; q*by != sum[i].Coef {
			sum[i].Coef = math.Nextafter(q, math.Inf(1))
		} else {
			sum[i].Coef = q
		}
	}
	return sum
}

// sumOf returns products >= 0 whose sum is at least the sum of the positive ones of some sizes; otherwise, if there are none, returns
// what is given.
func (x relaxer) sumOf(sizes []Size, otherwise []ScalarTerm) []ScalarTerm {
	var sum []ScalarTerm
	for _, s := range sizes {
		if v, ok := s.Int(); ok && v <= 0 {
			continue
		}
		y := x.size(s, nil)
		if y == nil {
			return otherwise
		}
		sum = append(sum, y...)
	}
	return sum
}

// hasQuotient reports whether a quotient in s is replaced, or a multiple in it is charged by the element.
func (x relaxer) hasQuotient(s Size) bool {
	return x.Quotients > 0 && (slices.ContainsFunc(s.Terms, func(t Term) bool { return t.Coef > 1 && len(t.Mono) > 0 }) ||
		s.Contains(func(a *Atom) bool { return a.Kind == DivAtom && a.K >= x.Quotients }))
}

// size returns products >= 0 whose sum is at least max(0, s); otherwise, if there are none, returns what is given.
func (x relaxer) size(s Size, otherwise []ScalarTerm) []ScalarTerm {
	if s.Top {
		return otherwise
	}
	out := []ScalarTerm{}
	for _, t := range s.Terms {
		coef := float64(t.Coef)
		switch {
		case math.Abs(coef) > ExactWhole:
			return otherwise
		case len(t.Mono) == 0 && t.Coef < 0, t.Coef < 0 && x.nonNegative(t.Mono):
			continue // max(0, y - z) <= max(0, y)
		case t.Coef > 0 && x.nonNegative(t.Mono):
			for _, p := range x.mono(t.Mono) {
				out = append(out, ScalarTerm{p.Mono, p.Coef * coef})
			}
		case len(t.Mono) == 1: // c * y <= |c| * max(0, y), or max(0, -y)
			y := AtomSize(t.Mono[0])
			if t.Coef < 0 {
				y = y.Scale(-1)
			}
			m := Max(Const(0), y)
			if m.Top || len(m.Terms) != 1 || len(m.Terms[0].Mono) != 1 {
				return otherwise
			}
			out = append(out, ScalarTerm{m.Terms[0].Mono, math.Abs(coef) * float64(m.Terms[0].Coef)})
		default:
			return otherwise
		}
	}
	if len(out) > mostRelaxed {
		return otherwise
	}
	return out
}
