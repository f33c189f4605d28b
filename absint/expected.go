package absint

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// Some library models say what a call usually costs, since the worst case says nothing of any program that runs: that all
// keys of a hash table collide. A bound with such a call in it holds as long as the call costs no more than that. So an
// outcome carries the calls that it rests on in this way: all that its evaluation came to, also those of a branch that
// costs less than another, since it is by its expected cost that it does.

// callSet is a set of library methods, by their numbers in a methodTable. It is immutable; nil is the empty set.
type callSet struct{ words []uint64 }

// unite is the union of two sets of one table. Most unions are one of both, which is then the result.
func (s *callSet) unite(t *callSet) *callSet {
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
	return &callSet{words}
}

// each calls f with the numbers of a set, in their order.
func (s *callSet) each(f func(n int)) {
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// methodTable numbers library methods, and keeps the set of each.
type methodTable struct {
	numbers[classfile.Member, *callSet]
}

// single is the set of one method.
func (t *methodTable) single(m classfile.Member) *callSet {
	m.Interface = false // how it is named makes no difference
	return t.get(m, func(n int) *callSet {
		s := &callSet{make([]uint64, n/64+1)}
		s.words[n/64] = 1 << (n % 64)
		return s
	})
}

// adopt is a set of another table as one of this table.
func (t *methodTable) adopt(from *methodTable, s *callSet) *callSet {
	if s == nil || t == from {
		return s
	}
	var out *callSet
	for _, m := range from.list(s) {
		out = out.unite(t.single(m))
	}
	return out
}

// list are the methods of a set, sorted.
func (t *methodTable) list(s *callSet) []classfile.Member {
	if s == nil {
		return nil
	}
	var out []classfile.Member
	s.each(func(n int) { out = append(out, t.key(n)) })
	slices.SortFunc(out, compareMembers)
	return out
}

func compareMembers(a, b classfile.Member) int {
	return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Desc, b.Desc))
}

// Expected returns the library methods whose calls count in an outcome with an expected cost, not a worst one: sorted,
// those that library code calls among them. They are those of a bound from above; of one from below there are none.
func (a *Pricer) Expected(o Outcome) []classfile.Member { return a.methods.list(o.expected) }

// Expected returns the library methods whose calls count in the price with an expected cost, sorted.
func (p *Portable) Expected() []classfile.Member { return p.methods.list(p.expected) }
