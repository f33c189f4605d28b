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

// captures says whether v makes a lambda that carries an object.
func captures(m *symval.Func, v, object ssa.ID, l int) bool {
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpInvokedynamic &&
		slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return same(m, a, object, l) })
}

// changesAlias says whether a call of the platform's code, by one of those operations, is on what may be
// the same object under another name, or a view of it. Calls on the object itself are none.
func changesAlias(m *symval.Func, call, object ssa.ID, l int, operations platform.Operations) bool {
	if callsOn(m, call, object, l) {
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

// callOnAlias is a method of those names that loop l calls on what may be the object, or share what it goes through; empty
// where it calls none.
func callOnAlias(m *symval.Func, l int, object ssa.ID, names platform.Operations) string {
	known := knownElsewhere(m, object)
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			if known && !callsOn(m, v, object, l) {
				if name := callElsewhere(m, v, object, names); name != "" {
					return name
				}
			}
			if !m.Fn.IsCall(v) {
				continue
			}
			if name := callBehind(m, v, object, l, names); name != "" {
				return name
			}
			if m.Fn.Values[v].Op == classfile.OpInvokestatic {
				continue
			}
			if mem, _ := m.Fn.Member(v); names.Has(mem.Name, mem.Desc) && (callsOn(m, v, object, l) || m.Related(m.Fn.Args(v)[0], object) && !m.Apart(m.Fn.Args(v)[0], object, v)) {
				return mem.Name
			}
		}
	}
	return ""
}

// knownElsewhere says whether other code may have an iterator or a source: not where this method makes it or asks for it, and
// hands it to nobody.
func knownElsewhere(m *symval.Func, v ssa.ID) bool {
	if m.OwnedHere(v) {
		return false
	}
	mem, _ := m.Fn.Member(v)
	asked := m.Fn.IsCall(v) && platform.IsPlatform(mem.Class) && platform.Matching.Named(mem.Name)
	return !asked || !m.KeptHere(v, 0)
}

// callElsewhere is a method of those names that code which a call runs, as far as it is known, calls on objects of the class of
// an object that it need not be given; empty where it calls none.
func callElsewhere(m *symval.Func, call, object ssa.ID, names platform.Operations) string {
	class := platform.ClassName(m.Fn.Static(object))
	for _, e := range m.EffectsOf(call).Effects {
		if e.Op != classfile.OpInvokestatic && !e.Keeps && names.Has(e.Member.Name, e.Member.Desc) && m.Fields.H.Related(e.Member.Class, class) &&
			!(class == platform.Matcher && platform.AnyCollection.Has(e.Member.Class)) {
			return e.Member.Name
		}
	}
	return ""
}

// callBehind is a method of those names that code of the program which is given an object, as far as it is known, calls on
// objects of its class or of one above or below it; empty where it calls none.
func callBehind(m *symval.Func, call, object ssa.ID, l int, names platform.Operations) string {
	op, args := m.Fn.Values[call].Op, m.Fn.Args(call)
	if op != classfile.OpInvokestatic && len(args) > 0 {
		args = args[1:]
	}
	if names.Empty() || op == classfile.OpInvokedynamic || !slices.ContainsFunc(args, func(a ssa.ID) bool { return same(m, a, object, l) }) {
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
		if out.Any { // what a library does is not known
			found = cmp.Or(found, names.First())
		}
		return out.Methods
	}
	mem, _ := m.Fn.Member(call)
	if memo.Search(effects.MaxRelinking, runs(m.Fn.Method.Class, op, mem), func(t *classfile.Method, reach func(*classfile.Method)) bool {
		b := m.Db.Body(t)
		if b.Err != nil { // nor what a native method does
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
		found = cmp.Or(found, names.First()) // beyond what is looked into, some may
	}
	return found
}
