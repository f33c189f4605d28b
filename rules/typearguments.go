package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// typeArguments returns the type arguments with which the source declares a parameter or a field, as they stand in the generic
// signature (JVMS 4.7.9.1): "*", "Ljava/lang/Object;", "TV;"; none where it has none, or the value is neither.
func (m *Method) typeArguments(v ssa.ID) []string {
	f := m.Func()
	if x := &f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) {
		c, _ := f.Member(v)
		if field := m.Engine.field(c); field != nil {
			return argumentsOf(field.Signature())
		}
		return nil
	}
	n := slices.Index(f.Params, v)
	if n >= 0 && !f.Method.Static() {
		n--
	}
	if n < 0 {
		return nil
	}
	parameters := parameterTypes(f.Method)
	if n >= len(parameters) {
		return nil
	}
	return argumentsOf(parameters[n])
}

// argumentsOf returns the type arguments of a generic type.
func argumentsOf(generic string) []string {
	_, arguments, ok := strings.Cut(generic, "<")
	if !ok {
		return nil
	}
	return splitTypes(arguments)
}

// parameterTypes returns the generic types of a method's parameters; none where it has no generic signature, or one that leaves out
// parameters that compilers add.
func parameterTypes(m *classfile.Method) []string {
	_, s, ok := strings.Cut(m.Signature(), "(")
	if !ok {
		return nil
	}
	types := splitTypes(s)
	if len(classfile.Params(m.Desc)) != len(types) {
		return nil
	}
	return types
}

// splitTypes returns the types or type arguments that stand one after the other until a bracket closes.
func splitTypes(s string) (out []string) {
	from := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ')', '>':
			return out
		case '[', '+', '-':
			continue
		case 'L', 'T':
			if i = endOfType(s, i); i < 0 {
				return nil
			}
		}
		out = append(out, s[from:i+1])
		from = i + 1
	}
	return nil
}

// endOfType returns where the class type or type variable that begins at i ends; -1 where it does not.
func endOfType(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '<':
			depth++
		case '>':
			depth--
		case ';':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}
