package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Uses of a list by which no deque takes its place.

// positional are the calls of lists by name that a deque does not answer, or answers in another way, as it is equal to itself alone. At the constant
// index 0 it answers those of atIndex.
var positional = map[string][]string{
	listClass:          {"subList", "listIterator", "sort", "replaceAll", "indexOf", "lastIndexOf", "equals", "hashCode"},
	"java/util/Vector": {"setElementAt", "insertElementAt", "removeElementAt", "elementAt"},
}

// atIndex are the calls of lists whose first argument is an index.
var atIndex = []string{"add", "addAll", "get", "set", "remove"}

const listClass = "java/util/List"

// needsList reports whether the method uses a list as no deque can be used or, where it is in a field, another method of the class does: at an
// index that is not 0, by its order, or where a library takes a list alone.
func (m *Method) needsList(list ssa.ID) bool {
	return m.somewhere(list, (*Method).usesAsList)
}

// usesAsList reports whether the method uses a list, of which of tells, as no deque can be used.
func (m *Method) usesAsList(of func(ssa.ID) bool) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		args := f.Args(v)
		if m.takesList(v, c, of) {
			return true
		}
		if f.Values[v].Op == classfile.OpInvokestatic || f.Values[v].Op == classfile.OpInvokedynamic || !m.isPositional(c) || !of(args[0]) {
			continue
		}
		if !slices.Contains(atIndex, c.Name) || strings.HasPrefix(c.Desc, "(I") && !isZero(f, args[1]) {
			return true
		}
	}
	return false
}

// isPositional reports whether a call is one of a list that an index or the order of the elements matters to, by its name.
func (m *Method) isPositional(c classfile.Member) bool {
	if slices.Contains(atIndex, c.Name) {
		return true
	}
	for _, names := range positional {
		if slices.Contains(names, c.Name) {
			return true
		}
	}
	return false
}

// takesList reports whether a method of a library, or one of the program where the list is in a field, is given the list by a parameter that takes no
// other collection. The deque of Kotlin is a list.
func (m *Method) takesList(v ssa.ID, c classfile.Member, of func(ssa.ID) bool) bool {
	f := m.Func()
	if m.Engine.own(c.Class) && !m.ownTakes(v, c) || f.Values[v].Op == classfile.OpInvokedynamic || isKotlin(f.Method.Class) {
		return false
	}
	args, params := f.Args(v), classfile.Params(c.Desc)
	if f.Values[v].Op != classfile.OpInvokestatic {
		args = args[1:]
	}
	for i, p := range params {
		if i < len(args) && m.Engine.isType(p, listClass) && of(args[i]) && (!m.Engine.own(c.Class) || m.isField(args[i])) {
			return true
		}
	}
	return false
}

// ownTakes reports whether a call is of a method of the program that is not private: a private one can be changed with the list.
func (m *Method) ownTakes(v ssa.ID, c classfile.Member) bool {
	if m.Func().Values[v].Op == classfile.OpInvokedynamic {
		return false
	}
	t := m.Engine.Program.Resolve(c.Class, c.Name, c.Desc).Method
	return t == nil || t.Access&classfile.AccPrivate == 0
}

// passedOn reports whether a loop passes a list to a method of the program, which may ask for a list, and change it. A private one can be changed
// with the list.
func (m *Method) passedOn(list ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		args := f.Args(v)
		if f.Values[v].Op != classfile.OpInvokestatic && len(args) > 0 {
			args = args[1:]
		}
		if !m.InLoop(v, l) || !m.Engine.own(c.Class) {
			continue
		}
		if t := m.Engine.Program.Resolve(c.Class, c.Name, c.Desc).Method; t != nil && t.Access&classfile.AccPrivate != 0 {
			continue
		}
		if slices.ContainsFunc(args, func(a ssa.ID) bool { return m.Same(a, list) }) {
			return true
		}
	}
	return false
}

// holdsNull reports whether null is added to a list, in the method or, where it is in a field, elsewhere in the class: no ArrayDeque takes it.
func (m *Method) holdsNull(list ssa.ID) bool {
	return m.somewhere(list, func(n *Method, of func(ssa.ID) bool) bool {
		for v, c := range n.Calls("add", "addFirst", "addLast", "set") {
			args := n.Func().Args(v)
			if len(args) > 1 && n.Func().Values[v].Op != classfile.OpInvokestatic && strings.HasPrefix(classfile.Params(c.Desc)[len(args)-2], "L") &&
				n.Func().IsNull(args[len(args)-1]) && of(args[0]) {
				return true
			}
		}
		return false
	})
}

// givenAway reports whether a method stores the list elsewhere, or one of the class that others can call returns the list in a field, which is to
// stay a list then.
func (m *Method) givenAway(list ssa.ID) bool {
	return m.somewhere(list, func(n *Method, of func(ssa.ID) bool) bool {
		f := n.Func()
		for v := range n.Instructions() {
			args := f.Args(v)
			switch f.Values[v].Op {
			case classfile.OpAreturn:
				if f.Method.Access&classfile.AccPrivate == 0 && of(args[0]) {
					return true
				}
			case classfile.OpPutfield, classfile.OpPutstatic, classfile.OpAastore:
				if of(args[len(args)-1]) {
					return true
				}
			}
		}
		return false
	})
}

// somewhere reports whether found holds of the method or, where v is read from a field, of another method of the class that has the field,
// or where a lambda captured v, of the method around it.
// of reports whether a value of that method is v, or what is in the field.
func (m *Method) somewhere(v ssa.ID, found func(n *Method, of func(ssa.ID) bool) bool) bool {
	f := m.Func()
	v = m.Strip(v)
	if found(m, func(a ssa.ID) bool { return m.Same(a, v) }) {
		return true
	}
	if around, captured := m.captures(v); around != nil {
		return found(around, func(a ssa.ID) bool { return around.Same(a, captured) })
	}
	field, ok := f.Member(v)
	if op := f.Values[v].Op; !ok || op != classfile.OpGetfield && op != classfile.OpGetstatic {
		return false
	}
	c := m.Engine.Program.Lookup(field.Class)
	if c == nil || !m.Engine.own(field.Class) {
		return false
	}
	for i := range c.Methods {
		code, err := c.Methods[i].Code()
		if err != nil || code == nil || &c.Methods[i] == f.Method || !readsField(code, field) {
			continue
		}
		n := m.Engine.reader(&c.Methods[i])
		if n == nil {
			continue
		}
		if found(n, func(a ssa.ID) bool {
			a = n.Strip(a)
			got, _ := n.Func().Member(a)
			op := n.Func().Values[a].Op
			return (op == classfile.OpGetfield || op == classfile.OpGetstatic) && got == field
		}) {
			return true
		}
	}
	return false
}
