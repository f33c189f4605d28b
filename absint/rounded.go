package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
)

// RoundedTerms returns the summands of a cost that is easier to read than o: floor(x / k) is taken for x / k, ceil(x / k)
// for (x + k - 1) / k, and max(0, x - c) for x where such a division or a multiple is in it. What arrays and library models are charged
// by the 8, 64 or 1024 elements is then charged by the element. Terms that are written alike become one: two largest
// sizes of one name are the larger of them. Divisions by less than least stay; with a least of 1 each max(0, x - c) goes.
//
// The sum is not below o where prices are not negative. It is for people; no bound rests on it.
func (a *Analyzer) RoundedTerms(o cost.Outcome, least int64) []Term {
	return a.Terms(cost.Outcome{Poly: Rounded(o.Poly, least)})
}

func Rounded(p expr.Poly, least int64) expr.Poly {
	var terms []expr.PolyTerm
	for _, t := range p.Terms {
		parts := []part{{1, t.Mono}}
		if !expr.TakesAway(t.Vec) {
			parts = rounder(least).mono(t.Mono)
		}
		for _, p := range parts {
			terms = append(terms, expr.PolyTerm{Mono: p.mono, Vec: t.Vec.Scale(p.coef)})
		}
	}
	at := map[string]int{}
	written := make([]expr.PolyTerm, 0, len(terms))
	for _, t := range expr.SumOf(terms).Terms {
		name := t.Mono.String()
		if i, ok := at[name]; ok && !expr.TakesAway(t.Vec) && !expr.TakesAway(written[i].Vec) {
			written[i].Vec = written[i].Vec.Add(t.Vec)
			continue
		}
		at[name] = len(written)
		written = append(written, t)
	}
	return expr.Poly{Terms: written}
}

// part is a product of atoms with a real coefficient above 0.
type part struct {
	coef float64
	mono expr.Mono
}

// rounder rounds divisions by at least its value.
type rounder int64

// mostParts keeps a product of sums from growing.
const mostParts = 64

// mono returns parts whose sum is at least the product.
func (r rounder) mono(m expr.Mono) []part {
	out := []part{{1, nil}}
	for _, a := range m {
		sum := r.atom(a)
		if len(out)*len(sum) > mostParts {
			return []part{{1, m}}
		}
		next := make([]part, 0, len(out)*len(sum))
		for _, x := range out {
			for _, y := range sum {
				next = append(next, part{x.coef * y.coef, expr.MulMono(x.mono, y.mono)})
			}
		}
		out = next
	}
	return out
}

// atom returns parts whose sum is at least the atom.
func (r rounder) atom(a *expr.Atom) []part {
	itself := []part{{1, expr.Mono{a}}}
	switch a.Kind {
	case expr.DivAtom:
		if a.K < int64(r) {
			return itself
		}
		if sum, ok := rounder(1).sum(a.Args[0]); ok {
			for i := range sum {
				sum[i].coef /= float64(a.K)
			}
			return sum
		}
	case expr.MaxAtom:
		x, ok := a.Unclamped()
		if !ok || len(x.Terms) > 1 && !r.coarse(x) {
			return itself
		}
		if sum, ok := r.sum(x); ok {
			return sum
		}
	}
	return itself
}

// sum returns parts whose sum is at least max(0, s); ok is false where more than a number is taken away.
func (r rounder) sum(s expr.Size) (out []part, ok bool) {
	constant := 0.0
	for _, t := range s.Terms {
		if len(t.Mono) == 0 {
			constant += float64(t.Coef)
			continue
		}
		if t.Coef < 0 {
			return nil, false
		}
		parts := r.mono(t.Mono)
		if !(expr.Env{}).NotNegative(t.Mono) {
			m := expr.Max(expr.Const(0), expr.MonoSize(t.Mono))
			if m.Bad() {
				return nil, false
			}
			parts = []part{{1, m.Terms[0].Mono}}
		}
		for _, p := range parts {
			if p.coef *= float64(t.Coef); len(p.mono) == 0 {
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

// coarse reports whether max(0, s) is rounded: if s contains a division that is rounded, or a multiple. Other sizes
// such as max(0, n - 1) are kept unless all divisions are rounded.
func (r rounder) coarse(s expr.Size) bool {
	found := r <= 1 || slices.ContainsFunc(s.Terms, func(t expr.Term) bool { return t.Coef > 1 && len(t.Mono) > 0 })
	s.EachAtom(func(a *expr.Atom) { found = found || a.Kind == expr.DivAtom && a.K >= int64(r) })
	return found
}
