package marks

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
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

// marks reports whether what instruction op of a block stores of value v in an array is never unmarked.
func (k *Cells) marks(array, v ssa.ID, block int32) bool {
	r := k.M.RangeAt(v, block)
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
