package expr

import (
	"math"
	"slices"
)

// MostScalar returns an upper bound of s, +Inf if it finds none. Sound because s is at most s + x*k for any k that is known to be at
// least 0 and any x >= 0 (the combination of Farkas' lemma, one known inequality at a time).
func (p *Prover) MostScalar(s Scalar) float64 {
	s = s.decided(p)
	best := p.mostScalar(s, knownSteps)
	if best > 0 {
		if known := p.knownFor(s); len(known) > len(p.Known) {
			q := Prover{Ranges: p.Ranges, Known: known}
			best = math.Min(best, q.mostScalar(s, knownSteps))
		}
	}
	return best
}

// knownSteps is how many known inequalities an upper bound combines; with more than manyKnown of them, one.
const (
	knownSteps = 3
	manyKnown  = 8
)

// knownFor returns what is known and follows from it for the atoms of s: a minimum that is not negative, and the products of what is
// known and an atom that is not negative where s has products with it.
func (p *Prover) knownFor(s Scalar) []Size {
	known := slices.Clone(p.Known)
	add := func(k Size) {
		if !k.Top && len(known) < mostKnown && !slices.ContainsFunc(known, func(other Size) bool { return other.Equal(k) }) {
			known = append(known, k)
		}
	}
	var factors []*Atom // of products in s, not negative
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			if a.Kind == MinAtom && p.Ranges.Atom(a).Lo < 0 && p.Least(AtomSize(a)) >= 0 {
				add(AtomSize(a))
			}
			if len(t.Mono) > 1 && p.Ranges.Atom(a).Lo >= 0 && !slices.Contains(factors, a) {
				factors = append(factors, a)
			}
		}
	}
	for _, k := range known {
		for _, a := range factors {
			add(k.Mul(AtomSize(a)))
		}
	}
	return known
}

// mostKnown bounds the inequalities that follow from known ones.
const mostKnown = 24

func (p *Prover) mostScalar(s Scalar, steps int) float64 {
	best := p.Ranges.Scalar(s).Hi
	if steps == 0 || best <= 0 {
		return best
	}
	if len(p.Known) > manyKnown {
		steps = 1
	}
	for _, k := range p.Known {
		for _, x := range s.Terms {
			for _, y := range k.Terms {
				if len(x.Mono) == 0 || CompareMono(x.Mono, y.Mono) != 0 || x.Coef*float64(y.Coef) >= 0 {
					continue
				}
				times := ScalarOf(k)
				for i := range times.Terms {
					times.Terms[i].Coef *= x.Coef / float64(y.Coef) // below 0
				}
				best = math.Min(best, p.mostScalar(s.Sub(times), steps-1))
			}
		}
	}
	return best
}

// Decide replaces the maxima and minima in s, nested ones included, by the argument that what is known makes equal to each:
// min(max(0, y), z) becomes min(y, z) where y is known to be at least 0. Sound because an argument is the maximum where no other
// one exceeds it, and the minimum where it exceeds no other one.
func (p *Prover) Decide(s Size) Size {
	return s.replaceAtoms(p.decideAtom)
}

func (p *Prover) decideAtom(a *Atom) Size {
	if a.Kind <= IndexAtom {
		return AtomSize(a)
	}
	args := a.mapArgs(p.Decide)
	out := a.Of(args)
	if out.Top {
		return AtomSize(a)
	}
	if a.Kind != MaxAtom && a.Kind != MinAtom {
		return out
	}
	for i, s := range args {
		decides := func(other Size) bool {
			if a.Kind == MinAtom {
				return p.Least(other.Sub(s)) >= 0
			}
			return p.Least(s.Sub(other)) >= 0
		}
		if !slices.ContainsFunc(slices.Delete(slices.Clone(args), i, i+1), func(other Size) bool { return !decides(other) }) {
			return s
		}
	}
	return out
}

// decided applies Prover.Decide to the products of s.
func (s Scalar) decided(p *Prover) Scalar {
	var terms []ScalarTerm
	for _, t := range s.Terms {
		size := p.Decide(Size{Terms: []Term{{1, t.Mono}}})
		for _, u := range size.Terms {
			terms = append(terms, ScalarTerm{u.Mono, float64(u.Coef) * t.Coef})
		}
	}
	return sumTerms(terms)
}
