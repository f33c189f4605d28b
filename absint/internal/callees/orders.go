package callees

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparators that a collection was made with elsewhere: a Map that is a parameter may be a TreeMap with a comparator of the program.
//
// Sound because a program that makes no collection in an order of its own has none, and any comparator of the program may be that of a
// collection that is not known.

// maxOrders bounds the comparators that a call may run by their bounds.
const maxOrders = 64

// addHiddenOrder calls emit with the comparisons that collection v makes to find an element, if it may have been made with a comparator that is not
// known here.
func (k *elementCallFinder) addHiddenOrder(v ssa.ID, emit func(CallSite)) {
	f := k.s.M.Fn
	v = k.s.M.Uncast(v)
	class := platform.ClassName(f.Static(v))
	if _, made := progdb.ComparatorOf(k.s.Body, v); made || f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpNew || k.site.IsCallback || !k.a.MakesOrders(class) {
		return
	}
	if ks, ok := k.s.objects.Objects(k.s.Body, v, class, objectflow.MaxDepth, false); ok && !slices.ContainsFunc(ks, func(o objectflow.AbstractObject) bool {
		return o.Lambda != nil || !o.Exact || platform.FindsByOrder.Has(o.Class)
	}) {
		return
	}
	ms := k.a.Comparisons()
	calls := 1
	if len(ms) > 1 {
		calls = 2 // a comparator of keys computes the key of both
	}
	c := k.limited(k.a.anyMethod(k.s, k.site, ms...))
	if c.Unknown != "" || len(c.Targets)+len(c.Lambdas)+len(c.Stated) > 0 {
		c.Library = false // the model prices the library's
		for range calls {
			emit(c)
		}
	}
}

// limited returns a call of comparators as it is or, where these are too many, one that is not known: what the costliest of many needs says little of
// the one that runs.
func (k *elementCallFinder) limited(c CallSite) CallSite {
	n := len(c.Targets) + len(c.Lambdas)
	if n <= maxOrders {
		return c
	}
	c = k.site.Callback(c.Member)
	c.Unknown = fmt.Sprintf("any of %d comparators may run", n)
	return c
}
