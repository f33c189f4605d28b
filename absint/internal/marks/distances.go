package marks

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Distances as marks: if (dist[v] == -1) { dist[v] = dist[u] + 1; ... }. Sound because the array is made by the method, or filled
// before nothing else may store to it, anew for each execution of the loop, and one instruction stores what is one more than an element, to unmarked elements only: no more often than there are cells, so that a distance
// is less than that above the constant that it is counted from. All else that the method stores is that constant, or stands for no mark and is one below a
// mark. A condition limits the number of cells where so many steps might lead to what stands for no mark, around the end of int or not.

// maxDistance bounds the constants that distances are counted from.
const maxDistance = 1 << 30

// InLoop says that the cells are tested by a comparison in the loop, and that anew reports whether a block that dominates the loop executes each time that
// it begins.
func (k *Cells) InLoop(tested, anew func(block int32) bool) { k.tests, k.anew = tested, anew }

// Conditions returns those under which Keep has found that nothing takes a mark away.
func (k *Cells) Conditions() []expr.Condition { return k.conds }

// isDistance reports whether what an instruction of a block stores is one more than an element of the same array, where it is the first mark of its
// cell, and cannot be unmarked.
func (k *Cells) isDistance(store ssa.ID, block int32) bool {
	if k.tests == nil || k.store != classfile.OpIastore || !k.SameCell(store) || !k.tests(block) || !k.oneMore(k.M.Fn.Args(store)[2]) {
		return false
	}
	d, ok := k.distances()
	if !ok || !(k.fresh() || d.unmarked != 0 && k.filled()) {
		return false
	}
	for _, b := range k.M.CFG.RPO {
		for _, v := range k.M.Fn.Body[b] {
			if k.M.Fn.Values[v].Kind == ssa.Instr && v != store && !k.counts(&d, v) {
				return false
			}
		}
	}
	most := d.mostCells()
	if most > 0 {
		k.conds = k.M.Require(k.conds, expr.Condition{Size: k.Count(), Lo: math.Inf(-1), Hi: float64(most)})
	}
	return most > 0
}

// fresh reports whether the method makes the array anew each time that the loop begins, and no other code has it.
func (k *Cells) fresh() bool {
	array := k.arrays[0]
	x := &k.M.Fn.Values[array]
	return x.Kind == ssa.Instr && k.anew(x.Block) && (k.rows() && k.ownRows(array) || !k.rows() && k.M.OwnedHere(array))
}

// filled reports whether the method fills the array each time before the loop begins, and no other code stores to it from then on. Of callees, stores of
// what is not 0 are no marks that are taken away, so the unmarked number has to be another.
func (k *Cells) filled() bool {
	f, g := k.M.Fn, k.M.CFG
	for _, b := range g.RPO {
		if k.rows() || !k.anew(b) || k.caught(b) || slices.ContainsFunc(k.Blocks, func(in int32) bool { return in == b || !g.Dominators.Dominates(int(b), int(in)) }) {
			continue
		}
		for at, v := range f.Body[b] {
			mem, _ := f.Member(v)
			if !f.IsCall(v) || !k.fills(mem) || mem.Desc != fillAll || !k.Same(f.Args(v)[0], k.arrays[0]) {
				continue
			}
			if array := f.Args(v)[0]; array != k.arrays[0] { // a field, which is read again in the region
				if at = slices.Index(f.Body[b], array); at < 0 || !k.ofParameter(array) {
					continue
				}
			}
			if !k.storedElsewhere(b, at) {
				return true
			}
		}
	}
	return false
}

// ofParameter reports whether a value is read from a static field, or from a field of a parameter.
func (k *Cells) ofParameter(v ssa.ID) bool {
	f := k.M.Fn
	return f.Values[v].Op == classfile.OpGetstatic || f.Values[v].Op == classfile.OpGetfield && f.Values[f.Args(v)[0]].Kind == ssa.Param
}

// fillAll is the descriptor of the fill that leaves out no element.
const fillAll = "([II)V"

// fills reports whether a method fills an array.
func (k *Cells) fills(mem classfile.Member) bool {
	return platform.ArrayWriter.Has(mem) && mem.Name == "fill"
}

// storedElsewhere reports whether between an instruction and the region, or behind that, other code than the method's may store to the array, or another
// array may take its place.
func (k *Cells) storedElsewhere(block int32, at int) bool {
	f, g := k.M.Fn, k.M.CFG
	return slices.ContainsFunc(g.RPO, func(b int32) bool {
		if !g.Dominators.Dominates(int(block), int(b)) || slices.Contains(k.Blocks, b) {
			return false
		}
		body := f.Body[b]
		if b == block {
			body = body[at+1:]
		}
		return slices.ContainsFunc(body, func(v ssa.ID) bool {
			x := &f.Values[v]
			mem, _ := f.Member(v)
			switch {
			case x.Kind != ssa.Instr:
				return false
			case k.initializerUnmarks(k.M.Db.Initializers(f, v)):
				return true
			case x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic:
				return k.readFrom(mem)
			}
			return x.Op == classfile.OpInvokedynamic && k.passes(v) || f.IsCall(v) && !k.fills(mem) && (k.passes(v) || k.mayRunUnmarking(v))
		})
	})
}

// distances are what is known of the constants that the method stores to the cells.
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
		return k.fills(mem) && cells(args[0]) && constant(args[len(args)-1])
	}
	return true
}
