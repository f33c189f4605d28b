package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// writesQuietly reports whether a method of a library's logger may write a message of a level that is off by default.
func (l *logger) writesQuietly(name string) bool {
	return slices.Contains(l.calls, name) || slices.Contains(l.withLevel, name)
}

// quietNames returns the names of the methods of loggers that may write a message of a level that is off by default.
func quietNames(*Engine) (out []string) {
	for _, l := range loggers {
		out = append(append(out, l.calls...), l.withLevel...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// inheritedLogger returns the library whose method a call on a class or interface of the program is, nil where it is another method or may
// be one that the program overrides.
func (e *Engine) inheritedLogger(c classfile.Member) *logger {
	if !e.own(c.Class) {
		return nil
	}
	for i := range loggers {
		if l := &loggers[i]; l.class != c.Class && l.writesQuietly(c.Name) && e.IsClass(c.Class, l.class) && e.inheritsLogging(c, l) {
			return l
		}
	}
	return nil
}

// inheritsLogging reports whether a call on a class below a library's logger runs the library's method: everything between the two is known
// and declares neither the method nor a level of its own, and no class below overrides the method.
func (e *Engine) inheritsLogging(c classfile.Member, l *logger) bool {
	for _, name := range append([]string{c.Class}, e.Program.Supers(c.Class)...) {
		if name == l.class || strings.HasPrefix(name, "java/") || e.IsClass(l.class, name) {
			continue
		}
		if !e.own(name) || e.setsLevel(name, c) {
			return false
		}
	}
	d := e.Program.Dispatch(nil, classfile.OpInvokevirtual, c.Class, c.Name, c.Desc)
	return !slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool {
		return e.own(t.Class.Name) && t.Class.Name != l.class && e.IsClass(t.Class.Name, l.class)
	})
}

// setsLevel reports whether a class of the program declares a method, or one that says which levels are on.
func (e *Engine) setsLevel(class string, c classfile.Member) bool {
	return slices.ContainsFunc(e.Program.Lookup(class).Methods, func(d classfile.Method) bool {
		return d.Name == c.Name && d.Desc == c.Desc || slices.Contains(levelTests, d.Name) || slices.Contains(toldTests, d.Name) || strings.HasSuffix(d.Name, "etLevel")
	})
}

// belowLogger reports whether a class is a logger of a library or below one.
func (e *Engine) belowLogger(class string) bool {
	return isLogger(class) || e.own(class) && slices.ContainsFunc(loggers, func(l logger) bool { return e.IsClass(class, l.class) })
}
