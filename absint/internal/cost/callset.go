package cost

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
)

// Some library models say what a call usually costs, since the worst case says nothing of any program that runs: that all
// keys of a hash table collide. A bound with such a call in it holds as long as the call costs no more than that. So an
// outcome carries the calls that it rests on in this way: all that its evaluation came to, also those of a branch that
// costs less than another, since it is by its expected cost that it does.

// CallSet is a set of library methods, by their numbers in a MethodTable. It is immutable; nil is the empty set.
type CallSet struct{ words []uint64 }

// Unite is the union of two sets of one table. Most unions are one of both, which is then the result.
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

// each calls f with the numbers of a set, in their order.
func (s *CallSet) each(f func(n int)) {
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// MethodTable numbers library methods, and keeps the set of each.
type MethodTable struct {
	memo.Numbers[classfile.Member, *CallSet]
}

// Single is the set of one method.
func (t *MethodTable) Single(m classfile.Member) *CallSet {
	m.Interface = false // how it is named makes no difference
	return t.Get(m, func(n int) *CallSet {
		s := &CallSet{make([]uint64, n/64+1)}
		s.words[n/64] = 1 << (n % 64)
		return s
	})
}

// Adopt is a set of another table as one of this table.
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

// List are the methods of a set, sorted.
func (t *MethodTable) List(s *CallSet) []classfile.Member {
	if s == nil {
		return nil
	}
	var out []classfile.Member
	s.each(func(n int) { out = append(out, t.Key(n)) })
	slices.SortFunc(out, CompareMembers)
	return out
}

func CompareMembers(a, b classfile.Member) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Desc, b.Desc))
}
