package callees

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Element calls of the methods of Arrays, and of Kotlin's functions that sort or print: the hash code, the text or a comparison of each
// element, and of arrays of arrays, the call on each inner array.
//
// Sound because the elements are of the static element type or below it, those of an array of Object of the classes that elementsOf tells: the
// methods that may run are resolved for these; an inner array has at most the largest length of one.

// arrayCalls are what the methods of Arrays call on the elements of their first argument, and how often.
var arrayCalls = []struct {
	of     func(classfile.Member) bool
	called classfile.Member
	times  Multiplicity
}{
	{platform.HashesElements.Has, platform.HashCode, PerEntry},
	{platform.EquatesElements.Has, platform.Equals, PerEntry},
	{platform.PrintsElements.Has, platform.ToString, PerEntry},
	{platform.ComparesElements.Has, platform.CompareTo, PerEntry},
	{platform.SortsElements.Has, platform.CompareTo, PerSort},
	{platform.SearchesElements.Has, platform.CompareTo, PerEntryLevel},
}

// addArrayCalls adds the calls that a method of Arrays makes on the elements of its first argument.
func (k *elementCallFinder) addArrayCalls() {
	array := k.site.Args[0]
	t, name := k.arrayType(array), k.s.M.Describe(array)
	types := k.elementsOfArray(array)
	for _, c := range arrayCalls {
		if c.of(k.site.Member) {
			k.addOfElements(types, name, c.called, c.times)
		}
	}
	switch {
	case !platform.DeepOverElements.Has(k.site.Member):
	case strings.HasPrefix(t, "[["):
		k.out = append(k.out, ElementCall{CallSite: k.a.ofRow(k.s, k.site, k.site.Member, t[1:], name+"[...]"), Times: PerEntry})
	case strings.HasPrefix(t, "[L") && platform.AboveArray.Has(t[2:len(t)-1]):
		k.addRowsAmong(array, name)
	}
}

// addRowsAmong adds the calls of a method of Arrays, which goes into inner arrays, on the elements of an array of objects which are arrays. If what the
// elements are is not known, the call has no price.
func (k *elementCallFinder) addRowsAmong(array ssa.ID, name string) {
	elements, known := k.s.storedElements(k.a, k.s.M.Uncast(array))
	for _, e := range elements {
		switch t := k.arrayType(e); {
		case strings.HasPrefix(t, "["):
			k.out = append(k.out, ElementCall{CallSite: k.a.ofRow(k.s, k.site, k.site.Member, t, k.s.M.Describe(e)), Times: Once})
		case platform.AboveArray.Has(platform.ClassName(t)) && !k.s.M.Fn.IsNull(e):
			known = false
		}
	}
	if !known {
		c := k.site.Callback(k.site.Member)
		c.Component, c.Unknown = name+"[...]", "elements may be arrays"
		k.emit(c, Once)
	}
}

// elementsOfArray returns types that the elements of an array may be of; none of an array of numbers or arrays.
func (k *elementCallFinder) elementsOfArray(array ssa.ID) []string {
	switch t := k.arrayType(array); {
	case t == objects:
		return k.elementsOf(array, 0)
	case strings.HasPrefix(t, "[L"):
		return []string{t[1:]}
	}
	return nil
}

// arrayType returns the static type of an array: where the code casts it to an array of a wider type, the type before.
func (k *elementCallFinder) arrayType(array ssa.ID) string {
	f := k.s.M.Fn
	t, before := f.Static(array), f.Static(k.s.M.Uncast(array))
	if strings.HasPrefix(t, "[L") && strings.HasPrefix(before, "[L") {
		if is, _ := k.a.Hierarchy.IsSubtype(before[2:len(before)-1], t[2:len(t)-1]); is {
			return before
		}
	}
	return t
}

// addOfElements adds the calls of a method on the elements of an array, which may be of some types. Where these have no order of their own,
// as in an array of a type parameter, a comparison may run any compareTo of the application.
func (k *elementCallFinder) addOfElements(types []string, name string, called classfile.Member, n Multiplicity) {
	if len(types) > 0 && called == platform.CompareTo && !k.ordered(types) {
		k.addAnyComparison(ElementCall{Times: n})
		return
	}
	emit := func(c CallSite) { k.emit(c, n) }
	for _, t := range types {
		k.addUnknownHeld(t, name+"[...]", called, emit)
	}
	if c, ok := k.onTypes(types, 0, name+"[...]", called, emit); ok {
		k.emit(c, n)
	}
}

// shallow are the methods of Arrays that those over all depths call on an inner array of numbers.
var shallow = map[string]string{"deepHashCode": "hashCode", "deepEquals": "equals", "deepToString": "toString"}

// ofRow returns the call of method m of Arrays, which goes into inner arrays, on an inner array of a type.
func (a *Resolver) ofRow(s *Summary, site *CallSite, m classfile.Member, row, name string) CallSite {
	if row[1] != 'L' && row[1] != '[' {
		m.Name = shallow[m.Name]
		m.Desc = strings.ReplaceAll(m.Desc, "[Ljava/lang/Object;", row)
	}
	c := site.Callback(m, make([]ssa.ID, 1+len(classfile.Params(m.Desc)))...) // of no value of the method
	if c.Library, c.Component = a.Modelled(m), name; !c.Library {
		c.Unknown = "it has no model"
		return c
	}
	k := elementCallFinder{a: a, s: s, site: &c}
	for _, of := range arrayCalls {
		if of.of(m) && strings.HasPrefix(row, "[L") {
			k.addOfElements([]string{row[1:]}, name, of.called, of.times)
		}
	}
	if strings.HasPrefix(row, "[L") && platform.AboveArray.Has(row[2:len(row)-1]) {
		c.Unknown = "elements may be arrays"
		return c
	}
	if strings.HasPrefix(row, "[[") {
		k.out = append(k.out, ElementCall{CallSite: a.ofRow(s, &c, m, row[1:], name+"[...]"), Times: PerEntry})
	}
	c.ElementCalls = k.out
	return c
}

// takesElements reports whether a library call is one of Arrays on an array of references, or another that calls the elements of one.
func takesElements(site *CallSite) bool {
	m := site.Member
	return (m.Class == platform.Arrays || callsElements(m)) && strings.HasPrefix(m.Desc, "([L") && len(site.Args) > 0 && site.Args[0] != ssa.ID(0)
}

// callsElements reports whether a method calls the elements of its first argument, an array.
func callsElements(m classfile.Member) bool {
	for _, c := range arrayCalls {
		if c.of(m) {
			return true
		}
	}
	return false
}
