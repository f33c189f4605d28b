package cost

import (
	"sync"

	"github.com/energylint/energylint/absint/internal/expr"
)

// sequence adds the outcomes of pieces of code that run one after another, as Outcome.Then does, in place. No outcome is
// infeasible.
type sequence struct {
	meta Outcome // all but the polynomial
	poly expr.Sum
}

// sequences are reused with the memory of their sums.
var sequences = sync.Pool{New: func() any { return new(sequence) }}

// release keeps the sequence for the next one.
func (s *sequence) release() {
	s.meta = Outcome{}
	s.poly.Reset()
	sequences.Put(s)
}

// then appends the outcome of what runs next.
func (s *sequence) then(next Outcome) {
	if s.meta.Unbounded { // of which nothing but the reasons is kept
		s.meta.Reasons, s.meta.Throws = expr.UnionReasons(s.meta.Reasons, next.Reasons), s.meta.Throws || next.Throws
		return
	}
	throws := s.meta.Throws || next.Throws
	s.meta = s.meta.MergeMeta(next)
	s.meta.Throws = throws
	if s.meta = s.meta.Settle(); s.meta.Unbounded {
		s.poly.Reset()
		return
	}
	s.poly.Add(next.Poly)
}

// outcome returns the outcome of all.
func (s *sequence) outcome() Outcome {
	out := s.meta
	out.Poly = s.poly.Poly()
	return out
}
