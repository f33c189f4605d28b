package callees

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
		times = skipListComparisons
	}
	for range times {
		k.out = append(k.out, ElementCall{CallSite: c, Times: n})
	}
}

// skipListComparisons is how often a skip list compares on a level of a balanced tree of its size: on average of random keys, 10 to 100,000
// of them, twice to look a key up, and up to 3.5 times to remove it (JDK 17, where a fourth of the elements has an index).
const skipListComparisons = 4

// comparisonsPerLevel is how often a collection in order compares an element with others, on average, on each level of a balanced tree.
func comparisonsPerLevel(class string) int {
	if platform.SkipList.Has(class) {
		return skipListComparisons
	}
	return 1
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
	chosen, ok := k.s.chosenFrom(v)
	for _, from := range chosen {
		of := k.s.valueTypes(k.a, from)
		o := newObjectClasses(k.s, k.a)
		o.object(from)
		for _, t := range slices.Concat(of, types) {
			o.add(erased(t))
		}
		declared, all = append(declared, of...), append(all, o.types()...)
	}
	if !ok {
		all = append(all, anyType)
	}
	for _, t := range distinct(declared) {
		class := erased(t)
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

// chosenFrom returns the values that v is chosen from: itself, or the operands of the phis that it is from, but null. ok is false if there
// are too many.
func (s *Summary) chosenFrom(v ssa.ID) (from []ssa.ID, ok bool) {
	f := s.M.Fn
	seen := map[ssa.ID]bool{v: true}
	for work := []ssa.ID{v}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		at := s.M.Uncast(v)
		switch {
		case f.IsNull(v):
		case f.Values[at].Kind != ssa.Phi:
			from = append(from, v)
		case len(seen) > maxElementValues:
			return from, false
		default:
			for _, arg := range f.Args(at) {
				if !seen[arg] {
					seen[arg] = true
					work = append(work, arg)
				}
			}
		}
	}
	return from, true
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
		if class := erased(t); t == anyType || class != "" {
			classes = append(classes, class)
		}
	}
	for _, class := range distinct(classes) {
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

// addComparison adds the comparisons of a key in a sorted collection: by the comparator that the collection was created
// with, otherwise by compareTo of the key. A comparator that is not known is added, so that the call has no price.
func (k *elementCallFinder) addComparison(key ssa.ID) {
	v, ok := k.s.comparatorOf(k.site.Args[0])
	if !ok {
		k.addKeyCall(key, platform.CompareTo, PerLevel, 0)
		k.addHiddenOrder(k.site.Args[0], func(c CallSite) { k.emit(c, PerLevel) })
		return
	}
	if c, ok := k.a.made(k.s, k.site, v, platform.Compare, 0); ok {
		k.emit(c, PerLevel)
		return
	}
	c := k.a.callback(k.s, k.site, v, platform.Compare)
	if k.add(c, PerLevel); c.Unknown != "" && !k.s.M.Fn.IsNull(v) && !libraryOrder(k.s, v) {
		k.emit(c, PerLevel)
	}
}

// addsAllInOrder reports whether the call adds all elements of a collection or map to one that is in order.
func (k *elementCallFinder) addsAllInOrder() bool {
	mem := k.site.Member
	return platform.AddsAll.Has(mem.Name, mem.Desc) && !k.site.IsCallback && k.inOrder()
}

// inOrder reports whether the receiver is a collection in order.
func (k *elementCallFinder) inOrder() bool { return k.receiverIsOf(platform.FindsByOrder) }

// receiverIsOf reports whether the receiver is of one of some classes: by the class that declares the method, or by its static type, before casts too.
func (k *elementCallFinder) receiverIsOf(classes platform.Classes) bool {
	f := k.s.M.Fn
	return classes.Has(k.site.Member.Class) || classes.Has(platform.ClassName(f.Static(k.site.Args[0]))) || classes.Has(platform.ClassName(f.Static(k.s.M.Uncast(k.site.Args[0]))))
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
	v, ok := k.s.comparatorOf(k.site.Args[0])
	var c CallSite
	switch {
	case ok && k.s.M.Fn.Values[v].Op == classfile.OpGetstatic && libraryOrder(k.s, v): // of strings
		return
	case ok && libraryOrder(k.s, v) || k.naturalOrder():
		c = k.a.anyMethod(k.s, k.site, platform.CompareTo)
	case !ok || k.s.M.Fn.IsNull(v):
		c = k.a.anyMethod(k.s, k.site, platform.Compare, platform.CompareTo)
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

// naturalOrder reports whether the receiver was made in this method, or for the field that holds it, without a comparator.
func (k *elementCallFinder) naturalOrder() bool {
	f := k.s.M.Fn
	v := k.s.M.Uncast(k.site.Args[0])
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

// libraryOrder reports whether a comparator is one of the JDK's that run no application code but compareTo.
func libraryOrder(s *Summary, v ssa.ID) bool {
	mem, _ := s.M.Fn.Member(v)
	switch s.M.Fn.Values[v].Op {
	case classfile.OpGetstatic:
		return mem.Class == platform.StringClass
	case classfile.OpInvokestatic:
		return platform.IsPlatform(mem.Class) && strings.HasPrefix(mem.Desc, "()")
	}
	return false
}

// comparatorOf returns the comparator that a collection was created with in this method. ok is false if it was created
// elsewhere, or without one.
func (s *Summary) comparatorOf(v ssa.ID) (comparator ssa.ID, ok bool) {
	f := s.M.Fn
	v = s.M.Uncast(v)
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpNew {
		return 0, false
	}
	for _, b := range s.M.CFG.RPO {
		for _, w := range f.Body[b] {
			if x := &f.Values[w]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokespecial || f.Args(w)[0] != v {
				continue
			}
			mem, _ := f.Member(w)
			for i, t := range classfile.Params(mem.Desc) {
				if t == platform.Desc(platform.Comparator) {
					return f.Args(w)[i+1], true
				}
			}
		}
	}
	return 0, false
}
