package absint

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// quantity is what is known of an integer value: a Size that it equals under conditions, or why there is none.
type quantity struct {
	size  Size
	conds []Condition
	why   string // set where there is no Size
}

func (q quantity) ok() bool { return q.why == "" }

func unknownQuantity(format string, args ...any) quantity {
	return quantity{why: fmt.Sprintf(format, args...)}
}

// typeRange is the range of an integral type by its SSA letter.
func typeRange(t byte) Range {
	if t == 'l' {
		return Range{math.MinInt64, math.MaxInt64}
	}
	return Range{math.MinInt32, math.MaxInt32}
}

// fits is the range in which arithmetic of the type surely does not wrap. For long it is narrower than the type:
// intervals are computed in float64, which rounds there.
func fits(t byte) Range {
	if t == 'l' {
		return Range{-1 << 62, 1 << 62}
	}
	return typeRange(t)
}

func descRange(d string) Range {
	switch d {
	case "Z":
		return Range{0, 1}
	case "B":
		return Range{math.MinInt8, math.MaxInt8}
	case "C":
		return Range{0, math.MaxUint16}
	case "S":
		return Range{math.MinInt16, math.MaxInt16}
	case "J":
		return typeRange('l')
	}
	return typeRange('i')
}

// maxLength is the largest length of an array, a string or a collection that counts in int.
const maxLength = math.MaxInt32

const maxDepth = 24 // of the expressions that values are followed through

// valueOf expresses an int or long value in the method's symbols and the indices of the loops around it.
func (m *method) valueOf(v ssa.ID) quantity {
	defer m.query()()
	return m.value(v, 0)
}

func (m *method) value(v ssa.ID, depth int) quantity {
	f := m.f
	x := &f.Values[v]
	if depth > maxDepth || m.exhausted() {
		return unknownQuantity("%s "+tooManyStep, m.describe(v))
	}
	switch x.Kind {
	case ssa.Int:
		return quantity{size: Const(x.Aux)}
	case ssa.Param:
		return quantity{size: SymbolSize(m.paramSymbol(v))}
	case ssa.Phi:
		return m.phiValue(v, depth)
	case ssa.Instr:
		return m.instructionValue(v, depth)
	}
	return m.notComputed(v)
}

func (m *method) paramSymbol(v ssa.ID) Symbol {
	i := m.paramIndex(v)
	s := Symbol{Path: "p" + strconv.Itoa(i), Name: m.describe(v)}
	r := descRange(m.f.Static(v))
	if passed, ok := m.passed[s.Path]; ok { // whoever puts an argument in its place counts on it, too
		r = intersect(r, passed)
	}
	s.Min, s.Max = r.Lo, r.Hi
	return s
}

// instructionValue is value for the result of an instruction.
func (m *method) instructionValue(v ssa.ID, depth int) quantity {
	args := m.f.Args(v)
	switch m.f.Values[v].Op {
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
		return m.convertedValue(v, descRange("I"), depth)
	case classfile.OpI2b:
		return m.convertedValue(v, descRange("B"), depth)
	case classfile.OpI2c:
		return m.convertedValue(v, descRange("C"), depth)
	case classfile.OpI2s:
		return m.convertedValue(v, descRange("S"), depth)
	case classfile.OpD2i, classfile.OpD2l:
		return m.rootValue(v, depth)
	case classfile.OpArraylength:
		return m.length(args[0], depth+1)
	case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return m.callValue(v, depth)
	case classfile.OpGetfield, classfile.OpGetstatic:
		return m.fieldValue(v, depth)
	}
	return m.notComputed(v)
}

// notComputed is the answer for a value that is no expression of sizes.
func (m *method) notComputed(v ssa.ID) quantity {
	return unknownQuantity("%s is not computed from parameters and sizes", m.describe(v))
}

// arithmeticValue is value for a sum, a difference, a product or a negation, under the condition that it does not overflow.
func (m *method) arithmeticValue(v ssa.ID, depth int) quantity {
	x := &m.f.Values[v]
	switch x.Op {
	case classfile.OpIadd, classfile.OpLadd:
		return m.binaryValue(v, depth, Size.Add)
	case classfile.OpIsub, classfile.OpLsub:
		return m.binaryValue(v, depth, Size.Sub)
	case classfile.OpImul, classfile.OpLmul:
		return m.binaryValue(v, depth, Size.Mul)
	}
	a := m.value(m.f.Args(v)[0], depth+1)
	if !a.ok() {
		return a
	}
	if x.Op == classfile.OpIinc {
		return m.noWrap(v, a.size.AddInt(x.Aux), a.conds)
	}
	return m.noWrap(v, a.size.Scale(-1), a.conds)
}

// binaryValue is op of the values of both operands of v, under the condition that it does not overflow.
func (m *method) binaryValue(v ssa.ID, depth int, op func(a, b Size) Size) quantity {
	args := m.f.Args(v)
	a := m.value(args[0], depth+1)
	if !a.ok() {
		return a
	}
	b := m.value(args[1], depth+1)
	if !b.ok() {
		return b
	}
	return m.noWrap(v, op(a.size, b.size), slices.Concat(a.conds, b.conds))
}

// shiftCount is the constant number of bits by which v is shifted; ok is false where it is not known or above 30.
func (m *method) shiftCount(v ssa.ID) (n int64, ok bool) {
	k := &m.f.Values[m.f.Args(v)[1]]
	return k.Aux, k.Kind == ssa.Int && k.Aux >= 0 && k.Aux < 31
}

// shiftValue is value for a shift to the left, a product, or a signed one to the right, a quotient that is rounded down.
func (m *method) shiftValue(v ssa.ID, depth int) quantity {
	k, ok := m.shiftCount(v)
	if !ok {
		return m.notComputed(v)
	}
	a := m.value(m.f.Args(v)[0], depth+1)
	if !a.ok() {
		return a
	}
	if op := m.f.Values[v].Op; op == classfile.OpIshl || op == classfile.OpLshl {
		return m.noWrap(v, a.size.Scale(1<<k), a.conds)
	}
	return quantity{size: a.size.FloorDiv(1 << k), conds: a.conds}
}

// quotientValue is value for a quotient by a positive constant or an unsigned shift to the right, under the condition that
// the dividend is not negative: only then the result is rounded down, as by FloorDiv.
func (m *method) quotientValue(v ssa.ID, depth int) quantity {
	x := &m.f.Values[v]
	args := m.f.Args(v)
	k := &m.f.Values[args[1]]
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
	if !a.ok() {
		return a
	}
	return quantity{size: a.size.FloorDiv(d), conds: m.require(a.conds, Condition{Size: a.size, Lo: 0, Hi: math.Inf(1)})}
}

// convertedValue is value for a conversion to a narrower type, under the condition that the operand is in its range.
func (m *method) convertedValue(v ssa.ID, narrow Range, depth int) quantity {
	a := m.value(m.f.Args(v)[0], depth+1)
	if !a.ok() {
		return a
	}
	return quantity{size: a.size, conds: m.require(a.conds, Condition{Size: a.size, Lo: narrow.Lo, Hi: narrow.Hi})}
}

// callValue is value for the result of a call: of Math.min and Math.max, of analysed methods, of String.length.
func (m *method) callValue(v ssa.ID, depth int) quantity {
	mem, _ := m.f.Member(v)
	args := m.f.Args(v)
	if mem.Class == "java/lang/Math" && len(args) == 2 {
		switch mem.Name + mem.Desc {
		case "min(II)I", "min(JJ)J":
			return m.binaryValue(v, depth, func(a, b Size) Size { return Min(a, b) })
		case "max(II)I", "max(JJ)J":
			return m.binaryValue(v, depth, func(a, b Size) Size { return Max(a, b) })
		}
	}
	if q, ok := m.instantiated(v, m.callee(v).value, depth); ok {
		return q
	}
	if mem.Class == "java/lang/String" && mem.Name == "length" { // strings do not change
		if q := m.stringLengthAt(args[0], depth+1); q.ok() {
			return q
		}
	}
	return m.notComputed(v)
}

func utf16Length(s string) int64 {
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
func (m *method) phiValue(v ssa.ID, depth int) quantity {
	f := m.f
	x := &f.Values[v]
	if l := m.loopHeadedBy(int(x.Block)); l >= 0 {
		info := &m.loops[l]
		c, ok := info.counters[v]
		switch {
		case !ok:
			return unknownQuantity("%s does not change by a constant step in the loop at %s", m.describe(v), m.place(l))
		case info.upper.bad:
			return unknownQuantity("%s depends on the loop at %s, which has no bound", m.describe(v), m.place(l))
		}
		// Behind the loop the counter's last value is meant, which the index does not describe.
		init := m.value(c.init, depth+1)
		if !init.ok() {
			return init
		}
		s := init.size.Add(indexSize(l).Scale(c.step))
		conds := slices.Concat(init.conds, info.conds)
		if !c.safe {
			last := init.size.Add(info.upper.Scale(c.step))
			r := fits(x.Type)
			conds = m.require(conds, Condition{Size: last, Lo: r.Lo, Hi: r.Hi})
		}
		return quantity{size: s, conds: conds}
	}
	var same quantity
	for i, a := range f.Args(v) {
		q := m.value(a, depth+8) // shallow: joins of joins rarely agree
		if !q.ok() {
			return q
		}
		if i > 0 && !q.size.Equal(same.size) {
			return unknownQuantity("%s has different values on different paths", m.describe(v))
		}
		q.conds = slices.Concat(q.conds, same.conds)
		same = q
	}
	return same
}

// fieldValue reads a field that cannot change while the method runs.
func (m *method) fieldValue(v ssa.ID, depth int) quantity {
	f := m.f
	mem, _ := f.Member(v)
	if d := mem.Desc[0]; d == 'L' || d == '[' || d == 'F' || d == 'D' {
		return unknownQuantity("%s is not an integer", mem.Name)
	}
	field := m.fields.resolve(mem)
	if field.constant != nil {
		return quantity{size: Const(*field.constant)}
	}
	path, name := m.path(v, depth)
	if path == "" {
		return unknownQuantity("the field %s may change while the method runs", mem.Name)
	}
	r := descRange(mem.Desc)
	return quantity{size: SymbolSize(Symbol{Path: path, Name: name, Min: r.Lo, Max: r.Hi})}
}

// path identifies what a value is by how it is reached from the parameters or from a class: "p1", "p0.C:data:[I",
// "static.C:limit:I". It is empty where the value could be another one at another time: then it is no symbol of the
// method.
func (m *method) path(v ssa.ID, depth int) (path, name string) {
	f := m.f
	x := &f.Values[v]
	if depth > maxDepth {
		return "", ""
	}
	switch x.Kind {
	case ssa.Param:
		return "p" + strconv.Itoa(m.paramIndex(v)), m.describe(v)
	case ssa.Instr:
		switch x.Op {
		case classfile.OpCheckcast:
			return m.path(f.Args(v)[0], depth+1)
		case classfile.OpGetstatic:
			mem, _ := f.Member(v)
			if field := m.fields.resolve(mem); field.stable && !m.writes(mem) {
				return "static." + field.path, simpleName(mem.Class) + "." + mem.Name
			}
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			field := m.fields.resolve(mem)
			if !field.stable || m.writes(mem) {
				return "", ""
			}
			if p, n := m.path(f.Args(v)[0], depth+1); p != "" {
				return p + "." + field.path, n + "." + mem.Name
			}
		}
	}
	return "", ""
}

// writes reports whether the method itself stores to the field: a constructor reads what it has just written.
func (m *method) writes(mem classfile.Member) bool {
	if m.stores == nil {
		m.stores = map[string]bool{}
		for _, b := range m.g.RPO {
			for _, v := range m.f.Body[b] {
				if w, ok := m.f.Member(v); ok && platform.RestoresFields.Has(w) {
					m.restores = true
				}
				if op := m.f.Values[v].Op; m.f.Values[v].Kind == ssa.Instr && (op == classfile.OpPutfield || op == classfile.OpPutstatic) {
					w, _ := m.f.Member(v)
					m.stores[w.Name] = true
				}
			}
		}
	}
	return m.restores || m.stores[mem.Name]
}

// length is the length of an array. It fails where nothing that is known of the array tells it.
func (m *method) length(v ssa.ID, depth int) quantity {
	x := &m.f.Values[v]
	if depth > maxDepth || m.exhausted() {
		return unknownQuantity("%s "+tooManyStep, m.describe(v))
	}
	if x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic {
		mem, _ := m.f.Member(v)
		if n, ok := m.fields.heldLength(mem); ok {
			return quantity{size: Const(n)}
		}
	}
	if path, name := m.path(v, depth); path != "" {
		return quantity{size: SymbolSize(Symbol{Path: "len(" + path + ")", Name: name + ".length", Max: maxLength})}
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
func (m *method) unknownLength(v ssa.ID) quantity {
	return unknownQuantity("the length of %s is not known", m.describe(v))
}

// joinedLength is length for a phi: all arrays that it may be must have the same one.
func (m *method) joinedLength(v ssa.ID, depth int) quantity {
	var same quantity
	first := true
	for _, a := range m.f.Args(v) {
		if a == v || m.f.IsNull(a) { // whoever asks null for its length ends there
			continue
		}
		q := m.length(a, depth+8)
		if !q.ok() {
			return q
		}
		if !first && !q.size.Equal(same.size) {
			return unknownQuantity("%s has different lengths on different paths", m.describe(v))
		}
		first = false
		q.conds = slices.Concat(q.conds, same.conds)
		same = q
	}
	// Of a null that is skipped nothing says that the others are of this iteration: at a header they are of the last.
	if l := m.loopHeadedBy(int(m.f.Values[v].Block)); l >= 0 && !m.indicesEnclose(same.size, l) {
		return unknownQuantity("%s is an array from an earlier iteration", m.describe(v))
	}
	if first {
		return m.unknownLength(v)
	}
	return same
}

// instructionLength is length for an array that an instruction makes or a call returns.
func (m *method) instructionLength(v ssa.ID, depth int) quantity {
	x := &m.f.Values[v]
	switch x.Op {
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		// A negative count throws, so behind the allocation it is the length.
		q := m.value(m.f.Args(v)[0], depth+1)
		if q.ok() {
			q.size = m.clamp(q.size, x.Block)
		}
		return q
	case classfile.OpCheckcast:
		return m.length(m.f.Args(v)[0], depth+1)
	case classfile.OpInvokevirtual, classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokeinterface:
		if mem, _ := m.f.Member(v); mem.Name == "clone" && mem.Class != "" && mem.Class[0] == '[' {
			return m.length(m.f.Args(v)[0], depth+1)
		}
		if q, ok := m.instantiated(v, m.callee(v).length, depth); ok {
			return q
		}
	}
	return m.unknownLength(v)
}

// clamp is max(0, s), or s where s is never negative in block at.
func (m *method) clamp(s Size, at int32) Size {
	if s.bad || m.nonNegative(s, at) {
		return s
	}
	return Max(Const(0), s)
}

// noWrap is the quantity s for the value v, under the condition that v's arithmetic does not overflow.
func (m *method) noWrap(v ssa.ID, s Size, conds []Condition) quantity {
	if s.bad {
		return unknownQuantity("%s "+tooLarge, m.describe(v))
	}
	if m.cannotWrap(v) {
		return quantity{size: s, conds: conds}
	}
	r := fits(m.f.Values[v].Type)
	if all := m.ranges.size(s); all.Hi < r.Lo || all.Lo > r.Hi { // what never holds is worse than not to know
		return unknownQuantity("%s overflows", m.describe(v))
	}
	return quantity{size: s, conds: m.requireAt(conds, Condition{Size: s, Lo: r.Lo, Hi: r.Hi}, m.f.Values[v].Block)}
}
