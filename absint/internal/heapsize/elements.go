package heapsize

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sizes of collections: an upper bound on the number of elements, as a closed form where the code shows how the
// collection was made, else as the symbol size(). Sound because a form other than the symbol is used only for
// collections that platform code makes from counted elements.

// CollectionSizes computes the collection sizes for all analyses of a program.
type CollectionSizes struct{}

// Elements bounds the number of elements of v from above.
func (CollectionSizes) Elements(m *symval.Func, v ssa.ID) expr.Size { return Elements(m, v, 0) }

// ArrayOf bounds the length of the array v if toArray of a collection returned it; ok is false for other arrays.
func (CollectionSizes) ArrayOf(m *symval.Func, v ssa.ID) (length expr.Size, ok bool) {
	return arrayOf(m, v)
}

// Elements bounds the number of elements of a collection, map or iterable from above: by what was added to it, or by
// a symbol.
func Elements(m *symval.Func, v ssa.ID, depth int) expr.Size { return elementsOf(m, v, -1, depth) }

// elementsOf is Elements without the elements that loop except adds to a collection that the method creates; except
// is -1 for no loop.
func elementsOf(m *symval.Func, v ssa.ID, except, depth int) expr.Size {
	if w, ok := m.Stored(v); ok && !m.Creates(w) {
		v = w
	}
	f := m.Fn
	x := &f.Values[v]
	if s, ok := filledSize(m, v, except, depth); ok {
		return s
	}
	if n, ok := fixedElements(m, v); ok {
		return expr.Const(n)
	}
	if depth < 8 && x.Kind == ssa.Instr {
		if s, ok := resultElements(m, v, depth); ok {
			return s
		}
		args := f.Args(v)
		switch {
		case m.SameObject(v):
			return elementsOf(m, args[0], except, depth+1)
		case x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpInvokeinterface:
			if mem, _ := f.Member(v); platform.MapViews.Has(mem.Name, mem.Desc) && platform.IsPlatform(mem.Class) {
				return elementsOf(m, args[0], except, depth+1)
			}
		case x.Op == classfile.OpInvokestatic:
			mem, _ := f.Member(v)
			switch {
			case platform.ElementsOf.Has(mem):
				if len(args) != 1 { // more than it has parameters for
					break
				}
				fallthrough
			case platform.ElementsOfArray.Has(mem):
				if q := m.Length(args[0], 0); q.Ok() && len(q.Conds) == 0 {
					if s := m.Eliminate(q.Size, true, code.NoBlock); !s.Top {
						return s
					}
				}
			case platform.Unmodifiable.Has(mem):
				if mem.Class != platform.CollectionsClass && !platform.Positional.Has(mem.Class) { // a set or a map finds out which are equal
					return copiedElements(m, args[0], v, depth)
				}
				return elementsOf(m, args[0], except, depth+1)
			}
		}
	}
	return sizeSymbol(m, v)
}

// resultElements bounds the elements of what a call returns: a stream or what it is collected into, a part of a list, and what a library
// model states.
func resultElements(m *symval.Func, v ssa.ID, depth int) (expr.Size, bool) {
	for _, bound := range [...]func(*symval.Func, ssa.ID, int) (expr.Size, bool){streamElements, partSize, viewSize, collectedElements} {
		if s, ok := bound(m, v, depth); ok {
			return s, true
		}
	}
	if mem, ok := m.Fn.Member(v); ok && m.Fn.IsCall(v) && !platform.IsPlatform(mem.Class) {
		return statedSize(m, v, depth)
	}
	return expr.Size{}, false
}

// fixedElements bounds the elements of a collection that never changes its size, made here or read from a field.
func fixedElements(m *symval.Func, v ssa.ID) (int64, bool) {
	if mem, ok := m.Fn.Member(v); ok && effects.ReadsField(&m.Fn.Values[v]) {
		return m.Fields.HeldElements(mem)
	}
	return m.Fields.FixedElements(m.Body(), v)
}

// sizeSymbol returns the symbol for the largest number of elements of a collection, map or iterable.
func sizeSymbol(m *symval.Func, v ssa.ID) expr.Size {
	if platform.InStreams(platform.ClassName(m.Fn.Static(v))) { // may be infinite
		return m.Largest(v, "size", "elements of "+m.Describe(v), math.Inf(1))
	}
	class := platform.ClassName(m.Fn.Static(v)) // Object where the type is erased: a cast follows
	if platform.Yields.Has(class) {
		return rest(m, v)
	}
	if m.Breach(v, class, contracts.Yielding) != nil { // its iterator may yield more than size() elements
		return m.Largest(v, "yields", "elements("+m.Describe(v)+")", math.Inf(1))
	}
	if !hasSize(m, class) {
		return m.Largest(v, "size", m.Part(v, ".size()"), math.Inf(1))
	}
	return m.Largest(v, "size", m.Part(v, ".size()"), symval.MaxLength)
}

// hasSize reports whether an int bounds what objects of a class yield. An Iterable that is no Collection may yield
// more.
func hasSize(m *symval.Func, class string) bool {
	for _, above := range [...]string{platform.CollectionClass, platform.Map} {
		if is, known := m.Fields.H.IsSubtype(class, above); is || !known && platform.InUtil(class) {
			return true
		}
	}
	return false
}

// PassedSize bounds the number of elements of a collection during a call that gets it as an argument. ok is false if
// the callee may change it, or if nothing bounds it.
func PassedSize(m *symval.Func, call, v ssa.ID) (expr.Size, bool) {
	v = m.Uncast(v)
	s := Elements(m, v, 0)
	if s.Equal(sizeSymbol(m, v)) && !m.Oracle.ReadOnly(m.Fn, call, v) {
		return expr.Size{}, false
	}
	return s, !s.Top
}
