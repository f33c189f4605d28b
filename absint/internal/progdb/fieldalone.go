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
	if mem.Desc == "" || mem.Desc[0] != 'L' {
		return false
	}
	return memo.Memoize(&t.alone, mem, func() bool {
		c, f := t.Find(mem)
		if c == nil || !t.OwnWrites(c, f) {
			return false
		}
		u, ok := t.Nests.UsesOf(c, Named{f.Name, f.Desc})
		return ok && len(u.Writes) > 0 && len(u.Writes) <= maxHeldStores && !slices.ContainsFunc(u.Writes, func(w use) bool { return !t.storesItsOwn(w) })
	})
}

// storesItsOwn reports whether an instruction stores null to a field, or a collection that the method makes and stores to no other.
func (t *FieldTable) storesItsOwn(w use) bool {
	b := t.body(w.Method)
	if b.Err != nil {
		return false
	}
	put := b.F.At(w.Pc)
	if put == 0 { // unreachable
		return true
	}
	args := b.F.Args(put)
	v := args[len(args)-1]
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
		if u == put || y.Kind != ssa.Instr || !slices.Contains(b.F.Args(u), v) {
			continue
		}
		if y.Op != classfile.OpInvokespecial || b.F.Args(u)[0] != v {
			return false
		}
		if mem, _ := b.F.Member(u); strings.ContainsAny(strings.Join(classfile.Params(mem.Desc), ""), "L[") {
			return false
		}
	}
	for u := range b.F.Values { // a variable that is this one on one path
		if u := ssa.ID(u); b.F.Values[u].Kind == ssa.Phi && slices.Contains(b.F.Args(u), v) {
			return false
		}
	}
	return true
}
