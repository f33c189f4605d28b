package absint

import (
	"math"
	"slices"
)

// prover shows inequalities between sizes: by intervals, with sizes that are known not to be negative.
type prover struct {
	ranges Ranges
	known  []Size // each at least 0
}

const proofDepth = 4 // of maxima and quotients that a proof takes apart

// least is a number that s never falls below; -Inf where none is found.
func (p *prover) least(s Size) float64 { return p.leastAt(s, proofDepth) }

// multiplesOf are how many times t can be taken from s for a term of both to vanish.
func (s Size) multiplesOf(t Size) (out []int64) {
	for _, x := range s.terms {
		for _, y := range t.terms {
			if len(x.mono) > 0 && compareMono(x.mono, y.mono) == 0 && x.coef/y.coef > 0 && x.coef%y.coef == 0 {
				out = append(out, x.coef/y.coef)
			}
		}
	}
	return out
}

// most is a number that s never exceeds.
func (p *prover) most(s Size) float64 { return -p.least(s.Scale(-1)) }

// holds says whether s is surely in the range of the condition.
func (p *prover) holds(c Condition) bool {
	return !c.Size.bad && (math.IsInf(c.Lo, -1) || p.least(c.Size) >= c.Lo) && (math.IsInf(c.Hi, 1) || p.most(c.Size) <= c.Hi)
}

func (p *prover) leastAt(s Size, depth int) float64 {
	if s.bad {
		return math.Inf(-1)
	}
	best := p.ranges.size(s).Lo
	for _, k := range p.known {
		for _, times := range append(s.multiplesOf(k), 1, 2, 4) {
			if d := s.addScaled(k, -times); !d.bad { // s is at least s - k
				best = math.Max(best, p.ranges.size(d).Lo)
			}
		}
	}
	if depth == 0 {
		return best
	}
	for i, t := range s.terms {
		if len(t.mono) != 1 {
			continue
		}
		a := t.mono[0]
		rest := Size{terms: slices.Delete(slices.Clone(s.terms), i, i+1)}
		switch a.kind {
		case maxAtom, minAtom:
			// Of what it is taken from, one counts: any where the term helps, the worst where it does not.
			any := (a.kind == maxAtom) == (t.coef > 0)
			bound := math.Inf(1)
			if any {
				bound = math.Inf(-1)
			}
			for _, arg := range a.args {
				v := p.leastAt(rest.Add(arg.Scale(t.coef)), depth-1)
				if any {
					bound = math.Max(bound, v)
				} else {
					bound = math.Min(bound, v)
				}
			}
			return math.Max(best, bound)
		case divAtom:
			// k * floor(x / k) is between x - k + 1 and x.
			x := a.args[0]
			if t.coef > 0 {
				x = x.AddInt(1 - a.k)
			}
			v := p.leastAt(rest.Scale(a.k).Add(x.Scale(t.coef)), depth-1)
			v /= float64(a.k)
			return math.Max(best, math.Ceil(Range{v, v}.outward().Lo))
		}
	}
	return best
}
