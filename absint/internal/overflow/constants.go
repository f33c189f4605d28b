package overflow

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Sums with constants. Sound because an addition counts as exact only if it cannot wrap.

// StripConstants strips the additions of constants from v and returns their sum.
func StripConstants(m *symval.Func, v ssa.ID) (ssa.ID, float64) {
	sum := 0.0
	for range symval.MaxDepth {
		a, c, ok := m.Addition(v)
		if !ok {
			break
		}
		v, sum = a, sum+float64(c)
	}
	return v, sum
}

// ExactAdditions reports whether none of the additions that StripConstants strips overflows.
func ExactAdditions(m *symval.Func, v ssa.ID) bool {
	for range symval.MaxDepth {
		a, _, ok := m.Addition(v)
		if !ok {
			return true
		}
		if !m.CannotWrap(v) {
			return false
		}
		v = a
	}
	return false
}
