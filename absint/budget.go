package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/spec"
)

// WeightedSize is a size times a weight, in the unit of the weights of an objective.
type WeightedSize struct {
	Weight float64
	Size   Size
}

// Excess returns the interval, over the domain, of the weighted cost of an outcome less the sum of limit, and why the
// interval may not hold: assumptions that the code contradicts, possible overflows and calls without a cost. What the
// outcome itself leaves out is in its Reasons.
func (d Domain) Excess(o Outcome, obj Objective, limit []WeightedSize) (x Range, missing []Reason) {
	if d.s.err != nil {
		return everything, nil
	}
	cost := d.ranges.decidePoly(o.Poly).dot(obj.weights())
	for _, t := range limit {
		b := scalarOf(d.ranges.decide(t.Size))
		for i := range b.terms {
			b.terms[i].coef *= t.Weight
		}
		cost = cost.sub(b)
	}
	return d.ranges.scalar(cost), slices.Concat(d.refuted, d.overflow(o), d.s.missingCalls(o.Poly))
}

// decide replaces every maximum and minimum in the products of s by the argument that is it everywhere in the ranges.
// max(0, n) and the n of a budget then cancel where n is not negative; as intervals they do not.
func (r Ranges) decide(s Size) Size {
	if out := s.mapAtoms(r.decideAtom); !out.bad {
		return out
	}
	return s
}

func (r Ranges) decidePoly(p Poly) Poly {
	extreme := func(a *atom) bool { return a.kind == maxAtom || a.kind == minAtom }
	if !slices.ContainsFunc(p.terms, func(t polyTerm) bool { return slices.ContainsFunc(t.mono, extreme) }) {
		return p
	}
	terms := make([]polyTerm, 0, len(p.terms))
	for _, t := range p.terms {
		if slices.ContainsFunc(t.mono, extreme) {
			terms = appendTimes(terms, t.vec, r.decide(monoSize(t.mono)))
		} else {
			terms = append(terms, t)
		}
	}
	return sumOf(terms)
}

func (r Ranges) decideAtom(a *atom) Size {
	if a.kind == maxAtom || a.kind == minAtom {
		xs := make([]Range, len(a.args))
		for i, s := range a.args {
			xs[i] = r.size(s)
		}
		for i, x := range xs {
			wins := true
			for j, y := range xs {
				wins = wins && (i == j || a.kind == maxAtom && x.Lo >= y.Hi || a.kind == minAtom && x.Hi <= y.Lo)
			}
			if wins {
				return r.decide(a.args[i])
			}
		}
	}
	return atomSize(a)
}

// Points returns corners of the domain, as domains in which every symbol of the outcome and of limit has one value.
// Symbols without an upper bound take values up to a million.
func (d Domain) Points(o Outcome, limit []WeightedSize) []Domain {
	syms := d.s.Symbols(o)
	for _, t := range limit {
		syms = append(syms, t.Size.Symbols()...)
	}
	syms = sortSymbols(syms)
	points := []Domain{{s: d.s, ranges: Ranges{symbols: d.ranges.symbols}, Assumptions: d.Assumptions}}
	for _, sym := range syms {
		if len(points) > 64 {
			break
		}
		r := d.ranges.symbol(sym)
		lo, hi := math.Max(r.Lo, math.Min(0, r.Hi)), math.Min(r.Hi, 1e6)
		values := []float64{lo, math.Floor((lo + hi) / 2), hi}
		if lo > hi {
			values = []float64{r.Lo}
		}
		values = slices.Compact(values)
		var next []Domain
		for _, p := range points {
			for _, v := range values {
				m := map[string]Range{}
				for k, x := range p.ranges.symbols {
					m[k] = x
				}
				m[sym.Path] = Range{v, v}
				next = append(next, Domain{s: d.s, ranges: Ranges{symbols: m}, Assumptions: p.Assumptions})
			}
		}
		points = next
	}
	return points
}

// Admits reports whether the predicates surely hold at a point of the domain, of which the domain has only the intervals, and
// none of what the method requires surely does not.
func (d Domain) Admits(when []spec.Predicate) bool {
	value := func(name string) (float64, bool) {
		sym, ok := d.s.m.namedSymbol(name)
		if !ok {
			return 0, false
		}
		x := d.ranges.symbol(sym)
		return x.Lo, x.Lo == x.Hi
	}
	for _, p := range when {
		if holds, err := spec.Holds(p, value); err != nil || !holds {
			return false
		}
	}
	return !slices.ContainsFunc(d.s.m.facts.Requires, func(p spec.Predicate) bool {
		holds, err := spec.Holds(p, value)
		return err == nil && !holds
	})
}

// SizeRange returns the interval of the values of a size in the domain.
func (d Domain) SizeRange(s Size) Range { return d.ranges.size(s) }

// SizeOf converts an expression without a dimension over the method's parameters to a size on entry to the method. ok is
// false where a part of it is neither a parameter nor a size that keeps its value in the method.
func (s *Summary) SizeOf(e spec.Expr) (size Size, ok bool) {
	if s.err != nil {
		return badSize, false
	}
	size = s.m.sizeOfExpr(e, -1)
	return size, !size.bad
}
