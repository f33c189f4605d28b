package symval

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// platformEffects is the code of the program that the platform's code runs behind a call: what overrides the method that is called,
// what objects that it is given and those that it holds are asked, and as many calls of these as are looked into.
func (m *Func) platformEffects(call ssa.ID) *effects.CallEffects {
	if mem, _ := m.Fn.Member(call); m.Fn.IsCall(call) && !platform.IsPlatform(mem.Class) {
		return &effects.CallEffects{}
	}
	return m.EffectsOf(call)
}

// EffectsOf is the code of the program that a call runs, as far as it is looked into.
func (m *Func) EffectsOf(call ssa.ID) *effects.CallEffects { return m.Oracle.CallEffects(m.Fn, call) }

// ChangesBehind says whether code behind a call may call one of those operations on a collection of the
// kind of object.
func (m *Func) ChangesBehind(call, object ssa.ID, operations platform.Operations) bool {
	return m.platformEffects(call).Does(m.Changing(object, operations))
}

// Changing says of what code does whether that changes a collection of the kind of object.
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
			// Through an iterator or a view, which is of another class, a collection changes, too.
			return m.RelatedClasses(e.Member.Class, class) || collection && platform.InUtil(e.Member.Class)
		}
		return false
	}
}

// PutsBehind says whether code that a call runs, as far as it is known, puts into a collection that is a link.
func (m *Func) PutsBehind(call, links ssa.ID) bool {
	return slices.ContainsFunc(m.EffectsOf(call).Effects, m.Changing(links, platform.Adding))
}

// UnmarksBehind says whether code behind a call may take marks away from an array: fill one, or store a zero.
func (m *Func) UnmarksBehind(call ssa.ID, store classfile.Op) bool {
	return m.platformEffects(call).Does(func(e effects.Effect) bool {
		switch e.Op {
		case store:
			return !e.Keeps
		case classfile.OpInvokestatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			return e.Arrays && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass
		}
		return false
	})
}

// StoresBehind says whether code behind a call may store to a field.
func (m *Func) StoresBehind(call ssa.ID, field classfile.Member) bool {
	return m.platformEffects(call).Does(func(e effects.Effect) bool {
		return (e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic) && e.Member.Name == field.Name && e.Member.Desc == field.Desc || effects.StoresByHandle(e.Member)
	})
}

// RelinksBehind says whether code that a call runs, as far as it is known, stores to links.
func (m *Func) RelinksBehind(call ssa.ID, s effects.FieldStore) bool {
	return slices.ContainsFunc(m.EffectsOf(call).Effects, func(e effects.Effect) bool {
		switch {
		case s.Name == "":
			return e.Op == classfile.OpIastore && !e.Fresh || e.Arrays && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass
		case e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic:
			return e.Member.Name == s.Name && e.Member.Desc == s.Desc && !e.Fresh
		}
		return s.Name != "" && effects.StoresByHandle(e.Member)
	})
}
