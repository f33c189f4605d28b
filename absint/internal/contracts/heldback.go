package contracts

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Queues of delayed elements: poll takes none whose delay has not expired, and isEmpty is false meanwhile. Where the program
// makes or receives such a queue from the platform, any queue may be one whose type allows it. Sound because an object of
// such a class comes from one of the calls that platform.HoldsBack names, or has the class as its static type. Code that is not
// analysed is assumed to pass none on as a type above it.

// HeldBack returns the class of a queue that poll may take nothing from though it is not empty, and that an abstract object may be
// of; "" if there is none.
func (a *Contracts) HeldBack(k objectflow.AbstractObject) string {
	h := a.Hierarchy
	for _, class := range heldBackClasses {
		if is, _ := h.IsSubtype(k.Class, class); is {
			return class
		}
		if !k.Exact && mayBeBelow(h, class, k.Class) && a.makesHeldBack() {
			return class
		}
	}
	return ""
}

// heldBackClasses are the classes of platform.HoldsBack that are queues.
var heldBackClasses = slices.DeleteFunc(platform.HoldsBack.Classes(), func(class string) bool { return !platform.AnyCollection.Has(class) })

// makesHeldBack reports whether a class under analysis refers to a method of platform.HoldsBack.
func (a *Contracts) makesHeldBack() bool {
	return memo.Memoize(&a.breaches, "held back", func() bool {
		return slices.ContainsFunc(a.Hierarchy.Classes(), func(c *classfile.Class) bool {
			for i := 1; i < c.Pool.Len(); i++ {
				if c.Pool.Tag(i) != classfile.TagMethodref {
					continue
				}
				if m, ok := c.Pool.Member(i); ok && isHoldsBack(a.Hierarchy, m) {
					return true
				}
			}
			return false
		})
	})
}

// isHoldsBack reports whether a method has the trait HoldsBack, under the name of a subclass too.
func isHoldsBack(h *callgraph.Hierarchy, m classfile.Member) bool {
	return slices.ContainsFunc(platform.HoldsBack.Classes(), func(class string) bool {
		if !platform.HoldsBack.Has(classfile.Member{Class: class, Name: m.Name, Desc: m.Desc}) {
			return false
		}
		if m.Class == class || platform.IsPlatform(m.Class) {
			return m.Class == class
		}
		is, _ := h.IsSubtype(m.Class, class)
		return is
	})
}
