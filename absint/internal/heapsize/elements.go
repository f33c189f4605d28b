package heapsize

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// CollectionSizes is the collectionSizer of all analyses.
type CollectionSizes struct{}

func (CollectionSizes) Elements(m *symval.Func, v ssa.ID) expr.Size { return Elements(m, v, 0) }

func (CollectionSizes) ArrayOf(m *symval.Func, v ssa.ID) (length expr.Size, ok bool) {
	return arrayOf(m, v)
}

// Elements is how many elements a collection, map or iterable has at most: what was put in, or a symbol.
func Elements(m *symval.Func, v ssa.ID, depth int) expr.Size { return elementsOf(m, v, -1, depth) }

// elementsOf leaves out what loop except puts into a collection that the method makes; -1 is none.
func elementsOf(m *symval.Func, v ssa.ID, except, depth int) expr.Size {
	f := m.Fn
	x := &f.Values[v]
	if s, ok := filled(m, v, except, depth); ok {
		return s
	}
	if depth < 8 && x.Kind == ssa.Instr {
		if s, ok := streamElements(m, v, depth); ok {
			return s
		}
		args := f.Args(v)
		switch {
		case x.Op == classfile.OpCheckcast:
			return elementsOf(m, args[0], except, depth+1)
		case x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpInvokeinterface:
			if mem, _ := f.Member(v); platform.MapViews.Has(mem.Name, mem.Desc) && platform.IsPlatform(mem.Class) {
				return elementsOf(m, args[0], except, depth+1)
			}
		case x.Op == classfile.OpInvokestatic:
			mem, _ := f.Member(v)
			switch {
			case platform.ElementsOf.Has(mem):
				if !strings.HasPrefix(mem.Desc, "([") {
					return expr.Const(int64(len(args)))
				}
				fallthrough
			case platform.ElementsOfArray.Has(mem):
				if q := m.Length(args[0], 0); q.Ok() && len(q.Conds) == 0 {
					if s := m.Eliminate(q.Size, true, symval.NoBlock); !s.Top {
						return s
					}
				}
			case platform.Unmodifiable.Has(mem):
				return elementsOf(m, args[0], except, depth+1)
			}
		}
	}
	return mostElements(m, v)
}

// mostElements is the symbol for the elements that a collection, map or iterable has at most.
func mostElements(m *symval.Func, v ssa.ID) expr.Size {
	if platform.InStreams(platform.ClassName(m.Fn.Static(v))) { // may go on for ever
		return m.Largest(v, "size", "elements of "+m.Describe(v), math.Inf(1))
	}
	class := platform.ClassName(m.Fn.Static(v))
	if !hasSize(m, class) {
		return m.Largest(v, "size", m.Part(v, ".size()"), math.Inf(1))
	}
	if m.Breach(v, class, contracts.Yielding) != nil { // it may yield more than its size says
		return m.Largest(v, "yields", "elements("+m.Describe(v)+")", math.Inf(1))
	}
	return m.Largest(v, "size", m.Part(v, ".size()"), symval.MaxLength)
}

// hasSize reports whether an int counts what objects of a class yield: what is only iterable may yield more.
func hasSize(m *symval.Func, class string) bool {
	for _, above := range [...]string{platform.CollectionClass, platform.Map} {
		if is, known := m.Fields.H.IsSubtype(class, above); is || !known && platform.InUtil(class) {
			return true
		}
	}
	return false
}
