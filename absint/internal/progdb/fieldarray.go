package progdb

import (
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of arrays in constants, such as the values of an enum. Sound because the field is private, static and
// final, and its one store is in the class's initializer.

// HeldLength returns the length of the array in a private static final field, such as the values of an enum. ok is
// false unless the class's initializer stores one of constant length and nothing else stores. Before that the field
// is null.
func (t *FieldTable) HeldLength(mem classfile.Member) (n int64, ok bool) {
	if mem.Desc == "" || mem.Desc[0] != '[' {
		return 0, false
	}
	held := memo.Memoize(&t.held, mem, func() *int64 {
		c, f := t.Find(mem)
		const fixed = classfile.AccPrivate | classfile.AccStatic | classfile.AccFinal
		if c == nil || f.Access&fixed != fixed {
			return nil
		}
		u, ok := t.Nests.UsesOf(c, Named{f.Name, f.Desc})
		if !ok || len(u.Writes) != 1 || u.Writes[0].Method.Class != c || u.Writes[0].Method.Name != "<clinit>" {
			return nil
		}
		b := t.body(u.Writes[0].Method)
		if b.Err != nil {
			return nil
		}
		put := b.F.At(u.Writes[0].Pc)
		if put == 0 {
			return nil
		}
		return t.madeLength(b, b.F.Args(put)[0], true)
	})
	if held == nil {
		return 0, false
	}
	return *held, true
}

// madeLength returns the constant length of an array that is allocated where it is used or, if follow is set, by a
// static method of the class; nil if it is unknown.
func (t *FieldTable) madeLength(b *Body, v ssa.ID, follow bool) *int64 {
	x := &b.F.Values[v]
	if x.Kind != ssa.Instr {
		return nil
	}
	switch x.Op {
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		if n := &b.F.Values[b.F.Args(v)[0]]; n.Kind == ssa.Int && n.Aux >= 0 {
			return &n.Aux
		}
	case classfile.OpInvokestatic:
		mem, _ := b.F.Member(v)
		d := t.H.Dispatch(b.Method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
		if !follow || !d.Complete || len(d.Targets) != 1 || d.Targets[0].Class != b.Method.Class {
			return nil
		}
		return t.returnedLength(t.body(d.Targets[0]))
	}
	return nil
}

// returnedLength returns the constant length of every array that a method returns, nil if it is unknown.
func (t *FieldTable) returnedLength(b *Body) (length *int64) {
	if b.Err != nil {
		return nil
	}
	for _, blk := range b.G.RPO {
		for _, v := range b.F.Body[blk] {
			if b.F.Values[v].Kind != ssa.Instr || b.F.Values[v].Op != classfile.OpAreturn {
				continue
			}
			n := t.madeLength(b, b.F.Args(v)[0], false)
			if n == nil || length != nil && *n != *length {
				return nil
			}
			length = n
		}
	}
	return length
}
