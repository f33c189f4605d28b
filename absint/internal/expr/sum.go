package expr

import "slices"

// Sum adds costs in place: its result equals that of Poly.Add for the same costs in the same order, without a copy of what
// was added before for each of them. The zero value is 0, and a Sum that was read may be used for the next one. It is not
// safe for concurrent use.
//
// Sound because it changes only vectors that it made itself and that no Poly has.
type Sum struct {
	terms []PolyTerm // sorted by monomial
	owned []bool     // by term: the vector belongs to the sum
	spare []Vector   // the memory of vectors of sums before
	work  int        // Poly.Work of the sum
}

// Add adds p.
func (s *Sum) Add(p Poly) {
	for _, t := range p.Terms {
		s.AddTerm(t.Mono, t.Vec)
	}
}

// AddTerm adds the product of m and v.
func (s *Sum) AddTerm(m Mono, v Vector) {
	if len(v) == 0 {
		return
	}
	i, found := 0, len(s.terms) > 0 && len(m) == 0 && len(s.terms[0].Mono) == 0 // most terms are constants
	if !found {
		i, found = slices.BinarySearchFunc(s.terms, m, func(t PolyTerm, m Mono) int { return CompareMono(t.Mono, m) })
	}
	if !found {
		s.terms, s.owned = slices.Insert(s.terms, i, PolyTerm{m, v}), slices.Insert(s.owned, i, false)
		s.work += workOf(m)
		return
	}
	t := &s.terms[i]
	if !s.owned[i] {
		t.Vec, s.owned[i] = append(s.memory(len(t.Vec)+len(v)), t.Vec...), true
	}
	if t.Vec = t.Vec.Accumulate(v); len(t.Vec) == 0 {
		s.work -= workOf(t.Mono)
		s.spare = append(s.spare, t.Vec)
		s.terms, s.owned = slices.Delete(s.terms, i, i+1), slices.Delete(s.owned, i, i+1)
	}
}

// memory returns an empty vector with room for at least n counts.
func (s *Sum) memory(n int) Vector {
	if n := len(s.spare); n > 0 {
		v := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return v[:0]
	}
	return make(Vector, 0, n+n/2)
}

// Work returns Poly.Work of the sum.
func (s *Sum) Work() int { return s.work }

// Poly returns the sum and sets it to 0.
func (s *Sum) Poly() Poly {
	var p Poly
	if len(s.terms) > 0 {
		p.Terms = slices.Clone(s.terms)
	}
	for i := range p.Terms {
		if s.owned[i] {
			p.Terms[i].Vec = append(make(Vector, 0, len(p.Terms[i].Vec)), p.Terms[i].Vec...)
		}
	}
	s.Reset()
	return p
}

// Reset sets the sum to 0.
func (s *Sum) Reset() {
	for i, t := range s.terms {
		if s.owned[i] {
			s.spare = append(s.spare, t.Vec)
		}
	}
	clear(s.terms)
	s.terms, s.owned, s.work = s.terms[:0], s.owned[:0], 0
	if len(s.spare) > maxSpare {
		clear(s.spare[maxSpare:])
		s.spare = s.spare[:maxSpare]
	}
}

// maxSpare is how many vectors a sum keeps the memory of.
const maxSpare = 64

// workOf returns the steps that Poly.Work counts for a term.
func workOf(m Mono) int {
	n := 1
	for _, a := range m {
		n += int(a.Weight)
	}
	return n
}
