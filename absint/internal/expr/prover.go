package expr

import (
	"math"
	"slices"
)

// Prover proves inequalities between Sizes by intervals and a set of Sizes that are known to be nonnegative. Sound because
// it only replaces s by an s - k*t with t >= 0, and maxima, minima and quotients by bounds of them.
type Prover struct {
	Ranges Env
	Known  []Size // each at least 0
	Work   *int   // counts the terms of what is proved and of what is known, if it is not nil

	terms []Term      // memory for differences whose range alone is of interest
	times []int64     // memory for multiples
	most  []knownMost // of Known, as far as it was of interest
}

// knownMost is an upper bound of a known Size, which its terms in memory identify.
type knownMost struct {
	terms *Term
	most  float64
}

const proofDepth = 4 // nested maxima, minima and quotients that a proof splits

// Least returns a lower bound of s, -Inf if it finds none.
func (p *Prover) Least(s Size) float64 { return p.leastAt(s, proofDepth) }

// appendMultiples appends the positive integers k for which s - k*t lacks a term that s and t have in common, each once. It reports
// whether s and t have a term in common with coefficients of the same sign.
func (s Size) appendMultiples(out []int64, t Size) (_ []int64, common bool) {
	for i, j := 0, 0; i < len(s.Terms) && j < len(t.Terms); {
		x, y := s.Terms[i], t.Terms[j]
		switch c := CompareMono(x.Mono, y.Mono); {
		case c < 0:
			i++
			continue
		case c > 0:
			j++
			continue
		}
		i, j = i+1, j+1
		if len(x.Mono) == 0 || (x.Coef > 0) != (y.Coef > 0) {
			continue
		}
		common = true
		if x.Coef%y.Coef == 0 && !slices.Contains(out, x.Coef/y.Coef) {
			out = append(out, x.Coef/y.Coef)
		}
	}
	return out, common
}

// isLinear reports whether s is a sum of multiples of atoms and a constant.
func (s Size) isLinear() bool {
	return !slices.ContainsFunc(s.Terms, func(t Term) bool { return len(t.Mono) > 1 })
}

// mostOf returns an upper bound of the known Size with an index.
func (p *Prover) mostOf(i int) float64 {
	k := p.Known[i]
	if len(k.Terms) == 0 {
		return 0
	}
	for len(p.most) <= i {
		p.most = append(p.most, knownMost{})
	}
	if m := &p.most[i]; m.terms != &k.Terms[0] {
		*m = knownMost{&k.Terms[0], p.Ranges.Size(k).Hi}
	}
	return p.most[i].most
}

// Most returns an upper bound of s, +Inf if it finds none.
func (p *Prover) Most(s Size) float64 { return -p.Least(s.Scale(-1)) }

// Holds reports whether the condition is proved.
func (p *Prover) Holds(c Condition) bool {
	return !c.Size.Top && (math.IsInf(c.Lo, -1) || p.Least(c.Size) >= c.Lo) && (math.IsInf(c.Hi, 1) || p.Most(c.Size) <= c.Hi)
}

// leastAt returns a lower bound of s, splitting at most depth nested atoms.
func (p *Prover) leastAt(s Size, depth int) float64 {
	if s.Top {
		return math.Inf(-1)
	}
	if p.Work != nil {
		*p.Work += (1 + len(p.Known)) * (1 + len(s.Terms))
	}
	best := p.Ranges.Size(s).Lo
	linear := s.isLinear()
	for i, k := range p.Known {
		if k.Top || len(s.Terms)+len(k.Terms) > 2*maxSum {
			continue
		}
		multiples, common := s.appendMultiples(p.times[:0], k)
		if !common && linear && k.isLinear() && p.mostOf(i) >= 0 {
			continue // no term of s cancels: the range of s - times*k starts no higher than that of s
		}
		for _, times := range []int64{1, 2, 4} {
			if !slices.Contains(multiples, times) {
				multiples = append(multiples, times)
			}
		}
		p.times = multiples
		for _, times := range multiples {
			if d := s.appendScaled(p.terms[:0], k, -times); !d.Top { // s >= s - times*k
				best = math.Max(best, p.Ranges.Size(d).Lo)
				p.terms = d.Terms
			}
		}
	}
	if depth == 0 {
		return best
	}
	for i, t := range s.Terms {
		if len(t.Mono) != 1 {
			continue
		}
		a := t.Mono[0]
		rest := Size{Terms: slices.Delete(slices.Clone(s.Terms), i, i+1)}
		switch a.Kind {
		case MaxAtom, MinAtom:
			// A positive term with a maximum is at least the term with any argument; one with a minimum, at least the least of
			// them. A negative coefficient swaps the two.
			anyArg := (a.Kind == MaxAtom) == (t.Coef > 0)
			bound := math.Inf(1)
			if anyArg {
				bound = math.Inf(-1)
			}
			for _, arg := range a.Args {
				v := p.leastAt(rest.Add(arg.Scale(t.Coef)), depth-1)
				if anyArg {
					bound = math.Max(bound, v)
				} else {
					bound = math.Min(bound, v)
				}
			}
			return math.Max(best, bound)
		case DivAtom:
			// k * floor(x / k) is between x - k + 1 and x.
			x := a.Args[0]
			if t.Coef > 0 {
				x = x.AddInt(1 - a.K)
			}
			v := p.leastAt(rest.Scale(a.K).Add(x.Scale(t.Coef)), depth-1)
			v /= float64(a.K)
			return math.Max(best, math.Ceil(Interval{v, v}.outward().Lo))
		}
	}
	return best
}

// Variables returns the number of terms of s that are not constant.
func (s Size) Variables() int {
	if len(s.Terms) > 0 && len(s.Terms[0].Mono) == 0 {
		return len(s.Terms) - 1
	}
	return len(s.Terms)
}

// VariablesOfSum returns the number of terms of s + t that are not constant, unless the sum is unknown.
func (s Size) VariablesOfSum(t Size) int {
	n := s.Variables() + t.Variables()
	for i, j := len(s.Terms)-s.Variables(), len(t.Terms)-t.Variables(); i < len(s.Terms) && j < len(t.Terms); {
		switch c := CompareMono(s.Terms[i].Mono, t.Terms[j].Mono); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			n--
			if s.Terms[i].Coef == -t.Terms[j].Coef {
				n--
			}
			i, j = i+1, j+1
		}
	}
	return n
}
