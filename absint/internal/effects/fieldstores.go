package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Stores to a field by code that an instruction runs. Sound because unknown code may store to any field, and so may code that finds fields by
// their names.

// MayStore reports whether an instruction may store to a field by code that it runs: a call, whose effects are does, or the initializer of a
// class. What code a call in a library that is analysed by itself runs is not known.
func (a *Effects) MayStore(f *ssa.Func, v ssa.ID, field classfile.Member, does *CallEffects) bool {
	mem, _ := f.Member(v)
	super := f.Values[v].Op == classfile.OpInvokespecial
	finds := func(mem classfile.Member) bool {
		return platform.RestoresFields.Has(mem) || platform.FindsByName(mem.Class) || WritesByHandle(mem)
	}
	stores := func(e Effect) bool {
		stores := (e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic) && e.Member.Name == field.Name && e.Member.Desc == field.Desc
		return stores && (super || !e.Fresh) || finds(e.Member)
	}
	return a.OpenWorld || finds(mem) || does.MayDo(stores) ||
		slices.ContainsFunc(slices.Concat(a.Initializers(f, v), does.Initializers), func(c *classfile.Method) bool {
			return a.OfInitializer(c).MayDo(stores)
		})
}
