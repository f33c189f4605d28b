package symval

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of instructions (interval domain, Cousot and Cousot 1977). Sound because arithmetic that may wrap has the range
// of its type.

// RangeOf returns an interval that contains an int or long value.
func (m *Func) RangeOf(v ssa.ID) expr.Interval {
	defer m.query()()
	return m.valueRange(v, 0)
}

// valueRange is RangeOf within one query, at distance depth from its first value; the range of the type beyond limits.
func (m *Func) valueRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	all := TypeRange(x.Type)
	if m.exhausted() || depth > 6 {
		return all
	}
	switch x.Kind {
	case ssa.Int:
		return expr.Intersect(expr.Point(x.Aux), all)
	case ssa.Param:
		if x.Type == 'i' || x.Type == 'l' {
			return m.Env.Symbol(m.ParamSymbol(v))
		}
	case ssa.Phi, ssa.Entry:
		return m.joinedRange(v, depth)
	case ssa.Field:
		if s, ok := m.entrySymbol(v); ok {
			return m.Env.Symbol(s)
		}
	case ssa.Instr:
		r := m.instructionRange(v, depth)
		if math.IsNaN(r.Lo) || math.IsNaN(r.Hi) { // of operands that no path computes, whose interval is empty
			return all
		}
		return r
	}
	return all
}

// joinedRange is valueRange for a phi: the join of the intervals on the incoming edges.
func (m *Func) joinedRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	all := TypeRange(x.Type)
	if x.Type != 'i' && x.Type != 'l' || m.CFG.Blocks[x.Block].Region >= 0 {
		return all
	}
	if m.LoopOfPhi(v) >= 0 {
		return m.phiRange(v, depth)
	}
	out := expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
	m.StartIntervals()
	for i, a := range m.Fn.Args(v) {
		out = out.Join(m.rangeOn(a, m.EdgeOf(v, i), depth+1))
	}
	if out.Lo > out.Hi { // no path leads here
		return all
	}
	return expr.Intersect(out, all)
}

// instructionRange is valueRange for the result of an instruction.
func (m *Func) instructionRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	if w, ok := m.Stored(v); ok {
		return m.valueRange(w, depth+1)
	}
	switch x.Op {
	case classfile.OpIinc, classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub, classfile.OpImul, classfile.OpLmul:
		return m.arithmeticRange(v, depth)
	case classfile.OpIneg, classfile.OpLneg:
		return m.arithmeticRange(v, depth)
	case classfile.OpIand, classfile.OpLand:
		return m.maskRange(v, depth)
	case classfile.OpIor, classfile.OpLor, classfile.OpIxor, classfile.OpLxor:
		return m.bitsRange(v, depth)
	case classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr, classfile.OpIshl, classfile.OpLshl:
		return m.shiftRange(v, depth)
	case classfile.OpIdiv, classfile.OpLdiv:
		return m.quotientRange(v, depth)
	case classfile.OpD2i, classfile.OpD2l:
		return m.truncatedRange(v, depth)
	case classfile.OpL2i:
		return m.convertedRange(v, DescRange("I"), depth)
	case classfile.OpIrem, classfile.OpLrem:
		return m.remainderRange(v, depth)
	case classfile.OpI2l:
		return m.valueRange(m.Fn.Args(v)[0], depth+1)
	case classfile.OpI2b, classfile.OpI2c, classfile.OpI2s:
		r, _ := m.narrowed(v)
		return m.convertedRange(v, r, depth)
	case classfile.OpBaload:
		return DescRange("B") // also for boolean arrays, which hold 0 and 1
	case classfile.OpCaload:
		return DescRange("C")
	case classfile.OpSaload:
		return DescRange("S")
	case classfile.OpArraylength:
		return m.lengthRange(m.Fn.Args(v)[0], depth)
	case classfile.OpLcmp, classfile.OpFcmpl, classfile.OpFcmpg, classfile.OpDcmpl, classfile.OpDcmpg:
		return expr.Interval{Lo: -1, Hi: 1}
	case classfile.OpInstanceof:
		return expr.Interval{Lo: 0, Hi: 1}
	case classfile.OpGetfield, classfile.OpGetstatic:
		return m.fieldRange(v)
	case classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokestatic, classfile.OpInvokeinterface:
		return m.resultRange(v, depth)
	}
	return TypeRange(x.Type)
}

// arithmeticRange is valueRange for a sum, a difference or a product: the range of the type if it may wrap.
func (m *Func) arithmeticRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	r := m.valueRange(args[0], depth+1)
	switch x.Op {
	case classfile.OpIneg, classfile.OpLneg:
		r = r.Scale(-1)
	case classfile.OpIinc:
		r = r.Add(expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)})
	case classfile.OpIadd, classfile.OpLadd:
		r = r.Add(m.valueRange(args[1], depth+1))
	case classfile.OpIsub, classfile.OpLsub:
		r = r.Add(m.valueRange(args[1], depth+1).Scale(-1))
	case classfile.OpImul, classfile.OpLmul:
		r = r.Mul(m.valueRange(args[1], depth+1))
	}
	if safe := Fits(x.Type); r.Lo >= safe.Lo && r.Hi <= safe.Hi {
		return r
	}
	return TypeRange(x.Type)
}

// convertedRange is valueRange for a conversion to a narrower type of the given range.
func (m *Func) convertedRange(v ssa.ID, narrow expr.Interval, depth int) expr.Interval {
	return expr.Intersect(narrow, unchanged(m.valueRange(m.Fn.Args(v)[0], depth+1), narrow))
}

// fieldRange is valueRange for a field: its constant, else the range of its type.
func (m *Func) fieldRange(v ssa.ID) expr.Interval {
	x := &m.Fn.Values[v]
	mem, _ := m.Fn.Member(v)
	if c := m.Fields.Resolve(mem).Constant; c != nil {
		return expr.Intersect(expr.Point(*c), TypeRange(x.Type))
	}
	if x.Type == 'i' || x.Type == 'l' {
		return DescRange(mem.Desc)
	}
	return TypeRange(x.Type)
}

// resultRange is valueRange for the result of a call.
func (m *Func) resultRange(v ssa.ID, depth int) expr.Interval {
	f := m.Fn
	x := &f.Values[v]
	args := f.Args(v)
	mem, _ := f.Member(v)
	if r, ok := platform.Result(mem); ok && x.Type != 'a' {
		return expr.Interval{Lo: r.Least, Hi: r.Most}
	}
	if r, ok := m.drawnRange(v, depth); ok {
		return expr.Intersect(r, TypeRange(x.Type))
	}
	if platform.RoundedDouble.Has(mem) && x.Type != 'a' {
		return expr.Intersect(m.roundedRange(args[0], depth), TypeRange(x.Type))
	}
	if r, ok := m.functionRange(v, func(a ssa.ID) expr.Interval { return m.valueRange(a, depth+1) }); ok {
		return r
	}
	if mem.Class == platform.StringClass {
		switch {
		case mem.Name == "length":
			return m.lengthRange(args[0], depth)
		case mem.Name == "indexOf" || mem.Name == "lastIndexOf":
			found := 1.0 // how much of the string is found, which all lies inside
			if strings.HasPrefix(mem.Desc, "(Ljava/lang/String;") {
				s, _ := f.StringConstant(args[1])
				found = float64(Utf16Length(s))
			}
			return expr.Interval{Lo: -1, Hi: MaxLength - found}
		}
	}
	if x.Type != 'i' && x.Type != 'l' {
		return TypeRange(x.Type)
	}
	return expr.Intersect(DescRange(classfile.Return(mem.Desc)), m.callee(v).Within)
}

// functionRange returns the range of v, the result of a function of numbers that the API defines, given the ranges of arguments by rangeOf.
// ok is false for other values.
func (m *Func) functionRange(v ssa.ID, rangeOf func(ssa.ID) expr.Interval) (r expr.Interval, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokestatic || x.Type != 'i' && x.Type != 'l' {
		return r, false
	}
	mem, _ := m.Fn.Member(v)
	of := func(i int) expr.Interval { return rangeOf(m.Fn.Args(v)[i]) }
	switch {
	case platform.Minimum.Has(mem):
		r = of(0).Min(of(1))
	case platform.Maximum.Has(mem):
		r = of(0).Max(of(1))
	case platform.Clamp.Has(mem):
		r = of(0).Max(of(1)).Min(of(2))
	case platform.Absolute.Has(mem):
		if r = of(0).Abs(); of(0).Lo <= TypeRange(x.Type).Lo { // it has no positive counterpart
			r = TypeRange(x.Type)
		}
	case platform.FloorModulus.Has(mem):
		k := of(1)
		if k.Hi > 0 {
			r.Hi = k.Hi - 1
		}
		if k.Lo < 0 {
			r.Lo = k.Lo + 1
		}
	default:
		return r, false
	}
	return expr.Intersect(r, TypeRange(x.Type)), true
}
