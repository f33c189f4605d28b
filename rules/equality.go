package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What objects are equal to may change while they are elements or keys: a hash table that is made before does not find them, and what was found
// under a key is not there after the key has changed.

// setters are the calls that change what an object of a class of the library is equal to, beside those that fill a collection or take from it.
var setters = map[string][]string{
	"java/util/Date":     {"setTime", "setYear", "setMonth", "setDate", "setHours", "setMinutes", "setSeconds"},
	"java/util/Calendar": {"set", "setTime", "setTimeInMillis", "add", "roll", "clear"},
	"java/util/BitSet":   {"set", "clear", "flip", "and", "or", "xor", "andNot"},
}

// collectionTypes are the types of objects that are equal where their elements are.
var collectionTypes = []string{"java/util/Collection", "java/util/Map"}

// equalityMethods are the methods by which collections tell objects apart, with their descriptors.
var equalityMethods = [][2]string{{"equals", keyTest}, {"hashCode", "()I"}, {compareToName, "(Ljava/lang/Object;)I"}}

// changesEquality reports whether an instruction among some of the method may change what an object of a type is equal to: it stores to a field that
// the equals, hashCode or compareTo of the program's class reads, itself or in a method that it calls, or changes a collection or a date of the
// library. Objects that but is true of are not meant.
func (m *Method) changesEquality(class string, among func(ssa.ID) bool, but func(ssa.ID) bool) bool {
	f := m.Func()
	fields := m.Engine.equalityFields(class)
	library := !m.Engine.own(class) && m.Engine.changeable(class)
	if len(fields) == 0 && !library {
		return false
	}
	for v := range m.Instructions() {
		if !among(v) {
			continue
		}
		c, _ := f.Member(v)
		switch {
		case f.Values[v].Op == classfile.OpPutfield && slices.Contains(fields, c):
			return true
		case !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokedynamic || c.Name == "<init>":
		case slices.ContainsFunc(fields, func(field classfile.Member) bool { return m.writesIn(v, field) }):
			return true
		case library && f.Values[v].Op != classfile.OpInvokestatic && m.Engine.related(c.Class, class) && changesValue(m.Engine, c) && !but(f.Args(v)[0]):
			return true
		}
	}
	return false
}

// equalityFields returns the fields that are not final and that the program's methods by which objects of a class are told apart read, themselves or
// by further calls.
func (e *Engine) equalityFields(class string) []classfile.Member {
	if !e.own(class) {
		return nil
	}
	return e.equalities.of(class, func() (fields []classfile.Member) {
		for _, by := range equalityMethods {
			w := visit(e.Program.Dispatch(nil, classfile.OpInvokevirtual, class, by[0], by[1]).Targets...)
			for target := range w.all() {
				if len(w.seen) > touchedCallees {
					break
				}
				d := e.methodDoes.of(target, func() *does { return e.readDoes(target) })
				for _, c := range d.reads {
					if e.fieldFlags(c)&classfile.AccFinal == 0 && !slices.Contains(fields, c) {
						fields = append(fields, c)
					}
				}
				w.add(d.calls...)
			}
		}
		return fields
	})
}

// changeable reports whether what an object of a class of the library is equal to may change.
func (e *Engine) changeable(class string) bool {
	return setters[class] != nil || slices.ContainsFunc(collectionTypes, func(t string) bool { return e.IsClass(class, t) })
}

// related reports whether an object of one class may be one of the other.
func (e *Engine) related(a, b string) bool { return e.IsClass(a, b) || e.IsClass(b, a) }

// changesValue reports whether a method of the library changes what its object is equal to.
func changesValue(e *Engine, c classfile.Member) bool {
	for class, names := range setters {
		if slices.Contains(names, c.Name) && e.IsClass(c.Class, class) {
			return true
		}
	}
	return slices.ContainsFunc(collectionTypes, func(t string) bool { return e.IsClass(c.Class, t) }) &&
		(slices.Contains(filledNames(rowFills, anyClass), c.Name) || slices.Contains(filledNames(rowChanges, anyClass), c.Name))
}

// typesOf returns the classes of what a value of a type holds or is: the type's arguments and, where it is known, the class of the value.
func (m *Method) typesOf(values ...ssa.ID) (classes []string) {
	for _, v := range values {
		if v == 0 {
			continue
		}
		if class := className(m.Type(m.Strip(v))); class != "" {
			classes = append(classes, class)
		}
		if class := className(m.Func().Static(v)); class != "" && !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
	}
	return classes
}

// elementClasses returns the classes of the elements of a collection that the source names.
func (m *Method) elementClasses(collection ssa.ID) (classes []string) {
	for _, a := range m.typeArguments(m.Strip(collection)) {
		plain, _, generic := strings.Cut(a, "<")
		if generic {
			plain += ";"
		}
		if class := className(plain); class != "" {
			classes = append(classes, class)
		}
	}
	return classes
}
