package expr

import "math"

// MostScalar returns an upper bound of s, +Inf if it finds none. Sound because s is at most s + x*k for any k that is known to be at
// least 0 and any x >= 0 (the combination of Farkas' lemma, one known inequality at a time), and max(0, y) is y where y >= 0.
func (p *Prover) MostScalar(s Scalar) float64 {
	return p.mostScalar(s.withoutClamps(p), knownSteps)
}

// knownSteps is how many known inequalities an upper bound combines; with more than manyKnown of them, one.
const (
	knownSteps = 3
	manyKnown  = 8
)

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

// withoutClamps replaces max(0, y) by y where y is known to be at least 0.
func (s Scalar) withoutClamps(p *Prover) Scalar {
	unclamped := func(a *Atom) Size {
		if y, ok := a.Unclamped(); ok && p.Least(y) >= 0 {
			return y
		}
		return AtomSize(a)
	}
	var terms []ScalarTerm
	for _, t := range s.Terms {
		size := Size{Terms: []Term{{1, t.Mono}}}.mapAtoms(unclamped)
		if size.Top {
			terms = append(terms, t)
			continue
		}
		for _, u := range size.Terms {
			terms = append(terms, ScalarTerm{u.Mono, float64(u.Coef) * t.Coef})
		}
	}
	return sumTerms(terms)
}
