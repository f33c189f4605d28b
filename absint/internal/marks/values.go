package marks

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Values that are marks: not one of them stands for no mark. Sound because a store cuts the value to the type of the elements first (JVMS 6.5,
// bastore, castore and sastore): a boolean array stores the lowest bit only.

// The values of the types of elements.
var (
	booleans = expr.Interval{Lo: 0, Hi: 1}
	bytes    = expr.Interval{Lo: -1 << 7, Hi: 1<<7 - 1}
	chars    = expr.Interval{Lo: 0, Hi: 1<<16 - 1}
	shorts   = expr.Interval{Lo: -1 << 15, Hi: 1<<15 - 1}
)

// marks reports whether what an instruction of a block stores in an array is never unmarked.
func (k *Cells) marks(store ssa.ID, block int32) bool {
	array, v := k.M.Fn.Args(store)[0], k.M.Fn.Args(store)[2]
	r := k.M.RangeAt(v, block)
	if r.Lo < 0 && k.indexed(v, store) {
		r.Lo = 0
	}
	if x := &k.M.Fn.Values[v]; x.Kind == ssa.Int {
		r = expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)}
	}
	switch k.store {
	case classfile.OpBastore:
		t := k.M.Fn.Static(array)
		return (t == "[B" || k.marked(v, block, r, booleans)) && (t == "[Z" || k.marked(v, block, r, bytes))
	case classfile.OpCastore:
		return k.marked(v, block, r, chars)
	case classfile.OpSastore:
		return k.marked(v, block, r, shorts)
	}
	return k.marked(v, block, r, r)
}

// marked reports whether a value in range r is never unmarked once it is cut to a type.
func (k *Cells) marked(v ssa.ID, block int32, r, of expr.Interval) bool {
	whole := r.Lo >= of.Lo && r.Hi <= of.Hi
	if k.constant(k.limit) {
		if !whole {
			r = cut(r, of)
		}
		limit := int64(0)
		if k.limit != 0 {
			limit = k.M.Fn.Values[k.limit].Aux
		}
		return outside(r, k.relation, float64(limit))
	}
	if !whole {
		return false
	}
	if v == k.limit {
		return k.relation == classfile.OpIfIcmpne
	}
	return k.relation == classfile.OpIfIcmpeq && k.differ(v, k.limit, block)
}

// maxIndexed caps the blocks before a store that are searched for accesses by index.
const maxIndexed = 24

// indexed reports whether an access by index that has not thrown an exception shows that v is not negative where an instruction stores it: each path from
// the value to a block goes through the blocks that dominate it and that the value reaches.
func (k *Cells) indexed(v, store ssa.ID) bool {
	f, g := k.M.Fn, k.M.CFG
	at := f.Values[store].Block
	b := at
	for range maxIndexed {
		for _, u := range f.Body[b] {
			if u == store || b != at && k.caught(b) {
				break
			}
			if index, ok := Index(k.M, u); ok && Unboxed(k.M, index) == Unboxed(k.M, v) {
				return true
			}
		}
		if b = int32(g.Dominators.Parent(int(b))); b < 0 {
			break
		}
	}
	return false
}

// caught reports whether the method goes on where a block throws an exception: what it dominates may then run without the whole block.
func (k *Cells) caught(b int32) bool {
	return slices.ContainsFunc(k.M.CFG.Blocks[b].Succs, func(e cfg.Edge) bool { return e.Kind == cfg.Exception })
}

// differ reports whether a comparison shows that two values are different in a block.
func (k *Cells) differ(v, w ssa.ID, block int32) bool {
	for _, c := range k.M.FactsAt(block) {
		if (c == code.Comparison{A: v, B: w, Op: c.Op} || c == code.Comparison{A: w, B: v, Op: c.Op}) &&
			(c.Op == classfile.OpIfIcmpne || c.Op == classfile.OpIfIcmplt || c.Op == classfile.OpIfIcmpgt) {
			return true
		}
	}
	r, s := k.M.RangeAt(v, block), k.M.RangeAt(w, block)
	return r.Hi < s.Lo || s.Hi < r.Lo
}

// cut returns what is left of the values of a range in a type.
func cut(r, of expr.Interval) expr.Interval {
	if r.Lo != r.Hi {
		return of
	}
	v := int64(r.Lo)
	switch of {
	case booleans:
		v &= 1
	case bytes:
		v = int64(int8(v))
	case chars:
		v = int64(uint16(v))
	case shorts:
		v = int64(int16(v))
	}
	return expr.Interval{Lo: float64(v), Hi: float64(v)}
}

// outside reports whether a relation to limit holds for no number in a range.
func outside(r expr.Interval, relation classfile.Op, limit float64) bool {
	switch relation {
	case classfile.OpIfIcmpeq:
		return r.Hi < limit || r.Lo > limit
	case classfile.OpIfIcmpne:
		return r.Lo == limit && r.Hi == limit
	case classfile.OpIfIcmplt:
		return r.Lo >= limit
	case classfile.OpIfIcmple:
		return r.Lo > limit
	case classfile.OpIfIcmpgt:
		return r.Hi <= limit
	case classfile.OpIfIcmpge:
		return r.Hi < limit
	}
	return false
}
