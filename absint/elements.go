package absint

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// collectionSizes is the collectionSizer of all analyses.
type collectionSizes struct{}

func (collectionSizes) elements(m *method, v ssa.ID) Size { return m.elements(v, 0) }

func (collectionSizes) arrayOf(m *method, v ssa.ID) (length Size, ok bool) { return m.arrayOf(v) }

// elements is how many elements a collection, map or iterable has at most: what was put in, or a symbol.
func (m *method) elements(v ssa.ID, depth int) Size { return m.elementsOf(v, -1, depth) }

// elementsOf leaves out what loop except puts into a collection that the method makes; -1 is none.
func (m *method) elementsOf(v ssa.ID, except, depth int) Size {
	f := m.f
	x := &f.Values[v]
	if s, ok := m.filled(v, except, depth); ok {
		return s
	}
	if depth < 8 && x.Kind == ssa.Instr {
		if s, ok := m.streamElements(v, depth); ok {
			return s
		}
		args := f.Args(v)
		switch {
		case x.Op == classfile.OpCheckcast:
			return m.elementsOf(args[0], except, depth+1)
		case x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpInvokeinterface:
			if mem, _ := f.Member(v); platform.MapViews.Has(mem.Name, mem.Desc) && platform.IsPlatform(mem.Class) {
				return m.elementsOf(args[0], except, depth+1)
			}
		case x.Op == classfile.OpInvokestatic:
			mem, _ := f.Member(v)
			switch {
			case platform.ElementsOf.Has(mem):
				if !strings.HasPrefix(mem.Desc, "([") {
					return Const(int64(len(args)))
				}
				fallthrough
			case platform.ElementsOfArray.Has(mem):
				if q := m.length(args[0], 0); q.ok() && len(q.conds) == 0 {
					if s := m.eliminate(q.size, true, anywhere); !s.bad {
						return s
					}
				}
			case platform.Unmodifiable.Has(mem):
				return m.elementsOf(args[0], except, depth+1)
			}
		}
	}
	return m.mostElements(v)
}

// mostElements is the symbol for the elements that a collection, map or iterable has at most.
func (m *method) mostElements(v ssa.ID) Size {
	if platform.InStreams(platform.ClassName(m.f.Static(v))) { // may go on for ever
		return m.largest(v, "size", "elements of "+m.describe(v), math.Inf(1))
	}
	class := platform.ClassName(m.f.Static(v))
	if !m.hasSize(class) {
		return m.largest(v, "size", m.part(v, ".size()"), math.Inf(1))
	}
	if m.breach(v, class, yielding) != nil { // it may yield more than its size says
		return m.largest(v, "yields", "elements("+m.describe(v)+")", math.Inf(1))
	}
	return m.largest(v, "size", m.part(v, ".size()"), maxLength)
}

// hasSize reports whether an int counts what objects of a class yield: what is only iterable may yield more.
func (m *method) hasSize(class string) bool {
	for _, above := range [...]string{platform.CollectionClass, platform.Map} {
		if is, known := m.fields.h.IsSubtype(class, above); is || !known && platform.InUtil(class) {
			return true
		}
	}
	return false
}
