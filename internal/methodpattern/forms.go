package methodpattern

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// descriptor matches the parameters and the result of a method in a class file, ([BI)V.
var descriptor = regexp.MustCompile(`^\(((?:\[*(?:[BCDFIJSZ]|L[^;()]+;))*)\)(?:\[*(?:[BCDFIJSZ]|L[^;()]+;)|V)$`)

// otherForm says how to write a pattern that names its method in another form: as a class file or a declaration does. It is empty for a pattern, and for what has none of these forms.
func otherForm(s string) string {
	name, list, listed := strings.Cut(s, "(")
	name = strings.TrimSpace(name)
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	dotted := strings.ReplaceAll(last, "/", ".")
	switch {
	case listed && descriptor.MatchString("("+list):
		return fmt.Sprintf("types are written as in Java, without the result: %s(%s)", dotted, javaTypes("("+list))
	case len(words) > 1 && strings.Contains(last, "."):
		if listed {
			last += "(" + list
		}
		return "it is written without modifiers and result type: " + last
	}
	return ""
}

// javaTypes writes the parameters of a descriptor as in Java.
func javaTypes(desc string) string {
	var types []string
	classfile.EachParam(desc, func(t string) { types = append(types, classfile.JavaType(t)) })
	return strings.Join(types, ", ")
}
