package heapsize

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Traversals by a call: forEach, removeIf, replaceAll and the like call a function for each element, and so do the stages of a stream. A
// function that adds elements and removes others makes a traversal longer than the collection ever is: that of a concurrent collection
// meets what is added, and those of HashMap and LinkedHashMap and some streams look for changes behind the last element only. The number
// of elements is a symbol then.
//
// Sound because a traversal is bounded by the size only if its class ends it where it was to end when it began, or throws before the next
// element; or if only this method has the collection; or if no function that the traversal runs may add to it: a function of unknown
// origin may.

// TraversedElements bounds the number of elements of a collection for which a call runs its functions. call is 0 for one without a value.
func TraversedElements(m *symval.Func, v, call ssa.ID) expr.Size {
	if call != 0 && m.Fn.IsCall(call) && slices.Contains(m.Fn.Args(call), v) && mayHoldElements(m, v) && callGrows(m, v, call) {
		return yielded(m, v)
	}
	return Elements(m, v, 0)
}

// copiedElements bounds the number of elements of a collection that call u copies, whose comparisons may add to it in between.
func copiedElements(m *symval.Func, v, u ssa.ID, depth int) expr.Size {
	if mayHoldElements(m, v) && callGrows(m, v, u) {
		return yielded(m, v)
	}
	return Elements(m, v, depth+1)
}

// yielded returns the symbol for the number of elements that traversals of a collection yield.
func yielded(m *symval.Func, v ssa.ID) expr.Size {
	return m.Largest(v, "yields", "elements("+m.Describe(v)+")", math.Inf(1))
}

// mayHoldElements reports whether the type of v admits collections and maps; those of streams and cursors have sizes of their own.
func mayHoldElements(m *symval.Func, v ssa.ID) bool {
	class := platform.ClassName(m.Fn.Static(v))
	if platform.InStreams(class) || platform.Yields.Has(class) || effects.IsFunction(class) {
		return false
	}
	return platform.AnyCollection.Has(class) || m.Family(v) == ""
}

// callGrows reports whether the code that a call runs while it traverses a collection may add to the collection: the functions that the
// call gets, or a comparison of elements.
func callGrows(m *symval.Func, v, call ssa.ID) bool {
	mem, _ := m.Fn.Member(call)
	args := m.Fn.Args(call)
	on := m.Fn.Values[call].Op != classfile.OpInvokestatic && args[0] == v
	if on && (platform.Adding.Named(mem.Name) || looksUp(m, v, mem)) { // compute and merge call their function for one element
		return false
	}
	ends := platform.FailFast // its iterator's
	if on && platform.ByOwnCode.Named(mem.Name) {
		ends = platform.EachEnds
	}
	if hasTrait(m, v, ends) || onlyHere(m, v) {
		return false
	}
	functions := effects.Functions(m.Fn, call)
	if len(functions) == 0 { // comparisons of elements
		if platform.Positional.Has(mem.Class) && platform.AddsAll.Has(mem.Name, mem.Desc) {
			return false // a copy to a list
		}
		return m.EffectsOf(call).MayDo(AddsTo(m, v))
	}
	return slices.ContainsFunc(functions, func(w ssa.ID) bool { return functionAdds(m, w, v, call) })
}

// looksUp reports whether a method finds one element of a collection by its key, or takes the next one, and traverses nothing.
func looksUp(m *symval.Func, v ssa.ID, mem classfile.Member) bool {
	return platform.Taking.Has(mem.Name, mem.Desc) || m.Family(v) == code.SetFamily && platform.FindingKey.Named(mem.Name)
}

// CalleeAdds reports whether a traversal of a collection by the callees of a call may be longer than the collection, since a function
// that the call passes, or other code that they run, may add to it.
func CalleeAdds(m *symval.Func, v, call ssa.ID) bool {
	if hasTrait(m, v, platform.EachEnds) && hasTrait(m, v, platform.StreamEnds) || onlyHere(m, v) {
		return false
	}
	return m.Db.OfFunctionCall(m.Body(), call).MayDo(AddsTo(m, v))
}

// onlyHere reports whether no other code adds to a collection: the method makes it, and other code, if it gets it, only reads it.
func onlyHere(m *symval.Func, v ssa.ID) bool {
	root := m.Root(v)
	if m.OwnedHere(root) {
		return true
	}
	_, filled := filledSize(m, root, -1, 0)
	return filled
}

// hasTrait reports whether a collection, or the one that it is a view of, is of a class with a trait.
func hasTrait(m *symval.Func, v ssa.ID, trait platform.Classes) bool {
	return trait.Has(platform.ClassName(m.Fn.Static(v))) || trait.Has(platform.ClassName(m.Fn.Static(m.Root(v))))
}

// streamGrows reports whether what runs between the elements of a stream of a collection may add to the collection: the functions of its
// stages, or any code if other code gets the stream.
func streamGrows(m *symval.Func, collection, stream ssa.ID) bool {
	if hasTrait(m, collection, platform.StreamEnds) || onlyHere(m, collection) {
		return false
	}
	for range maxStages {
		stage, used, ok := nextStage(m, stream)
		if !used {
			return false // it yields nothing
		}
		mem, _ := m.Fn.Member(stage)
		if !ok || mem.Name == "iterator" || mem.Name == "spliterator" {
			return true
		}
		functions := effects.Functions(m.Fn, stage)
		if len(functions) == 0 && m.Db.OfFunctionCall(m.Body(), stage).MayDo(AddsTo(m, collection)) { // comparisons of elements
			return true
		}
		if slices.ContainsFunc(functions, func(w ssa.ID) bool { return functionAdds(m, w, collection, stage) }) {
			return true
		}
		if !platform.InStreams(platform.ClassName(classfile.Return(mem.Desc))) {
			return false
		}
		stream = stage
	}
	return true
}

// nextStage returns the call on a stream; ok is false if that is not its only use.
func nextStage(m *symval.Func, v ssa.ID) (stage ssa.ID, used, ok bool) {
	f := m.Fn
	for w := range f.Values {
		w := ssa.ID(w)
		if !slices.Contains(f.Args(w), v) {
			continue
		}
		mem, _ := f.Member(w)
		if used || !f.IsCall(w) || f.Values[w].Op == classfile.OpInvokestatic || !platform.InStreams(mem.Class) || f.Args(w)[0] != v {
			return 0, true, false
		}
		stage, used = w, true
	}
	return stage, used, true
}

// functionAdds reports whether a function that a call gets may add elements to a collection.
func functionAdds(m *symval.Func, function, v, call ssa.ID) bool {
	for w, l := range effects.FunctionParts(m.Fn, function) {
		adds := false
		switch {
		case l != nil:
			adds = lambdaAdds(m, w, v, call)
		case effects.MakesFunction(m.Fn, w):
			adds = m.Db.SuppliesOther(m.Fn, w) || m.Db.OfElements(m.Fn, w).MayDo(AddsTo(m, v))
		default:
			adds = m.Db.OfFunction(m.Body(), w).MayDo(AddsTo(m, v))
		}
		if adds {
			return true
		}
	}
	return false
}

// AddsTo returns a predicate that reports whether an effect may add to a collection. Sound because no list or queue of the platform is a
// view of a map or a set, nor the other way round.
func AddsTo(m *symval.Func, v ssa.ID) func(effects.Effect) bool {
	changing := m.Changing(v, platform.Adding)
	typed := platform.InUtil(platform.ClassName(m.Fn.Static(v))) // else it may be a view of any collection
	family := m.Family(m.Root(v))
	named := func(family string) bool { return family != "" && family != code.NoContainer }
	return func(e effects.Effect) bool {
		if !changing(e) && (typed || e.Keeps || !platform.InUtil(e.Member.Class) || !platform.Adding.Named(e.Member.Name)) {
			return false
		}
		other := m.FamilyOf(e.Member.Class)
		return e.Op == classfile.OpInvokestatic || !named(family) || !named(other) || other == family
	}
}

// lambdaAdds reports whether a lambda that this method creates may add elements to a collection: one that captures it, or a collection that
// may be the same one, is taken to do so.
func lambdaAdds(m *symval.Func, lambda, v, call ssa.ID) bool {
	captured := m.Fn.Args(lambda)
	for _, w := range captured {
		class := platform.ClassName(m.Fn.Static(w))
		if (platform.AnyCollection.Has(class) || platform.Cursor.Has(class) || platform.AnyContainer.Has(class)) && !m.Apart(w, v, call) {
			return true
		}
	}
	l, adds := progdb.LambdaOf(m.Fn, lambda), AddsTo(m, v)
	if called := l.Body.Member; platform.IsPlatform(called.Class) && len(captured) > 0 && platform.AnyCollection.Has(called.Class) && !effects.RunsProgram(called) {
		return !m.Apart(captured[0], v, call) || m.Db.OfReference(l).MayDo(adds) // a method of the collection that it captures
	}
	targets := m.Db.Hierarchy.Body(l).Targets
	if len(targets) != 1 || !m.Db.Hierarchy.Analysed(targets[0].Class.Name) {
		return m.Db.OfFunction(m.Body(), lambda).MayDo(adds)
	}
	b := m.Db.Body(targets[0])
	return b.Err != nil || bodyAdds(m, b, adds, func(receiver ssa.ID) bool {
		if i := slices.Index(b.F.Params, receiver); i >= 0 && i < len(captured) {
			return m.Apart(captured[i], v, call)
		}
		return heldElsewhere(m, b, receiver, v)
	})
}

// bodyAdds reports whether the body of a lambda may have an effect that adds to a collection. other reports whether a collection that the
// body calls a method of is another one.
func bodyAdds(m *symval.Func, b *progdb.Body, adds func(effects.Effect) bool, other func(receiver ssa.ID) bool) bool {
	for _, blk := range b.G.RPO {
		for _, u := range b.F.Body[blk] {
			if x := &b.F.Values[u]; x.Kind != ssa.Instr || !b.F.IsCall(u) && x.Op != classfile.OpInvokedynamic {
				continue
			}
			if e, ok := effects.EffectOf(b.F, u); ok && adds(e) && (e.Op == classfile.OpInvokestatic || !other(b.F.Args(u)[0])) {
				return true
			}
			if m.Db.OfFunctionCall(b, u).MayDo(adds) {
				return true
			}
		}
	}
	return false
}

// heldElsewhere reports whether a value of another method is read from a field that never holds the collection v, which is read from
// another field.
func heldElsewhere(m *symval.Func, b *progdb.Body, w, v ssa.ID) bool {
	v = m.Root(v)
	if !effects.ReadsField(&b.F.Values[w]) || !effects.ReadsField(&m.Fn.Values[v]) {
		return false
	}
	p, _ := b.F.Member(w)
	q, _ := m.Fn.Member(v)
	c, x := m.Fields.Find(p)
	d, y := m.Fields.Find(q)
	return c != nil && d != nil && x != y && m.Fields.HoldsItsOwn(p) && m.Fields.HoldsItsOwn(q)
}
