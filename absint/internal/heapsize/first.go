package heapsize

import (
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Loops that take what an iterator of a collection yields first:
//
//	while (!m.isEmpty()) { Integer k = m.keySet().iterator().next(); ...; m.remove(k); }
//
// Sound because remove finds an object of an immutable class of the platform that the collection has had in the same iteration, by its hash code, by the
// order of its class or by its identity: equals and hashCode of such classes always agree. An order that the program defines may not.

// TakesFirst reports whether every iteration of loop l removes from source an element or key that an iterator over it has returned in the
// iteration.
func TakesFirst(m *symval.Func, l int, source ssa.ID) bool {
	return (!marks.MayBeSorted(m, source, platform.ClassName(m.Fn.Static(source))) || !m.Db.DefinesOrder()) && EveryIteration(m, l, source, func(call ssa.ID, mem classfile.Member) bool {
		args := m.Fn.Args(call)
		if mem.Name != "remove" || len(args) != 2 || classfile.Params(mem.Desc)[0] != "Ljava/lang/Object;" {
			return false
		}
		return platform.Immutable.Has(platform.ClassName(m.Fn.Static(args[1]))) && isFirst(m, l, source, args[1], classfile.Return(mem.Desc) != "Z")
	})
}

// isFirst reports whether v is what a new iterator over source, or over its keys if it is a map, returns first in each iteration of loop l.
func isFirst(m *symval.Func, l int, source, v ssa.ID, isMap bool) bool {
	f := m.Fn
	called := func(name string) bool {
		v = m.Uncast(v)
		x := &f.Values[v]
		if !f.IsCall(v) || x.Op == classfile.OpInvokestatic || len(f.Args(v)) != 1 || int(m.CFG.Blocks[x.Block].Loop) != l {
			return false
		}
		mem, _ := f.Member(v)
		if mem.Name != name || !platform.IsPlatform(mem.Class) {
			return false
		}
		v = f.Args(v)[0]
		return true
	}
	return called("next") && called("iterator") && (!isMap || called("keySet")) && SameObject(m, v, source, l)
}
