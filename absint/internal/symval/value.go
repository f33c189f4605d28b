package symval

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Symbolic values: v as an expression over parameters, lengths, stable fields and loop indices. Sound because every operation
// that may wrap carries the condition under which it equals integer arithmetic.

// ValueOf expresses an int or long value in the method's symbols and the indices of the loops around it.
func (m *Func) ValueOf(v ssa.ID) Guarded {
	defer m.query()()
	return m.value(v, 0)
}

// value is ValueOf within one query, at distance depth from its first value.
func (m *Func) value(v ssa.ID, depth int) Guarded {
	f := m.Fn
	x := &f.Values[v]
	if depth > MaxDepth || m.exhausted() {
		return UnknownQuantity("%s "+expr.TooManyStep, m.Describe(v))
	}
	switch x.Kind {
	case ssa.Int:
		return Guarded{Size: expr.Const(x.Aux)}
	case ssa.Param:
		return Guarded{Size: expr.SymbolSize(m.ParamSymbol(v))}
	case ssa.Phi, ssa.Entry:
		return m.phiValue(v, depth)
	case ssa.Field:
		if s, ok := m.entrySymbol(v); ok {
			return Guarded{Size: expr.SymbolSize(s)}
		}
	case ssa.Instr:
		return m.instructionValue(v, depth)
	}
	return m.notComputed(v)
}

// instructionValue is value for the result of an instruction.
func (m *Func) instructionValue(v ssa.ID, depth int) Guarded {
	args := m.Fn.Args(v)
	switch m.Fn.Values[v].Op {
	case classfile.OpIinc, classfile.OpIneg, classfile.OpLneg, classfile.OpIadd, classfile.OpLadd,
		classfile.OpIsub, classfile.OpLsub, classfile.OpImul, classfile.OpLmul:
		return m.arithmeticValue(v, depth)
	case classfile.OpIshl, classfile.OpLshl, classfile.OpIshr, classfile.OpLshr:
		return m.shiftValue(v, depth)
	case classfile.OpIushr, classfile.OpLushr, classfile.OpIdiv, classfile.OpLdiv:
		return m.quotientValue(v, depth)
	case classfile.OpI2l:
		return m.value(args[0], depth+1)
	case classfile.OpL2i:
		return m.convertedValue(v, DescRange("I"), depth)
	case classfile.OpI2b, classfile.OpI2c, classfile.OpI2s:
		r, _ := m.narrowed(v)
		return m.convertedValue(v, r, depth)
	case classfile.OpD2i, classfile.OpD2l:
		return m.rootValue(v, depth)
	case classfile.OpArraylength:
		return m.Length(args[0], depth+1)
	case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return m.callValue(v, depth)
	case classfile.OpGetfield, classfile.OpGetstatic:
		return m.fieldValue(v, depth)
	}
	return m.notComputed(v)
}

// notComputed is the answer for a value that is no expression of sizes.
func (m *Func) notComputed(v ssa.ID) Guarded {
	return UnknownQuantity("%s is not computed from parameters and sizes", m.Describe(v))
}

// arithmeticValue is value for a sum, a difference, a product or a negation that does not overflow.
func (m *Func) arithmeticValue(v ssa.ID, depth int) Guarded {
	x := &m.Fn.Values[v]
	switch x.Op {
	case classfile.OpIadd, classfile.OpLadd:
		return m.binaryValue(v, depth, expr.Size.Add)
	case classfile.OpIsub, classfile.OpLsub:
		return m.binaryValue(v, depth, expr.Size.Sub)
	case classfile.OpImul, classfile.OpLmul:
		return m.binaryValue(v, depth, expr.Size.Mul)
	}
	a := m.value(m.Fn.Args(v)[0], depth+1)
	if !a.Ok() {
		return a
	}
	if x.Op == classfile.OpIinc {
		return m.noWrap(v, a.Size.AddInt(x.Aux), a.Conds)
	}
	return m.noWrap(v, a.Size.Scale(-1), a.Conds)
}

// binaryValue returns op of both operands of v, under the condition that it does not overflow.
func (m *Func) binaryValue(v ssa.ID, depth int, op func(a, b expr.Size) expr.Size) Guarded {
	args := m.Fn.Args(v)
	a := m.value(args[0], depth+1)
	if !a.Ok() {
		return a
	}
	b := m.value(args[1], depth+1)
	if !b.Ok() {
		return b
	}
	return m.noWrap(v, op(a.Size, b.Size), slices.Concat(a.Conds, b.Conds))
}

// shiftValue is value for a left shift, a product, or a signed right shift, a quotient rounded down.
func (m *Func) shiftValue(v ssa.ID, depth int) Guarded {
	k, ok := m.shiftCount(v)
	if !ok {
		return m.powerValue(v, depth)
	}
	a := m.value(m.Fn.Args(v)[0], depth+1)
	if !a.Ok() {
		return a
	}
	if op := m.Fn.Values[v].Op; op == classfile.OpIshl || op == classfile.OpLshl {
		return m.noWrap(v, a.Size.Scale(1<<k), a.Conds)
	}
	return Guarded{Size: a.Size.FloorDiv(1 << k), Conds: a.Conds}
}

// powerValue is value for a positive constant times 2 to the power k, its left shift by k, under the condition that k is not
// negative and small enough for the product to fit.
func (m *Func) powerValue(v ssa.ID, depth int) Guarded {
	args := m.Fn.Args(v)
	x, c := &m.Fn.Values[v], &m.Fn.Values[args[0]]
	if c.Kind != ssa.Int || c.Aux <= 0 || x.Op != classfile.OpIshl && x.Op != classfile.OpLshl {
		return m.notComputed(v)
	}
	k := m.value(args[1], depth+1)
	if !k.Ok() {
		return k
	}
	most := 52 - bits.Len64(uint64(c.Aux)-1) // float64 has the products exactly
	if x.Op == classfile.OpIshl {
		most = 31 - bits.Len64(uint64(c.Aux))
	}
	p := expr.Power(expr.Const(2), k.Size).Scale(c.Aux)
	if p.Top || most < 0 {
		return m.notComputed(v)
	}
	return Guarded{Size: p, Conds: m.RequireAt(k.Conds, expr.Condition{Size: k.Size, Lo: 0, Hi: float64(most)}, x.Block)}
}

// quotientValue is value for a quotient or unsigned right shift: FloorDiv, under the condition that the dividend is >= 0.
func (m *Func) quotientValue(v ssa.ID, depth int) Guarded {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	k := &m.Fn.Values[args[1]]
	d := k.Aux
	if x.Op == classfile.OpIushr || x.Op == classfile.OpLushr {
		d = 0
		if s, ok := m.shiftCount(v); ok {
			d = 1 << s
		}
	}
	if k.Kind != ssa.Int || d <= 0 {
		return m.notComputed(v)
	}
	a := m.value(args[0], depth+1)
	if !a.Ok() {
		return a
	}
	return Guarded{Size: a.Size.FloorDiv(d), Conds: m.Require(a.Conds, expr.Condition{Size: a.Size, Lo: 0, Hi: math.Inf(1)})}
}

// convertedValue is value for a narrowing conversion, under the condition that the operand is in its range.
func (m *Func) convertedValue(v ssa.ID, narrow expr.Interval, depth int) Guarded {
	a := m.value(m.Fn.Args(v)[0], depth+1)
	if !a.Ok() {
		return a
	}
	return Guarded{Size: a.Size, Conds: m.Require(a.Conds, expr.Condition{Size: a.Size, Lo: narrow.Lo, Hi: narrow.Hi})}
}

// rootValue is value for (int) Math.sqrt(n): rounded down, and 0 for negative n, because NaN becomes 0.
func (m *Func) rootValue(v ssa.ID, depth int) Guarded {
	n, ok := m.RootOf(m.Fn.Args(v)[0])
	if !ok {
		return UnknownQuantity("%s is not computed from parameters and sizes", m.Describe(v))
	}
	q := m.value(n, depth+1)
	if q.Ok() {
		q.Conds = m.Require(q.Conds, expr.Condition{Size: q.Size, Lo: math.Inf(-1), Hi: 1 << 52})
		q.Size = q.Size.Sqrt()
	}
	return q
}

// callValue is value for the result of Math.min and Math.max, of analyzed methods, and of String.length.
func (m *Func) callValue(v ssa.ID, depth int) Guarded {
	mem, _ := m.Fn.Member(v)
	args := m.Fn.Args(v)
	switch {
	case platform.Minimum.Has(mem):
		return m.binaryValue(v, depth, func(a, b expr.Size) expr.Size { return expr.Min(a, b) })
	case platform.Maximum.Has(mem):
		return m.binaryValue(v, depth, func(a, b expr.Size) expr.Size { return expr.Max(a, b) })
	case platform.Clamp.Has(mem):
		return m.clampedValue(v, depth)
	case platform.IndexCheck.Has(mem) || platform.FromToCheck.Has(mem) || platform.FromSizeCheck.Has(mem): // they return their first argument
		return m.value(args[0], depth+1)
	}
	if q, ok := m.instantiated(v, m.callee(v).Value, depth); ok {
		return q
	}
	if mem.Class == "java/lang/String" && mem.Name == "length" { // strings do not change
		if q := m.stringLengthAt(args[0], depth+1); q.Ok() {
			return q
		}
	}
	return m.notComputed(v)
}

// clampedValue is value for a number that is moved between two others, which throws unless they are in order.
func (m *Func) clampedValue(v ssa.ID, depth int) Guarded {
	var q [3]Guarded
	for i, a := range m.Fn.Args(v) {
		if q[i] = m.value(a, depth+1); !q[i].Ok() {
			return q[i]
		}
	}
	s := expr.Min(expr.Max(q[0].Size, q[1].Size), q[2].Size)
	if s.Top {
		return m.notComputed(v)
	}
	return Guarded{Size: s, Conds: slices.Concat(q[0].Conds, q[1].Conds, q[2].Conds)}
}

// phiValue is value for a phi: the counter of the loop it heads, or the value that all paths agree on.
func (m *Func) phiValue(v ssa.ID, depth int) Guarded {
	f := m.Fn
	x := &f.Values[v]
	if l := m.LoopOfPhi(v); l >= 0 {
		info := &m.Loops[l]
		c, ok := info.Counters[v]
		switch {
		case !ok:
			return UnknownQuantity("%s does not change by a constant step in the loop at %s", m.Describe(v), m.Place(l))
		case info.Upper.Top:
			return UnknownQuantity("%s depends on the loop at %s, which has no bound", m.Describe(v), m.Place(l))
		}
		// After the loop the counter has its last value, which the index does not describe.
		init := m.value(c.Init, depth+1)
		if !init.Ok() {
			return init
		}
		s := init.Size.Add(expr.IndexSize(l).Scale(c.Step))
		conds := slices.Concat(init.Conds, info.Conds)
		if !c.Safe {
			last := init.Size.Add(info.Upper.Scale(c.Step))
			r := Fits(x.Type)
			conds = m.Require(conds, expr.Condition{Size: last, Lo: r.Lo, Hi: r.Hi})
		}
		return Guarded{Size: s, Conds: conds}
	}
	if q, ok := m.selectedValue(v, depth); ok {
		return q
	}
	var same Guarded
	for i, a := range f.Args(v) {
		q := m.value(a, depth+8) // shallow: joins of joins rarely agree
		if !q.Ok() {
			return q
		}
		if i > 0 && !q.Size.Equal(same.Size) {
			return UnknownQuantity("%s has different values on different paths", m.Describe(v))
		}
		q.Conds = slices.Concat(q.Conds, same.Conds)
		same = q
	}
	return same
}

// fieldValue is value for a field that cannot change while the method runs.
func (m *Func) fieldValue(v ssa.ID, depth int) Guarded {
	f := m.Fn
	mem, _ := f.Member(v)
	if d := mem.Desc[0]; d == 'L' || d == '[' || d == 'F' || d == 'D' {
		return UnknownQuantity("%s is not an integer", mem.Name)
	}
	if w, ok := m.Stored(v); ok {
		return m.value(w, depth+1)
	}
	field := m.Fields.Resolve(mem)
	if field.Constant != nil {
		return Guarded{Size: expr.Const(*field.Constant)}
	}
	path, name := m.Path(v, depth)
	if path == "" {
		return UnknownQuantity("the field %s may change while the method runs", mem.Name)
	}
	r := DescRange(mem.Desc)
	return Guarded{Size: expr.SymbolSize(expr.Symbol{Path: path, Name: name, Min: r.Lo, Max: r.Hi})}
}

// noWrap returns s as the value of v, under the condition that the arithmetic of v does not overflow.
func (m *Func) noWrap(v ssa.ID, s expr.Size, conds []expr.Condition) Guarded {
	if s.Top {
		return UnknownQuantity("%s "+expr.TooLarge, m.Describe(v))
	}
	if m.CannotWrap(v) {
		return Guarded{Size: s, Conds: conds}
	}
	r := Fits(m.Fn.Values[v].Type)
	if all := m.Env.Size(s); all.Hi < r.Lo || all.Lo > r.Hi { // a condition that never holds is worse than none
		return UnknownQuantity("%s overflows", m.Describe(v))
	}
	return Guarded{Size: s, Conds: m.RequireAt(conds, expr.Condition{Size: s, Lo: r.Lo, Hi: r.Hi}, m.Fn.Values[v].Block)}
}

// instantiated replaces the symbols in the callee's quantity q by the arguments of call v.
func (m *Func) instantiated(v ssa.ID, q Guarded, depth int) (Guarded, bool) {
	if !q.Ok() {
		return Guarded{}, false
	}
	var conds []expr.Condition
	ok := true
	symbol := func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom || !ok {
			return expr.Size{}, false
		}
		arg := m.argument(v, a.Symbol, depth+2)
		if ok = arg.Ok(); !ok {
			return expr.TopSize, true
		}
		conds = expr.Union(conds, arg.Conds)
		return arg.Size, true
	}
	out := Guarded{Size: q.Size.Substitute(symbol)}
	for _, c := range q.Conds {
		c.Size = c.Size.Substitute(symbol)
		if ok && !c.Size.Top {
			out.Conds = m.RequireAt(out.Conds, c, m.Fn.Values[v].Block)
		}
		ok = ok && !c.Size.Top
	}
	out.Conds = expr.Union(out.Conds, conds)
	for _, c := range out.Conds { // a condition that never holds is worse than none
		r := m.Env.Size(c.Size)
		ok = ok && r.Hi >= c.Lo && r.Lo <= c.Hi
	}
	return out, ok && !out.Size.Top
}

// argument returns the value of a symbol of the method that v calls.
func (m *Func) argument(v ssa.ID, sym expr.Symbol, depth int) Guarded {
	args := m.Fn.Args(v)
	i, _, _, ok := expr.SplitPath(sym.Path)
	switch {
	case m.WritesOn(sym.Path), expr.OnEntry(sym), depth > MaxDepth, ok && i >= len(args):
		return UnknownQuantity("%s is not known", sym.Name)
	case !ok: // a static field
		return Guarded{Size: expr.SymbolSize(sym)}
	}
	return m.PassedFor(sym, args[i], depth)
}

// PassedFor returns the value of a callee's symbol that starts from a parameter for which v is passed.
func (m *Func) PassedFor(sym expr.Symbol, v ssa.ID, depth int) Guarded {
	_, fields, isLength, _ := expr.SplitPath(sym.Path)
	switch {
	case fields != "":
		path, name := m.Path(v, depth)
		if path == "" {
			return UnknownQuantity("%s of the argument %s is not known", fields, m.Describe(v))
		}
		_, tail, _ := strings.Cut(sym.Name, ".")
		sym.Path, sym.Name = path+"."+fields, name+"."+tail
		if isLength {
			sym.Path = "len(" + sym.Path + ")"
		}
		return Guarded{Size: expr.SymbolSize(sym)}
	case !isLength:
		return m.value(v, depth)
	case strings.HasSuffix(sym.Name, "()"):
		return m.StringLength(v)
	}
	return m.Length(v, depth)
}
