package callees

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
)

// Calls of elements of elements: what is looked up in a map whose keys are lists hashes each element of the list.
//
// Sound because a list that is no value of the method, whose size cannot be named, makes the call one without a price.

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

// within returns the application class whose method a call on an object of a generic type of the library runs for what it holds, empty for none.
func (k *elementCallFinder) within(t string, called classfile.Member, depth int) string {
	class, arguments := erased(t), classfile.TypeArguments(t)
	if class == "" || len(arguments) == 0 || depth > maxWithin {
		return ""
	}
	for _, c := range platform.ContentCalls(called) {
		is, _ := k.a.Hierarchy.IsSubtype(class, c.Class)
		if !is || c.Elements.Operand >= 0 || c.Elements.Argument >= len(arguments) {
			continue
		}
		of := strings.TrimPrefix(arguments[c.Elements.Argument], "+")
		methods := []classfile.Member{c.Called}
		if c.Finds {
			methods = []classfile.Member{platform.HashCode, platform.Equals, platform.CompareTo}
		}
		for _, m := range methods {
			in := erased(of)
			if !k.a.Hierarchy.Analysed(in) {
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
