package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// exceptions is a set of kinds of exceptions: those that the JVM raises by itself, those that a throw in analysed code
// raises, and those of code that is not analysed. Errors of the machine (memory, stack, linkage) are left out.
type exceptions uint16

// The kinds of exceptions. Those of the JVM come first, in the order of platform.Exceptions.
const (
	nullPointer exceptions = 1 << iota
	indexOutOfBounds
	arithmetic
	classCast
	negativeArraySize
	arrayStore
	thrown  // by a throw in analysed code
	foreign // by code that is not analysed

	byJVM = thrown - 1
)

// caughtBy returns the kinds of exceptions that a handler may catch, and those that it surely catches. typ is the class that
// it names, empty for any; program reports whether only analysed code can make objects of that class.
func caughtBy(typ string, program func(class string) bool) (may, surely exceptions) {
	if typ == "" || typ == platform.Throwable {
		all := byJVM | thrown | foreign
		return all, all
	}
	for i := range platform.Exceptions {
		if platform.Exceptions[i].Catches(typ) {
			surely |= 1 << i
		}
	}
	if may = surely | thrown; !program(typ) {
		may |= foreign
	}
	return may, surely
}

// raisable returns what the JVM may raise at an instruction, by its operation alone.
func raisable(op classfile.Op) exceptions {
	switch op {
	case classfile.OpIdiv, classfile.OpIrem, classfile.OpLdiv, classfile.OpLrem:
		return arithmetic
	case classfile.OpAastore:
		return nullPointer | indexOutOfBounds | arrayStore
	case classfile.OpCheckcast:
		return classCast
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		return negativeArraySize
	case classfile.OpArraylength, classfile.OpGetfield, classfile.OpPutfield, classfile.OpMonitorenter, classfile.OpAthrow,
		classfile.OpInvokevirtual, classfile.OpInvokespecial, classfile.OpInvokeinterface:
		return nullPointer
	}
	if op >= classfile.OpIaload && op <= classfile.OpSaload || op >= classfile.OpIastore && op <= classfile.OpSastore {
		return nullPointer | indexOutOfBounds
	}
	return 0
}

// raises returns what the JVM may raise at an instruction, without what its operands are known to rule out.
func (m *method) raises(v ssa.ID) exceptions {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr {
		return 0
	}
	kinds, args := raisable(x.Op), m.f.Args(v)
	rule := func(kind exceptions, out func() bool) {
		if kinds&kind != 0 && out() {
			kinds &^= kind
		}
	}
	rule(nullPointer, func() bool { return m.nonNull(args[0], v) })
	rule(indexOutOfBounds, func() bool { return m.inArray(args[0], args[1], x.Block) })
	rule(arithmetic, func() bool {
		a, b := m.rangeAt(args[1], x.Block), m.rangeOf(args[1])
		return max(a.Lo, b.Lo) > 0 || min(a.Hi, b.Hi) < 0
	})
	rule(negativeArraySize, func() bool {
		return !slices.ContainsFunc(args, func(n ssa.ID) bool { return m.rangeAt(n, x.Block).Lo < 0 && m.rangeOf(n).Lo < 0 })
	})
	rule(classCast, func() bool { return m.castHolds(v) })
	rule(arrayStore, func() bool { return m.f.IsNull(args[2]) || m.storeHolds(args[0], args[2]) })
	return kinds
}

// alwaysObject reports whether a value is never null, by what makes it.
func (m *method) alwaysObject(v ssa.ID, depth int) bool {
	x := &m.f.Values[v]
	switch x.Kind {
	case ssa.Param:
		return x.Aux == 0 && !m.f.Method.Static()
	case ssa.Caught:
		return true
	case ssa.Const:
		tag := m.f.Method.Class.Pool.Tag(int(x.Aux))
		return x.Aux != 0 && (tag == classfile.TagString || tag == classfile.TagClass)
	case ssa.Phi:
		return depth < 4 && !slices.ContainsFunc(m.f.Args(v), func(a ssa.ID) bool { return a == 0 || a != v && !m.alwaysObject(a, depth+1) })
	case ssa.Instr:
		switch x.Op {
		case classfile.OpNew, classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
			return true
		case classfile.OpCheckcast:
			return m.alwaysObject(m.f.Args(v)[0], depth+1)
		}
	}
	return false
}

// maxDominators bounds the edges that are looked at for a null test of a value.
const maxDominators = 64

// nonNull reports whether an operand of instruction at is not null there: by what makes it, because a test has said so,
// or because an instruction that every path here has passed would have raised the exception.
func (m *method) nonNull(v, at ssa.ID) bool {
	if m.alwaysObject(v, 0) {
		return true
	}
	block := m.f.Values[at].Block
	if m.dereferences(block, v, at) {
		return true
	}
	n := 0
	for e := range m.edgesBefore(int(block)) {
		if n++; n > maxDominators {
			return false
		}
		if tested, holds := m.nonNullOn(e); holds && tested == v || e.Kind != cfg.Exception && m.dereferences(e.From, v, 0) {
			return true
		}
	}
	return false
}

// dereferences reports whether a block, up to the instruction before if there is one, has one that only a v that is not
// null lets pass.
func (m *method) dereferences(block int32, v, before ssa.ID) bool {
	for _, w := range m.f.Body[block] {
		x := &m.f.Values[w]
		switch {
		case w == before:
			return false
		case x.Kind == ssa.Instr && raisable(x.Op)&nullPointer != 0 && m.f.Args(w)[0] == v:
			return true
		}
	}
	return false
}

// inArray reports whether an index is surely one of an array, in a block.
func (m *method) inArray(array, index ssa.ID, block int32) bool {
	n, i := m.length(array, 0), m.valueOf(index)
	if n.ok() && len(n.conds) == 0 {
		if k, ok := n.size.Int(); ok {
			if r := m.rangeAt(index, block); r.Lo >= 0 && r.Hi < float64(k) {
				return true
			}
		}
		if i.ok() && len(i.conds) == 0 && m.indicesAround(i.size, block) && m.indicesAround(n.size, block) {
			if m.nonNegative(i.size, block) && m.nonNegative(n.size.Sub(i.size).AddInt(-1), block) {
				return true
			}
		}
	}
	return m.rangeAt(index, block).Lo >= 0 && m.belowLength(array, index, block)
}

// belowLength reports whether every path to a block has found an index below the length of an array.
func (m *method) belowLength(array, index ssa.ID, block int32) bool {
	for _, f := range m.branchFacts(int(block)) {
		op, length := f.op, f.b
		if f.b == index && f.a != index {
			op, length = mirror(op), f.a
		} else if f.a != index {
			continue
		}
		if x := &m.f.Values[length]; op == classfile.OpIfIcmplt && x.Kind == ssa.Instr && x.Op == classfile.OpArraylength && m.f.Args(length)[0] == array {
			return true
		}
	}
	return false
}

// indicesAround reports whether all loop indices in s are of loops around a block.
func (m *method) indicesAround(s Size, block int32) bool {
	return !s.contains(func(a *atom) bool { return a.kind == indexAtom && !m.g.InLoop(int(block), a.loop) })
}

// castHolds reports whether a cast never fails: of null, or of what is of the class by its static type.
func (m *method) castHolds(v ssa.ID) bool {
	of := m.f.Args(v)[0]
	from, to := m.f.Static(of), m.f.Static(v)
	if m.f.IsNull(of) || from == to && from != "" || to == "Ljava/lang/Object;" {
		return true
	}
	sub, super := platform.ClassName(from), platform.ClassName(to)
	if sub == "" || super == "" {
		return false
	}
	is, _ := m.fields.h.IsSubtype(sub, super)
	return is
}

// storeHolds reports whether an array of references surely takes a value: one that is made here, of elements that the
// value is one of by its static type.
func (m *method) storeHolds(array, value ssa.ID) bool {
	x := &m.f.Values[array]
	if x.Kind != ssa.Instr || x.Op != classfile.OpAnewarray {
		return false
	}
	element, of := m.f.Static(array), m.f.Static(value)
	if len(element) < 2 || of == "" {
		return false
	}
	if element = element[1:]; element == of || element == "Ljava/lang/Object;" {
		return true
	}
	is, _ := m.fields.h.IsSubtype(platform.ClassName(of), platform.ClassName(element))
	return is && platform.ClassName(of) != ""
}

// calls reports whether a block has a call or another instruction that runs code elsewhere, which may throw.
func (m *method) calls(block int32) bool {
	return slices.ContainsFunc(m.f.Body[block], func(v ssa.ID) bool {
		return m.f.IsCall(v) || m.f.Values[v].Kind == ssa.Instr && m.f.Values[v].Op == classfile.OpInvokedynamic
	})
}

// raise is an exception that a block may raise and a handler of the method catches.
type raise struct {
	block int32
	line  int
	own   exceptions // that the JVM may raise at an instruction of the block
	may   exceptions // that the handler may catch, of what a call in the block lets escape
}

// raisesOn returns what a block may raise of the kinds that a handler may catch.
func (m *method) raisesOn(block int32, may exceptions) raise {
	r := raise{block: block, may: may}
	for _, v := range m.f.Body[block] {
		if k := m.raises(v) & may & byJVM; k != 0 || m.f.IsCall(v) && r.own == 0 {
			r.own |= k
			r.line = m.line(int(m.f.Values[v].PC))
		}
	}
	return r
}
