package exceptions

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Exceptions is a set of exceptions: those that the JVM raises itself, those that a throw in analysed code raises, and
// those of code that is not analysed. Errors of the virtual machine (memory, stack, linkage) are left out.
//
// This file computes the exceptions that an instruction may raise (JVMS 6.5) and those that a handler catches. Sound
// because an exception is only removed from the set that the specification gives if the operands are proved to exclude
// it.
type Exceptions uint16

// The elements of Exceptions. Those of the JVM come first, in the order of platform.Exceptions.
const (
	NullPointer Exceptions = 1 << iota
	indexOutOfBounds
	arithmetic
	classCast
	negativeArraySize
	arrayStore
	Thrown  // by a throw in analysed code
	Foreign // by code that is not analysed

	byJVM = Thrown - 1
)

// CaughtBy returns the exceptions that a handler may catch and those that it always catches. typ is the class that it
// names, empty for any; program reports whether only analysed code can make objects of that class.
func CaughtBy(typ string, program func(class string) bool) (may, surely Exceptions) {
	if typ == "" || typ == platform.Throwable {
		all := byJVM | Thrown | Foreign
		return all, all
	}
	for i := range platform.Exceptions {
		if platform.Exceptions[i].Catches(typ) {
			surely |= 1 << i
		}
	}
	if may = surely | Thrown; !program(typ) {
		may |= Foreign
	}
	return may, surely
}

// Raisable returns the exceptions that the JVM may raise at an instruction, by its operation alone.
func Raisable(op classfile.Op) Exceptions {
	switch op {
	case classfile.OpIdiv, classfile.OpIrem, classfile.OpLdiv, classfile.OpLrem:
		return arithmetic
	case classfile.OpAastore:
		return NullPointer | indexOutOfBounds | arrayStore
	case classfile.OpCheckcast:
		return classCast
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		return negativeArraySize
	case classfile.OpArraylength, classfile.OpGetfield, classfile.OpPutfield, classfile.OpMonitorenter, classfile.OpAthrow,
		classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokeinterface:
		return NullPointer
	}
	if op >= classfile.OpIaload && op <= classfile.OpSaload || op >= classfile.OpIastore && op <= classfile.OpSastore {
		return NullPointer | indexOutOfBounds
	}
	return 0
}

// raises returns the exceptions that the JVM may raise at instruction v, without those that its operands exclude.
func raises(m *symval.Func, v ssa.ID) Exceptions {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return 0
	}
	raised, args := Raisable(x.Op), m.Fn.Args(v)
	exclude := func(e Exceptions, excluded func() bool) {
		if raised&e != 0 && excluded() {
			raised &^= e
		}
	}
	exclude(NullPointer, func() bool { return nonNull(m, args[0], v) })
	exclude(indexOutOfBounds, func() bool { return inArray(m, args[0], args[1], x.Block) })
	exclude(arithmetic, func() bool {
		a, b := m.RangeAt(args[1], x.Block), m.RangeOf(args[1])
		return max(a.Lo, b.Lo) > 0 || min(a.Hi, b.Hi) < 0
	})
	exclude(negativeArraySize, func() bool {
		return !slices.ContainsFunc(args, func(n ssa.ID) bool { return m.RangeAt(n, x.Block).Lo < 0 && m.RangeOf(n).Lo < 0 })
	})
	exclude(classCast, func() bool { return castHolds(m, v) })
	exclude(arrayStore, func() bool { return m.Fn.IsNull(args[2]) || storeHolds(m, args[0], args[2]) })
	return raised
}

// AlwaysObject reports whether v is never null, by the instruction that makes it. Phis and casts are followed up to a
// fixed depth.
func AlwaysObject(m *symval.Func, v ssa.ID, depth int) bool {
	x := &m.Fn.Values[v]
	switch x.Kind {
	case ssa.Param:
		return x.Aux == 0 && !m.Fn.Method.Static()
	case ssa.Caught:
		return true
	case ssa.Const:
		tag := m.Fn.Method.Class.Pool.Tag(int(x.Aux))
		return x.Aux != 0 && (tag == classfile.TagString || tag == classfile.TagClass)
	case ssa.Phi:
		return depth < 4 && !slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return a == 0 || a != v && !AlwaysObject(m, a, depth+1) })
	case ssa.Instr:
		switch x.Op {
		case classfile.OpNew, classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
			return true
		case classfile.OpCheckcast:
			return AlwaysObject(m, m.Fn.Args(v)[0], depth+1)
		}
	}
	return false
}

// maxDominators bounds the dominating edges that are searched for a null test of a value.
const maxDominators = 64

// nonNull reports whether operand v of instruction at is not null there: because of the instruction that makes it, of
// a test that dominates at, or of a dominating instruction that would have raised the exception.
func nonNull(m *symval.Func, v, at ssa.ID) bool {
	if AlwaysObject(m, v, 0) {
		return true
	}
	block := m.Fn.Values[at].Block
	if dereferences(m, block, v, at) {
		return true
	}
	n := 0
	for e := range m.EdgesBefore(int(block)) {
		if n++; n > maxDominators {
			return false
		}
		if tested, holds := heapsize.NonNullOnEdge(m, e); holds && tested == v || e.Kind != cfg.Exception && dereferences(m, e.From, v, 0) {
			return true
		}
	}
	return false
}

// dereferences reports whether a block, up to the instruction before if that is not 0, has an instruction that raises
// an exception if v is null.
func dereferences(m *symval.Func, block int32, v, before ssa.ID) bool {
	for _, w := range m.Fn.Body[block] {
		x := &m.Fn.Values[w]
		switch {
		case w == before:
			return false
		case x.Kind == ssa.Instr && Raisable(x.Op)&NullPointer != 0 && m.Fn.Args(w)[0] == v:
			return true
		}
	}
	return false
}

// inArray reports whether index is proved to be an index of array in a block.
func inArray(m *symval.Func, array, index ssa.ID, block int32) bool {
	n, i := m.Length(array, 0), m.ValueOf(index)
	if n.Ok() && len(n.Conds) == 0 {
		if k, ok := n.Size.Int(); ok {
			if r := m.RangeAt(index, block); r.Lo >= 0 && r.Hi < float64(k) {
				return true
			}
		}
		if i.Ok() && len(i.Conds) == 0 && indicesAround(m, i.Size, block) && indicesAround(m, n.Size, block) {
			if m.NonNegative(i.Size, block) && m.NonNegative(n.Size.Sub(i.Size).AddInt(-1), block) {
				return true
			}
		}
	}
	return m.RangeAt(index, block).Lo >= 0 && belowLength(m, index, block, func(length ssa.ID) bool { return readsLength(m, length, array) })
}

// belowLength reports whether a comparison that holds in block implies that index is below a value that isLength accepts.
func belowLength(m *symval.Func, index ssa.ID, block int32, isLength func(length ssa.ID) bool) bool {
	for _, f := range m.BranchComparisons(int(block)) {
		op, length := f.Op, f.B
		if f.B == index && f.A != index {
			op, length = code.Mirror(op), f.A
		} else if f.A != index {
			continue
		}
		if op == classfile.OpIfIcmplt && isLength(length) {
			return true
		}
	}
	return false
}

// readsLength reports whether v is the length that an instruction reads of an array.
func readsLength(m *symval.Func, v, array ssa.ID) bool {
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpArraylength && m.Fn.Args(v)[0] == array
}

// textLength reports whether v is the length of a String.
func textLength(m *symval.Func, v, text ssa.ID) bool {
	return m.Fn.IsCallTo(v, platform.StringClass, "length") && m.Fn.Args(v)[0] == text
}

// madeWith reports whether an array is made with v elements, or with the length that v is of another array or of a String.
func madeWith(m *symval.Func, v, array ssa.ID) bool {
	x := &m.Fn.Values[array]
	if x.Kind != ssa.Instr || x.Op != classfile.OpNewarray && x.Op != classfile.OpAnewarray {
		return false
	}
	size := m.Fn.Args(array)[0]
	if size == v {
		return true
	}
	y := &m.Fn.Values[size]
	return y.Kind == ssa.Instr && y.Op == classfile.OpArraylength && readsLength(m, v, m.Fn.Args(size)[0]) ||
		m.Fn.IsCallTo(size, platform.StringClass, "length") && textLength(m, v, m.Fn.Args(size)[0])
}

// OutOfRange reports whether instruction v may raise an exception because a value is not in the range that it accepts: an index of an
// array or of String.charAt, a divisor, the size of an array, an object that is cast or stored in an array. A reference that is null
// does not count.
func OutOfRange(m *symval.Func, v ssa.ID) bool {
	args, block := m.Fn.Args(v), m.Fn.Values[v].Block
	below := func(isLength func(*symval.Func, ssa.ID, ssa.ID) bool) bool {
		return m.RangeAt(args[1], block).Lo >= 0 && belowLength(m, args[1], block, func(length ssa.ID) bool { return isLength(m, length, args[0]) })
	}
	if m.Fn.IsCallTo(v, platform.StringClass, "charAt") {
		return !below(textLength)
	}
	raised := raises(m, v) &^ NullPointer
	return raised != 0 && (raised != indexOutOfBounds || !below(madeWith))
}

// indicesAround reports whether every loop index in s belongs to a loop around a block.
func indicesAround(m *symval.Func, s expr.Size, block int32) bool {
	return !s.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom && !m.CFG.InLoop(int(block), a.Loop) })
}

// castHolds reports whether the cast v never fails: its operand is null, or its static type is a subtype.
func castHolds(m *symval.Func, v ssa.ID) bool {
	operand := m.Fn.Args(v)[0]
	from, to := m.Fn.Static(operand), m.Fn.Static(v)
	if m.Fn.IsNull(operand) || from == to && from != "" || to == "Ljava/lang/Object;" {
		return true
	}
	sub, super := platform.ClassName(from), platform.ClassName(to)
	if sub == "" || super == "" {
		return false
	}
	is, _ := m.Fields.H.IsSubtype(sub, super)
	return is
}

// storeHolds reports whether the array of references accepts the value: it is made in this method, and the static type
// of the value is a subtype of that of its elements.
func storeHolds(m *symval.Func, array, value ssa.ID) bool {
	x := &m.Fn.Values[array]
	if x.Kind != ssa.Instr || x.Op != classfile.OpAnewarray {
		return false
	}
	element, typ := m.Fn.Static(array), m.Fn.Static(value)
	if len(element) < 2 || typ == "" {
		return false
	}
	if element = element[1:]; element == typ || element == "Ljava/lang/Object;" {
		return true
	}
	is, _ := m.Fields.H.IsSubtype(platform.ClassName(typ), platform.ClassName(element))
	return is && platform.ClassName(typ) != ""
}

// Calls reports whether a block has a call or an invokedynamic instruction, which run other code that may throw.
func Calls(m *symval.Func, block int32) bool {
	return slices.ContainsFunc(m.Fn.Body[block], func(v ssa.ID) bool {
		return m.Fn.IsCall(v) || m.Fn.Values[v].Kind == ssa.Instr && m.Fn.Values[v].Op == classfile.OpInvokedynamic
	})
}

// Raise describes the exceptions that a block may raise and a handler of the method may catch.
type Raise struct {
	Block int32
	Line  int        // of the last instruction that raises one, else of a call
	Own   Exceptions // those that the JVM may raise at an instruction of the block
	May   Exceptions // those that the handler may catch, of the ones that a call in the block throws
}

// RaisesOn returns the exceptions that a block may raise, restricted to may, those that a handler may catch.
func RaisesOn(m *symval.Func, block int32, may Exceptions) Raise {
	r := Raise{Block: block, May: may}
	for _, v := range m.Fn.Body[block] {
		if k := raises(m, v) & may & byJVM; k != 0 || m.Fn.IsCall(v) && r.Own == 0 {
			r.Own |= k
			r.Line = m.Line(int(m.Fn.Values[v].PC))
		}
	}
	return r
}
