package methodpattern

import (
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// MatchDeclared is Match for what is said of methods as people declare them: where the pattern has a glob for the method's
// name, it leaves out constructors, initialisers, lambdas and other methods that compilers make. A pattern that names them
// (<init>, <clinit>, lambda$*) matches them. A pattern with any glob leaves out abstract methods, which no call runs. A bridge is
// left out beside the method that it calls: compareTo(Object) beside compareTo(Order), and the clone() that returns an Object.
func (p *Pattern) MatchDeclared(m *classfile.Method) bool {
	if !p.match(m.Class.Name, m.Name, m.Desc) || !p.declared(m) {
		return false
	}
	p.matched.Store(true)
	return true
}

// MatchRepeated is MatchDeclared for what is said of methods that are called again and again: a pattern that ends in ** is about all
// code of the classes that it names, and matches their constructors and the bodies of lambdas as well. A static initialiser runs once.
func (p *Pattern) MatchRepeated(m *classfile.Method) bool {
	if p.MatchDeclared(m) {
		return true
	}
	if !strings.HasSuffix(p.text, "**") || m.Name != "<init>" && LambdaOf(m.Name) == "" || !p.match(m.Class.Name, m.Name, m.Desc) {
		return false
	}
	p.matched.Store(true)
	return true
}

func (p *Pattern) declared(m *classfile.Method) bool {
	if !p.exact && m.Access&classfile.AccAbstract != 0 || m.Bridge() && p.matchesAnother(m) {
		return false
	}
	if p.exact || !m.Synthetic() && !strings.HasPrefix(m.Name, "<") && LambdaOf(m.Name) == "" {
		return true
	}
	name, _, _ := strings.Cut(p.text, "(")
	name = name[strings.LastIndexAny(name, ".#/")+1:]
	return !strings.Contains(name, "*") || strings.Contains(name, "$")
}

// matchesAnother reports whether the pattern matches a method of the same class and name that is no bridge.
func (p *Pattern) matchesAnother(m *classfile.Method) bool {
	for i := range m.Class.Methods {
		if o := &m.Class.Methods[i]; o.Name == m.Name && !o.Bridge() && p.match(m.Class.Name, o.Name, o.Desc) {
			return true
		}
	}
	return false
}

// LambdaOf returns the name of the method whose lambda a compiler has put into the method of that name: javac's
// lambda$encode$0, Kotlin's encode$lambda$0 and Scala's $anonfun$encode$1; empty for any other method.
func LambdaOf(name string) string {
	for _, prefix := range [...]string{"lambda$", "$anonfun$"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			if i := strings.LastIndexByte(rest, '$'); i > 0 {
				return rest[:i]
			}
		}
	}
	if i := strings.Index(name, "$lambda$"); i > 0 {
		return name[:i]
	}
	return ""
}
