package exceptions

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Exceptions is a set of kinds of exceptions: those that the JVM raises by itself, those that a throw in analysed code
// raises, and those of code that is not analysed. Errors of the machine (memory, stack, linkage) are left out.
type Exceptions uint16

// The kinds of exceptions. Those of the JVM come first, in the order of platform.Exceptions.
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

// CaughtBy returns the kinds of exceptions that a handler may catch, and those that it surely catches. typ is the class that
// it names, empty for any; program reports whether only analysed code can make objects of that class.
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

// Raisable returns what the JVM may raise at an instruction, by its operation alone.
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

// raises returns what the JVM may raise at an instruction, without what its operands are known to rule out.
func raises(m *symval.Func, v ssa.ID) Exceptions {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return 0
	}
	kinds, args := Raisable(x.Op), m.Fn.Args(v)
	rule := func(kind Exceptions, out func() bool) {
		if kinds&kind != 0 && out() {
			kinds &^= kind
		}
	}
	rule(NullPointer, func() bool { return nonNull(m, args[0], v) })
	rule(indexOutOfBounds, func() bool { return inArray(m, args[0], args[1], x.Block) })
	rule(arithmetic, func() bool {
		a, b := m.RangeAt(args[1], x.Block), m.RangeOf(args[1])
		return max(a.Lo, b.Lo) > 0 || min(a.Hi, b.Hi) < 0
	})
	rule(negativeArraySize, func() bool {
		return !slices.ContainsFunc(args, func(n ssa.ID) bool { return m.RangeAt(n, x.Block).Lo < 0 && m.RangeOf(n).Lo < 0 })
	})
	rule(classCast, func() bool { return castHolds(m, v) })
	rule(arrayStore, func() bool { return m.Fn.IsNull(args[2]) || storeHolds(m, args[0], args[2]) })
	return kinds
}

// AlwaysObject reports whether a value is never null, by what makes it.
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

// maxDominators bounds the edges that are looked at for a null test of a value.
const maxDominators = 64

// nonNull reports whether an operand of instruction at is not null there: by what makes it, because a test has said so,
// or because an instruction that every path here has passed would have raised the exception.
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

// dereferences reports whether a block, up to the instruction before if there is one, has one that only a v that is not
// null lets pass.
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

// inArray reports whether an index is surely one of an array, in a block.
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
	return m.RangeAt(index, block).Lo >= 0 && belowLength(m, array, index, block)
}

// belowLength reports whether every path to a block has found an index below the length of an array.
func belowLength(m *symval.Func, array, index ssa.ID, block int32) bool {
	for _, f := range m.BranchComparisons(int(block)) {
		op, length := f.Op, f.B
		if f.B == index && f.A != index {
			op, length = symval.Mirror(op), f.A
		} else if f.A != index {
			continue
		}
		if x := &m.Fn.Values[length]; op == classfile.OpIfIcmplt && x.Kind == ssa.Instr && x.Op == classfile.OpArraylength && m.Fn.Args(length)[0] == array {
			return true
		}
	}
	return false
}

// indicesAround reports whether all loop indices in s are of loops around a block.
func indicesAround(m *symval.Func, s expr.Size, block int32) bool {
	return !s.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom && !m.CFG.InLoop(int(block), a.Loop) })
}

// castHolds reports whether a cast never fails: of null, or of what is of the class by its static type.
func castHolds(m *symval.Func, v ssa.ID) bool {
	of := m.Fn.Args(v)[0]
	from, to := m.Fn.Static(of), m.Fn.Static(v)
	if m.Fn.IsNull(of) || from == to && from != "" || to == "Ljava/lang/Object;" {
		return true
	}
	sub, super := platform.ClassName(from), platform.ClassName(to)
	if sub == "" || super == "" {
		return false
	}
	is, _ := m.Fields.H.IsSubtype(sub, super)
	return is
}

// storeHolds reports whether an array of references surely takes a value: one that is made here, of elements that the
// value is one of by its static type.
func storeHolds(m *symval.Func, array, value ssa.ID) bool {
	x := &m.Fn.Values[array]
	if x.Kind != ssa.Instr || x.Op != classfile.OpAnewarray {
		return false
	}
	element, of := m.Fn.Static(array), m.Fn.Static(value)
	if len(element) < 2 || of == "" {
		return false
	}
	if element = element[1:]; element == of || element == "Ljava/lang/Object;" {
		return true
	}
	is, _ := m.Fields.H.IsSubtype(platform.ClassName(of), platform.ClassName(element))
	return is && platform.ClassName(of) != ""
}

// Calls reports whether a block has a call or another instruction that runs code elsewhere, which may throw.
func Calls(m *symval.Func, block int32) bool {
	return slices.ContainsFunc(m.Fn.Body[block], func(v ssa.ID) bool {
		return m.Fn.IsCall(v) || m.Fn.Values[v].Kind == ssa.Instr && m.Fn.Values[v].Op == classfile.OpInvokedynamic
	})
}

// Raise is an exception that a block may raise and a handler of the method catches.
type Raise struct {
	Block int32
	Line  int
	Own   Exceptions // that the JVM may raise at an instruction of the block
	May   Exceptions // that the handler may catch, of what a call in the block lets escape
}

// RaisesOn returns what a block may raise of the kinds that a handler may catch.
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
