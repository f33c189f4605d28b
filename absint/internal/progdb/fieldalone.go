package progdb

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Collections that one field alone gets when they are made. Two such fields never hold the same collection, nor a view of one
// another's: sound because all stores to them are known, each stores what the instruction before it made and no other instruction
// stores to a field, and a constructor without objects among its arguments makes no view.

// HoldsItsOwn reports whether a field gets nothing but null and collections of the platform that no other field gets.
func (t *FieldTable) HoldsItsOwn(mem classfile.Member) bool {
	return memo.Memoize(&t.alone, mem, func() bool { return t.everyStore(mem, storesItsOwn) })
}

// storesItsOwn reports whether v, which instruction put stores to a field, is null or a collection that the method makes and stores to no
// other.
func storesItsOwn(b *Body, put, v ssa.ID) bool {
	if b.F.IsNull(v) {
		return true
	}
	x := &b.F.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpNew || !platform.InUtil(platform.ClassName(b.F.Static(v))) {
		return false
	}
	for u := range b.F.Values {
		u := ssa.ID(u)
		y := &b.F.Values[u]
		if u == put || y.Kind != ssa.Instr && y.Kind != ssa.Phi || !slices.Contains(b.F.Args(u), v) {
			continue
		}
		if y.Kind == ssa.Phi || y.Op != classfile.OpInvokespecial || b.F.Args(u)[0] != v { // of a phi, a variable is this one on one path
			return false
		}
		if mem, _ := b.F.Member(u); strings.ContainsAny(strings.Join(classfile.Params(mem.Desc), ""), "L[") {
			return false
		}
	}
	return true
}
