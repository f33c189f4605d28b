package symval

import (
	"cmp"

	"github.com/energylint/energylint/absint/internal/contents"
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

// EffectsOf returns the effects of the application code that a call runs, up to the limits of the traversal.
func (m *Func) EffectsOf(call ssa.ID) *effects.CallEffects { return m.Oracle.CallEffects(m.Fn, call) }

// platformEffects is EffectsOf for calls of methods that only call back; calls of application methods have none here.
func (m *Func) platformEffects(call ssa.ID) *effects.CallEffects {
	if mem, _ := m.Fn.Member(call); m.Fn.IsCall(call) && !effects.CallsBack(mem) {
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

// Apart reports whether a and b are different objects at a call, and neither is a view of the other. A read of a field is what a store
// before it put there.
func (m *Func) Apart(a, b, call ssa.ID) bool {
	if w, ok := m.Stored(a); ok {
		a = w
	}
	if w, ok := m.Stored(b); ok {
		b = w
	}
	return m.Method.Apart(a, b, call) || contents.Apart(&m.Method, m.Db.DB, a, b)
}

// CallUnmarks reports whether callbacks of a call may clear marks in an array: fill one, or store what is no mark. zero says that this is
// a zero; of any other value, each store counts.
func (m *Func) CallUnmarks(call ssa.ID, store classfile.Op, zero bool) bool {
	return m.platformEffects(call).MayDo(func(e effects.Effect) bool {
		switch e.Op {
		case store:
			return !zero || !e.Keeps
		case classfile.OpInvokestatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			return e.Arrays.StoredBy(store) && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass
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
