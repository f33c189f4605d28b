package symval

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Guarded is what is known of an integer value: a Size that it equals under conditions, or why there is none.
type Guarded struct {
	Size  expr.Size
	Conds []expr.Condition
	Why   string // set where there is no Size
}

func (q Guarded) Ok() bool { return q.Why == "" }

func UnknownQuantity(format string, args ...any) Guarded {
	return Guarded{Why: fmt.Sprintf(format, args...)}
}

// TypeRange is the range of an integral type by its SSA letter.
func TypeRange(t byte) expr.Interval {
	if t == 'l' {
		return expr.Interval{Lo: math.MinInt64, Hi: math.MaxInt64}
	}
	return expr.Interval{Lo: math.MinInt32, Hi: math.MaxInt32}
}

// Fits is the range in which arithmetic of the type surely does not wrap. For long it is narrower than the type:
// intervals are computed in float64, which rounds there.
func Fits(t byte) expr.Interval {
	if t == 'l' {
		return expr.Interval{Lo: -1 << 62, Hi: 1 << 62}
	}
	return TypeRange(t)
}

func DescRange(d string) expr.Interval {
	switch d {
	case "Z":
		return expr.Interval{Lo: 0, Hi: 1}
	case "B":
		return expr.Interval{Lo: math.MinInt8, Hi: math.MaxInt8}
	case "C":
		return expr.Interval{Lo: 0, Hi: math.MaxUint16}
	case "S":
		return expr.Interval{Lo: math.MinInt16, Hi: math.MaxInt16}
	case "J":
		return TypeRange('l')
	}
	return TypeRange('i')
}

// MaxLength is the largest length of an array, a string or a collection that counts in int.
const MaxLength = math.MaxInt32

const MaxDepth = 24 // of the expressions that values are followed through

// ValueOf expresses an int or long value in the method's symbols and the indices of the loops around it.
func (m *Func) ValueOf(v ssa.ID) Guarded {
	defer m.query()()
	return m.value(v, 0)
}

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
		return Guarded{Size: expr.SymbolSize(m.paramSymbol(v))}
	case ssa.Phi:
		return m.phiValue(v, depth)
	case ssa.Instr:
		return m.instructionValue(v, depth)
	}
	return m.notComputed(v)
}

func (m *Func) paramSymbol(v ssa.ID) expr.Symbol {
	i := m.paramIndex(v)
	s := expr.Symbol{Path: "p" + strconv.Itoa(i), Name: m.Describe(v)}
	r := DescRange(m.Fn.Static(v))
	if passed, ok := m.passed[s.Path]; ok { // whoever puts an argument in its place counts on it, too
		r = expr.Intersect(r, passed)
	}
	s.Min, s.Max = r.Lo, r.Hi
	return s
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
	case classfile.OpI2b:
		return m.convertedValue(v, DescRange("B"), depth)
	case classfile.OpI2c:
		return m.convertedValue(v, DescRange("C"), depth)
	case classfile.OpI2s:
		return m.convertedValue(v, DescRange("S"), depth)
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

// arithmeticValue is value for a sum, a difference, a product or a negation, under the condition that it does not overflow.
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

// binaryValue is op of the values of both operands of v, under the condition that it does not overflow.
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

// shiftCount is the constant number of bits by which v is shifted; ok is false where it is not known or above 30.
func (m *Func) shiftCount(v ssa.ID) (n int64, ok bool) {
	k := &m.Fn.Values[m.Fn.Args(v)[1]]
	return k.Aux, k.Kind == ssa.Int && k.Aux >= 0 && k.Aux < 31
}

// shiftValue is value for a shift to the left, a product, or a signed one to the right, a quotient that is rounded down.
func (m *Func) shiftValue(v ssa.ID, depth int) Guarded {
	k, ok := m.shiftCount(v)
	if !ok {
		return m.notComputed(v)
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

// quotientValue is value for a quotient by a positive constant or an unsigned shift to the right, under the condition that
// the dividend is not negative: only then the result is rounded down, as by FloorDiv.
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

// convertedValue is value for a conversion to a narrower type, under the condition that the operand is in its range.
func (m *Func) convertedValue(v ssa.ID, narrow expr.Interval, depth int) Guarded {
	a := m.value(m.Fn.Args(v)[0], depth+1)
	if !a.Ok() {
		return a
	}
	return Guarded{Size: a.Size, Conds: m.Require(a.Conds, expr.Condition{Size: a.Size, Lo: narrow.Lo, Hi: narrow.Hi})}
}

// callValue is value for the result of a call: of Math.min and Math.max, of analysed methods, of String.length.
func (m *Func) callValue(v ssa.ID, depth int) Guarded {
	mem, _ := m.Fn.Member(v)
	args := m.Fn.Args(v)
	if mem.Class == platform.Math && len(args) == 2 {
		switch mem.Name + mem.Desc {
		case "min(II)I", "min(JJ)J":
			return m.binaryValue(v, depth, func(a, b expr.Size) expr.Size { return expr.Min(a, b) })
		case "max(II)I", "max(JJ)J":
			return m.binaryValue(v, depth, func(a, b expr.Size) expr.Size { return expr.Max(a, b) })
		}
	}
	if q, ok := m.instantiated(v, m.callee(v).value, depth); ok {
		return q
	}
	if mem.Class == "java/lang/String" && mem.Name == "length" { // strings do not change
		if q := m.stringLengthAt(args[0], depth+1); q.Ok() {
			return q
		}
	}
	return m.notComputed(v)
}

func Utf16Length(s string) int64 {
	n := int64(0)
	for _, r := range s {
		n++
		if r >= 0x10000 {
			n++
		}
	}
	return n
}

// phiValue handles a variable that differs between the ways into a block: the counter of a loop around it, or
// the same on every way.
func (m *Func) phiValue(v ssa.ID, depth int) Guarded {
	f := m.Fn
	x := &f.Values[v]
	if l := m.LoopHeadedBy(int(x.Block)); l >= 0 {
		info := &m.Loops[l]
		c, ok := info.Counters[v]
		switch {
		case !ok:
			return UnknownQuantity("%s does not change by a constant step in the loop at %s", m.Describe(v), m.Place(l))
		case info.Upper.Top:
			return UnknownQuantity("%s depends on the loop at %s, which has no bound", m.Describe(v), m.Place(l))
		}
		// Behind the loop the counter's last value is meant, which the index does not describe.
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

// fieldValue reads a field that cannot change while the method runs.
func (m *Func) fieldValue(v ssa.ID, depth int) Guarded {
	f := m.Fn
	mem, _ := f.Member(v)
	if d := mem.Desc[0]; d == 'L' || d == '[' || d == 'F' || d == 'D' {
		return UnknownQuantity("%s is not an integer", mem.Name)
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

// Path identifies what a value is by how it is reached from the parameters or from a class: "p1", "p0.C:data:[I",
// "static.C:limit:I". It is empty where the value could be another one at another time: then it is no symbol of the
// method.
func (m *Func) Path(v ssa.ID, depth int) (path, name string) {
	f := m.Fn
	x := &f.Values[v]
	if depth > MaxDepth {
		return "", ""
	}
	switch x.Kind {
	case ssa.Param:
		return "p" + strconv.Itoa(m.paramIndex(v)), m.Describe(v)
	case ssa.Instr:
		switch x.Op {
		case classfile.OpCheckcast:
			return m.Path(f.Args(v)[0], depth+1)
		case classfile.OpGetstatic:
			mem, _ := f.Member(v)
			if field := m.Fields.Resolve(mem); field.Stable && !m.Writes(mem) {
				return "static." + field.Path, SimpleName(mem.Class) + "." + mem.Name
			}
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			field := m.Fields.Resolve(mem)
			if !field.Stable || m.Writes(mem) {
				return "", ""
			}
			if p, n := m.Path(f.Args(v)[0], depth+1); p != "" {
				return p + "." + field.Path, n + "." + mem.Name
			}
		}
	}
	return "", ""
}

// Writes reports whether the method itself stores to the field: a constructor reads what it has just written.
func (m *Func) Writes(mem classfile.Member) bool {
	if m.stores == nil {
		m.stores = map[string]bool{}
		for _, b := range m.CFG.RPO {
			for _, v := range m.Fn.Body[b] {
				if w, ok := m.Fn.Member(v); ok && platform.RestoresFields.Has(w) {
					m.restores = true
				}
				if op := m.Fn.Values[v].Op; m.Fn.Values[v].Kind == ssa.Instr && (op == classfile.OpPutfield || op == classfile.OpPutstatic) {
					w, _ := m.Fn.Member(v)
					m.stores[w.Name] = true
				}
			}
		}
	}
	return m.restores || m.stores[mem.Name]
}

// Length is the length of an array. It fails where nothing that is known of the array tells it.
func (m *Func) Length(v ssa.ID, depth int) Guarded {
	x := &m.Fn.Values[v]
	if depth > MaxDepth || m.exhausted() {
		return UnknownQuantity("%s "+expr.TooManyStep, m.Describe(v))
	}
	if x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic {
		mem, _ := m.Fn.Member(v)
		if n, ok := m.Fields.HeldLength(mem); ok {
			return Guarded{Size: expr.Const(n)}
		}
	}
	if path, name := m.Path(v, depth); path != "" {
		return Guarded{Size: expr.SymbolSize(expr.Symbol{Path: "len(" + path + ")", Name: name + ".length", Max: MaxLength})}
	}
	switch x.Kind {
	case ssa.Phi:
		return m.joinedLength(v, depth)
	case ssa.Instr:
		return m.instructionLength(v, depth)
	}
	return m.unknownLength(v)
}

// unknownLength is the answer for an array of which nothing tells the length.
func (m *Func) unknownLength(v ssa.ID) Guarded {
	return UnknownQuantity("the length of %s is not known", m.Describe(v))
}

// joinedLength is length for a phi: all arrays that it may be must have the same one.
func (m *Func) joinedLength(v ssa.ID, depth int) Guarded {
	var same Guarded
	first := true
	for _, a := range m.Fn.Args(v) {
		if a == v || m.Fn.IsNull(a) { // whoever asks null for its length ends there
			continue
		}
		q := m.Length(a, depth+8)
		if !q.Ok() {
			return q
		}
		if !first && !q.Size.Equal(same.Size) {
			return UnknownQuantity("%s has different lengths on different paths", m.Describe(v))
		}
		first = false
		q.Conds = slices.Concat(q.Conds, same.Conds)
		same = q
	}
	// Of a null that is skipped nothing says that the others are of this iteration: at a header they are of the last.
	if l := m.LoopHeadedBy(int(m.Fn.Values[v].Block)); l >= 0 && !m.IndicesEnclose(same.Size, l) {
		return UnknownQuantity("%s is an array from an earlier iteration", m.Describe(v))
	}
	if first {
		return m.unknownLength(v)
	}
	return same
}

// instructionLength is length for an array that an instruction makes or a call returns.
func (m *Func) instructionLength(v ssa.ID, depth int) Guarded {
	x := &m.Fn.Values[v]
	switch x.Op {
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		// A negative count throws, so behind the allocation it is the length.
		q := m.value(m.Fn.Args(v)[0], depth+1)
		if q.Ok() {
			q.Size = m.Clamp(q.Size, x.Block)
		}
		return q
	case classfile.OpCheckcast:
		return m.Length(m.Fn.Args(v)[0], depth+1)
	case classfile.OpInvokevirtual, classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokeinterface:
		if mem, _ := m.Fn.Member(v); mem.Name == "clone" && mem.Class != "" && mem.Class[0] == '[' {
			return m.Length(m.Fn.Args(v)[0], depth+1)
		}
		if q, ok := m.instantiated(v, m.callee(v).length, depth); ok {
			return q
		}
	}
	return m.unknownLength(v)
}

// Clamp is max(0, s), or s where s is never negative in block at.
func (m *Func) Clamp(s expr.Size, at int32) expr.Size {
	if s.Top || m.NonNegative(s, at) {
		return s
	}
	return expr.Max(expr.Const(0), s)
}

// noWrap is the quantity s for the value v, under the condition that v's arithmetic does not overflow.
func (m *Func) noWrap(v ssa.ID, s expr.Size, conds []expr.Condition) Guarded {
	if s.Top {
		return UnknownQuantity("%s "+expr.TooLarge, m.Describe(v))
	}
	if m.CannotWrap(v) {
		return Guarded{Size: s, Conds: conds}
	}
	r := Fits(m.Fn.Values[v].Type)
	if all := m.Env.Size(s); all.Hi < r.Lo || all.Lo > r.Hi { // what never holds is worse than not to know
		return UnknownQuantity("%s overflows", m.Describe(v))
	}
	return Guarded{Size: s, Conds: m.RequireAt(conds, expr.Condition{Size: s, Lo: r.Lo, Hi: r.Hi}, m.Fn.Values[v].Block)}
}
