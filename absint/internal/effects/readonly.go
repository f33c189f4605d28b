package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Read-only arguments: a collection passed to callees that only read it keeps the size it had in the caller. Sound
// because every instruction in all callees that uses the parameter is a call of a known reading method, an identity
// test, or passes it to a method that was checked in turn.

// argumentUse is a parameter of a method that gets a collection.
type argumentUse struct {
	method *classfile.Method
	param  int
}

// ReadOnlyUse reports whether all application code that a call can run only reads the object that it gets, and keeps
// no reference to it.
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

// argumentUses returns the parameters that get an object in a call; ok is false if some are unknown, or if the call does not get it.
func (a *Effects) argumentUses(f *ssa.Func, call, object ssa.ID) (to []argumentUse, ok bool) {
	x := &f.Values[call]
	if x.Kind != ssa.Instr || !f.IsCall(call) {
		return nil, false
	}
	mem, _ := f.Member(call)
	object = f.Uncast(object)
	gets := func(arg ssa.ID) bool { return f.Uncast(arg) == object }
	if !slices.ContainsFunc(f.Args(call), gets) {
		return nil, false
	}
	if ReadsArguments(mem) {
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
			if gets(arg) {
				to = append(to, argumentUse{t, i})
			}
		}
	}
	return to, true
}

// readsOnly reports whether an instruction adds nothing to a platform collection, and passes neither it nor a view of
// it to other code.
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
	if mem.Class == platform.BitSet && platform.SettingBits.Named(mem.Name) {
		return false
	}
	return platform.IsPlatform(mem.Class) && args[0] == v && !slices.Contains(args[1:], v) && platform.Reading.Named(mem.Name)
}
