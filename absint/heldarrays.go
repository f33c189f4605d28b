package absint

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// heldLength is the length of the array that a private final static field holds, such as the values of an enum: where the
// class's initialiser stores one of constant length, and nothing else stores. Before it does the field is null.
func (t *fieldTable) heldLength(mem classfile.Member) (n int64, ok bool) {
	if mem.Desc == "" || mem.Desc[0] != '[' {
		return 0, false
	}
	held := memoize(&t.held, mem, func() *int64 {
		c, f := t.find(mem)
		const fixed = classfile.AccPrivate | classfile.AccStatic | classfile.AccFinal
		if c == nil || f.Access&fixed != fixed {
			return nil
		}
		u, ok := t.nests.usesOf(c, named{f.Name, f.Desc})
		if !ok || len(u.writes) != 1 || u.writes[0].method.Class != c || u.writes[0].method.Name != "<clinit>" {
			return nil
		}
		b := t.body(u.writes[0].method)
		if b.err != nil {
			return nil
		}
		put := b.f.At(u.writes[0].pc)
		if put == 0 {
			return nil
		}
		return t.madeLength(b, b.f.Args(put)[0], true)
	})
	if held == nil {
		return 0, false
	}
	return *held, true
}

// madeLength is the constant length of an array that is made where it is used or, where calls are followed, by a static
// method of the class; nil where it is not known.
func (t *fieldTable) madeLength(b *body, v ssa.ID, follow bool) *int64 {
	x := &b.f.Values[v]
	if x.Kind != ssa.Instr {
		return nil
	}
	switch x.Op {
	case classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray:
		if n := &b.f.Values[b.f.Args(v)[0]]; n.Kind == ssa.Int && n.Aux >= 0 {
			return &n.Aux
		}
	case classfile.OpInvokestatic:
		mem, _ := b.f.Member(v)
		d := t.h.Dispatch(b.method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
		if !follow || !d.Complete || len(d.Targets) != 1 || d.Targets[0].Class != b.method.Class {
			return nil
		}
		return t.returnedLength(t.body(d.Targets[0]))
	}
	return nil
}

// returnedLength is the constant length of every array that a method returns.
func (t *fieldTable) returnedLength(b *body) (length *int64) {
	if b.err != nil {
		return nil
	}
	for _, blk := range b.g.RPO {
		for _, v := range b.f.Body[blk] {
			if b.f.Values[v].Kind != ssa.Instr || b.f.Values[v].Op != classfile.OpAreturn {
				continue
			}
			n := t.madeLength(b, b.f.Args(v)[0], false)
			if n == nil || length != nil && *n != *length {
				return nil
			}
			length = n
		}
	}
	return length
}
