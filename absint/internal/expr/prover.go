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

	terms []Term // memory for differences whose range alone is of interest
}

const proofDepth = 4 // nested maxima, minima and quotients that a proof splits

// Least returns a lower bound of s, -Inf if it finds none.
func (p *Prover) Least(s Size) float64 { return p.leastAt(s, proofDepth) }

// multiplesOf returns the positive integers k for which s - k*t lacks a term that s and t have in common.
func (s Size) multiplesOf(t Size) (out []int64) {
	for _, x := range s.Terms {
		for _, y := range t.Terms {
			if len(x.Mono) > 0 && CompareMono(x.Mono, y.Mono) == 0 && x.Coef/y.Coef > 0 && x.Coef%y.Coef == 0 {
				out = append(out, x.Coef/y.Coef)
			}
		}
	}
	return out
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
	best := p.Ranges.Size(s).Lo
	for _, k := range p.Known {
		if k.Top || len(s.Terms)+len(k.Terms) > 2*maxSum {
			continue
		}
		for _, times := range append(s.multiplesOf(k), 1, 2, 4) {
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
