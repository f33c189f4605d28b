package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// generated reports whether a compiler made the method without the developer having written its body.
func (k *classView) generated(m *classfile.Method) bool {
	if m.Access&classfile.AccBridge != 0 || m.Name == "$deserializeLambda$" {
		return true
	}
	return m.Synthetic() && k.lambda(m) == nil || k.unwritten(m)
}

// unwritten reports whether the method has no lines while others of its class do: Kotlin's methods that delegate an interface (by) and
// those of data classes, and what Clojure makes of constants.
func (k *classView) unwritten(m *classfile.Method) bool {
	if hasLines(m) {
		return false
	}
	for i := range k.class.Methods {
		if hasLines(&k.class.Methods[i]) {
			return true
		}
	}
	return false
}

// hasLines reports whether the class file says from which lines the code of a method is.
func hasLines(m *classfile.Method) bool {
	found := false
	_ = m.ReadCode(func(code *classfile.Code) { found = code != nil && code.HasLines() })
	return found
}

// boxingLanguages are supertypes of the classes of languages whose compilers box and unbox numbers on their own account, where the
// developer writes a number: Groovy, also where types are checked statically, and Clojure.
var boxingLanguages = []string{"groovy/lang/GroovyObject", "clojure/lang/AFunction", "clojure/lang/RestFn"}

// boxesUnasked reports whether a class is of a language whose compiler boxes a number and takes it out again where the developer cannot
// change it, or removes those boxes that it can.
func (m *Method) boxesUnasked() bool {
	c := m.Func().Method.Class
	return isKotlin(c) || slices.ContainsFunc(boxingLanguages, func(above string) bool { return m.Engine.IsClass(c.Name, above) })
}
