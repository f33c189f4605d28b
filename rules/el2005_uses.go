package rules

import (
	"iter"
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
	if field, ok := m.fieldOf(m.Strip(list)); ok && m.Engine.IsClass(field.Class, "java/lang/Record") {
		return true // its equals compares the list
	}
	return m.somewhere(list, (*Method).usesAsList)
}

// usesAsList reports whether the method uses a list, of which of tells, as no deque can be used.
func (m *Method) usesAsList(of func(ssa.ID) bool) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		args := f.Args(v)
		if m.takesList(v, c, of) || slices.Contains(equalityCalls, c.Name) && slices.ContainsFunc(m.compared(args), of) {
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

// equalityCalls are the calls that compare or hash what they are given, as the list itself or an argument; those of Objects and of Kotlin among them.
var equalityCalls = []string{"equals", "hashCode", "hash", "deepEquals", "areEqual"}

// compared returns the arguments of a call, and the elements of an array among them that the call makes for arguments without a fixed number.
func (m *Method) compared(args []ssa.ID) []ssa.ID {
	out := slices.Clone(args)
	for _, a := range args {
		for _, e := range m.elements(a) {
			out = append(out, e)
		}
	}
	return out
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

// keptAsList reports whether a method returns a list as one, stores it as one, or puts it into a collection: a deque has another type.
func (m *Method) keptAsList(list ssa.ID) bool {
	return m.somewhere(list, func(n *Method, of func(ssa.ID) bool) bool {
		f := n.Func()
		for v := range n.Instructions() {
			args := f.Args(v)
			c, _ := f.Member(v)
			kept := false
			switch op := f.Values[v].Op; {
			case op == classfile.OpAastore:
				kept = of(args[2])
			case op == classfile.OpAreturn:
				kept = m.Engine.isType(classfile.Return(f.Method.Desc), listClass) && of(args[0])
			case op == classfile.OpPutfield || op == classfile.OpPutstatic:
				kept = m.Engine.isType(c.Desc, listClass) && of(args[len(args)-1])
			case f.IsCall(v) && op != classfile.OpInvokestatic && m.Engine.changeable(c.Class) && strings.Contains(c.Desc, objectDesc):
				kept = c.Name != "remove" && slices.ContainsFunc(args[1:], of)
			}
			if kept {
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

// somewhere reports whether found holds of the method or, where v is read from a field, of another method that reads the field, or where a lambda
// captured v, of the method around it.
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
	for n := range m.Engine.readersOf(field) {
		if n.Func().Method == f.Method {
			continue
		}
		if found(n, func(a ssa.ID) bool {
			a = n.Strip(a)
			got, _ := n.Func().Member(a)
			op := n.Func().Values[a].Op
			return (op == classfile.OpGetfield || op == classfile.OpGetstatic) && m.Engine.isField(got, field)
		}) {
			return true
		}
	}
	return false
}

// readersOf yields the methods of the program that read a field of one of its classes: of its class and, where the field is not private, of the
// classes below and of others that name it, else of those that are nested with it.
func (e *Engine) readersOf(field classfile.Member) iter.Seq[*Method] {
	return func(yield func(*Method) bool) {
		own := e.Program.Lookup(field.Class)
		if own == nil || !e.own(field.Class) {
			return
		}
		private := e.fieldFlags(field)&classfile.AccPrivate != 0
		for _, c := range e.Program.Classes() {
			if c != own && (private && outermost(c.Name) != outermost(own.Name) || !e.mentions(c, field.Class) && !e.IsClass(c.Name, field.Class)) {
				continue
			}
			for i := range c.Methods {
				code, err := c.Methods[i].Code()
				if err != nil || code == nil || !e.reads(code, field) {
					continue
				}
				if n := e.reader(&c.Methods[i]); n != nil && !yield(n) {
					return
				}
			}
		}
	}
}

// reads reports whether code reads a field, perhaps through a class below that of the field.
func (e *Engine) reads(code *classfile.Code, field classfile.Member) bool {
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op == classfile.OpGetfield || op == classfile.OpGetstatic {
			if c, _ := code.Method.Class.Pool.Member(code.Index(pc)); e.isField(c, field) {
				return true
			}
		}
	}
	return false
}

// isField reports whether an instruction that names a field, perhaps through a class below its own, is about that field.
func (e *Engine) isField(named, field classfile.Member) bool {
	return named.Name == field.Name && named.Desc == field.Desc && (named.Class == field.Class || e.IsClass(named.Class, field.Class) && e.field(named) == nil)
}
