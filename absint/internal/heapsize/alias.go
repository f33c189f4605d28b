package heapsize

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Calls on aliases: whether code in a loop, or code that it calls, may change an object under another name. Sound
// because an alias is excluded only if the two values are known to be different objects, and an unknown callee counts
// as a call of any method.

// captures reports whether v creates a lambda that captures an object.
func captures(m *symval.Func, v, object ssa.ID, l int) bool {
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpInvokedynamic &&
		slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return SameObject(m, a, object, l) })
}

// changesAlias reports whether a call of platform code applies one of the operations to a possible alias of an
// object, or to a view of it. Calls on the object itself do not count.
func changesAlias(m *symval.Func, call, object ssa.ID, l int, operations platform.Operations) bool {
	if CallsOn(m, call, object, l) {
		return false
	}
	mem, _ := m.Fn.Member(call)
	args := m.Fn.Args(call)
	if mem.Name == "drainTo" && len(args) > 1 && !m.Apart(args[1], object, call) {
		return true
	}
	return platform.IsPlatform(mem.Class) && len(args) > 0 && operations.Named(mem.Name) &&
		(m.Fn.Values[call].Op != classfile.OpInvokestatic || mem.Class == platform.CollectionsClass) && !m.Apart(args[0], object, call)
}

// callOnAlias returns the name of a method in names that loop l may call on an object, or on one that shares its
// state; it returns "" if there is none.
func callOnAlias(m *symval.Func, l int, object ssa.ID, names platform.Operations) string {
	known := mayBeShared(m, object)
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			if known && !CallsOn(m, v, object, l) {
				if name := callBySharingCode(m, v, object, names); name != "" {
					return name
				}
			}
			if !m.Fn.IsCall(v) {
				continue
			}
			if name := callByCallee(m, v, object, l, names); name != "" {
				return name
			}
			if m.Fn.Values[v].Op == classfile.OpInvokestatic {
				continue
			}
			if mem, _ := m.Fn.Member(v); names.Has(mem.Name, mem.Desc) && (CallsOn(m, v, object, l) || m.Related(m.Fn.Args(v)[0], object) && !m.Apart(m.Fn.Args(v)[0], object, v)) {
				return mem.Name
			}
		}
	}
	return ""
}

// mayBeShared reports whether other code may have an iterator or a source. It has not if the method creates or
// obtains the object itself and passes it to no other code.
func mayBeShared(m *symval.Func, v ssa.ID) bool {
	if m.OwnedHere(v) {
		return false
	}
	mem, _ := m.Fn.Member(v)
	asked := m.Fn.IsCall(v) && platform.IsPlatform(mem.Class) && platform.Matching.Named(mem.Name)
	return !asked || !m.KeptHere(v, 0)
}

// callBySharingCode returns the name of a method in names that the callees of a call may invoke on objects of the
// class of an object that the call does not pass; it returns "" if there is none.
func callBySharingCode(m *symval.Func, call, object ssa.ID, names platform.Operations) string {
	class := platform.ClassName(m.Fn.Static(object))
	for e := range m.EffectsOf(call).All() {
		if e.Op != classfile.OpInvokestatic && !e.Keeps && names.Has(e.Member.Name, e.Member.Desc) && m.Fields.H.Related(e.Member.Class, class) &&
			!(class == platform.Matcher && platform.AnyCollection.Has(e.Member.Class)) {
			return e.Member.Name
		}
	}
	return ""
}

// callByCallee returns the name of a method in names that callees which get an object invoke on objects of its class,
// a superclass or a subclass; it returns "" if there is none. A callee without a readable body may invoke any of
// them.
func callByCallee(m *symval.Func, call, object ssa.ID, l int, names platform.Operations) string {
	op, args := m.Fn.Values[call].Op, m.Fn.Args(call)
	if op != classfile.OpInvokestatic && len(args) > 0 {
		args = args[1:]
	}
	if names.Empty() || op == classfile.OpInvokedynamic || !slices.ContainsFunc(args, func(a ssa.ID) bool { return SameObject(m, a, object, l) }) {
		return ""
	}
	class := platform.ClassName(m.Fn.Static(object))
	found := ""
	runs := func(from *classfile.Class, op classfile.Op, mem classfile.Member) []*classfile.Method {
		out := &effects.Callees{}
		m.Db.Follow(out, from, op, mem)
		for _, l := range m.Db.Hierarchy.Dispatch(from, op, mem.Class, mem.Name, mem.Desc).Lambdas {
			if names.Has(l.Body.Member.Name, l.Body.Member.Desc) {
				found = l.Body.Member.Name
			}
		}
		if out.Any { // a library may call any of them
			found = cmp.Or(found, names.First())
		}
		return out.Methods
	}
	mem, _ := m.Fn.Member(call)
	if memo.Search(effects.MaxRelinking, runs(m.Fn.Method.Class, op, mem), func(t *classfile.Method, reach func(*classfile.Method)) bool {
		b := m.Db.Body(t)
		if b.Err != nil { // so may a native method
			return true
		}
		for _, blk := range b.G.RPO {
			for _, v := range b.F.Body[blk] {
				x := &b.F.Values[v]
				if !b.F.IsCall(v) || x.Op == classfile.OpInvokedynamic {
					continue
				}
				mem, _ := b.F.Member(v)
				if x.Op != classfile.OpInvokestatic && names.Has(mem.Name, mem.Desc) && m.RelatedClasses(mem.Class, class) {
					found = mem.Name
					return true
				}
				for _, called := range runs(t.Class, x.Op, mem) {
					reach(called)
				}
			}
		}
		return found != ""
	}) {
		found = cmp.Or(found, names.First()) // methods beyond the search budget may call any
	}
	return found
}
