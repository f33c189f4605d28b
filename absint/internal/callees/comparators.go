package callees

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparisons of collections in order: by the comparator that a collection was made with, otherwise by compareTo of its elements.
//
// Sound because a comparator that this method does not pass to the constructor may be any of the application, unless the collection is known to be
// in its natural order, or nothing makes collections with comparators; a comparator that library code makes of a function has no price.

// addComparison adds the comparisons of a key in a sorted collection: by the comparator that the collection was created
// with, otherwise by compareTo of the key.
func (k *elementCallFinder) addComparison(key ssa.ID) {
	if _, ok := progdb.ComparatorOf(k.s.Body, k.s.ordered(k.site.Args[0])); !ok {
		k.addKeyCall(key, platform.CompareTo, PerLevel, 0)
	}
	k.addOrderOf(k.site.Args[0], k.s.valueTypes(k.a, key), func(c CallSite) { k.emit(c, PerLevel) })
}

// addOrderOf calls emit with the comparison of elements, which may be of some types, by the comparator of a collection. That of the natural order, which
// runs compareTo of the elements, is none.
func (k *elementCallFinder) addOrderOf(collection ssa.ID, types []string, emit func(CallSite)) {
	collection = k.s.ordered(collection)
	v, ok := progdb.ComparatorOf(k.s.Body, collection)
	if !ok {
		if c, any := k.unknownOrder(types); any && !k.naturalOrder(collection) {
			emit(c)
		}
		return
	}
	if c, ok := k.a.made(k.s, k.site, v, platform.Compare, 0); ok {
		emit(c)
		return
	}
	c := k.a.callback(k.s, k.site, v, platform.Compare)
	k.addInherited(&c, emit)
	switch {
	case c.Unknown != "":
		if !k.s.M.Fn.IsNull(v) && !progdb.LibraryOrder(k.s.Body, v) {
			emit(c)
		}
	case len(c.Targets)+len(c.Lambdas) > 0:
		c.Library, c.Stated = false, nil // the model prices these
		emit(c)
	case c.Library && k.ownCode(c.Member.Class, c.Member):
		emit(c)
	}
}

// ordered returns the collection in order that a value is a view or a wrapper of, as far as this method shows it, and any other value itself.
func (s *Summary) ordered(v ssa.ID) ssa.ID {
	f := s.M.Fn
	collection := v
	for at, depth := v, 0; depth < symval.MaxDepth; depth++ {
		if platform.FindsByOrder.Has(s.narrowest(at)) {
			collection = at
		}
		if at = s.M.Uncast(at); !f.IsCall(at) || len(f.Args(at)) == 0 {
			break
		}
		mem, _ := f.Member(at)
		if !platform.IsPlatform(mem.Class) || !platform.KeepsWrapped.Has(mem) && !platform.SetOfMap.Has(mem) && !platform.KeyViews.Named(mem.Name) {
			break
		}
		at = f.Args(at)[0]
	}
	return collection
}

// unknownOrder returns the comparison of elements, which may be of some types, by a comparator that may be any of the application, and by methods. ok is
// false if it runs none of the application.
func (k *elementCallFinder) unknownOrder(types []string, ms ...classfile.Member) (c CallSite, ok bool) {
	c = k.site.Callback(platform.Compare)
	if k.a.Fields.OrdersCollections() {
		c = k.a.anyMethod(k.s, k.site, platform.Compare)
		c.Lambdas = slices.DeleteFunc(slices.Clone(c.Lambdas), func(l *callgraph.Lambda) bool {
			return !k.compares(progdb.Parameter(l.Dynamic, 0, ""), types)
		})
		c.Targets = slices.DeleteFunc(slices.Clone(c.Targets), func(t *classfile.Method) bool { return !k.compares(progdb.ComparedBy(t), types) })
		c = k.limited(c)
	}
	if len(ms) > 0 {
		any := k.a.anyMethod(k.s, k.site, ms...)
		c.addTargets(&any)
		c.Unknown = cmp.Or(c.Unknown, any.Unknown)
	}
	if k.a.Fields.OrdersByFunctions() {
		c.Targets, c.Lambdas, c.Unknown = nil, nil, "the comparator that the collection was made with is not known"
	}
	c.Library = false // the model prices the library's
	return c, c.Unknown != "" || len(c.Targets)+len(c.Lambdas)+len(c.Stated) > 0
}

// compares reports whether a comparator of a class may compare elements of some types: others end it by an exception.
func (k *elementCallFinder) compares(class string, types []string) bool {
	return len(types) == 0 || slices.ContainsFunc(types, func(t string) bool {
		of := generic.Erased(t)
		return of == "" || k.a.Hierarchy.Related(of, class)
	})
}

// addReordering adds the comparisons that a heap makes to restore its order when an element is taken, two at each
// level, or that a collection in order makes when others are added. They are of elements that no value of the method stands for: if
// the elements are in their natural order, any compareTo of the application may run, and if the comparator is not known, any
// comparator as well.
func (k *elementCallFinder) addReordering(times ...Multiplicity) {
	add := func(c CallSite) {
		for _, n := range times {
			k.emit(c, n)
		}
	}
	collection := k.s.ordered(k.site.Args[0])
	v, ok := progdb.ComparatorOf(k.s.Body, collection)
	var c CallSite
	switch {
	case ok && k.s.M.Fn.Values[v].Op == classfile.OpGetstatic && progdb.LibraryOrder(k.s.Body, v): // of strings
		return
	case ok && progdb.LibraryOrder(k.s.Body, v) || k.naturalOrder(collection):
		c = k.a.anyMethod(k.s, k.site, platform.CompareTo)
	case !ok || k.s.M.Fn.IsNull(v):
		c, _ = k.unknownOrder(k.s.elementTypes(k.a, collection, 0), platform.CompareTo)
	default:
		if c, ok = k.a.made(k.s, k.site, v, platform.Compare, 0); ok {
			add(c)
			return
		}
		c = k.a.callback(k.s, k.site, v, platform.Compare)
	}
	if c.Unknown != "" || len(c.Targets)+len(c.Lambdas)+len(c.Stated) > 0 {
		c.Library = false // the model prices the library's
		add(c)
	}
}

// naturalOrder reports whether a collection was made in this method, or for the field that holds it, without a comparator.
func (k *elementCallFinder) naturalOrder(collection ssa.ID) bool {
	f := k.s.M.Fn
	v := k.s.M.Uncast(collection)
	switch x := &f.Values[v]; {
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpNew:
		return progdb.MadeInNaturalOrder(k.s.Body, v)
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		mem, _ := f.Member(v)
		return k.a.Fields.HeldInNaturalOrder(mem)
	}
	return false
}
