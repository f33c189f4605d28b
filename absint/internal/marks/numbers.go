package marks

import (
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Equal numbers: what is computed twice from the same values. Sound because a field or an element that is read twice is not stored to on any path from
// the first read to the second.

// Unboxed returns the value that holds the same number as v before it was boxed or unboxed. Boxes do not change.
func Unboxed(m *symval.Func, v ssa.ID) ssa.ID {
	for range symval.MaxDepth {
		if !m.Fn.IsCall(v) {
			break
		}
		mem, _ := m.Fn.Member(v)
		if !platform.Boxing.Has(mem) && !platform.Unboxing.Has(mem) {
			break
		}
		v = m.Fn.Args(v)[0]
	}
	return v
}

// SameElement reports whether two values are the same object, or boxes of one class of the same number: they are equal.
func SameElement(m *symval.Func, a, b ssa.ID) bool {
	if a, b = m.Uncast(a), m.Uncast(b); a == b {
		return true
	}
	if !m.Fn.IsCall(a) || !m.Fn.IsCall(b) {
		return false
	}
	s, _ := m.Fn.Member(a)
	t, _ := m.Fn.Member(b)
	return s == t && platform.Boxing.Has(s) && SameNumber(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0])
}

// maxNumberDepth bounds the depth of the expressions that are compared.
const maxNumberDepth = 5

// SameNumber reports whether two values are the same number, where the operands of both have their values of one time.
func SameNumber(m *symval.Func, a, b ssa.ID) bool { return sameValue(m, a, b, 0) }

func sameValue(m *symval.Func, a, b ssa.ID, depth int) bool {
	f := m.Fn
	if a, b = m.Uncast(Unboxed(m, a)), m.Uncast(Unboxed(m, b)); a == b {
		return true
	}
	x, y := &f.Values[a], &f.Values[b]
	switch {
	case depth > maxNumberDepth || x.Kind != y.Kind || x.Type != y.Type:
		return false
	case x.Kind == ssa.Int:
		return x.Aux == y.Aux
	case x.Kind != ssa.Instr || x.Op != y.Op:
		return false
	}
	p, q := f.Args(a), f.Args(b)
	if len(p) != len(q) {
		return false
	}
	for i := range p {
		if !sameValue(m, p[i], q[i], depth+1) {
			return false
		}
	}
	return SameResult(m, a, b)
}

// SameResult reports whether two instructions of one kind compute the same, from operands that are the same.
func SameResult(m *symval.Func, a, b ssa.ID) bool {
	f := m.Fn
	x, y := &f.Values[a], &f.Values[b]
	store, loads := storeOf(x.Op)
	switch {
	case x.Op == classfile.OpIinc:
		return x.Aux == y.Aux
	case x.Op >= classfile.OpIadd && x.Op <= classfile.OpLxor && x.Type == 'i', x.Op == classfile.OpArraylength, x.Op >= classfile.OpI2b && x.Op <= classfile.OpI2s:
		return true
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		return m.FirstRead(a) == m.FirstRead(b)
	case loads:
		array := f.Args(a)[0]
		return sameTime(m, a, b, func(v ssa.ID) bool { return MayStoreTo(m, array, store, v) })
	case f.IsCall(a):
		mem, _ := f.Member(a)
		if also, _ := f.Member(b); mem == also && platform.OfArguments.Has(mem) {
			return true
		}
		field, ok := Getter(m, a)
		of, same := Getter(m, b)
		return ok && same && field == of && sameTime(m, a, b, func(v ssa.ID) bool {
			return f.StoresTo(v, field, func(v ssa.ID, field classfile.Member) bool { return m.Db.MayStore(f, v, field, m.EffectsOf(v)) })
		})
	}
	return false
}

// sameTime reports whether nothing changes what two instructions read from the first to the second.
func sameTime(m *symval.Func, a, b ssa.ID, changes func(v ssa.ID) bool) bool {
	return m.Untouched(a, b, changes) || m.Untouched(b, a, changes)
}

// MayStoreTo reports whether an instruction, or code that it runs, may store to an array, where an instruction of a kind stores to arrays of its type.
func MayStoreTo(m *symval.Func, array ssa.ID, store classfile.Op, v ssa.ID) bool {
	never := func(ssa.ID) bool { return false }
	k := &Cells{
		Region: Region{M: m, Same: func(a, b ssa.ID) bool { return a == b }, Made: never, Recurs: never},
		arrays: []ssa.ID{array}, store: store, relation: classfile.OpIfIcmpne,
	}
	switch x := &m.Fn.Values[v]; {
	case x.Kind != ssa.Instr:
		return false
	case x.Op == store:
		return k.mayBe(m.Fn.Args(v)[0], 0, v)
	case x.Op == classfile.OpInvokedynamic || m.Fn.IsCall(v):
		return k.passes(v) || !m.OwnedHere(array) && k.mayRunUnmarking(v)
	}
	return !m.OwnedHere(array) && k.initializerUnmarks(m.Db.Initializers(m.Fn, v))
}

// Getter returns the field that a call returns and nothing else, if it can run one method only.
func Getter(m *symval.Func, call ssa.ID) (field classfile.Member, ok bool) {
	mem, _ := m.Fn.Member(call)
	op := m.Fn.Values[call].Op
	if op == classfile.OpInvokestatic || len(m.Fn.Args(call)) != 1 {
		return field, false
	}
	d := m.Fields.H.Dispatch(m.Fn.Method.Class, op, mem.Class, mem.Name, mem.Desc)
	if !d.Complete || len(d.Targets) != 1 || len(d.Lambdas) > 0 {
		return field, false
	}
	t := d.Targets[0]
	return effects.Getter(m.Fields, classfile.Member{Class: t.Class.Name, Name: t.Name, Desc: t.Desc})
}
