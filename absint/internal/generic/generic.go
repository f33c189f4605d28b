// Package generic has operations on generic types in the form of signatures (JVMS 4.7.9.1), of which * stands for any type.
package generic

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// Any stands for all types.
const Any = "*"

// Erased returns the name of the class of a generic type, empty where it is none.
func Erased(t string) string {
	if !strings.HasPrefix(t, "L") || !strings.HasSuffix(t, ";") {
		return ""
	}
	return classfile.ErasedClass(t)
}

// Distinct returns the types in order, each once.
func Distinct(types []string) []string {
	slices.Sort(types)
	return slices.Compact(types)
}

// maxParametrised is how many types of one class with different type arguments are told apart.
const maxParametrised = 16

// Parametrised returns types of a class with the type arguments that are known for each position in a list, * where none is, or where there are
// too many.
func Parametrised(class string, arguments [][]string) (out []string) {
	all := []string{""}
	for _, known := range arguments {
		if len(known) == 0 || len(all)*len(known) > maxParametrised {
			known = []string{"*"}
		}
		var longer []string
		for _, before := range all {
			for _, t := range known {
				longer = append(longer, before+t)
			}
		}
		all = longer
	}
	for _, list := range all {
		if strings.Trim(list, "*") == "" {
			out = append(out, "L"+class+";")
		} else {
			out = append(out, "L"+class+"<"+list+">;")
		}
	}
	return Distinct(out)
}

// Arguments returns the types that a type argument of generic types stands for, any where one does not tell.
func Arguments(types []string, argument int) (out []string) {
	for _, t := range types {
		out = append(out, Argument(t, argument))
	}
	return Distinct(out)
}

// Argument returns the type that a type argument of a generic type stands for, any if it does not tell.
func Argument(t string, argument int) string {
	arguments := classfile.TypeArguments(t)
	if argument >= len(arguments) {
		return Any
	}
	if of := strings.TrimPrefix(arguments[argument], "+"); Erased(of) != "" {
		return of
	}
	return Any
}

// TypeArgument returns the type of a type argument of a generic type (JVMS 4.7.9.1), of a type variable or a wildcard that of its bound.
// The type is that of a member of class c, of method m unless that is nil.
func TypeArgument(c *classfile.Class, m *classfile.Method, signature string, argument int) []string {
	arguments := classfile.TypeArguments(signature)
	if !strings.HasPrefix(signature, "L") || argument >= len(arguments) {
		return nil
	}
	return Bound(c, m, strings.TrimPrefix(arguments[argument], "+"))
}

// Bound returns the type that a type of a member of class c is, of a type variable that of its first bound.
func Bound(c *classfile.Class, m *classfile.Method, t string) []string {
	return boundOf(c, m, t, 0)
}

func boundOf(c *classfile.Class, m *classfile.Method, t string, depth int) []string {
	switch {
	case strings.HasPrefix(t, "L"):
		if strings.Contains(t, ">.") { // a class within a generic one
			return []string{"L" + classfile.ErasedClass(t) + ";"}
		}
		return []string{t}
	case !strings.HasPrefix(t, "T") || depth > 3:
		return nil
	}
	bound, variable := "", t[1:len(t)-1]
	if m != nil {
		bound = classfile.TypeBound(m.Signature(), variable)
	}
	if bound == "" {
		bound = classfile.TypeBound(c.Signature(), variable)
	}
	return boundOf(c, m, bound, depth+1)
}
