package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A collection that is lent to a method of the program which does nothing but read it, itself and in what it calls, has
// the elements there that it has where it was filled.

// argumentUse is a parameter of a method that gets a collection.
type argumentUse struct {
	method *classfile.Method
	param  int
}

// ReadOnlyUse says whether all code of the program that a call can run and that gets an object only reads it, and keeps it
// nowhere.
func (a *Effects) ReadOnlyUse(f *ssa.Func, call, object ssa.ID) bool {
	to, ok := a.argumentUses(f, call, object)
	return ok && !memo.Search(MaxRelinking, to, func(k argumentUse, reach func(argumentUse)) bool {
		b := a.Body(k.method)
		if b.Err != nil || k.param >= len(b.F.Params) {
			return true
		}
		v := b.F.Params[k.param]
		for _, blk := range b.G.RPO {
			for _, u := range b.F.Body[blk] {
				if !slices.Contains(b.F.Args(u), v) || readsOnly(b.F, u, v) {
					continue
				}
				to, ok := a.argumentUses(b.F, u, v)
				if !ok {
					return true
				}
				for _, next := range to {
					reach(next)
				}
			}
		}
		return false
	})
}

// argumentUses are the parameters that get an object in a call; ok is false where not all of them are known.
func (a *Effects) argumentUses(f *ssa.Func, call, object ssa.ID) (to []argumentUse, ok bool) {
	x := &f.Values[call]
	if x.Kind != ssa.Instr || !f.IsCall(call) {
		return nil, false
	}
	mem, _ := f.Member(call)
	if ChecksArgument(mem) {
		return nil, true
	}
	if platform.IsPlatform(mem.Class) {
		return nil, false
	}
	d := a.Hierarchy.Dispatch(f.Method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
	if !d.Complete || len(d.Lambdas) > 0 || len(d.Targets) == 0 {
		return nil, false
	}
	for _, t := range d.Targets {
		if !a.Hierarchy.Analysed(t.Class.Name) {
			return nil, false
		}
		for i, arg := range f.Args(call) {
			if arg == object {
				to = append(to, argumentUse{t, i})
			}
		}
	}
	return to, true
}

// ChecksArgument says whether a method is Kotlin's own that throws where an argument is null.
func ChecksArgument(mem classfile.Member) bool {
	return platform.NullCheck.Has(mem)
}

// readsOnly says whether an instruction puts nothing into a collection of the platform and gives it to no other code, nor
// anything that could be put into.
func readsOnly(f *ssa.Func, u, v ssa.ID) bool {
	switch x := &f.Values[u]; {
	case x.Kind != ssa.Instr:
		return false
	case TestsObject(x.Op):
		return true
	case !f.IsCall(u) || x.Op == classfile.OpInvokestatic:
		return false
	}
	mem, _ := f.Member(u)
	args := f.Args(u)
	return platform.IsPlatform(mem.Class) && args[0] == v && !slices.Contains(args[1:], v) && platform.Reading.Named(mem.Name)
}

// TestsObject says whether an instruction only looks at which object it has, or locks it.
func TestsObject(op classfile.Op) bool {
	switch op {
	case classfile.OpIfnull, classfile.OpIfnonnull, classfile.OpInstanceof, classfile.OpMonitorenter, classfile.OpMonitorexit:
		return true
	}
	return false
}
