package expr

import (
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Call symbols in costs: dimensions from FirstCall on, which stand for the cost of a call on an unknown receiver and are
// sorted after all dimensions with weights.

// HasCalls reports whether p has call symbols.
func (p Poly) HasCalls() bool {
	for _, t := range p.Terms {
		if n := len(t.Vec); n > 0 && t.Vec[n-1].ID >= FirstCall {
			return true
		}
	}
	return false
}

// Calls returns the call symbols of p, each once, ascending.
func (p Poly) Calls() []pattern.ID {
	var out []pattern.ID
	for _, t := range p.Terms {
		for i := len(t.Vec) - 1; i >= 0 && t.Vec[i].ID >= FirstCall; i-- {
			out = append(out, t.Vec[i].ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// WithoutCalls splits p into the part with weights and the call symbols, whose sum is p.
func (p Poly) WithoutCalls() (weighed, calls Poly) {
	costs, symbols := 0, 0 // terms that have some
	for _, t := range p.Terms {
		i := t.FirstCall()
		costs, symbols = costs+min(i, 1), symbols+min(len(t.Vec)-i, 1)
	}
	weighed.Terms, calls.Terms = make([]PolyTerm, 0, costs), make([]PolyTerm, 0, symbols)
	for _, t := range p.Terms {
		i := t.FirstCall()
		if i > 0 {
			weighed.Terms = append(weighed.Terms, PolyTerm{t.Mono, t.Vec[:i:i]})
		}
		if i < len(t.Vec) {
			calls.Terms = append(calls.Terms, PolyTerm{t.Mono, t.Vec[i:]})
		}
	}
	return weighed, calls
}

// FirstCall returns the index of the first call symbol in the counts of t.
func (t PolyTerm) FirstCall() int {
	i := len(t.Vec)
	for i > 0 && t.Vec[i-1].ID >= FirstCall {
		i--
	}
	return i
}
