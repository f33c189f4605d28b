package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
)

// Calls of elements of elements: what is looked up in a map whose keys are lists hashes each element of the list.
//
// Sound because a list that is no value of the method, whose size cannot be named, makes the call one without a price, and because what a type
// does not tell may be of any class.

// maxWithin bounds how deep collections hold collections.
const maxWithin = 4

// addWithin adds a call of a library's method on a value, n times, if it calls elements of application classes.
func (k *elementCallFinder) addWithin(c CallSite, n Multiplicity) {
	if len(c.Args) == 0 || c.Args[0] == 0 || k.depth >= maxWithin {
		return
	}
	inner := k.site.Callback(c.Member, c.Args...)
	if inner.Library = k.a.Modelled(c.Member); !inner.Library {
		inner.Unknown = "it has no model"
	}
	of := &elementCallFinder{a: k.a, s: k.s, site: &inner, depth: k.depth + 1}
	if of.addRows(); len(of.out) > 0 {
		inner.ElementCalls = of.out
		k.emit(inner, n)
	}
}

// addUnknownHeld calls emit with a call without a price where the method may call what an object of a generic type of the library holds.
func (k *elementCallFinder) addUnknownHeld(t, name string, called classfile.Member, emit func(CallSite)) {
	inner := k.within(t, called, 0)
	if inner == "" {
		return
	}
	c := k.site.Callback(called)
	c.Member.Class, c.Component = generic.Erased(t), name
	c.Unknown = "it calls " + classfile.External(inner+"."+called.Name) + " for what the elements hold"
	emit(c)
}

// addHeldByOperand adds to the call of a method on a value, which library code makes, the calls that the method makes on what the value holds.
func (a *Resolver) addHeldByOperand(s *Summary, c *CallSite) {
	if a.OpenWorld || !c.Library || c.Unknown != "" || len(c.Args) == 0 {
		return
	}
	k := &elementCallFinder{a: a, s: s, site: c, depth: 1}
	if c.Args[0] != 0 {
		k.addRows()
	} else {
		k.addHeld("L"+c.Member.Class+";", c.Component, c.Member, 1, nil)
	}
	c.ElementCalls = append(c.ElementCalls, k.out...)
}

// addHeld adds the calls of a method on what objects of a generic type of the library hold, where that is a known number of objects: the key and the
// value of an entry, the components of a pair. ok is false for other types.
func (k *elementCallFinder) addHeld(t, name string, called classfile.Member, number int, times []platform.Factor) (ok bool) {
	rows := k.rowsOf(generic.Erased(t), called)
	if len(rows) == 0 || k.depth >= maxWithin || slices.ContainsFunc(rows, func(c platform.ContentCall) bool { return c.Finds || len(c.Times) > 0 }) {
		return false
	}
	k.depth++
	for _, c := range rows {
		k.addOnElements([]string{generic.Argument(t, c.Elements.Argument)}, name, c.Called, number*c.Number, times)
	}
	k.depth--
	return true
}

// rowsOf returns the calls of elements by a method of a class of a library on what its object holds.
func (k *elementCallFinder) rowsOf(class string, called classfile.Member) (rows []platform.ContentCall) {
	if class == "" || k.a.Hierarchy.Analysed(class) {
		return nil
	}
	for _, c := range platform.ContentCalls(called) {
		if is, _ := k.a.Hierarchy.IsSubtype(class, c.Class); is && c.Elements.Operand < 0 {
			rows = append(rows, c)
		}
	}
	return rows
}

// within returns the application class whose method a call on an object of a generic type of the library may run for what it holds, empty for none:
// where its type arguments do not tell that, any class that overrides the method.
func (k *elementCallFinder) within(t string, called classfile.Member, depth int) string {
	class := generic.Erased(t)
	if class == "" || depth > maxWithin {
		return ""
	}
	for _, c := range k.rowsOf(class, called) {
		of := generic.Argument(t, c.Elements.Argument)
		methods := []classfile.Member{c.Called}
		if c.Finds {
			methods = []classfile.Member{platform.HashCode, platform.Equals, platform.CompareTo}
		}
		for _, m := range methods {
			in := generic.Erased(of)
			if of == generic.Any || in == platform.ObjectClass {
				if any := k.a.anyMethod(k.s, k.site, m); any.Unknown != "" || len(any.Targets)+len(any.Lambdas) > 0 {
					return m.Class
				}
				continue
			}
			if !k.a.Hierarchy.Analysed(in) {
				if k.ownCode(in, m) {
					return in
				}
				if found := k.within(of, m, depth+1); found != "" {
					return found
				}
				continue
			}
			if below, _ := k.a.Hierarchy.IsSubtype(in, m.Class); !below {
				continue
			}
			if c := k.a.indyCallback(k.s, k.site, 0, "L"+in+";", "", m); c.Unknown != "" || len(c.Targets)+len(c.Lambdas) > 0 {
				return in
			}
		}
	}
	return ""
}
