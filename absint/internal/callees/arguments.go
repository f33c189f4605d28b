package callees

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Element calls on the arguments of a library call: the text of what is formatted, the hash codes of the elements of a new set.
//
// Sound for arguments of an application class, and for arrays of one or that the method itself makes: the methods that may run are
// resolved for the static type of each argument. Others have the cost of the model.

// addArgumentCalls adds the calls that a library call makes on each of its arguments; ok is false if it makes none.
func (k *elementCallFinder) addArgumentCalls() (ok bool) {
	mem := k.site.Member
	switch {
	case platform.PrintsArguments.Has(mem):
		k.eachArgument(1, k.addText, func(types []string, i int) {
			k.addOfElements(types, k.elementName(i), platform.ToString, PerLastEntry)
		})
	case platform.MapOf.Has(mem): // the values are not compared
		k.addHashingOfEach(2)
	case platform.HashesArguments.Has(mem):
		k.addHashingOfEach(1)
	case platform.ScansArgument.Has(mem):
		k.addCall(k.site.Args[1], platform.Equals, PerArgumentElement)
	case platform.FindsInArgument.Has(mem):
		k.addHashing(k.site.Args[1])
	case platform.AddsArguments.Has(mem) && k.inOrder():
		k.addReordering(PerEntryAddition)
	case platform.AddsArguments.Has(mem) && platform.FindsByHash.Has(platform.ClassName(k.s.M.Fn.Static(k.site.Args[0]))):
		k.addHashingOfEach(1)
	default:
		return false
	}
	return true
}

// elementName returns the name of an element of the array that is argument i.
func (k *elementCallFinder) elementName(i int) string {
	return k.s.M.Describe(k.site.Args[i]) + "[...]"
}

// eachArgument calls one with every step-th argument that is an object, and with every element of an array of them that the method
// makes and fills outside of other loops; it calls many with the types of the elements of another array, and its operand.
func (k *elementCallFinder) eachArgument(step int, one func(ssa.ID), many func(types []string, operand int)) {
	first := k.s.FirstArgument(k.site)
	for i, t := range classfile.Params(k.site.Member.Desc) {
		operand := first + i
		if operand >= len(k.site.Args) {
			return
		}
		v := k.site.Args[operand]
		switch {
		case strings.HasPrefix(t, "L") && i%step == 0:
			one(v)
		case strings.HasPrefix(t, "[L"):
			if elements, ok := k.s.storedElements(k.s.M.Uncast(v)); ok {
				for _, e := range elements {
					one(e)
				}
			} else if t := k.s.M.Fn.Static(k.s.M.Uncast(v)); t != objects {
				many([]string{t[1:]}, operand)
			}
		}
	}
}

// storedElements returns what the method stores to an array of objects that it makes itself, as for a variable number of arguments; ok
// is false if another loop may store to it.
func (s *Summary) storedElements(array ssa.ID) (elements []ssa.ID, ok bool) {
	m := s.M
	f := m.Fn
	made := &f.Values[array]
	if made.Kind != ssa.Instr || made.Op != classfile.OpAnewarray {
		return nil, false
	}
	loop := m.CFG.Blocks[made.Block].Loop
	for _, b := range m.CFG.RPO {
		for _, v := range f.Body[b] {
			if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpAastore || f.Args(v)[0] != array {
				continue
			}
			if m.CFG.Blocks[b].Loop != loop {
				return nil, false
			}
			elements = append(elements, f.Args(v)[2])
		}
	}
	return elements, true
}

// addText adds the call by which an argument becomes a text: of one that formats itself, formatTo; of an exception, its message, too, unless the text
// that its class inherits has that.
func (k *elementCallFinder) addText(v ssa.ID) {
	class := platform.ClassName(k.s.M.Fn.Static(v))
	is := func(above string) bool { below, _ := k.a.Hierarchy.IsSubtype(class, above); return below }
	called := platform.ToString
	if is(platform.FormatTo.Class) {
		called = platform.FormatTo
	}
	k.addCall(v, called, Once)
	c := k.a.callback(k.s, k.site, v, called)
	if k.a.Hierarchy.Analysed(class) && is(platform.Throwable) && len(c.ElementCalls) == 0 {
		for _, m := range platform.Messages {
			k.addCall(v, m, Once)
		}
	}
}

// addHashingOfEach adds the calls by which a table finds a place for every step-th argument, and for each element of an array of them.
func (k *elementCallFinder) addHashingOfEach(step int) {
	k.eachArgument(step, k.addHashing, func(types []string, i int) {
		k.addOfElements(types, k.elementName(i), platform.HashCode, PerLastEntry)
		k.addOfElements(types, k.elementName(i), platform.Equals, PerLastEntry)
	})
}

// addHashing adds the calls by which a table finds a place for an element.
func (k *elementCallFinder) addHashing(v ssa.ID) {
	if platform.AddsArguments.Has(k.site.Member) && v == k.site.Args[0] {
		return // the table itself
	}
	k.addCall(v, platform.HashCode, Once)
	k.addCall(v, platform.Equals, Once)
}
