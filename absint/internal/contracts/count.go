package contracts

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Proofs that a size is not negative, by induction over the values that a method returns. Sound because a recursion
// or a cycle of phis returns only what its other sources return.

// countProof proves by their bodies that methods return no negative numbers.
type countProof struct {
	a    *Contracts
	c    *Contract
	bad  *offenders                 // the classes that are known to break the contract; nil where any may
	seen map[*classfile.Method]bool // methods under proof: a recursion returns what its other returns do
}

// notNegative reports whether all ints that a method returns are at least 0, provided that no class outside of bad
// breaks the contract. Platform code may call size() of a set that a method returns.
func (p *countProof) notNegative(t *classfile.Method) bool {
	if p.seen[t] {
		return true
	}
	p.seen[t] = true
	if classfile.Return(t.Desc) != "I" {
		return p.noneBelow(platform.Set)
	}
	b := p.a.BodyOnce(t)
	if b.Err != nil {
		return false
	}
	for _, blk := range b.G.RPO {
		for _, v := range b.F.Body[blk] {
			if x := &b.F.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpIreturn && !p.isCount(b, b.F.Args(v)[0], map[ssa.ID]bool{}) {
				return false
			}
		}
	}
	return true
}

// noneBelow reports whether no class that breaks the contract may be a subtype of above.
func (p *countProof) noneBelow(above string) bool {
	if p.bad == nil || p.a.Hierarchy.Misses() {
		return false
	}
	return p.bad.noneBelow(p.a.Hierarchy, above)
}

// isCount reports whether a value is at least 0. seen holds the values under proof.
func (p *countProof) isCount(b *progdb.Body, v ssa.ID, seen map[ssa.ID]bool) bool {
	f := b.F
	x := &f.Values[v]
	args := f.Args(v)
	count := func(w ssa.ID) bool { return p.isCount(b, w, seen) }
	positive := func(w ssa.ID) bool { k := &f.Values[w]; return k.Kind == ssa.Int && k.Aux > 0 }
	switch {
	case seen[v]:
		return true // if its other sources are
	case x.Kind == ssa.Int:
		return x.Aux >= 0
	case x.Kind == ssa.Phi:
		seen[v] = true
		return !slices.ContainsFunc(args, func(w ssa.ID) bool { return w == 0 || !count(w) })
	case x.Kind != ssa.Instr:
		return false
	}
	switch x.Op {
	case classfile.OpArraylength, classfile.OpI2c:
		return true
	case classfile.OpIand:
		return count(args[0]) || count(args[1])
	case classfile.OpIdiv, classfile.OpIshr, classfile.OpIrem:
		return count(args[0]) && (x.Op != classfile.OpIdiv || positive(args[1]))
	case classfile.OpInvokestatic:
		mem, _ := f.Member(v)
		switch {
		case platform.Maximum.Has(mem):
			return count(args[0]) || count(args[1])
		case platform.Minimum.Has(mem):
			return count(args[0]) && count(args[1])
		}
		r, ok := platform.Result(mem)
		return ok && r.Least >= 0
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
		return p.isCountCall(b, v)
	}
	return false
}

// isCountCall is isCount for the result of an instance method: one that the contract is about.
func (p *countProof) isCountCall(b *progdb.Body, v ssa.ID) bool {
	h := p.a.Hierarchy
	mem, _ := b.F.Member(v)
	if !p.c.methods.Named(mem.Name) || mem.Desc != "()I" {
		return false
	}
	if platform.Final.Has(mem.Class) {
		return true
	}
	d := h.Dispatch(b.Method.Class, b.F.Values[v].Op, mem.Class, mem.Name, mem.Desc)
	switch {
	case b.F.Values[v].Op == classfile.OpInvokespecial:
		return len(d.Targets) == 1 && (platform.IsPlatform(d.Targets[0].Class.Name) || p.notNegative(d.Targets[0])) || d.Resolved == nil && platform.IsPlatform(mem.Class) && platform.IsPlatform(d.Open)
	case platform.IsPlatform(mem.Class):
		return p.noneBelow(mem.Class) && (!viewsOfMaps(h, mem.Class) || p.noneBelow(platform.Map))
	}
	return d.Complete && len(d.Lambdas) == 0 && p.noneBelow(mem.Class) && p.bad.methods[mem.Class] == nil
}
