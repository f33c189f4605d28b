package symval

import (
	"cmp"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Properties of calls: result, receiver and effects of the application code that a call runs, itself or through platform
// callbacks. Sound because a call of unknown targets has every effect, but for the queries of known callees.

// callee returns the Result of a call, NoResult beyond the call depth or if its type is neither integral nor an array.
func (m *Func) callee(v ssa.ID) *Result {
	if m.Depth <= 0 {
		return NoResult
	}
	mem, _ := m.Fn.Member(v)
	if t := classfile.Return(mem.Desc); t[0] == 'V' || t[0] == 'L' || t[0] == 'F' || t[0] == 'D' {
		return NoResult
	}
	return m.Oracle.Result(m.Fn, v, m.Depth-1)
}

// Breach returns a class that v, of a subtype of class, may be of and that may break contract c, nil if all keep it.
func (m *Func) Breach(v ssa.ID, class string, c *contracts.Contract) *contracts.Breach {
	for _, k := range m.Objects(v, class) {
		if b := m.Db.BreachOf(k, c); b != nil {
			return b
		}
	}
	return nil
}

// Objects returns the objects that v, of a subtype of class, may be, but lambdas and those of a class that cannot be extended.
func (m *Func) Objects(v ssa.ID, class string) []objectflow.AbstractObject {
	hops := objectflow.MaxDepth
	if m.Db.OpenWorld {
		hops = 0
	}
	if class = cmp.Or(class, platform.ObjectClass); platform.Final.Has(class) {
		return nil
	}
	return objectflow.NewObjectFlow(m.Db.Flows).Instances(m.Body(), v, class, hops)
}

// SearchFrom returns where a search for the next element starts, 0 if v is none: its result is at least that, or -1
// (String.indexOf of a character or nonempty text, BitSet.nextSetBit). A search from below 0 starts at 0.
func (m *Func) SearchFrom(v ssa.ID) ssa.ID {
	f := m.Fn
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return 0
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case platform.IndexSearch.Has(mem):
		if mem.Class == platform.StringClass || m.Breach(args[0], mem.Class, contracts.Searching) == nil {
			return args[len(args)-1]
		}
	case platform.TextSearch.Has(mem):
		if s, ok := f.StringConstant(args[1]); ok && s != "" {
			return args[2]
		}
	}
	return 0
}

// EffectsOf returns the effects of the application code that a call runs, up to the limits of the traversal.
func (m *Func) EffectsOf(call ssa.ID) *effects.CallEffects { return m.Oracle.CallEffects(m.Fn, call) }

// platformEffects is EffectsOf for calls of platform methods; calls of application methods have none here.
func (m *Func) platformEffects(call ssa.ID) *effects.CallEffects {
	if mem, _ := m.Fn.Member(call); m.Fn.IsCall(call) && !platform.IsPlatform(mem.Class) {
		return &effects.CallEffects{}
	}
	return m.EffectsOf(call)
}

// Changing returns a predicate that reports whether an effect is one of operations on a collection that may be object.
func (m *Func) Changing(object ssa.ID, operations platform.Operations) func(effects.Effect) bool {
	class := cmp.Or(platform.ClassName(m.Fn.Static(object)), platform.ObjectClass)
	collection := platform.InUtil(class) || class == platform.KotlinArrayDeque
	return func(e effects.Effect) bool {
		if e.Keeps || !operations.Named(e.Member.Name) && e.Member.Name != "drainTo" {
			return false
		}
		switch e.Op {
		case classfile.OpInvokestatic:
			return e.Member.Class == platform.CollectionsClass
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			// Iterators and views, which have other classes, also change the collection.
			return m.RelatedClasses(e.Member.Class, class) || collection && platform.InUtil(e.Member.Class)
		}
		return false
	}
}

// CallChanges reports whether callbacks of a call may perform one of operations on a collection that may be object.
func (m *Func) CallChanges(call, object ssa.ID, operations platform.Operations) bool {
	return m.platformEffects(call).MayDo(m.Changing(object, operations))
}

// RunsChanging reports whether code outside the platform that a call runs may perform one of operations on a collection that may be
// object, which the call does not pass.
func (m *Func) RunsChanging(call, object ssa.ID, operations platform.Operations) bool {
	mem, _ := m.Fn.Member(call)
	return effects.RunsProgram(mem) && (m.Db.OpenWorld || m.EffectsOf(call).MayDo(m.Changing(object, operations)))
}

// Apart reports whether a and b are different objects at a call, and neither is a view of the other. A read of a field is what a store
// before it put there.
func (m *Func) Apart(a, b, call ssa.ID) bool {
	if w, ok := m.Stored(a); ok {
		a = w
	}
	if w, ok := m.Stored(b); ok {
		b = w
	}
	return m.Method.Apart(a, b, call)
}

// CallAddsTo reports whether the known callees of a call add to a collection of links.
func (m *Func) CallAddsTo(call, links ssa.ID) bool {
	return m.EffectsOf(call).Does(m.Changing(links, platform.Adding))
}

// CallUnmarks reports whether callbacks of a call may clear marks in an array: fill one, or store what is no mark. zero says that this is
// a zero; of any other value, each store counts.
func (m *Func) CallUnmarks(call ssa.ID, store classfile.Op, zero bool) bool {
	return m.platformEffects(call).MayDo(func(e effects.Effect) bool {
		switch e.Op {
		case store:
			return !zero || !e.Keeps
		case classfile.OpInvokestatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			return e.Arrays && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass
		}
		return false
	})
}

// CallStores reports whether callbacks of a call may store to a field.
func (m *Func) CallStores(call ssa.ID, field classfile.Member) bool {
	return m.platformEffects(call).MayDo(func(e effects.Effect) bool {
		return (e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic) && e.Member.Name == field.Name && e.Member.Desc == field.Desc || effects.StoresByHandle(e.Member)
	})
}

// CallRelinks reports whether the known callees of a call store to link field s, or to arrays if s has no name.
func (m *Func) CallRelinks(call ssa.ID, s effects.FieldStore) bool {
	return m.EffectsOf(call).Does(func(e effects.Effect) bool {
		switch {
		case s.Name == "":
			return e.Op == classfile.OpIastore && !e.Fresh || e.Arrays && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass
		case e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic:
			return e.Member.Name == s.Name && e.Member.Desc == s.Desc && !e.Fresh
		}
		return s.Name != "" && effects.StoresByHandle(e.Member)
	})
}
