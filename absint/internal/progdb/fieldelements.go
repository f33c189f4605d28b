package progdb

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sizes of collections that never change theirs, such as List.of("a", "b"), where they are made and in fields. Sound because
// only methods of the platform whose results have a fixed size count, and all stores to the field are known.

// HeldElements bounds the number of elements of the collections that a field may hold; ok is false if it is not known.
func (t *FieldTable) HeldElements(mem classfile.Member) (n int64, ok bool) {
	if mem.Desc == "" || mem.Desc[0] != 'L' {
		return 0, false
	}
	held := memo.Memoize(&t.elements, mem, func() *int64 {
		c, f := t.Find(mem)
		if c == nil || !t.OwnWrites(c, f) {
			return nil
		}
		u, ok := t.Nests.UsesOf(c, Named{f.Name, f.Desc})
		if !ok || len(u.Writes) == 0 || len(u.Writes) > maxHeldStores {
			return nil
		}
		most := int64(0)
		for _, w := range u.Writes {
			n, ok := t.storedElements(w)
			if !ok {
				return nil
			}
			most = max(most, n)
		}
		return &most
	})
	if held == nil {
		return 0, false
	}
	return *held, true
}

// storedElements returns the number of elements of the collection that one instruction stores to a field, 0 for null.
func (t *FieldTable) storedElements(w use) (int64, bool) {
	b := t.body(w.Method)
	if b.Err != nil {
		return 0, false
	}
	put := b.F.At(w.Pc)
	if put == 0 { // unreachable
		return 0, true
	}
	args := b.F.Args(put)
	v := args[len(args)-1]
	if b.F.IsNull(v) {
		return 0, true
	}
	return t.FixedElements(b, v)
}

// FixedElements bounds the number of elements of a collection that a method of the platform makes and that keeps its size.
func (t *FieldTable) FixedElements(b *Body, v ssa.ID) (int64, bool) {
	for range maxMadeDepth {
		x := &b.F.Values[v]
		if x.Kind != ssa.Instr || x.Op != classfile.OpInvokestatic && x.Op != classfile.OpCheckcast {
			return 0, false
		}
		args := b.F.Args(v)
		mem, _ := b.F.Member(v)
		switch {
		case x.Op == classfile.OpCheckcast || platform.Unmodifiable.Has(mem):
			v = args[0]
			continue
		case platform.EmptyCollection.Has(mem):
			return 0, true
		case platform.SingleElement.Has(mem):
			return 1, true
		case platform.MapOf.Has(mem):
			return int64(len(args) / 2), true
		case platform.ElementsOf.Has(mem), platform.ElementsOfArray.Has(mem):
			n := int64(len(args))
			if strings.Contains(mem.Desc, "[Ljava/lang/Object;)") { // the last ones are in an array
				rest, ok := t.madeLengths(b, args[len(args)-1], 0)
				if !ok || rest == noLengths {
					return 0, false
				}
				n += rest.Most - 1
			}
			return n, true
		}
		return 0, false
	}
	return 0, false
}
