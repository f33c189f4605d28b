package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/summaries"
)

// jdkHierarchy returns the class hierarchy of the JDK that energylint carries: rules need no JDK to know that a TreeMap is a
// Map. It is nil where the embedded database cannot be read, which a notification tells.
func (e *Engine) jdkHierarchy() *callgraph.Hierarchy {
	db, err := summaries.JDK()
	if err != nil {
		e.Program.Notify(finding.Notification{Level: finding.Warning, Path: "jdk", Message: "rules do not know the classes of the JDK: " + err.Error()})
		return nil
	}
	return callgraph.New(nil, db.Find, 1)
}

// hasOwnCode reports whether a method that is called on a class is one of the program with code.
func (e *Engine) hasOwnCode(class, name, desc string) bool {
	r := e.Program.Resolve(class, name, desc)
	return r.Method != nil && !r.Method.Abstract() && e.own(r.Method.Class.Name)
}

// IsClass reports whether a class is certainly another or below it. The program's hierarchy answers where it knows all
// classes above; of classes of the JDK that it knows by name only, the embedded hierarchy does.
func (e *Engine) IsClass(name, class string) bool {
	is, known := e.Program.IsSubtype(name, class)
	if is || known {
		return is
	}
	jdk := e.jdk()
	if jdk == nil {
		return false
	}
	below := func(name string) bool {
		is, _ := jdk.IsSubtype(name, class)
		return is
	}
	if below(name) {
		return true
	}
	for _, s := range e.Program.Supers(name) {
		if below(s) {
			return true
		}
	}
	return false
}

// own reports whether a class is the program's own and no part of the JDK.
func (e *Engine) own(class string) bool {
	return e.Program.Analysed(class) && !strings.HasPrefix(class, "java/util/")
}

// redefines reports whether a virtual call of a method on a class of a library can run a method that a class of the program declares.
func (e *Engine) redefines(class, name, desc string) bool {
	d := e.Program.Dispatch(nil, classfile.OpInvokevirtual, class, name, desc)
	return slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool { return e.own(t.Class.Name) })
}
