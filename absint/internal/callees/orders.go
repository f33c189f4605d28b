package callees

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparators that a collection was made with elsewhere: a Map that is a parameter may be a TreeMap with a comparator of the program.
//
// Sound because a program that makes no collection in an order of its own has none, and any comparator of the program may be that of a
// collection that is not known.

// maxOrders bounds the comparators that a call may run by their bounds.
const maxOrders = 16

// addHiddenOrder calls emit with the comparisons that collection v makes to find an element, if it may have been made with a comparator that is not
// known here.
func (k *elementCallFinder) addHiddenOrder(v ssa.ID, emit func(CallSite)) {
	f := k.s.M.Fn
	v = k.s.M.Uncast(v)
	class := platform.ClassName(f.Static(v))
	if _, made := k.s.comparatorOf(v); made || f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpNew || k.site.IsCallback || !k.a.MakesOrders(class) {
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
	c := k.a.anyMethod(k.s, k.site, ms...)
	if n := len(c.Targets) + len(c.Lambdas); n > maxOrders {
		c = k.site.Callback(ms[0])
		c.Unknown = fmt.Sprintf("any of %d comparators may run", n)
	}
	if c.Unknown != "" || len(c.Targets)+len(c.Lambdas)+len(c.Stated) > 0 {
		c.Library = false // the model prices the library's
		for range calls {
			emit(c)
		}
	}
}

// addOrderOf calls emit with the comparisons that collection v makes by the comparator that it was made with.
func (k *elementCallFinder) addOrderOf(v ssa.ID, emit func(CallSite)) {
	by, ok := k.s.comparatorOf(v)
	if !ok {
		k.addHiddenOrder(v, emit)
		return
	}
	c, ok := k.a.made(k.s, k.site, by, platform.Compare, 0)
	if !ok {
		c = k.a.callback(k.s, k.site, by, platform.Compare)
	}
	if c.Unknown != "" && !libraryOrder(k.s, by) || len(c.Targets)+len(c.Lambdas)+len(c.Callbacks) > 0 {
		emit(c)
	}
}
