package absint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A loop's bound from above needs less than the values that its test compares: an upper bound of what limits the
// counter, a lower bound of where it starts. So what is no expression over symbols may still be bounded by one: the
// larger of two paths, what a remainder can be at most, and the sizes of what is reached on the way.
//
// Sizes that are met on the way are symbols of their own: the size of a collection, the length of an array that a
// call returned, a field that may change. Such a symbol means the largest value that the quantity has there in one
// call of the method, and only ever stands where more of it means more iterations; where less does, a symbol of the
// smallest value takes its place.

// largest is the symbol of the largest value of a quantity at one place.
func (m *method) largest(v ssa.ID, what, name string, max float64) Size {
	key := fmt.Sprintf("~%s(%s.%s@%d)", what, m.f.Method.Class.Name, m.f.Method.ID(), v)
	if p, _ := m.path(v, 0); p != "" && strings.HasPrefix(p, "p") { // of what the caller passed: the same for every place
		key = fmt.Sprintf("~%s(%s.%s:%s)", what, m.f.Method.Class.Name, m.f.Method.ID(), p)
	}
	return SymbolSize(Symbol{Path: key, Name: m.extremeName(v, true, name), Min: 0, Max: max})
}

// largestLength is the symbol of the largest length of an array, largestChars that of a string.
func (m *method) largestLength(v ssa.ID) Size {
	return m.largest(v, "len", m.part(v, ".length"), maxLength)
}

func (m *method) largestChars(v ssa.ID) Size {
	return m.largest(v, "length", m.part(v, ".length()"), maxLength)
}

// mostLength bounds the length of an array: there is always that symbol.
func (m *method) mostLength(v ssa.ID) Size {
	if q := m.length(v, 0); q.ok() && len(q.conds) == 0 {
		if s := m.eliminate(q.size, true, anywhere); !s.bad {
			return s
		}
	}
	return m.largestLength(v)
}

// isLargest says whether a symbol means the largest value at a place of a method, the same for all its callers.
func (s Symbol) isLargest() bool { return strings.HasPrefix(s.Path, "~") }

// valueOrBound is the value of v, or a bound of it from above or below for loop l; bound says which of both.
func (m *method) valueOrBound(v ssa.ID, l int, up bool) (q quantity, bound bool) {
	q = m.valueOf(v)
	if q.ok() && m.indicesEnclose(q.size, l) {
		return q, false
	}
	if b := m.bound(v, up, 0); b.ok() && m.indicesEnclose(b.size, l) {
		return b, true
	}
	// A variable that the loop leaves alone is what it is, however it was computed.
	if x := &m.f.Values[v]; (x.Kind == ssa.Instr || x.Kind == ssa.Phi) && !m.g.InLoop(int(x.Block), l) {
		if name := m.f.Name(v); name != "" {
			return quantity{size: m.extremeValue(v, up, name)}, true
		}
	}
	return q, false
}

// bound returns an expression that v never exceeds (up) or falls below, whenever it is computed: its value, a bound by its
// operands, or the end of its interval. It fails where none of them is known.
func (m *method) bound(v ssa.ID, up bool, depth int) quantity {
	if depth > 12 {
		return unknownQuantity("%s "+tooManyStep, m.describe(v))
	}
	if q := m.value(v, depth+4); q.ok() {
		q.size = m.eliminate(q.size, up, anywhere)
		if !q.size.bad {
			return q
		}
	}
	unknown := m.notComputed(v)
	switch m.f.Values[v].Kind {
	case ssa.Phi:
		return m.phiBound(v, up, depth)
	case ssa.Instr:
		return m.instructionBound(v, up, depth, unknown)
	}
	return m.rangeBound(v, up, unknown)
}

// instructionBound is bound for the result of an instruction. A value that is read or returned has at least the symbol of
// its largest or smallest value as a bound; for others, unknown is the answer where nothing is known.
func (m *method) instructionBound(v ssa.ID, up bool, depth int, unknown quantity) quantity {
	if q, decided := m.operationBound(v, up, depth, unknown); decided {
		return q
	}
	if q := m.rangeBound(v, up, unknown); q.ok() {
		return q
	}
	switch m.f.Values[v].Op {
	case classfile.OpGetfield, classfile.OpGetstatic, classfile.OpInvokestatic, classfile.OpInvokespecial,
		classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpIaload, classfile.OpLaload:
		return quantity{size: m.extremeValue(v, up, m.describeSource(v))}
	}
	return unknown
}

// operationBound bounds the result of an instruction by its operands. With decided, q is the answer, known or not;
// without, the interval of the result may say more.
func (m *method) operationBound(v ssa.ID, up bool, depth int, unknown quantity) (q quantity, decided bool) {
	x := &m.f.Values[v]
	args := m.f.Args(v)
	switch x.Op {
	case classfile.OpIadd, classfile.OpLadd:
		return m.sumBound(v, 1, up, depth), true
	case classfile.OpIsub, classfile.OpLsub:
		return m.sumBound(v, -1, up, depth), true
	case classfile.OpIinc:
		a := m.bound(args[0], up, depth+1)
		if !a.ok() {
			return a, true
		}
		return m.inside(v, a.size.AddInt(x.Aux), a.conds, up), true
	case classfile.OpIshr, classfile.OpIushr, classfile.OpLshr, classfile.OpIdiv, classfile.OpLdiv:
		return m.quotientBound(v, up, depth, unknown)
	case classfile.OpI2l:
		return m.bound(args[0], up, depth+1), true
	case classfile.OpIand:
		return m.maskBound(v, up, depth)
	case classfile.OpArraylength:
		if !up {
			return quantity{}, true
		}
		return m.lengthBound(args[0], depth), true
	case classfile.OpInvokestatic, classfile.OpInvokespecial, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return m.callBound(v, up, depth, unknown)
	}
	return quantity{}, false
}

// sumBound bounds v, the first operand plus sign times the second, under the condition that it does not overflow on
// either side.
func (m *method) sumBound(v ssa.ID, sign int64, up bool, depth int) quantity {
	args := m.f.Args(v)
	a, b := m.bound(args[0], up, depth+1), m.bound(args[1], up == (sign > 0), depth+1)
	if !a.ok() {
		return a
	}
	if !b.ok() {
		return b
	}
	return m.inside(v, a.size.addScaled(b.size, sign), slices.Concat(a.conds, b.conds), up)
}

// quotientBound bounds v, a quotient by a positive constant or a shift to the right. decided is as in operationBound.
func (m *method) quotientBound(v ssa.ID, up bool, depth int, unknown quantity) (q quantity, decided bool) {
	x := &m.f.Values[v]
	args := m.f.Args(v)
	k := &m.f.Values[args[1]]
	d := k.Aux
	if x.Op == classfile.OpIshr || x.Op == classfile.OpIushr || x.Op == classfile.OpLshr {
		if d < 0 || d > 30 {
			return quantity{}, false
		}
		d = 1 << d
	}
	if k.Kind != ssa.Int || d <= 0 {
		return quantity{}, false
	}
	a := m.bound(args[0], up, depth+1)
	if !a.ok() {
		return quantity{}, false
	}
	if x.Op != classfile.OpIshr && x.Op != classfile.OpLshr && m.rangeOf(args[0]).Lo < 0 {
		low := m.bound(args[0], false, depth+1)
		switch notNegative := low.ok() && m.leastOf(low.size) >= 0; {
		case notNegative:
			a.conds = slices.Concat(a.conds, low.conds)
		case x.Op == classfile.OpIushr || x.Op == classfile.OpLushr: // of a negative number, a large one
			return m.rangeBound(v, up, unknown), true
		case up: // rounded towards zero
			a.size = Max(Const(0), a.size)
		}
	}
	return quantity{size: a.size.FloorDiv(d), conds: a.conds}, true
}

// maskBound bounds v, a bitwise and, from above by an operand that is not negative. decided is as in operationBound.
func (m *method) maskBound(v ssa.ID, up bool, depth int) (q quantity, decided bool) {
	if !up {
		return quantity{}, false
	}
	for _, a := range m.f.Args(v) {
		if m.rangeOf(a).Lo >= 0 {
			if q := m.bound(a, true, depth+1); q.ok() {
				return q, true
			}
		}
	}
	return quantity{}, false
}

// lengthBound bounds the length of an array from above: by its value, by the collection that it was made of, or by the
// symbol of its largest length.
func (m *method) lengthBound(array ssa.ID, depth int) quantity {
	if q := m.length(array, depth+1); q.ok() {
		q.size = m.eliminate(q.size, true, anywhere)
		if !q.size.bad {
			return q
		}
	}
	if n, ok := m.sizes.arrayOf(m, array); ok {
		return quantity{size: n}
	}
	return quantity{size: m.largestLength(array)}
}

// callBound bounds v, the result of a call: of Math.min and Math.max, of analysed methods, of sizes of collections.
// decided is as in operationBound.
func (m *method) callBound(v ssa.ID, up bool, depth int, unknown quantity) (q quantity, decided bool) {
	mem, _ := m.f.Member(v)
	args := m.f.Args(v)
	if mem.Class == "java/lang/Math" && len(args) == 2 && (mem.Name == "min" || mem.Name == "max") {
		a, b := m.bound(args[0], up, depth+1), m.bound(args[1], up, depth+1)
		return m.extremeBound(mem.Name == "max", up, a, b, unknown), true
	}
	if q, ok := m.resultBound(v, up, depth); ok {
		return q, true
	}
	if op := m.f.Values[v].Op; op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface {
		return m.sizeCall(v, up)
	}
	return quantity{}, false
}

// extremeValue is the symbol of the largest (up) or the smallest value at one place.
func (m *method) extremeValue(v ssa.ID, up bool, name string) Size {
	r := typeRange(m.f.Values[v].Type)
	if up {
		return m.largest(v, "val", name, r.Hi)
	}
	return SymbolSize(Symbol{Path: fmt.Sprintf("~least(%s.%s@%d)", m.f.Method.Class.Name, m.f.Method.ID(), v), Name: m.extremeName(v, false, name), Min: r.Lo, Max: r.Hi})
}

// saysNothing is where the end of an interval is only that of a type, plus or minus something: no bound that a person
// has use for.
const saysNothing = 1 << 30

// rangeBound is the end of v's interval, where that says more than the type.
func (m *method) rangeBound(v ssa.ID, up bool, unknown quantity) quantity {
	x := &m.f.Values[v]
	if x.Type != 'i' && x.Type != 'l' {
		return unknown
	}
	r, all := m.rangeOf(v), typeRange(x.Type)
	switch {
	case up && r.Hi < all.Hi && math.Abs(r.Hi) < saysNothing:
		return quantity{size: Const(int64(r.Hi))}
	case !up && r.Lo > all.Lo && math.Abs(r.Lo) < saysNothing:
		return quantity{size: Const(int64(r.Lo))}
	}
	return unknown
}

// inside is the bound s of v, whose arithmetic must not overflow on the other side either.
func (m *method) inside(v ssa.ID, s Size, conds []Condition, up bool) quantity {
	if s.bad {
		return unknownQuantity("%s "+tooLarge, m.describe(v))
	}
	if m.cannotWrap(v) {
		return quantity{size: s, conds: conds}
	}
	r := fits(m.f.Values[v].Type)
	// The other side: an overflow there would bring v around to this one. By intervals, or else by its own bound.
	if q, ok := m.otherSide(v, up); ok {
		lo, hi := math.Inf(-1), r.Hi
		if !up {
			lo, hi = r.Lo, math.Inf(1)
		}
		return quantity{size: s, conds: m.require(slices.Concat(conds, q), Condition{Size: s, Lo: lo, Hi: hi})}
	}
	return unknownQuantity("%s may overflow", m.describe(v))
}

// otherSide gives the conditions under which the addition or subtraction v does not overflow on the side that a bound
// from above (up) or below does not look at.
func (m *method) otherSide(v ssa.ID, up bool) (conds []Condition, ok bool) {
	x := &m.f.Values[v]
	args := m.f.Args(v)
	r := fits(x.Type)
	other := m.rangeOf(args[0])
	switch x.Op {
	case classfile.OpIadd, classfile.OpLadd:
		other = other.add(m.rangeOf(args[1]))
	case classfile.OpIsub, classfile.OpLsub:
		other = other.add(m.rangeOf(args[1]).scale(-1))
	case classfile.OpIinc:
		other = other.add(Range{float64(x.Aux), float64(x.Aux)})
	}
	if up && other.Lo >= r.Lo || !up && other.Hi <= r.Hi {
		return nil, true
	}
	a := m.bound(args[0], !up, 6)
	if !a.ok() {
		return nil, false
	}
	b := quantity{size: Const(x.Aux)}
	sign := int64(1)
	if x.Op != classfile.OpIinc {
		if x.Op == classfile.OpIsub || x.Op == classfile.OpLsub {
			sign = -1
		}
		if b = m.bound(args[1], !up == (sign > 0), 6); !b.ok() {
			return nil, false
		}
	}
	c := Condition{Size: a.size.addScaled(b.size, sign), Lo: r.Lo, Hi: math.Inf(1)}
	if !up {
		c.Lo, c.Hi = math.Inf(-1), r.Hi
	}
	return m.require(slices.Concat(a.conds, b.conds), c), true
}

// extremeBound bounds the larger (or smaller) of two values: of the larger from above, and of the smaller from below,
// both bounds are needed; from the other side either is enough.
func (m *method) extremeBound(larger, up bool, a, b, unknown quantity) quantity {
	combine := Min
	if up {
		combine = Max
	}
	if larger != up {
		switch {
		case !a.ok() && !b.ok():
			return unknown
		case !a.ok():
			return b
		case !b.ok():
			return a
		}
		combine = Max
		if up {
			combine = Min
		}
	} else if !a.ok() || !b.ok() {
		return unknown
	}
	s := combine(a.size, b.size)
	if s.bad {
		return unknown
	}
	return quantity{size: s, conds: slices.Concat(a.conds, b.conds)}
}

// phiBound bounds a variable that differs between the ways into a block, by the extreme of all of them. A counter of a
// loop that moves away from the bound is bounded by where it starts.
func (m *method) phiBound(v ssa.ID, up bool, depth int) quantity {
	f := m.f
	x := &f.Values[v]
	if m.g.Blocks[x.Block].Region >= 0 {
		return unknownQuantity("%s is set in irreducible control flow", m.describe(v))
	}
	if l := m.loopHeadedBy(int(x.Block)); l >= 0 {
		if q, ok := m.spanBound(l, v, up); ok {
			return q
		}
		mp, ok := m.movingPhis(l)[v]
		if !ok || up && mp.off.Hi > 0 || !up && mp.off.Lo < 0 {
			if ok {
				if q, ok := m.driftBound(v, mp, l, up, depth); ok {
					return q
				}
			}
			return m.rangeBound(v, up, unknownQuantity("%s changes in the loop at %s", m.describe(v), m.place(l)))
		}
		if !m.allSafe(mp.adds) {
			if q, ok := m.driftBound(v, mp, l, up, depth); ok {
				return q
			}
			return unknownQuantity("%s may overflow", m.describe(v))
		}
		return m.bound(mp.init, up, depth+1)
	}
	var out quantity
	for i, a := range f.Args(v) {
		q := m.bound(a, up, depth+3)
		if !q.ok() {
			return q
		}
		if i == 0 {
			out = q
			continue
		}
		out.conds = slices.Concat(out.conds, q.conds)
		if up {
			out.size = Max(out.size, q.size)
		} else {
			out.size = Min(out.size, q.size)
		}
	}
	if out.size.bad {
		return unknownQuantity("%s "+tooLarge, m.describe(v))
	}
	return out
}

// sizeCall bounds the result of a call that reads a size: the symbol of the largest one; from below it is 0. ok is
// false for any other call.
func (m *method) sizeCall(v ssa.ID, up bool) (q quantity, ok bool) {
	f := m.f
	mem, _ := f.Member(v)
	if !strings.HasSuffix(mem.Desc, ")I") || !m.sized(mem.Class) {
		return quantity{}, false
	}
	recv := f.Args(v)[0]
	switch {
	case platform.Sizes.Named(mem.Name):
		if mem.Desc != "()I" {
			return quantity{}, false
		}
		if m.breach(recv, mem.Class, countingOf(mem.Name)) != nil { // it may be negative
			if !up {
				return quantity{}, false
			}
			return quantity{size: m.largest(recv, "count."+mem.Name, m.part(recv, "."+mem.Name+"()"), maxLength)}, true
		}
		if !up {
			return quantity{}, true
		}
		if mem.Name == "size" {
			return quantity{size: m.sizes.elements(m, recv)}, true
		}
		return quantity{size: m.largest(recv, mem.Name, m.part(recv, "."+mem.Name+"()"), maxLength)}, true
	case mem.Name == "indexOf" || mem.Name == "lastIndexOf":
		if mem.Class != platform.StringClass {
			return quantity{}, false
		}
		if !up {
			return quantity{size: Const(-1)}, true
		}
		if s := m.stringLength(recv); s.ok() {
			return s, true
		}
		return quantity{size: m.largestChars(recv)}, true
	}
	return quantity{}, false
}

// sized says whether a class is the JDK's, or one of the program's that keeps to the contract of a collection, a map or
// a sequence: its sizes are not negative.
func (m *method) sized(class string) bool {
	if platform.IsPlatform(class) {
		return true
	}
	return slices.ContainsFunc(platform.Sized.All(), func(above string) bool {
		is, _ := m.fields.h.IsSubtype(class, above)
		return is
	})
}
