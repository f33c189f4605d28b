package absint

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/internal/spec"
)

// EnergyTerm is a summand of a budget: so many joules times a size.
type EnergyTerm struct {
	Joules float64
	Size   Size
}

// Excess is the interval, over the domain, of the weighted cost of an outcome less a budget. It says nothing of
// what the outcome leaves out: look at its Reasons. ok is false where the arithmetic may overflow in the domain.
func (d Domain) Excess(o Outcome, obj Objective, budget []EnergyTerm) (x Range, missing []Reason) {
	if d.s.err != nil {
		return everything, nil
	}
	cost := d.ranges.decidePoly(o.Poly).dot(obj.weights())
	for _, t := range budget {
		b := scalarOf(d.ranges.decide(t.Size))
		for i := range b.terms {
			b.terms[i].coef *= t.Joules
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

// Points returns corners of the domain, as domains in which every symbol of the outcome and of the budget has one
// value: where a budget that depends on symbols is tried. Symbols without a largest value are tried up to a million.
func (d Domain) Points(o Outcome, budget []EnergyTerm) []Domain {
	syms := d.s.Symbols(o)
	for _, t := range budget {
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

// Admits says whether the predicates surely hold at a point of the domain, of which the domain has only the intervals, and
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

// Joules is the value of a budget at a point of the domain.
func (d Domain) Joules(budget []EnergyTerm) float64 {
	sum := 0.0
	for _, t := range budget {
		sum += t.Joules * d.ranges.size(t.Size).Hi
	}
	return sum
}

// Budget converts an energy expression of a specification; why says what of it the engine does not understand.
func (s *Summary) Budget(e spec.Expr) (terms []EnergyTerm, why string) {
	if s.err != nil {
		return nil, s.err.Error()
	}
	return s.m.budget(e)
}

func (m *method) budget(e spec.Expr) (terms []EnergyTerm, why string) {
	switch e := e.(type) {
	case spec.Energy:
		return []EnergyTerm{{e.Joules, Const(1)}}, ""
	case spec.Neg:
		ts, why := m.budget(e.X)
		for i := range ts {
			ts[i].Joules = -ts[i].Joules
		}
		return ts, why
	case spec.Binary:
		switch e.Op {
		case '+', '-':
			x, why := m.budget(e.X)
			if why != "" {
				return nil, why
			}
			y, why := m.budget(e.Y)
			if e.Op == '-' {
				for i := range y {
					y[i].Joules = -y[i].Joules
				}
			}
			return append(x, y...), why
		case '*':
			x, y := e.X, e.Y
			if y.Dim() == spec.Joule {
				x, y = y, x
			}
			ts, why := m.budget(x)
			if why != "" {
				return nil, why
			}
			if n, ok := y.(spec.Number); ok {
				for i := range ts {
					ts[i].Joules *= n.Value
				}
				return ts, ""
			}
			k := m.sizeOfExpr(y, -1)
			if k.bad {
				return nil, fmt.Sprintf("%s is neither a parameter nor a size that keeps its value in the method", y)
			}
			for i := range ts {
				if ts[i].Size = ts[i].Size.Mul(k); ts[i].Size.bad {
					return nil, fmt.Sprintf("%s %s", e, tooLarge)
				}
			}
			return ts, ""
		case '/':
			ts, why := m.budget(e.X)
			n, ok := e.Y.(spec.Number)
			if why == "" && (!ok || n.Value == 0) {
				why = fmt.Sprintf("an energy can be divided by a number, not by %s", e.Y)
			}
			for i := range ts {
				ts[i].Joules /= n.Value
			}
			return ts, why
		}
	}
	return nil, fmt.Sprintf("%s is not a sum of energies and energies times sizes", e)
}
