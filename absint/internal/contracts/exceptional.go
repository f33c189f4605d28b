package contracts

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Classes of the platform that do not keep what its types promise: queues of delayed elements, from which poll may take nothing
// though isEmpty is false, and maps whose entries the garbage collector removes, so that what was added may be new again. Where
// the program makes an object of one of these classes, or receives it from the platform, any object may be one whose type allows
// it. Sound because an object of these classes comes from a call that a trait of methods names, or has the class as its static
// type. Code that is not analysed is assumed to pass none on as a type above it.

// HeldBack returns the class of a queue that poll may take nothing from though it is not empty, and that an abstract object may be
// of; "" if there is none.
func (a *Contracts) HeldBack(k objectflow.AbstractObject) string {
	return a.exceptional(k, platform.HoldsBack, "holds back")
}

// Forgets reports whether an abstract object may be a map or a set from which elements vanish when only it refers to them.
func (a *Contracts) Forgets(k objectflow.AbstractObject) bool {
	const trait = "forgets"
	if a.exceptional(k, platform.Forgets, trait) != "" {
		return true
	}
	return !k.Exact && viewsOfMaps(a.Hierarchy, k.Class) && a.refersTo(platform.Forgets, trait) && a.refersTo(platform.SetOfMap, "set of map")
}

// Retries reports whether an abstract object may be a map that calls a function of compute or merge again, where the function changed the
// entry.
func (a *Contracts) Retries(k objectflow.AbstractObject) bool {
	return a.exceptional(k, platform.Retries, "retries") != ""
}

// exceptional returns the class of a collection that has constructors with a trait, and that an abstract object may be of; "" if
// there is none.
func (a *Contracts) exceptional(k objectflow.AbstractObject, trait platform.Methods, name string) string {
	h := a.Hierarchy
	for _, class := range trait.Classes() {
		if !platform.AnyCollection.Has(class) { // it returns one
			continue
		}
		if is, _ := h.IsSubtype(k.Class, class); is || !k.Exact && mayBeBelow(h, class, k.Class) && a.refersTo(trait, name) {
			return class
		}
	}
	return ""
}

// refersTo reports whether a class under analysis refers to a method with a trait of that name.
func (a *Contracts) refersTo(trait platform.Methods, name string) bool {
	return memo.Memoize(&a.breaches, "refers to "+name, func() bool {
		return slices.ContainsFunc(a.Hierarchy.Classes(), func(c *classfile.Class) bool {
			for i := 1; i < c.Pool.Len(); i++ {
				if c.Pool.Tag(i) != classfile.TagMethodref {
					continue
				}
				if m, ok := c.Pool.Member(i); ok && hasTrait(a.Hierarchy, trait, m) {
					return true
				}
			}
			return false
		})
	})
}

// hasTrait reports whether a method has a trait, under the name of a subclass outside of the platform too.
func hasTrait(h *callgraph.Hierarchy, trait platform.Methods, m classfile.Member) bool {
	if platform.IsPlatform(m.Class) {
		return trait.Has(m)
	}
	return slices.ContainsFunc(trait.Classes(), func(class string) bool {
		if !trait.Has(classfile.Member{Class: class, Name: m.Name, Desc: m.Desc}) {
			return false
		}
		is, _ := h.IsSubtype(m.Class, class)
		return is
	})
}
