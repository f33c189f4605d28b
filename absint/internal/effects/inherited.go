package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
)

// Platform methods that application classes inherit: put of a class that extends LinkedHashMap runs its removeEldestEntry, and the forEach
// of an Iterable its iterator. Sound because the method may call every method of the object that overrides one of the platform's, and
// on its arguments what the platform method may call on any.

// inheritedKey is an application class, or one of a library, and a platform method that its objects have.
type inheritedKey struct {
	class  string
	method classfile.Member
}

// addInherited adds the application methods that a platform method may run on an object of a class below the platform's.
func (a *Effects) addInherited(out *Callees, class string, method classfile.Member) {
	method.Interface = false
	in := memo.Memoize(&a.inherited, inheritedKey{class, method}, func() *Callees { return a.inheritedCallees(class, method) })
	out.merge(in)
	out.Any, out.scope = out.Any || in.Any, max(out.scope, in.scope)
}

// inheritedCallees is addInherited without its memo.
func (a *Effects) inheritedCallees(class string, method classfile.Member) *Callees {
	out := &Callees{}
	switch {
	case platform.Quiet.Has(method) && method.Class != platform.MapEntry:
		return out
	case method.Class == platform.ObjectClass:
		if method.Name == "toString" {
			a.addOverriding(out, class, func(m classfile.Member) bool { return m.Name == "hashCode" && m.Desc == "()I" })
		}
		return out
	}
	out.Any, out.scope = RunsProgram(method), a.referenceScope(method)
	if calls, ok := platform.SelfCalls(method); ok && len(calls) == 0 {
		return out
	}
	a.addOverriding(out, class, func(classfile.Member) bool { return true })
	return out
}

// addOverriding adds the methods of a class and of what is below it that override a method of the platform which is one of those.
func (a *Effects) addOverriding(out *Callees, class string, is func(classfile.Member) bool) {
	h := a.Hierarchy
	classes := append([]string{class}, h.Subs(class)...)
	for _, c := range slices.Clone(classes) {
		classes = append(classes, h.Supers(c)...)
	}
	slices.Sort(classes)
	for _, name := range slices.Compact(classes) {
		if !h.Analysed(name) || out.tooMany() {
			continue
		}
		ms := h.Lookup(name).Methods
		for i := range ms {
			if t := &ms[i]; t.HasCode() && t.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 && t.Name[0] != '<' &&
				is(classfile.Member{Name: t.Name, Desc: t.Desc}) && a.overridesPlatform(classes, t) {
				out.add(t)
			}
		}
	}
}

// overridesPlatform reports whether a platform class among some has a method that t overrides, or is known by name only.
func (a *Effects) overridesPlatform(classes []string, t *classfile.Method) bool {
	return slices.ContainsFunc(classes, func(name string) bool {
		if !platform.IsPlatform(name) {
			return false
		}
		c := a.Hierarchy.Lookup(name)
		return c == nil || slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == t.Name && m.Desc == t.Desc })
	})
}
