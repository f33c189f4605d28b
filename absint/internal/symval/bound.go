package symval

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Bounds of values that are no expressions over symbols. Quantities without a bound become symbols of their extreme value at
// one place (extremes.go). Sound because a symbol of an upper bound stands only where a larger value means more iterations,
// one of a lower bound only where a smaller value does.

// LimitOf returns a value that loop l does not change, or its upper (up) or lower bound.
func (m *Func) LimitOf(l int, v ssa.ID, up bool) (q Guarded, bound bool) {
	if v == 0 {
		return Guarded{}, false
	}
	q, bound = m.ValueOrBound(v, l, up)
	if q.Ok() && !m.IndicesEnclose(q.Size, l) {
		return UnknownQuantity("an earlier loop sets %s", m.Describe(v)), false
	}
	return q, bound
}

// ValueOrBound returns the value of v, or its upper (up) or lower bound for loop l; bound reports which.
func (m *Func) ValueOrBound(v ssa.ID, l int, up bool) (q Guarded, bound bool) {
	q = m.ValueOf(v)
	if op := m.Fn.Values[v].Op; len(q.Conds) > 0 && up && (op == classfile.OpIushr || op == classfile.OpLushr) {
		// The upper bits are a small number for negative values, too.
		if n := m.rangeBound(v, up, q); len(n.Conds) == 0 {
			return n, true
		}
	}
	if q.Ok() && m.IndicesEnclose(q.Size, l) {
		return q, false
	}
	if b := m.Bound(v, up, 0); b.Ok() && m.IndicesEnclose(b.Size, l) {
		return b, true
	}
	// A variable that the loop does not change has one value, which a symbol can stand for.
	if x := &m.Fn.Values[v]; (x.Kind == ssa.Instr || x.Kind == ssa.Phi) && !m.CFG.InLoop(int(x.Block), l) {
		if name := m.Fn.Name(v); name != "" {
			return Guarded{Size: m.ExtremeValue(v, up, name)}, true
		}
	}
	return q, false
}

// Bound returns an expression that v never exceeds (up) or falls below: its value, or a bound by operands or interval.
func (m *Func) Bound(v ssa.ID, up bool, depth int) Guarded {
	if depth > 12 {
		return UnknownQuantity("%s "+expr.TooManyStep, m.Describe(v))
	}
	if q := m.value(v, depth+4); q.Ok() {
		q.Size = m.Eliminate(q.Size, up, code.NoBlock)
		if !q.Size.Top {
			return q
		}
	}
	unknown := m.notComputed(v)
	switch m.Fn.Values[v].Kind {
	case ssa.Phi, ssa.Entry:
		return m.phiBound(v, up, depth)
	case ssa.Field:
		return Guarded{Size: m.ExtremeValue(v, up, m.Describe(v))}
	case ssa.Instr:
		return m.instructionBound(v, up, depth, unknown)
	}
	return m.rangeBound(v, up, unknown)
}

// instructionBound is Bound for an instruction: reads and calls have at least the symbol of their extreme value.
func (m *Func) instructionBound(v ssa.ID, up bool, depth int, unknown Guarded) Guarded {
	if q, decided := m.operationBound(v, up, depth, unknown); decided {
		return q
	}
	if q := m.rangeBound(v, up, unknown); q.Ok() {
		return q
	}
	switch m.Fn.Values[v].Op {
	case classfile.OpGetfield, classfile.OpGetstatic, classfile.OpInvokestatic, classfile.OpInvokespecial,
		classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpIaload, classfile.OpLaload:
		return Guarded{Size: m.ExtremeValue(v, up, m.DescribeSource(v))}
	}
	return unknown
}

// operationBound bounds the result of an instruction by its operands. If not decided, its interval may give a bound.
func (m *Func) operationBound(v ssa.ID, up bool, depth int, unknown Guarded) (q Guarded, decided bool) {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	switch x.Op {
	case classfile.OpGetfield:
		if w, ok := m.Stored(v); ok {
			if q := m.Bound(w, up, depth+1); len(q.Conds) == 0 { // else the symbol of the field is better
				return q, q.Ok()
			}
		}
	case classfile.OpIadd, classfile.OpLadd:
		return m.sumBound(v, 1, up, depth), true
	case classfile.OpIsub, classfile.OpLsub:
		return m.sumBound(v, -1, up, depth), true
	case classfile.OpIinc:
		a := m.Bound(args[0], up, depth+1)
		if !a.Ok() {
			return a, true
		}
		return m.inside(v, a.Size.AddInt(x.Aux), a.Conds, up), true
	case classfile.OpImul, classfile.OpLmul, classfile.OpIshl, classfile.OpLshl:
		return m.multipleBound(v, up, depth)
	case classfile.OpIshr, classfile.OpIushr, classfile.OpLshr, classfile.OpIdiv, classfile.OpLdiv:
		return m.quotientBound(v, up, depth, unknown)
	case classfile.OpI2l:
		return m.Bound(args[0], up, depth+1), true
	case classfile.OpIand, classfile.OpLand:
		return m.maskBound(v, up, depth)
	case classfile.OpIrem, classfile.OpLrem:
		if m.RangeOf(args[1]).Lo >= 0 { // it throws for 0
			return m.belowBound(v, args[1], up, depth)
		}
	case classfile.OpArraylength:
		if !up {
			return Guarded{}, true
		}
		return m.lengthBound(args[0], depth), true
	case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return m.callBound(v, up, depth, unknown)
	}
	return Guarded{}, false
}

// sumBound bounds v, the first operand plus sign times the second, if it overflows on neither side.
func (m *Func) sumBound(v ssa.ID, sign int64, up bool, depth int) Guarded {
	args := m.Fn.Args(v)
	a, b := m.Bound(args[0], up, depth+1), m.Bound(args[1], up == (sign > 0), depth+1)
	if !a.Ok() {
		return a
	}
	if !b.Ok() {
		return b
	}
	return m.inside(v, a.Size.AddScaled(b.Size, sign), slices.Concat(a.Conds, b.Conds), up)
}

// quotientBound bounds v, a quotient by a positive constant or a right shift. decided is as in operationBound.
func (m *Func) quotientBound(v ssa.ID, up bool, depth int, unknown Guarded) (q Guarded, decided bool) {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	k := &m.Fn.Values[args[1]]
	d := k.Aux
	if x.Op == classfile.OpIshr || x.Op == classfile.OpIushr || x.Op == classfile.OpLshr {
		if d < 0 || d > 30 {
			return Guarded{}, false
		}
		d = 1 << d
	}
	if k.Kind != ssa.Int || d <= 0 {
		return Guarded{}, false
	}
	a := m.Bound(args[0], up, depth+1)
	if !a.Ok() {
		return Guarded{}, false
	}
	if x.Op != classfile.OpIshr && x.Op != classfile.OpLshr && m.RangeOf(args[0]).Lo < 0 {
		low := m.Bound(args[0], false, depth+1)
		switch notNegative := low.Ok() && m.LeastOf(low.Size) >= 0; {
		case notNegative:
			a.Conds = slices.Concat(a.Conds, low.Conds)
		case x.Op == classfile.OpIushr || x.Op == classfile.OpLushr: // a negative dividend gives a large quotient
			return m.rangeBound(v, up, unknown), true
		case up: // rounded towards zero
			a.Size = expr.Max(expr.Const(0), a.Size)
		}
	}
	return Guarded{Size: a.Size.FloorDiv(d), Conds: a.Conds}, true
}

// maskBound bounds v, a bitwise and, by its operands that are not negative. decided is as in operationBound.
func (m *Func) maskBound(v ssa.ID, up bool, depth int) (q Guarded, decided bool) {
	if !up {
		return Guarded{}, false
	}
	for _, a := range m.Fn.Args(v) {
		if m.RangeOf(a).Lo < 0 {
			continue
		}
		b := m.Bound(a, true, depth+1)
		switch {
		case !b.Ok():
		case !decided:
			q, decided = b, true
		case len(b.Conds) <= len(q.Conds):
			q.Size, q.Conds = expr.Min(q.Size, b.Size), slices.Concat(q.Conds, b.Conds)
		}
	}
	return q, decided && !q.Size.Top
}

// lengthBound bounds the length of an array from above: by its value, its source collection, or a symbol.
func (m *Func) lengthBound(array ssa.ID, depth int) Guarded {
	if q := m.Length(array, depth+1); q.Ok() {
		q.Size = m.Eliminate(q.Size, true, code.NoBlock)
		if !q.Size.Top {
			return q
		}
	}
	if n, ok := m.sizes.ArrayOf(m, array); ok {
		return Guarded{Size: n}
	}
	return Guarded{Size: m.LargestLength(array)}
}

// callBound bounds v, the result of Math.min or Math.max, of an analyzed method, or of a size query, as operationBound.
func (m *Func) callBound(v ssa.ID, up bool, depth int, unknown Guarded) (q Guarded, decided bool) {
	mem, _ := m.Fn.Member(v)
	args := m.Fn.Args(v)
	if larger := platform.Maximum.Has(mem); larger || platform.Minimum.Has(mem) {
		a, b := m.Bound(args[0], up, depth+1), m.Bound(args[1], up, depth+1)
		return m.extremeBound(larger, up, a, b, unknown), true
	}
	if platform.Clamp.Has(mem) {
		a, low, high := m.Bound(args[0], up, depth+1), m.Bound(args[1], up, depth+1), m.Bound(args[2], up, depth+1)
		return m.extremeBound(false, up, m.extremeBound(true, up, a, low, unknown), high, unknown), true
	}
	if platform.SizeOrDefault.Has(mem) && up && m.Breach(args[0], platform.CollectionClass, contracts.CountingOf("size")) == nil {
		n := Guarded{Size: m.sizes.Elements(m, args[0])}
		if is, _ := m.Fields.H.IsSubtype(platform.ClassName(m.Fn.Static(m.Fn.Uncast(args[0]))), platform.CollectionClass); is {
			return n, true
		}
		return m.extremeBound(true, up, n, m.Bound(args[1], up, depth+1), unknown), true
	}
	if platform.RandomBelow.Has(mem) && m.draws(v) {
		return m.belowBound(v, args[len(args)-1], up, depth)
	}
	if q, ok := m.resultBound(v, up, depth); ok {
		return q, true
	}
	if op := m.Fn.Values[v].Op; op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface {
		return m.sizeCall(v, up)
	}
	return Guarded{}, false
}

// resultBound bounds the result of a call from above (up) or below, by bounds of its arguments.
func (m *Func) resultBound(v ssa.ID, up bool, depth int) (Guarded, bool) {
	r := m.callee(v)
	q := r.Low
	if up {
		q = r.High
	}
	if !q.Ok() {
		return Guarded{}, false
	}
	if exact, ok := m.instantiated(v, q, depth); ok {
		exact.Size = m.Eliminate(exact.Size, up, code.NoBlock)
		if !exact.Size.Top {
			return exact, true
		}
	}
	if len(q.Conds) > 0 { // conditions hold for exact arguments only
		return Guarded{}, false
	}
	var conds []expr.Condition
	ok := true
	size := q.Size.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom || !ok {
			return expr.Size{}, false
		}
		i, fields, isLength, isParam := expr.SplitPath(a.Symbol.Path)
		d := q.Size.Direction(a.Key)
		if ok = isParam && !isLength && fields == "" && i < len(m.Fn.Args(v)) && d != expr.Mixed; !ok {
			return expr.TopSize, true
		}
		arg := m.Bound(m.Fn.Args(v)[i], up == (d == expr.Growing), depth+2)
		if ok = arg.Ok(); !ok {
			return expr.TopSize, true
		}
		conds = expr.Union(conds, arg.Conds)
		return arg.Size, true
	})
	return Guarded{Size: size, Conds: conds}, ok && !size.Top
}

// rangeBound returns the end of v's interval, or unknown if that is no better than the type.
func (m *Func) rangeBound(v ssa.ID, up bool, unknown Guarded) Guarded {
	x := &m.Fn.Values[v]
	if x.Type != 'i' && x.Type != 'l' {
		return unknown
	}
	r, all := m.RangeOf(v), TypeRange(x.Type)
	switch {
	case up && r.Hi < all.Hi && math.Abs(r.Hi) < Uninformative:
		return Guarded{Size: expr.Const(int64(r.Hi))}
	case !up && r.Lo > all.Lo && math.Abs(r.Lo) < Uninformative:
		return Guarded{Size: expr.Const(int64(r.Lo))}
	}
	return unknown
}

// inside returns the bound s of v, under the condition that the arithmetic overflows on neither side.
func (m *Func) inside(v ssa.ID, s expr.Size, conds []expr.Condition, up bool) Guarded {
	if s.Top {
		return UnknownQuantity("%s "+expr.TooLarge, m.Describe(v))
	}
	if m.CannotWrap(v) {
		return Guarded{Size: s, Conds: conds}
	}
	r := Fits(m.Fn.Values[v].Type)
	// An overflow on the other side would wrap v to this one: exclude it by intervals, or else by a bound.
	if q, ok := m.otherSide(v, up); ok {
		lo, hi := math.Inf(-1), r.Hi
		if !up {
			lo, hi = r.Lo, math.Inf(1)
		}
		return Guarded{Size: s, Conds: m.Require(slices.Concat(conds, q), expr.Condition{Size: s, Lo: lo, Hi: hi})}
	}
	return UnknownQuantity("%s may overflow", m.Describe(v))
}

// otherSide returns the conditions under which the sum or difference v does not overflow opposite to the bound.
func (m *Func) otherSide(v ssa.ID, up bool) (conds []expr.Condition, ok bool) {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	r := Fits(x.Type)
	other := m.RangeOf(args[0])
	switch x.Op {
	case classfile.OpIadd, classfile.OpLadd:
		other = other.Add(m.RangeOf(args[1]))
	case classfile.OpIsub, classfile.OpLsub:
		other = other.Add(m.RangeOf(args[1]).Scale(-1))
	case classfile.OpIinc:
		other = other.Add(expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)})
	}
	if up && other.Lo >= r.Lo || !up && other.Hi <= r.Hi {
		return nil, true
	}
	a := m.Bound(args[0], !up, 6)
	if !a.Ok() {
		return nil, false
	}
	b := Guarded{Size: expr.Const(x.Aux)}
	sign := int64(1)
	if x.Op != classfile.OpIinc {
		if x.Op == classfile.OpIsub || x.Op == classfile.OpLsub {
			sign = -1
		}
		if b = m.Bound(args[1], !up == (sign > 0), 6); !b.Ok() {
			return nil, false
		}
	}
	c := expr.Condition{Size: a.Size.AddScaled(b.Size, sign), Lo: r.Lo, Hi: math.Inf(1)}
	if !up {
		c.Lo, c.Hi = math.Inf(-1), r.Hi
	}
	return m.Require(slices.Concat(a.Conds, b.Conds), c), true
}

// extremeBound bounds the maximum (larger) or minimum. Above a maximum or below a minimum it needs both, else either.
func (m *Func) extremeBound(larger, up bool, a, b, unknown Guarded) Guarded {
	combine := expr.Min
	if up {
		combine = expr.Max
	}
	if larger != up {
		switch {
		case !a.Ok() && !b.Ok():
			return unknown
		case !a.Ok():
			return b
		case !b.Ok():
			return a
		}
		combine = expr.Max
		if up {
			combine = expr.Min
		}
	} else if !a.Ok() || !b.Ok() {
		return unknown
	}
	s := combine(a.Size, b.Size)
	if s.Top {
		return unknown
	}
	return Guarded{Size: s, Conds: slices.Concat(a.Conds, b.Conds)}
}

// sizeCall bounds the result of a call that reads a size: 0 from below, a symbol from above. ok is false for others.
func (m *Func) sizeCall(v ssa.ID, up bool) (q Guarded, ok bool) {
	f := m.Fn
	mem, _ := f.Member(v)
	if !strings.HasSuffix(mem.Desc, ")I") || !m.Sized(mem.Class) {
		return Guarded{}, false
	}
	recv := f.Args(v)[0]
	switch {
	case platform.Sizes.Named(mem.Name):
		if mem.Desc != "()I" {
			return Guarded{}, false
		}
		if m.Breach(recv, mem.Class, contracts.CountingOf(mem.Name)) != nil { // the size may be negative
			if !up {
				return Guarded{}, false
			}
			return Guarded{Size: m.Largest(recv, "count."+mem.Name, m.Part(recv, "."+mem.Name+"()"), MaxLength)}, true
		}
		if !up {
			return Guarded{}, true
		}
		if mem.Name == "size" {
			return Guarded{Size: m.sizes.Elements(m, recv)}, true
		}
		if mem.Name == "length" && (mem.Class == platform.StringClass || platform.TextBuffer.Has(mem.Class)) {
			return Guarded{Size: m.LargestChars(recv, m.Fn.Values[v].Block)}, true
		}
		return Guarded{Size: m.Largest(recv, mem.Name, m.Part(recv, "."+mem.Name+"()"), MaxLength)}, true
	case mem.Name == "indexOf" || mem.Name == "lastIndexOf":
		if mem.Class != platform.StringClass {
			return Guarded{}, false
		}
		if !up {
			return Guarded{Size: expr.Const(-1)}, true
		}
		if s := m.StringLength(recv); s.Ok() {
			return s, true
		}
		return Guarded{Size: m.LargestChars(recv, m.Fn.Values[v].Block)}, true
	}
	return Guarded{}, false
}

// Sized reports whether sizes of a class are not negative: JDK classes, and application classes that keep the contract.
func (m *Func) Sized(class string) bool {
	if platform.IsPlatform(class) {
		return true
	}
	return slices.ContainsFunc(platform.Sized.All(), func(above string) bool {
		is, _ := m.Fields.H.IsSubtype(class, above)
		return is
	})
}
