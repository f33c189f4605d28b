package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// RoundedTerms returns the summands of a cost that is easier to read than o: floor(x / k) is taken for x / k, ceil(x / k)
// for (x + k - 1) / k, and max(0, x - c) for x where such a division or a multiple is in it. What arrays and library models are charged
// by the 8, 64 or 1024 elements is then charged by the element. Terms that are written alike become one: two largest
// sizes of one name are the larger of them. Divisions by less than least stay; with a least of 1 each max(0, x - c) goes.
//
// The sum is not below o where sizes and prices are not negative. It is for people; no bound rests on it.
func (a *Analyzer) RoundedTerms(o Outcome, least int64) []Term {
	return a.Terms(Outcome{Poly: o.Poly.rounded(least)})
}

func (p Poly) rounded(least int64) Poly {
	var terms []polyTerm
	for _, t := range p.terms {
		parts := []part{{1, t.mono}}
		if !takesAway(t.vec) {
			parts = rounder(least).mono(t.mono)
		}
		for _, p := range parts {
			terms = append(terms, polyTerm{p.mono, t.vec.Scale(p.coef)})
		}
	}
	at := map[string]int{}
	written := make([]polyTerm, 0, len(terms))
	for _, t := range sumOf(terms).terms {
		name := t.mono.String()
		if i, ok := at[name]; ok && !takesAway(t.vec) && !takesAway(written[i].vec) {
			written[i].vec = written[i].vec.Add(t.vec)
			continue
		}
		at[name] = len(written)
		written = append(written, t)
	}
	return Poly{terms: written}
}

// takesAway says whether a vector has something below 0.
func takesAway(v Vector) bool {
	return slices.ContainsFunc(v, func(c pattern.Count) bool { return c.N < 0 })
}

// part is a product of atoms with a real coefficient above 0.
type part struct {
	coef float64
	mono mono
}

// rounder rounds divisions by at least its value.
type rounder int64

// mostParts keeps a product of sums from growing.
const mostParts = 64

// mono returns parts whose sum is at least the product.
func (r rounder) mono(m mono) []part {
	out := []part{{1, nil}}
	for _, a := range m {
		sum := r.atom(a)
		if len(out)*len(sum) > mostParts {
			return []part{{1, m}}
		}
		next := make([]part, 0, len(out)*len(sum))
		for _, x := range out {
			for _, y := range sum {
				next = append(next, part{x.coef * y.coef, mulMono(x.mono, y.mono)})
			}
		}
		out = next
	}
	return out
}

// atom returns parts whose sum is at least the atom.
func (r rounder) atom(a *atom) []part {
	itself := []part{{1, mono{a}}}
	switch a.kind {
	case divAtom:
		if a.k < int64(r) {
			return itself
		}
		if sum, ok := rounder(1).sum(a.args[0]); ok {
			for i := range sum {
				sum[i].coef /= float64(a.k)
			}
			return sum
		}
	case maxAtom:
		x, ok := a.unclamped()
		if !ok || len(x.terms) > 1 && !r.coarse(x) {
			return itself
		}
		if sum, ok := r.sum(x); ok {
			return sum
		}
	}
	return itself
}

// sum returns parts whose sum is at least max(0, s); ok is false where more than a number is taken away.
func (r rounder) sum(s Size) (out []part, ok bool) {
	constant := 0.0
	for _, t := range s.terms {
		if len(t.mono) == 0 {
			constant += float64(t.coef)
			continue
		}
		if t.coef < 0 {
			return nil, false
		}
		for _, p := range r.mono(t.mono) {
			if p.coef *= float64(t.coef); len(p.mono) == 0 {
				constant += p.coef
			} else {
				out = append(out, p)
			}
		}
	}
	if constant > 0 {
		out = append(out, part{constant, nil})
	}
	return out, true
}

// coarse says whether max(0, s) is rounded: where s has a division that is, or a multiple, which a count has more often
// than a loop. Of the others, max(0, n - 1) can be read as it is, unless all divisions are rounded.
func (r rounder) coarse(s Size) bool {
	found := r <= 1 || slices.ContainsFunc(s.terms, func(t term) bool { return t.coef > 1 && len(t.mono) > 0 })
	s.eachAtom(func(a *atom) { found = found || a.kind == divAtom && a.k >= int64(r) })
	return found
}
