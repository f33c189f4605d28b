package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sorts of EL2014 whose first element is taken of a list that a stream is collected in, or of an array.

const arraysClass = "java/util/Arrays"

// sortedThenTaken reports a stream in order of which only the first element is used, by a list or an iterator of all:
// words.stream().sorted().toList().get(0).
func (m *Method) sortedThenTaken(sorted ssa.ID) {
	f := m.Func()
	all, arg, ok := m.onlyUser(m.uses(), sorted)
	c, _ := f.Member(all)
	if !ok || arg != 0 || !f.IsCall(all) || c.Class != streamClass && c.Name != "iterator" || c.Name == "collect" && !m.makesList(f.Args(all)) ||
		!slices.Contains([]string{"collect", "toList", "iterator"}, c.Name) {
		return
	}
	user, arg, ok := m.onlyUser(m.uses(), all)
	if ok && f.Values[user].Op == classfile.OpCheckcast { // collect returns any object
		user, arg, ok = m.onlyUser(m.uses(), user)
	}
	if !ok || arg != 0 || m.LoopOf(user) != m.LoopOf(sorted) {
		return
	}
	first := m.IsCall(user, "next", "()Ljava/lang/Object;")
	if c.Name != "iterator" {
		i, known := m.elementTaken(user)
		first = known && i == 0 || m.IsCall(user, "getFirst", "()Ljava/lang/Object;")
	}
	if !first {
		return
	}
	m.reportExtreme(sorted, "SortedFindFirst", fmt.Sprintf("sorted puts all elements in order for %s, of which only the first is used", c.Name), "use min")
}

// sortForElement reports a sort of an array of objects, which the method made, of which then only the first or last element is used.
func (m *Method) sortForElement(sort ssa.ID, c classfile.Member) {
	f := m.Func()
	args := f.Args(sort)
	array := m.Strip(args[0])
	if c.Desc != "([Ljava/lang/Object;)V" && c.Desc != "([Ljava/lang/Object;Ljava/util/Comparator;)V" || !m.unsharedArray(array) {
		return
	}
	taken := ""
	for v, u := range m.usersOf(array) {
		x := &f.Values[u]
		index := func() ssa.ID { return f.Args(u)[1] }
		switch {
		case u == sort || x.Op == classfile.OpArraylength || x.Op == classfile.OpIfnull || x.Op == classfile.OpIfnonnull:
		case m.Strip(v) != array: // may be another array
			return
		case x.Op == classfile.OpAastore && f.Args(u)[0] == v && !m.after(u, sort, array):
		case x.Op == classfile.OpAaload && !m.after(u, sort, array):
		case x.Op == classfile.OpAaload && isZero(f, index()):
			taken = "first"
		case x.Op == classfile.OpAaload && m.lastIndex(index(), v):
			taken = "last"
		default:
			return
		}
	}
	if taken != "" {
		m.reportExtreme(sort, "SortedGetFirst", fmt.Sprintf("%s is sorted, and only its %s element is used", m.nameOr(array, "the array"), taken), "compare each with the least or greatest so far")
	}
}

// freshArrays are methods of the library that make the array which they return.
var freshArrays = map[string][]string{
	arraysClass: {"copyOf", "copyOfRange"}, stringClass: {"split"}, "java/io/File": {"list", "listFiles"}, streamClass: {"toArray"},
}

// unsharedArray reports whether a value is a new array, or one that a method of the library makes for its caller.
func (m *Method) unsharedArray(v ssa.ID) bool {
	f := m.Func()
	if f.Values[v].Kind != ssa.Instr || !f.IsCall(v) {
		return f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpAnewarray
	}
	c, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case c.Name == "clone":
		return c.Class[0] == '['
	case c.Name == "toArray" && m.Engine.IsClass(c.Class, "java/util/Collection") && !m.Engine.own(c.Class):
		return len(args) == 1 || len(args) == 2 && f.Values[m.Strip(args[1])].Op == classfile.OpAnewarray // which it may return
	}
	return slices.Contains(freshArrays[c.Class], c.Name)
}
