package callees

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Element calls: collections call equals, hashCode and compareTo on keys and elements. The expected cost of a model
// covers elements of library classes. If the static type of an element is an application class, its own method is
// priced in addition, at the expected number of calls. A hash table whose keys all collide makes more calls; costs of
// such models count as expected, not worst-case.

const (
	Once               Multiplicity = iota
	PerLevel                        // logarithm of the size of the receiver
	PerElement                      // size of the receiver
	PerSort                         // n log n for the length n of the first argument
	PerEntry                        // length of the first argument
	PerEntryLevel                   // its logarithm
	PerAddition                     // n log m for the n elements of the first argument, that are added to a receiver which has m then
	PerEntryAddition                // the same for the n entries of the second argument, that are added to the first
	PerLastEntry                    // length of the last argument
	PerArgumentElement              // size of the first argument
	PerFactors                      // a product, see ElementCall
)

// elementCalls returns the equals, hashCode, compareTo and toArray calls that a library call makes on elements of
// application classes.
func (a *Resolver) elementCalls(s *Summary, site *CallSite) (out []ElementCall) {
	if a.Library == nil || a.OpenWorld || !site.Library || a.Stated(site.Member) || len(site.Args) == 0 {
		return nil
	}
	mem := site.Member
	calls := &elementCallFinder{a: a, s: s, site: site}
	switch {
	case !site.IsCallback && calls.addArgumentCalls():
	case takesElements(site):
		calls.addArrayCalls()
	case takesArray(mem) && len(site.Args) == 2 && !site.IsCallback:
		calls.addToArray(site.Args[1])
	case platform.TakesHead.Named(mem.Name) && strings.HasPrefix(mem.Desc, "()") && calls.inOrder():
		calls.addReordering(PerLevel, PerLevel)
	case calls.addsAllInOrder():
		calls.addReordering(PerAddition)
	case strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;") && len(site.Args) >= 2 && !site.IsCallback:
		calls.addSearch()
	}
	calls.addContentCalls()
	return calls.out
}

// elementCallFinder collects the element calls of a library call.
type elementCallFinder struct {
	a    *Resolver
	s    *Summary
	site *CallSite
	out  []ElementCall

	depth int // of the elements of elements
}

// add adds a call that runs known application methods, and those that a method runs which the class of the element inherits from the library.
func (k *elementCallFinder) add(c CallSite, n Multiplicity) {
	k.addInherited(&c, func(h CallSite) { k.emit(h, n) })
	if c.Unknown == "" && len(c.Targets)+len(c.Lambdas) > 0 {
		c.Library, c.Stated = false, nil // the model prices these
		k.emit(c, n)
		return
	}
	switch class := c.Member.Class; {
	case platform.IsPlatform(class) || platform.Holder.Has(class):
		k.addWithin(c, n)
	case c.Library && k.ownCode(class, c.Member):
		k.emit(c, n)
	}
}

// ownCode reports whether a class of a library on the class path, which is none of the platform, has code of its own for a method.
func (k *elementCallFinder) ownCode(class string, m classfile.Member) bool {
	if class == "" || platform.IsPlatform(class) || platform.Holder.Has(class) || k.a.Hierarchy.Analysed(class) {
		return false
	}
	r := k.a.Hierarchy.Resolve(class, m.Name, m.Desc).Method
	return r != nil && r.Access&classfile.AccAbstract == 0 && !platform.IsPlatform(r.Class.Name) && !k.a.Hierarchy.Analysed(r.Class.Name)
}

// addInherited calls emit with the application methods that a call of an element runs by a library method. If it is not known how often, the site
// has no price.
func (k *elementCallFinder) addInherited(c *CallSite, emit func(CallSite)) {
	if c.Unknown != "" || !c.Library {
		return
	}
	if h := k.a.hook(c); h != nil && k.site.UncoveredOverride == nil {
		k.site.UncoveredOverride, k.site.OverrideDepends = h, k.a.HookDependsOnObject(c)
	}
	for _, h := range c.ElementCalls {
		emit(h.CallSite)
	}
}

// emit adds a call, once more for each further comparison that a collection in order makes on a level.
func (k *elementCallFinder) emit(c CallSite, n Multiplicity) {
	times := 1
	if (n == PerLevel || n == PerAddition) && k.receiverIsOf(platform.SkipList) {
		times = platform.SkipListComparisons
	}
	for range times {
		k.out = append(k.out, ElementCall{CallSite: c, Times: n})
	}
}

// addCall adds the call of a method on value v, n times.
func (k *elementCallFinder) addCall(v ssa.ID, called classfile.Member, n Multiplicity) {
	k.addCallOn(v, called, n, nil)
}

// addCallOn adds the call of a method on value v, n times. Where its static type tells no method, v may be of the types that its origin
// tells, and of the given ones.
func (k *elementCallFinder) addCallOn(v ssa.ID, called classfile.Member, n Multiplicity, types []string) {
	c := k.a.callback(k.s, k.site, v, called)
	if c.Unknown == "" {
		k.add(c, n)
		return
	}
	declared := slices.Clone(types)
	var all []string
	chosen, ok := progdb.ChosenFrom(k.s.Body, v)
	for _, from := range chosen {
		of := k.s.valueTypes(k.a, from)
		o := newObjectClasses(k.s, k.a)
		o.object(from)
		for _, t := range slices.Concat(of, types) {
			o.add(generic.Erased(t))
		}
		declared, all = append(declared, of...), append(all, o.types()...)
	}
	if !ok {
		all = append(all, generic.Any)
	}
	for _, t := range generic.Distinct(declared) {
		class := generic.Erased(t)
		if is, _ := k.a.Hierarchy.IsSubtype(class, called.Class); is && class != platform.ObjectClass && (platform.IsPlatform(class) || platform.Holder.Has(class)) {
			held := called
			held.Class = class
			k.addWithin(k.site.Callback(held, v), n)
		}
	}
	if c, ok := k.onTypes(all, v, "", called, func(h CallSite) { k.emit(h, n) }); ok {
		k.emit(c, n)
	}
}

// addToArray adds the toArray of a collection. One whose class is not known is added if the application may have code for it, so
// that it is a call symbol.
func (k *elementCallFinder) addToArray(v ssa.ID) {
	called := platform.CollectionToArray
	called.Class = progdb.Parameter(k.site.Member.Desc, 0, called.Class)
	c := k.a.callback(k.s, k.site, v, called)
	if k.add(c, Once); c.Unknown != "" && k.a.anyHook(c.Member) != nil {
		k.out = append(k.out, ElementCall{CallSite: c, Times: Once})
	}
}

// addSearch adds the calls by which a collection finds its first argument: by hash, by order or by a scan.
func (k *elementCallFinder) addSearch() {
	mem, key := k.site.Member, k.site.Args[1]
	class := mem.Class
	if platform.Container.Has(class) && platform.FindsByScan.Has(class) {
		class = k.classOf(-1)
	}
	if platform.FindingKey.Named(mem.Name) && !k.inOrder() {
		k.addHiddenOrder(k.site.Args[0], func(c CallSite) { k.emit(c, PerLevel) })
	}
	if platform.ComparesValue.Has(mem.Name, mem.Desc) {
		k.addKeyCall(k.site.Args[2], platform.Equals, Once, 1)
	}
	if platform.Container.Has(class) && platform.FindsByScan.Has(class) && platform.FindingKey.Named(mem.Name) { // perhaps a set
		k.addHashingOfKey(key)
	}
	switch {
	case platform.ScansValues.Has(mem):
		k.addKeyCall(key, platform.Equals, PerElement, 1)
	case platform.FindsByHash.Has(class) && !k.inOrder():
		if platform.FindingKey.Named(mem.Name) {
			k.addHashingOfKey(key)
		}
		if platform.HashesAgain.Has(class) { // where it grows
			k.addKeyCall(key, platform.HashCode, Once, 0)
		}
	case platform.FindsByScan.Has(class) && platform.Scanning.Named(mem.Name):
		k.addKeyCall(key, platform.Equals, PerElement, 0)
		if platform.FindsByOrder.Has(class) && mem.Name == "remove" {
			k.addReordering(PerLevel, PerLevel)
		}
	case k.inOrder():
		if platform.FindingKey.Named(mem.Name) {
			k.addComparison(key)
		}
	}
}

// addHashingOfKey adds the calls by which a table finds its key.
func (k *elementCallFinder) addHashingOfKey(key ssa.ID) {
	k.addKeyCall(key, platform.HashCode, Once, 0)
	k.addKeyCall(key, platform.Equals, Once, 0)
}

// addKeyCall adds the call of a method on what a collection looks for, n times. Where its static type tells no method, as of what list.get(i) returns in
// map.get(list.get(i)), it may also be one of the elements that the collection holds: those of a type argument.
func (k *elementCallFinder) addKeyCall(key ssa.ID, called classfile.Member, n Multiplicity, argument int) {
	k.addCallOn(key, called, n, k.s.elementTypes(k.a, k.site.Args[0], argument))
}

// onTypes returns the call of a method on an object that may be of some types: value v, or 0 and a name. It calls inherited with the methods of the
// program that the library's methods run which classes inherit. ok is false if it runs no method of the program.
func (k *elementCallFinder) onTypes(types []string, v ssa.ID, name string, called classfile.Member, inherited func(CallSite)) (out CallSite, ok bool) {
	var classes []string
	for _, t := range types {
		if class := generic.Erased(t); t == generic.Any || class != "" {
			classes = append(classes, class)
		}
	}
	for _, class := range generic.Distinct(classes) {
		if k.ownCode(class, called) {
			inherited(k.a.indyCallback(k.s, k.site, v, "L"+class+";", name, called))
		}
		c := k.onClass(class, v, name, called)
		k.addInherited(&c, inherited)
		c.Library, c.Stated = false, nil // the model prices these
		switch {
		case len(c.Targets)+len(c.Lambdas) == 0 && c.Unknown == "":
		case !ok:
			out, ok = c, true
		default:
			out.addTargets(&c)
			out.Unknown = cmp.Or(out.Unknown, c.Unknown)
			out.Route, out.LambdaValues, out.Direct, out.Exact = nil, nil, false, false
		}
	}
	return out, ok
}

// onClass returns the call of a method on an object of a class or one below it, of any class if that is empty. Of a library's class it runs the methods of the program that are known.
func (k *elementCallFinder) onClass(class string, v ssa.ID, name string, called classfile.Member) (c CallSite) {
	if class == "" {
		return k.a.anyMethod(k.s, k.site, called)
	}
	is, _ := k.a.Hierarchy.IsSubtype(class, called.Class)
	switch {
	case !is || platform.Holder.Has(class):
	case k.a.Hierarchy.Analysed(class):
		return k.a.indyCallback(k.s, k.site, v, "L"+class+";", name, called)
	case class != platform.ObjectClass:
		called.Class = class
		return k.a.anyMethod(k.s, k.site, called)
	}
	return CallSite{}
}

// addsAllInOrder reports whether the call adds all elements of a collection or map to one that is in order.
func (k *elementCallFinder) addsAllInOrder() bool {
	mem := k.site.Member
	return platform.AddsAll.Has(mem.Name, mem.Desc) && !k.site.IsCallback && k.inOrder()
}

// inOrder reports whether the receiver is a collection in order, or a view of one.
func (k *elementCallFinder) inOrder() bool {
	return k.receiverIsOf(platform.FindsByOrder) || platform.FindsByOrder.Has(k.s.narrowest(k.s.ordered(k.site.Args[0])))
}

// receiverIsOf reports whether the receiver is of one of some classes: by the class that declares the method, or by its static type, before casts too.
func (k *elementCallFinder) receiverIsOf(classes platform.Classes) bool {
	f := k.s.M.Fn
	return classes.Has(k.site.Member.Class) || classes.Has(platform.ClassName(f.Static(k.site.Args[0]))) || classes.Has(platform.ClassName(f.Static(k.s.M.Uncast(k.site.Args[0]))))
}

// anyMethod returns the call of any of the application's methods that implement one of ms.
func (a *Resolver) anyMethod(s *Summary, site *CallSite, ms ...classfile.Member) CallSite {
	c := site.Callback(ms[0])
	for _, m := range ms {
		d := a.Hierarchy.Dispatch(s.M.Fn.Method.Class, classfile.OpInvokeinterface, m.Class, m.Name, m.Desc)
		r := a.targetSetOf(d)
		switch {
		case a.Hierarchy.Lookup(m.Class) == nil: // no implementations are found of an interface that is not known
			c.Unknown = fmt.Sprintf("implementations of %s are not known without a JDK", classfile.External(m.Class+"."+m.Name))
		case r.excess > 0:
			c.Unknown = fmt.Sprintf("any of %d methods may run (the call of %s)", r.excess, classfile.External(m.Class+"."+m.Name))
		}
		c.addTargets(&CallSite{Targets: r.targets, Lambdas: d.Lambdas, Stated: r.stated})
	}
	return c
}
