package cost

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
)

// Some library models give the expected cost of a call instead of the worst case, such as all keys of a hash table
// colliding. A bound with one of these calls holds if the call costs no more than expected. An outcome therefore carries
// the set of these calls, including those on branches that another branch exceeds, since the comparison used the expected
// cost.

// CallSet is a set of library methods, by their numbers in a MethodTable. It is immutable; nil is the empty set.
type CallSet struct{ words []uint64 }

// equal reports whether s and t have the same methods.
func (s *CallSet) equal(t *CallSet) bool {
	return s == t || s != nil && t != nil && slices.Equal(s.words, t.words)
}

// Unite returns the union of two sets of one table: s or t itself if one includes the other.
func (s *CallSet) Unite(t *CallSet) *CallSet {
	switch {
	case t == nil || s == t:
		return s
	case s == nil:
		return t
	case len(s.words) < len(t.words):
		s, t = t, s
	}
	more, less := false, len(s.words) > len(t.words)
	for i, w := range t.words {
		more = more || w&^s.words[i] != 0
		less = less || s.words[i]&^w != 0
	}
	switch {
	case !more:
		return s
	case !less:
		return t
	}
	words := slices.Clone(s.words)
	for i, w := range t.words {
		words[i] |= w
	}
	return &CallSet{words}
}

// each calls f with the numbers in s, ascending.
func (s *CallSet) each(f func(n int)) {
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// MethodTable numbers library methods and stores the singleton set of each.
type MethodTable struct {
	memo.Numbers[classfile.Member, *CallSet]
}

// Single returns the set of one method.
func (t *MethodTable) Single(m classfile.Member) *CallSet {
	m.Interface = false // the same method whether named through a class or an interface
	return t.Get(m, func(n int) *CallSet {
		s := &CallSet{make([]uint64, n/64+1)}
		s.words[n/64] = 1 << (n % 64)
		return s
	})
}

// Adopt converts a set of another table.
func (t *MethodTable) Adopt(from *MethodTable, s *CallSet) *CallSet {
	if s == nil || t == from {
		return s
	}
	var out *CallSet
	for _, m := range from.List(s) {
		out = out.Unite(t.Single(m))
	}
	return out
}

// List returns the methods of a set, sorted.
func (t *MethodTable) List(s *CallSet) []classfile.Member {
	if s == nil {
		return nil
	}
	var out []classfile.Member
	s.each(func(n int) { out = append(out, t.Key(n)) })
	slices.SortFunc(out, CompareMembers)
	return out
}

// CompareMembers orders members by class, name and descriptor.
func CompareMembers(a, b classfile.Member) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Desc, b.Desc))
}
