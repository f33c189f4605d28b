package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Class initializers: the first instruction that makes an object of a class, uses one of its static fields or calls one of its
// static methods runs its initializer and those above it (JVMS 5.5). They are not among the effects of a call: of its
// executions, at most one runs them. Sound for who asks for them, because every such instruction counts as the first, but for
// those on the class of the method that they are in and on its superclasses, whose initializers have begun before.

// Initializers returns the class initializers of the program that an instruction may run before it is executed.
func (a *Effects) Initializers(f *ssa.Func, v ssa.ID) []*classfile.Method {
	class := ""
	switch x := &f.Values[v]; {
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpNew:
		class = platform.ClassName(f.Static(v))
	case x.Op == classfile.OpGetstatic || x.Op == classfile.OpPutstatic || x.Op == classfile.OpInvokestatic:
		mem, _ := f.Member(v)
		class = mem.Class
	}
	if class == "" || class == f.Method.Class.Name || platform.IsPlatform(class) {
		return nil
	}
	of := memo.Memoize(&a.initializers, class, func() []*classfile.Method { return a.initializersOf(class) })
	return slices.DeleteFunc(slices.Clone(of), func(m *classfile.Method) bool { return a.begun(m.Class, f.Method.Class) })
}

// initializersOf returns the initializers of a class and of what is above it.
func (a *Effects) initializersOf(class string) (of []*classfile.Method) {
	for _, name := range append([]string{class}, a.Hierarchy.Supers(class)...) {
		if !a.Hierarchy.Analysed(name) {
			continue
		}
		ms := a.Hierarchy.Lookup(name).Methods
		for i := range ms {
			if ms[i].Name == "<clinit>" {
				of = append(of, &ms[i])
			}
		}
	}
	return of
}

// begun reports whether the initializer of a class has begun where a method of own runs: it is own, or a superclass.
func (a *Effects) begun(class, own *classfile.Class) bool {
	seen := map[string]bool{}
	for own != nil && !seen[own.Name] {
		if own == class {
			return true
		}
		seen[own.Name] = true
		own = a.Hierarchy.Lookup(own.Super)
	}
	return false
}

// OfInitializer returns the effects of a class initializer, with those of all others that it may run.
func (a *Effects) OfInitializer(m *classfile.Method) *CallEffects {
	return memo.Memoize(&a.initialized, m, func() *CallEffects {
		return a.closure(&Callees{Methods: []*classfile.Method{m}}, true)
	})
}
