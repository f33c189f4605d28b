package progdb

import (
	"strings"
	"unicode/utf16"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of arrays in fields, such as the values of an enum, a table or a buffer. Sound because all stores to the field are
// known, and each of them stores null or an array of a known length: until the first one, the field is null.

// Lengths are the smallest and the largest length of an array.
type Lengths struct{ Least, Most int64 }

// join returns the lengths of either array.
func (n Lengths) join(o Lengths) Lengths { return Lengths{min(n.Least, o.Least), max(n.Most, o.Most)} }

// noLengths are those of null, which has none.
var noLengths = Lengths{1 << 32, -1}

// HeldLengths returns the lengths of the arrays that a field may hold; ok is false if they are not known.
func (t *FieldTable) HeldLengths(mem classfile.Member) (n Lengths, ok bool) {
	if mem.Desc == "" || mem.Desc[0] != '[' {
		return Lengths{}, false
	}
	held := memo.Memoize(&t.held, mem, func() *Lengths {
		c, f := t.Find(mem)
		if c == nil || !t.OwnWrites(c, f) {
			return nil
		}
		u, ok := t.Nests.UsesOf(c, Named{f.Name, f.Desc})
		if !ok || len(u.Writes) > maxHeldStores {
			return nil
		}
		all := noLengths
		for _, w := range u.Writes {
			n, ok := t.storedLengths(w)
			if !ok {
				return nil
			}
			all = all.join(n)
		}
		if all == noLengths {
			return nil
		}
		return &all
	})
	if held == nil {
		return Lengths{}, false
	}
	return *held, true
}

// maxHeldStores bounds the stores to a field that are looked at.
const maxHeldStores = 16

// storedLengths returns the lengths of the arrays that one instruction stores to a field.
func (t *FieldTable) storedLengths(w use) (Lengths, bool) {
	b := t.body(w.Method)
	if b.Err != nil {
		return Lengths{}, false
	}
	put := b.F.At(w.Pc)
	if put == 0 { // unreachable
		return noLengths, true
	}
	args := b.F.Args(put)
	return t.madeLengths(b, args[len(args)-1], 0)
}

// OwnWrites reports whether only the nest of a class writes its field. A field that deserialization or a framework
// may fill is excluded.
func (t *FieldTable) OwnWrites(c *classfile.Class, f *classfile.Field) bool {
	final, static := f.Access&classfile.AccFinal != 0, f.Access&classfile.AccStatic != 0
	if !final && f.Access&classfile.AccPrivate == 0 {
		return false
	}
	if final && static {
		return true
	}
	for _, x := range f.Annotations() {
		if !strings.Contains(x.Type, "Null") {
			return false
		}
	}
	if static || f.Access&classfile.AccTransient != 0 || c.Super == platform.Record {
		return true
	}
	for _, above := range t.H.Supers(c.Name) {
		if above == platform.Serializable || above != platform.ObjectClass && t.H.Lookup(above) == nil {
			return false
		}
	}
	return true
}

// maxMadeDepth bounds the values and methods through which the allocation of an array is followed.
const maxMadeDepth = 4

// madeLengths returns the lengths of an array that is allocated in the method or by a static method of its class, whichever
// path chose it.
func (t *FieldTable) madeLengths(b *Body, v ssa.ID, depth int) (Lengths, bool) {
	x := &b.F.Values[v]
	switch {
	case b.F.IsNull(v):
		return noLengths, true
	case depth > maxMadeDepth:
		return Lengths{}, false
	case x.Kind == ssa.Phi:
		all := noLengths
		for _, a := range b.F.Args(v) {
			n, ok := t.madeLengths(b, a, depth+maxMadeDepth-1) // no choices between choices of choices
			if !ok {
				return Lengths{}, false
			}
			all = all.join(n)
		}
		return all, true
	case x.Kind != ssa.Instr:
		return Lengths{}, false
	}
	args := b.F.Args(v)
	switch x.Op {
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		return constantLength(b, args[0])
	case classfile.OpCheckcast:
		return t.madeLengths(b, args[0], depth+1)
	case classfile.OpInvokevirtual:
		mem, _ := b.F.Member(v)
		if text, ok := b.F.StringConstant(args[0]); ok && platform.Characters.Has(mem) {
			n := int64(len(utf16.Encode([]rune(text))))
			return Lengths{n, n}, true
		}
		if mem.Name == "clone" && strings.HasPrefix(mem.Class, "[") {
			return t.madeLengths(b, args[0], depth+1)
		}
	case classfile.OpInvokestatic:
		mem, _ := b.F.Member(v)
		if platform.ArrayCopy.Has(mem) && len(args) == 2 {
			return constantLength(b, args[1])
		}
		d := t.H.Dispatch(b.Method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
		if d.Complete && len(d.Targets) == 1 && d.Targets[0].Class == b.Method.Class {
			return t.returnedLengths(t.body(d.Targets[0]), depth+1)
		}
	}
	return Lengths{}, false
}

// constantLength returns the lengths of an array of a constant number of elements, which is negative only if it throws.
func constantLength(b *Body, v ssa.ID) (Lengths, bool) {
	n := &b.F.Values[v]
	return Lengths{n.Aux, n.Aux}, n.Kind == ssa.Int && n.Aux >= 0
}

// returnedLengths returns the lengths of the arrays that a method returns.
func (t *FieldTable) returnedLengths(b *Body, depth int) (Lengths, bool) {
	if b.Err != nil || depth > maxMadeDepth {
		return Lengths{}, false
	}
	all := noLengths
	for v := range b.Returned() {
		n, ok := t.madeLengths(b, v, depth)
		if !ok {
			return Lengths{}, false
		}
		all = all.join(n)
	}
	return all, true
}
