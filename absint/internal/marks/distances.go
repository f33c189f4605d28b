package marks

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Distances as marks: if (dist[v] == -1) { dist[v] = dist[u] + 1; ... }. Sound because the array is made by the method, anew for each execution of the
// loop, and one instruction stores what is one more than an element, to unmarked elements only: no more often than there are cells, so that a distance
// is less than that above the constant that it is counted from. All else that the method stores is that constant, or stands for no mark and is one below a
// mark. A condition limits the number of cells where so many steps might lead to what stands for no mark, around the end of int or not.

// maxDistance bounds the constants that distances are counted from.
const maxDistance = 1 << 30

// InLoop says that the cells are tested by a comparison in the loop, and that fresh reports whether an array is made anew each time that the loop begins.
func (k *Cells) InLoop(tested func(block int32) bool, fresh func(array ssa.ID) bool) {
	k.tests, k.fresh = tested, fresh
}

// Conditions returns those under which Keep has found that nothing takes a mark away.
func (k *Cells) Conditions() []expr.Condition { return k.conds }

// isDistance reports whether what an instruction of a block stores is one more than an element of the same array, where it is the first mark of its
// cell, and cannot be unmarked.
func (k *Cells) isDistance(store ssa.ID, block int32) bool {
	if k.tests == nil || k.store != classfile.OpIastore || !k.SameCell(store) || !k.tests(block) || !k.oneMore(k.M.Fn.Args(store)[2]) {
		return false
	}
	array := k.arrays[0]
	if !k.fresh(array) || !(k.rows() && k.ownRows(array) || !k.rows() && k.M.OwnedHere(array)) {
		return false
	}
	d, ok := k.distances()
	for _, b := range k.M.CFG.RPO {
		for _, v := range k.M.Fn.Body[b] {
			if k.M.Fn.Values[v].Kind == ssa.Instr && v != store && !(ok && k.counts(&d, v)) {
				return false
			}
		}
	}
	if most := d.mostCells(); ok && most > 0 {
		k.conds = k.M.Require(k.conds, expr.Condition{Size: k.Count(), Lo: math.Inf(-1), Hi: float64(most)})
		return true
	}
	return false
}

// distances are the numbers that are counted from: those from least on.
type distances struct {
	unmarked int64 // the number, or the largest of the numbers, that stand for no mark
	below    bool  // so do those below it
	start    int64 // the largest constant that distances are counted from
}

// distances returns those of which none is stored yet; ok is false if other numbers than one, or than those up to 0 or less, stand for no mark.
func (k *Cells) distances() (d distances, ok bool) {
	if !k.constant(k.limit) {
		return d, false
	}
	if k.limit != 0 {
		d.unmarked = k.M.Fn.Values[k.limit].Aux
	}
	switch k.relation {
	case classfile.OpIfIcmplt:
		d.unmarked--
		d.below = true
	case classfile.OpIfIcmple:
		d.below = true
	case classfile.OpIfIcmpeq:
	default:
		return d, false
	}
	return d, d.unmarked >= -maxDistance && !(d.below && d.unmarked > 0) && d.add(0) // the elements of a new array
}

// add adds a constant that is stored; it reports whether the constant is one that distances may be counted from, or one below a mark.
func (d *distances) add(constant int64) bool {
	switch {
	case constant == d.unmarked:
		return true
	case constant < 0 || constant > maxDistance, d.unmarked > 0 && constant > d.unmarked:
		return false
	}
	d.start = max(d.start, constant)
	return true
}

// mostCells is the number of cells up to which no distance stands for no mark: a distance is at most d.start plus the number of cells less one.
func (d *distances) mostCells() int64 {
	switch {
	case d.unmarked > 0:
		return d.unmarked - d.start
	case d.below:
		return 1<<31 - max(d.start, 1)
	}
	return 1<<31 - 1
}

// oneMore reports whether v is an element of the array, or of its rows, plus 1.
func (k *Cells) oneMore(v ssa.ID) bool {
	f := k.M.Fn
	a, by, ok := k.M.Addition(v)
	if !ok || by != 1 {
		return false
	}
	for i := range k.arrays {
		x := &f.Values[a]
		if load := x.Kind == ssa.Instr && (i == 0 && x.Op == classfile.OpIaload || i > 0 && x.Op == classfile.OpAaload); !load {
			return false
		}
		a = f.Args(a)[0]
	}
	return k.Same(a, k.arrays[0])
}

// counts reports whether an instruction of the method stores nothing to the cells but constants that it adds to the distances.
func (k *Cells) counts(d *distances, v ssa.ID) bool {
	f, level := k.M.Fn, len(k.arrays)-1
	x, args := &f.Values[v], f.Args(v)
	constant := func(a ssa.ID) bool { return f.Values[a].Kind == ssa.Int && d.add(f.Values[a].Aux) }
	cells := func(a ssa.ID) bool { return f.Values[a].Type == 'a' && k.mayBe(a, level, v) }
	switch {
	case x.Op == k.store && k.mayBe(args[0], level, v):
		return constant(args[2])
	case f.IsCall(v) && slices.ContainsFunc(args, cells):
		mem, _ := f.Member(v)
		return platform.ArrayWriter.Has(mem) && mem.Name == "fill" && cells(args[0]) && constant(args[len(args)-1])
	}
	return true
}
