package cost

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// The cost of a virtual call depends on its receiver. If no bound holds for every receiver, the call becomes a call symbol:
// a dimension of vectors, like a choice, that stands for the cost of the costliest call of one method on one object during
// one call of the analysed method. It has no weight and is never below 0. A caller that knows the object substitutes the
// cost. Sound because the costliest call bounds each of them.

// CallSymbol identifies the cost of the costliest call of a method on an object.
type CallSymbol struct {
	Member classfile.Member // the method, as named by the call
	Path   string           // identifies the object, as in Symbol; empty for any object
	Name   string           // source notation: it.next(), or Iterator.next() for any object
	// Followed reports whether all analysed targets of the call were analysed before the method that contains it.
	Followed bool
}

// CallTable numbers call symbols, from FirstCall on.
type CallTable struct {
	memo.Numbers[CallSymbol, pattern.ID]
}

// ID returns the dimension of a call symbol.
func (t *CallTable) ID(c CallSymbol) pattern.ID {
	return t.Get(c, func(n int) pattern.ID { return expr.FirstCall + pattern.ID(n) })
}

// Call returns the call symbol of a dimension.
func (t *CallTable) Call(id pattern.ID) CallSymbol { return t.Key(int(id - expr.FirstCall)) }

// Sorted sorts dimensions of call symbols, in place, by the symbols: their numbers depend on the schedule.
func (t *CallTable) Sorted(ids []pattern.ID) []pattern.ID {
	slices.SortFunc(ids, func(a, b pattern.ID) int { return compareCalls(t.Call(a), t.Call(b)) })
	return ids
}

// compareCalls orders call symbols by name, path, method and Followed.
func compareCalls(a, b CallSymbol) int {
	c := cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path), CompareMembers(a.Member, b.Member))
	switch {
	case c != 0 || a.Followed == b.Followed:
		return c
	case a.Followed:
		return 1
	}
	return -1
}
