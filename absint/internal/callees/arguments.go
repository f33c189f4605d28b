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
		k.addPrinting()
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

// maxPrinted bounds how often a format may write one argument, whose text then has a call for each.
const maxPrinted = 16

// addPrinting adds the calls that write the arguments, each as often as the format writes the one that it writes most. A format that is no constant may
// write one any number of times.
func (k *elementCallFinder) addPrinting() {
	n, known := k.printing()
	if n.Texts > maxPrinted || n.Hashes > maxPrinted {
		n, known = platform.Printing{Texts: 1}, false
	}
	before := len(k.out)
	for range n.Texts {
		k.eachArgument(1, k.addText, func(types []string, i int) {
			k.addOfElements(types, k.elementName(i), platform.ToString, PerLastEntry)
		})
	}
	for range n.Hashes {
		k.eachArgument(1, func(v ssa.ID) { k.addCall(v, platform.HashCode, Once) }, func(types []string, i int) {
			k.addOfElements(types, k.elementName(i), platform.HashCode, PerLastEntry)
		})
	}
	if !known && len(k.out) > before {
		c := k.site.Callback(platform.ToString)
		c.Unknown = "how often the format writes an argument is not known"
		k.emit(c, Once)
	}
}

// printing returns how often the call writes one of its arguments; known is false where its format does not tell.
func (k *elementCallFinder) printing() (n platform.Printing, known bool) {
	count := platform.PrintedByFormat
	switch mem := k.site.Member; {
	case platform.PrintsByMessage.Has(mem):
		count = platform.PrintedByMessage
	case !platform.PrintsByFormat.Has(mem):
		return platform.Printing{Texts: 1}, true
	}
	for _, v := range k.site.Args {
		if format, ok := k.s.M.Fn.StringConstant(k.s.M.Uncast(v)); ok {
			return count(format), true
		} else if k.s.M.Fn.Static(v) == platform.Desc(platform.StringClass) {
			break
		}
	}
	return platform.Printing{Texts: 1}, false
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
		array := strings.HasPrefix(t, "[L") || platform.PrintsByMessage.Has(k.site.Member) && strings.HasPrefix(k.arrayType(v), "[L")
		switch {
		case strings.HasPrefix(t, "L") && i%step == 0 && !array:
			one(v)
		case array:
			if elements, ok := k.s.storedElements(k.a, k.s.M.Uncast(v)); ok {
				for _, e := range elements {
					one(e)
				}
			} else if !platform.PrintsArguments.Has(k.site.Member) || k.arrayType(v) != objects || !k.passesOn(v) {
				many(k.elementsOfArray(v), operand)
			}
		}
	}
}

// passesOn reports whether the method is given an array, or gets it from a method of the program: as a message and its arguments are passed on to String.format.
func (k *elementCallFinder) passesOn(array ssa.ID) bool {
	f := k.s.M.Fn
	array = k.s.M.Uncast(array)
	return f.Values[array].Kind == ssa.Param || f.IsCall(array) && k.a.methodOf(f, array) != nil
}

// storedElements returns what the method stores to an array of objects that it makes itself, as for a variable number of arguments, or to one that it
// copies; ok is false if another loop, or code that it is passed to, may store to it.
func (s *Summary) storedElements(a *Resolver, array ssa.ID) (elements []ssa.ID, ok bool) {
	m := s.M
	f := m.Fn
	if mem, ok := f.Member(array); ok && f.IsCall(array) && platform.ArrayCopy.Has(mem) { // as Kotlin passes arguments on
		return s.storedElements(a, m.Uncast(f.Args(array)[0]))
	}
	made := &f.Values[array]
	if made.Kind != ssa.Instr || made.Op != classfile.OpAnewarray || !s.storesItself(a, array) {
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

// storesItself reports whether no code but the method's own, by the name of the array, stores to an array that it makes.
func (s *Summary) storesItself(a *Resolver, array ssa.ID) bool {
	f := s.M.Fn
	for _, w := range s.usersOf(array) {
		switch x := &f.Values[w]; {
		case f.IsCall(w):
			mem, _ := f.Member(w)
			switch {
			case a.methodOf(f, w) != nil, platform.ArrayWriter.Has(mem), mem.Name == "toArray":
				return false
			case platform.ElementsOfArray.Has(mem) && !s.storesItself(a, w): // which writes through
				return false
			case platform.Replacing.Named(mem.Name) && f.Values[w].Op == classfile.OpInvokeinterface, mem.Name == "listIterator", mem.Name == "subList":
				return false
			}
		case x.Kind == ssa.Phi, x.Op == classfile.OpAastore && s.M.Uncast(f.Args(w)[2]) == array, x.Op == classfile.OpPutfield, x.Op == classfile.OpPutstatic, x.Op == classfile.OpInvokedynamic:
			return false
		}
	}
	return true
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
