package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Calls of elements that no value of the method stands for: what a list, a map or a stream holds is hashed, compared or sorted.
//
// Sound where the class of the elements is found (see elementTypes): the methods that may run are resolved for it. Where it is not,
// elements have the cost of the model, but those that are in their natural order may run any compareTo of the application.

// addContentCalls adds the calls of the method on what its operands hold.
func (k *elementCallFinder) addContentCalls() {
	if k.site.IsCallback {
		return
	}
	if args := k.site.Args; k.site.Member.Class == platform.Stream && k.site.Member.Name == "collect" && len(args) == 2 {
		k.addCollecting(args[1], func(argument int) []string { return k.elementsOf(args[0], argument) }, 0)
	}
	k.addOfView()
	k.addEntries()
	k.addRows()
}

// addRows adds the calls of the rows of elementcalls.tsv for the method.
func (k *elementCallFinder) addRows() {
	for _, c := range platform.ContentCalls(k.site.Member) {
		if is, _ := k.a.Hierarchy.IsSubtype(k.classOf(-1), c.Class); is && !k.addsAllInOrder() {
			k.addContentCall(&c)
		}
	}
}

// maxCollectorDepth is how many collectors are followed into each other: groupingBy(f, mapping(g, toSet())) are three.
const maxCollectorDepth = 8

// addCollecting adds the calls that a collector, made by Collectors in this method, makes on the elements of a stream, whose classes
// elements returns, and on the keys that its functions return.
func (k *elementCallFinder) addCollecting(collector ssa.ID, elements func(argument int) []string, depth int) {
	f := k.s.M.Fn
	mem, ok := f.Member(collector)
	if !ok || mem.Class != platform.Collectors || depth > maxCollectorDepth {
		return
	}
	args := f.Args(collector)
	var keys []string
	if len(args) > 0 {
		keys = k.s.functionResult(args[0])
	}
	name := k.s.M.Describe(k.site.Args[0]) + "[...]"
	for _, c := range platform.ContentCalls(mem) {
		classes := keys
		if c.Elements.Operand != platform.FunctionResult {
			classes = elements(c.Elements.Argument)
		}
		k.addOnElements(classes, name, c.Called, c.Number, c.Times)
	}
	within := elements
	if platform.MapsForCollector.Has(mem) {
		within = func(int) []string { return keys }
	}
	for i, t := range classfile.Params(mem.Desc) {
		switch t {
		case platform.Desc(platform.Collector):
			k.addCollecting(args[i], within, depth+1)
		case platform.Desc(platform.Supplier): // of the collection, or of the map with the keys
			in := elements(0)
			if i > 0 {
				in = keys
			}
			k.addFilling(args[i], in, name)
		}
	}
}

// addFilling adds the calls by which the collection or map that a supplier makes finds a place for each element.
func (k *elementCallFinder) addFilling(supplier ssa.ID, classes []string, name string) {
	all := []platform.Factor{{Of: -1}}
	for _, t := range k.s.functionResult(supplier) {
		in := generic.Erased(t)
		switch {
		case platform.FindsByOrder.Has(in):
			k.addOnElements(classes, name, platform.CompareTo, platform.ComparisonsPerLevel(in), append(all, platform.Factor{Of: -1, Kind: platform.Levels}))
		case platform.FindsByHash.Has(in):
			k.addHashes(classes, name, all)
		}
	}
}

// addEntries adds the calls by which a map of entries, whose array this method makes, finds a place for their keys.
func (k *elementCallFinder) addEntries() {
	array, ok := k.operand(0)
	if !ok || !platform.HashesEntries.Has(k.site.Member) {
		return
	}
	entries, made := k.s.storedElements(k.a, k.s.M.Uncast(array))
	for _, e := range entries {
		k.addHashes(k.elementsOf(e, 0), k.s.M.Describe(e)+".key", nil)
	}
	if !made {
		k.addHashes(generic.Arguments(k.elementsOf(array, 0), 0), k.s.M.Describe(array)+"[...].key", []platform.Factor{{Kind: platform.Entries}})
	}
}

// addHashes adds the calls by which a table finds a place for each of some elements.
func (k *elementCallFinder) addHashes(types []string, name string, times []platform.Factor) {
	k.addOnElements(types, name, platform.HashCode, 1, times)
	k.addOnElements(types, name, platform.Equals, 1, times)
}

// addOfView adds the comparisons of a view of a part of a collection in order, that the method makes: of its two ends, each with
// a key, or to find the elements there.
func (k *elementCallFinder) addOfView() {
	f := k.s.M.Fn
	v, ok := k.operand(-1)
	if !ok {
		return
	}
	v = k.s.M.Uncast(v)
	if mem, ok := f.Member(v); ok && f.IsCall(v) && platform.OrderedView.Named(mem.Name) && platform.FindsByOrder.Has(mem.Class) {
		k.addReordering(PerLevel, PerLevel)
	}
}

// operand returns the value of an operand.
func (k *elementCallFinder) operand(o platform.Operand) (v ssa.ID, ok bool) {
	i := int(o) + k.s.FirstArgument(k.site)
	if i < 0 || i >= len(k.site.Args) {
		return 0, false
	}
	return k.site.Args[i], true
}

// classOf returns the class of the static type of an operand, for the receiver at least that which declares the method.
func (k *elementCallFinder) classOf(o platform.Operand) string {
	v, ok := k.operand(o)
	if !ok {
		return k.site.Member.Class
	}
	class := platform.ClassName(k.s.M.Fn.Static(k.s.M.Uncast(v)))
	if is, _ := k.a.Hierarchy.IsSubtype(class, k.site.Member.Class); o < 0 && !is {
		return k.site.Member.Class
	}
	return class
}

// findsIn returns classOf an operand, of a view of a collection in order the class of that.
func (k *elementCallFinder) findsIn(o platform.Operand) string {
	if v, ok := k.operand(o); ok {
		if class := k.s.narrowest(k.s.ordered(v)); platform.FindsByOrder.Has(class) {
			return class
		}
	}
	return k.classOf(o)
}

// addContentCall adds the calls of one row.
func (k *elementCallFinder) addContentCall(c *platform.ContentCall) {
	v, ok := k.operand(c.Elements.Operand)
	if !ok {
		return
	}
	classes := k.elementsOf(v, c.Elements.Argument)
	if c.Elements.Inner >= 0 {
		classes = generic.Arguments(classes, c.Elements.Inner)
	}
	name := k.s.M.Describe(v) + "[...]"
	if !c.Finds {
		k.addOnElements(classes, name, c.Called, c.Number, c.Times)
		return
	}
	if in, ok := k.operand(c.FindIn); ok && !platform.FindsByOrder.Has(k.findsIn(c.FindIn)) {
		times := append([]platform.Factor{{Of: c.FindIn, Kind: platform.Levels}}, c.Times...)
		k.addHiddenOrder(in, func(o CallSite) {
			k.out = append(k.out, ElementCall{CallSite: o, Times: PerFactors, Number: c.Number, Factors: times})
		})
	}
	switch in := k.findsIn(c.FindIn); {
	case c.Adds && platform.FindsByScan.Has(in) && !platform.FindsByOrder.Has(in) && !platform.Container.Has(in): // at its end
	case !c.Adds && platform.FindsByScan.Has(in):
		k.addOnElements(classes, name, platform.Equals, c.Number, append([]platform.Factor{{Of: c.FindIn}}, c.Times...))
	case platform.FindsByOrder.Has(in):
		number, times := c.Number*platform.ComparisonsPerLevel(in), append([]platform.Factor{{Of: c.FindIn, Kind: platform.Levels}}, c.Times...)
		k.addOnElements(classes, name, platform.CompareTo, number, times)
		if collection, ok := k.operand(c.FindIn); ok {
			k.addOrderOf(collection, classes, func(c CallSite) {
				k.out = append(k.out, ElementCall{CallSite: c, Times: PerFactors, Number: number, Factors: times})
			})
		}
	default:
		k.addOnElements(classes, name, platform.HashCode, c.Number, c.Times)
		k.addOnElements(classes, name, platform.Equals, c.Number, c.Times)
	}
}

// addOnElements adds the calls of a method on elements that may be of some types.
func (k *elementCallFinder) addOnElements(types []string, name string, called classfile.Member, number int, times []platform.Factor) {
	if called == platform.CompareTo && !k.ordered(types) {
		k.addAnyComparison(ElementCall{Times: PerFactors, Number: number, Factors: times})
		return
	}
	emit := func(c CallSite) {
		k.out = append(k.out, ElementCall{CallSite: c, Times: PerFactors, Number: number, Factors: times})
	}
	for _, t := range types {
		if k.addHeld(t, name, called, number, times) {
			continue
		}
		k.addUnknownHeld(t, name, called, emit)
	}
	if c, ok := k.onTypes(types, 0, name, called, emit); ok {
		emit(c)
	}
}

// elementsOf returns types that elements of v may be of: those of a type argument or, where that is not found, of all objects that v holds.
func (k *elementCallFinder) elementsOf(v ssa.ID, argument int) (types []string) {
	chosen, ok := progdb.ChosenFrom(k.s.Body, v)
	for _, from := range chosen {
		of := k.s.elementTypes(k.a, from, argument)
		if !slices.ContainsFunc(of, func(t string) bool { return generic.Erased(t) != platform.ObjectClass }) {
			o := newObjectClasses(k.s, k.a)
			o.inside(from)
			of = o.types()
		}
		types = append(types, of...)
	}
	if !ok {
		types = append(types, generic.Any)
	}
	return generic.Distinct(types)
}

// addAnyComparison adds compareTo calls on elements of any class of the application, as often as c says.
func (k *elementCallFinder) addAnyComparison(c ElementCall) {
	c.CallSite = k.a.anyMethod(k.s, k.site, platform.CompareTo)
	if c.Unknown != "" || len(c.Targets)+len(c.Lambdas)+len(c.Stated) > 0 {
		c.Library = false // the model prices the library's
		k.out = append(k.out, c)
	}
}

// ordered reports whether types of elements are known that have an order of their own.
func (k *elementCallFinder) ordered(types []string) bool {
	for _, t := range types {
		class := generic.Erased(t)
		if is, _ := k.a.Hierarchy.IsSubtype(class, platform.CompareTo.Class); !is || class == platform.CompareTo.Class {
			return false
		}
	}
	return len(types) > 0
}
