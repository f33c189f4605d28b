package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Marks: each index of an array of marks, and each element of a set, can be marked once for the first time. Sound
// because nothing in the loop or its callees removes a mark, and equals, hashCode and the order of elements only read
// what nothing changes between the test and the insertion.

// steadyMark reports whether inserting an element in block makes a collection larger if the call contains has just
// returned false for it.
func steadyMark(m *symval.Func, contains ssa.ID, block int32, class string) bool {
	f := m.Fn
	args := f.Args(contains)
	if b := m.Breach(args[0], class, contracts.Holding); b != nil {
		return false
	}
	element := platform.ClassName(f.Static(args[1]))
	if mayBeSorted(m, args[0], class) && !(m.Db.OnlyRead(nil, platform.Compare) && m.Db.KeysOnlyRead()) {
		return false
	}
	if platform.Immutable.Has(element) {
		return true
	}
	if !platform.Leaf.Has(element) && !m.Db.EqualityReads(element) {
		return false
	}
	return noStoreBetween(m, contains, block, args[1])
}

// mayBeSorted reports whether a collection may order its elements by a comparator.
func mayBeSorted(m *symval.Func, v ssa.ID, class string) bool {
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
	stores := func(v ssa.ID) bool {
		x := &f.Values[v]
		switch {
		case x.Kind != ssa.Instr:
			return false
		case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || x.Op >= classfile.OpIastore && x.Op <= classfile.OpSastore:
			return true
		case !f.IsCall(v):
			return x.Op == classfile.OpInvokedynamic
		}
		mem, _ := f.Member(v)
		b := m.EffectsOf(v)
		return !platform.IsPlatform(mem.Class) || b.MayDo(func(e effects.Effect) bool {
			return e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic || e.Op >= classfile.OpIastore && e.Op <= classfile.OpSastore
		})
	}
	after := false
	for _, v := range f.Body[at] {
		if after && stores(v) {
			return false
		}
		after = after || v == contains
	}
	for _, v := range f.Body[block] {
		if args := f.Args(v); f.IsCall(v) && len(args) > 1 && args[0] == f.Args(contains)[0] && args[1] == element {
			return true
		}
		if stores(v) {
			return false
		}
	}
	return false
}

// IsMark reports whether instruction op stores a constant v that is not 0 in the array. A boolean array stores the
// lowest bit only (JVMS 6.5, bastore).
func IsMark(m *symval.Func, v ssa.ID, op classfile.Op) bool {
	k := &m.Fn.Values[v]
	return k.Kind == ssa.Int && k.Aux != 0 && (op != classfile.OpBastore || k.Aux&1 != 0)
}

// markStore returns the opcode that stores to an array of marks.
func markStore(bytes bool) classfile.Op {
	if bytes {
		return classfile.OpBastore
	}
	return classfile.OpIastore
}

// isInt reports whether v is a constant of type int.
func isInt(m *symval.Func, v ssa.ID) bool { return v != 0 && m.Fn.Values[v].Kind == ssa.Int }

// marks reports whether instruction op of block b stores a value v that is never unmarked.
func marks(m *symval.Func, v ssa.ID, op classfile.Op, b int32, unmarked int64) bool {
	if unmarked == 0 && IsMark(m, v, op) {
		return true
	}
	r := m.RangeAt(v, b)
	return op == classfile.OpIastore && (r.Lo > float64(unmarked) || r.Hi < float64(unmarked))
}

// markedElements bounds how often a block can mark an element of an array for the first time: by the length of the
// array. ok is false if loop l may store to it what stands for no mark.
func markedElements(m *symval.Func, l int, block int32, array, index ssa.ID, bytes bool, unmarked int64) (n expr.Size, ok bool) {
	f := m.Fn
	if bytes && unmarked != 0 {
		return expr.Size{}, false
	}
	if !LoopInvariant(m, array, l) {
		return expr.Size{}, false
	}
	set := false
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			args := f.Args(v)
			if captures(m, v, array, l) || !m.OwnedHere(array) && m.CallUnmarks(v, markStore(bytes), unmarked == 0) {
				return expr.Size{}, false
			}
			if f.IsCall(v) {
				if mem, _ := f.Member(v); effects.RunsProgram(mem) || m.PassesAlias(v, array) {
					return expr.Size{}, false
				}
			}
			if x.Kind != ssa.Instr || x.Op != markStore(bytes) {
				continue
			}
			if !marks(m, args[2], x.Op, b, unmarked) {
				return expr.Size{}, false
			}
			set = set || b == block && SameObject(m, args[0], array, l) && args[1] == index
		}
	}
	if !set {
		return expr.Size{}, false
	}
	return m.MostLength(array), true
}
