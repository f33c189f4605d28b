package cost

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// What a call of an object costs that the method was given depends on the object. Where no bound holds for whatever the
// object may be, the call becomes a symbol of the cost: a dimension of vectors, like a choice, that stands for the cost
// of the costliest of all calls of one method on one object, in one call of the method that the cost is of. It has no
// weight, and is never below 0. A caller that knows the object puts its cost in the place of the symbol.

// CallSymbol is the cost of the costliest call of a method on an object.
type CallSymbol struct {
	Member classfile.Member // the method, as the call names it
	Path   string           // identifies the object, as in Symbol; empty for any object
	Name   string           // as the developer would write it: it.next(), or Iterator.next() for any object
	// Followed says that the methods of all objects that the call can be made on, as far as they are analysed, were
	// analysed before its method.
	Followed bool
}

// CallTable numbers call symbols, from FirstCall on.
type CallTable struct {
	memo.Numbers[CallSymbol, pattern.ID]
}

func (t *CallTable) ID(c CallSymbol) pattern.ID {
	return t.Get(c, func(n int) pattern.ID { return expr.FirstCall + pattern.ID(n) })
}

func (t *CallTable) Call(id pattern.ID) CallSymbol { return t.Key(int(id - expr.FirstCall)) }

// Sorted puts dimensions that are call symbols into an order that does not depend on their numbers.
func (t *CallTable) Sorted(ids []pattern.ID) []pattern.ID {
	slices.SortFunc(ids, func(a, b pattern.ID) int { return compareCalls(t.Call(a), t.Call(b)) })
	return ids
}

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
