package marks

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Elements of a set as marks. Sound because equals, hashCode and the order of elements only read what nothing changes between the test and the
// insertion.

// NewElement reports whether inserting an element in block makes a collection larger if the call contains has just
// returned false for it.
func NewElement(m *symval.Func, contains ssa.ID, block int32, class string) bool {
	f := m.Fn
	args := f.Args(contains)
	if !FindsAgain(m, args[0], args[1], class) {
		return false
	}
	return platform.Immutable.Has(platform.ClassName(f.Static(args[1]))) || noStoreBetween(m, contains, block, args[1])
}

// FindsAgain reports whether a collection of a class, or a map, finds an element again until something is stored.
func FindsAgain(m *symval.Func, in, element ssa.ID, class string) bool {
	if m.Breach(in, class, contracts.Holding) != nil || MayBeSorted(m, in, class) && !(m.Db.OnlyRead(nil, platform.Compare) && m.Db.KeysOnlyRead()) {
		return false
	}
	of := platform.ClassName(m.Fn.Static(element))
	return platform.Immutable.Has(of) || platform.Leaf.Has(of) || m.Db.EqualityReads(of)
}

// MayBeSorted reports whether a collection may order its elements by a comparator.
func MayBeSorted(m *symval.Func, v ssa.ID, class string) bool {
	ks, ok := objectflow.NewObjectFlow(m.Db.Flows).Objects(m.Body(), v, class, objectflow.MaxDepth, false)
	if !ok {
		ks = []objectflow.AbstractObject{{Class: class}}
	}
	return slices.ContainsFunc(ks, func(k objectflow.AbstractObject) bool {
		return !platform.KeyedByHash.Has(k.Class) && !platform.Positional.Has(k.Class)
	})
}

// noStoreBetween reports whether nothing is stored between the call contains and the call that inserts the element at
// the beginning of block, a successor of the test.
func noStoreBetween(m *symval.Func, contains ssa.ID, block int32, element ssa.ID) bool {
	f := m.Fn
	at := f.Values[contains].Block
	if preds := m.CFG.Blocks[block].Preds; len(preds) != 1 || m.CFG.Edges[preds[0]].From != at {
		return false
	}
	mayStore := func(v ssa.ID) bool {
		x := &f.Values[v]
		switch {
		case x.Kind != ssa.Instr:
			return false
		case effects.Stores(x.Op):
			return true
		case !f.IsCall(v):
			return x.Op == classfile.OpInvokedynamic
		}
		mem, _ := f.Member(v)
		b := m.EffectsOf(v)
		return !platform.IsPlatform(mem.Class) || b.MayDo(func(e effects.Effect) bool {
			return effects.Stores(e.Op) && !(e.Fresh && e.Op != classfile.OpPutfield && e.Op != classfile.OpPutstatic)
		})
	}
	after := false
	for _, v := range f.Body[at] {
		if after && mayStore(v) {
			return false
		}
		after = after || v == contains
	}
	for _, v := range f.Body[block] {
		if args := f.Args(v); f.IsCall(v) && len(args) > 1 && args[0] == f.Args(contains)[0] && args[1] == element {
			return true
		}
		if mayStore(v) {
			return false
		}
	}
	return false
}
