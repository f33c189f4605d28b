package marks

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Distances as marks: if (dist[v] == -1) { dist[v] = dist[u] + 1; ... }. Sound because the array is made by the method, anew for each execution of the
// loop, and one instruction stores what is one more than an element, to unmarked elements only: fewer times than 2^31, the largest length. All else that
// the method stores stands for no mark, or is a constant that distances are counted from. From 0 to maxDistance, fewer than 2^31 steps lead to no
// number from -maxDistance to -1; from 0, as many as there are other elements do not lead to the largest int; and from any number they do not lead back.

// maxDistance bounds the constants that distances are counted from.
const maxDistance = 1 << 30

// InLoop says that the cells are tested by a comparison in the loop, and that fresh reports whether an array is made anew each time that the loop begins.
func (k *Cells) InLoop(tested func(block int32) bool, fresh func(array ssa.ID) bool) {
	k.tests, k.fresh = tested, fresh
}

// isDistance reports whether what an instruction of a block stores is one more than an element of the same array, where it is the first mark of its
// cell, and cannot be unmarked.
func (k *Cells) isDistance(store ssa.ID, block int32) bool {
	if k.tests == nil || k.rows() || k.store != classfile.OpIastore || k.relation != classfile.OpIfIcmpeq || k.limit == 0 || !k.constant(k.limit) {
		return false
	}
	if !k.isStart(k.limit) || !k.SameCell(store) || !k.tests(block) || !k.oneMore(k.M.Fn.Args(store)[2]) {
		return false
	}
	array := k.arrays[0]
	return k.fresh(array) && k.M.OwnedHere(array) && !slices.ContainsFunc(k.M.CFG.RPO, func(b int32) bool {
		return slices.ContainsFunc(k.M.Fn.Body[b], func(v ssa.ID) bool { return k.M.Fn.Values[v].Kind == ssa.Instr && v != store && !k.keepsDistances(v) })
	})
}

// oneMore reports whether v is an element of the array plus 1.
func (k *Cells) oneMore(v ssa.ID) bool {
	f := k.M.Fn
	a, by, ok := k.M.Addition(v)
	if !ok || by != 1 {
		return false
	}
	x := &f.Values[a]
	return x.Kind == ssa.Instr && x.Op == classfile.OpIaload && k.Same(f.Args(a)[0], k.arrays[0])
}

// keepsDistances reports whether an instruction of the method stores nothing to the array but what isStart reports.
func (k *Cells) keepsDistances(v ssa.ID) bool {
	f, array := k.M.Fn, k.arrays[0]
	x, args := &f.Values[v], f.Args(v)
	switch {
	case x.Op == k.store && k.mayBe(args[0], 0, v):
		return k.isStart(args[2])
	case f.IsCall(v) && slices.ContainsFunc(args, func(a ssa.ID) bool { return k.M.Uncast(a) == array }):
		mem, _ := f.Member(v)
		return platform.ArrayWriter.Has(mem) && mem.Name == "fill" && k.M.Uncast(args[0]) == array && k.isStart(args[len(args)-1])
	}
	return true
}

// isStart reports whether v is a constant that stands for no mark, or that distances are counted from.
func (k *Cells) isStart(v ssa.ID) bool {
	x, unmarked := &k.M.Fn.Values[v], k.M.Fn.Values[k.limit].Aux
	switch {
	case x.Kind != ssa.Int:
		return false
	case unmarked >= -maxDistance && unmarked < 0:
		return x.Aux == unmarked || x.Aux >= 0 && x.Aux <= maxDistance
	}
	return unmarked == math.MaxInt32 && (x.Aux == unmarked || x.Aux == 0)
}
