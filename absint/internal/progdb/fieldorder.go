package progdb

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sorted collections whose elements are in their natural order. Sound because only constructors of the platform count that take no
// comparator and no collection which may have one, and all stores to the field are known.

// HeldInNaturalOrder reports whether all collections that a field may hold were made without a comparator. Stores of the
// comparators of the platform that call compareTo count as none.
func (t *FieldTable) HeldInNaturalOrder(mem classfile.Member) bool {
	return memo.Memoize(&t.natural, mem, func() bool {
		return t.everyStore(mem, func(b *Body, _, v ssa.ID) bool { return naturallyOrdered(b, v, map[ssa.ID]bool{}) })
	})
}

// everyStore reports whether all stores to a field of objects are known, there is one, and holds is true of each: of the instruction and of
// what it stores. Those that are not reached do not count.
func (t *FieldTable) everyStore(mem classfile.Member, holds func(b *Body, put, v ssa.ID) bool) bool {
	if mem.Desc == "" || mem.Desc[0] != 'L' {
		return false
	}
	c, f := t.Find(mem)
	if c == nil || !t.OwnWrites(c, f) {
		return false
	}
	u, ok := t.Nests.UsesOf(c, Named{f.Name, f.Desc})
	if !ok || len(u.Writes) == 0 || len(u.Writes) > maxHeldStores {
		return false
	}
	for _, w := range u.Writes {
		b := t.body(w.Method)
		if b.Err != nil {
			return false
		}
		if put := b.F.At(w.Pc); put != 0 {
			args := b.F.Args(put)
			if !holds(b, put, args[len(args)-1]) {
				return false
			}
		}
	}
	return true
}

// naturallyOrdered reports whether each value that v may be is null or was made without a comparator. seen has the phis visited.
func naturallyOrdered(b *Body, v ssa.ID, seen map[ssa.ID]bool) bool {
	if b.F.Values[v].Kind != ssa.Phi {
		return b.F.IsNull(v) || MadeInNaturalOrder(b, v)
	}
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, w := range b.F.Args(v) {
		if !naturallyOrdered(b, w, seen) {
			return false
		}
	}
	return true
}

// MadeInNaturalOrder reports whether v is a collection of the platform that b makes without a comparator, or with one that
// calls nothing but compareTo of the elements.
func MadeInNaturalOrder(b *Body, v ssa.ID) bool {
	f := b.F
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpNew || !platform.FindsByOrder.Has(platform.ClassName(f.Static(v))) {
		return false
	}
	made := false
	for w := range f.Values {
		w := ssa.ID(w)
		if x := &f.Values[w]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokespecial || f.Args(w)[0] != v {
			continue
		}
		mem, _ := f.Member(w)
		for i, t := range classfile.Params(mem.Desc) {
			natural := t == "I" || t == platform.Desc(platform.Comparator) && naturalComparator(b, f.Args(w)[i+1]) ||
				platform.CopiesWithoutOrder.Has(mem)
			if !natural {
				return false
			}
		}
		made = true
	}
	return made
}

// naturalComparator reports whether v is null or a comparator of the platform that compares by compareTo.
func naturalComparator(b *Body, v ssa.ID) bool {
	mem, ok := b.F.Member(v)
	return b.F.IsNull(v) || ok && b.F.Values[v].Op == classfile.OpInvokestatic && platform.NaturalOrder.Has(mem)
}

// LibraryOrder reports whether a comparator is one of the JDK's that run no application code but compareTo.
func LibraryOrder(b *Body, v ssa.ID) bool {
	mem, _ := b.F.Member(v)
	switch b.F.Values[v].Op {
	case classfile.OpGetstatic:
		return mem.Class == platform.StringClass
	case classfile.OpInvokestatic:
		return platform.IsPlatform(mem.Class) && strings.HasPrefix(mem.Desc, "()")
	}
	return false
}

// ComparatorOf returns the comparator that a collection was created with in the method. ok is false if it was created
// elsewhere, or without one.
func ComparatorOf(b *Body, v ssa.ID) (comparator ssa.ID, ok bool) {
	f := b.F
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpNew {
		return 0, false
	}
	for _, block := range b.G.RPO {
		for _, w := range f.Body[block] {
			if x := &f.Values[w]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokespecial || f.Args(w)[0] != v {
				continue
			}
			mem, _ := f.Member(w)
			for i, t := range classfile.Params(mem.Desc) {
				if t == platform.Desc(platform.Comparator) {
					return f.Args(w)[i+1], true
				}
			}
		}
	}
	return 0, false
}

// maxStages is how many stages of a stream are followed.
const maxStages = 64

// Parallel reports whether a stream is parallel where a call reads it: the last of the stages that say it counts.
func Parallel(b *Body, v ssa.ID) bool {
	f := b.F
	for range maxStages {
		if v = f.Uncast(v); !f.IsCall(v) || len(f.Args(v)) == 0 {
			return false
		}
		mem, _ := f.Member(v)
		switch {
		case platform.MakesParallel.Named(mem.Name):
			return true
		case !platform.InStreams(mem.Class) || mem.Name == "sequential":
			return false
		}
		v = f.Args(v)[0]
	}
	return true
}
