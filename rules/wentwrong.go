package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
	"github.com/energylint/energylint/rules/worth"
)

// What runs only where something went wrong runs seldom: in handlers of exceptions, on ways that all end with an exception, in the
// classes of exceptions, and what is made only to say what went wrong.

// wentWrong says how it is known that v runs, or is made, only where something went wrong; empty where nothing tells.
func (m *Method) wentWrong(v ssa.ID) string {
	f := m.Func()
	switch {
	case m.Engine.isException(f.Method.Class.Name):
		return "in the class of an exception"
	case m.handles(int(f.Values[v].Block)):
		return "run only after an exception"
	case !m.returns(v):
		return "run only on the way to an exception"
	case m.onlyComplains(v):
		return "only about what went wrong"
	}
	return ""
}

// mostTextUses is how many uses of a text and of what is made of it are followed.
const mostTextUses = 200

// onlyComplains reports whether a text, or a text that v adds to, is made only for exceptions, loggers and methods that are told what went
// wrong: nothing else gets it or what is made of it.
func (m *Method) onlyComplains(v ssa.ID) bool {
	f, t := m.Func(), m.uses()
	told, left := false, mostTextUses
	w := visit(v)
	for x := range w.all() {
		if b := m.builderMade(x); b != 0 {
			w.add(b)
		}
		for _, u := range t.of(x) {
			if left--; left < 0 {
				return false
			}
			switch use := m.textUse(u, x); use {
			case textMade:
				w.add(u)
			case textAdded:
				b := m.builderMade(u)
				if b == 0 {
					return false // the builder is from elsewhere
				}
				w.add(u, b)
			case textTold:
				told = true
			case textOther:
				if f.IsCall(u) && m.handles(int(f.Values[u].Block)) || !m.returns(u) {
					told = true
					continue
				}
				return false
			}
		}
	}
	return told
}

// textUse is what an instruction does with a text or a builder.
type textUse int

const (
	textOther textUse = iota
	textMade          // makes another text of it, or is the builder itself
	textAdded         // adds it to a builder
	textTold          // tells it as what went wrong
	textSeen          // only looks at it
)

// textUse returns what instruction or phi u does with text x.
func (m *Method) textUse(u, x ssa.ID) textUse {
	f := m.Func()
	y := &f.Values[u]
	switch {
	case y.Kind == ssa.Phi || y.Op == classfile.OpCheckcast || concatenates(f, u):
		return textMade
	case y.Op == classfile.OpIfnull || y.Op == classfile.OpIfnonnull:
		return textSeen
	case y.Op == classfile.OpAthrow:
		return textTold
	case !f.IsCall(u):
		return textOther
	}
	c, _ := f.Member(u)
	receiver := y.Op != classfile.OpInvokestatic && f.Args(u)[0] == x
	switch {
	case javaBuilders[c.Class] && (c.Name == "<init>" || receiver):
		if !receiver {
			return textAdded // new StringBuilder(text)
		}
		if classfile.Return(c.Desc) == "I" || classfile.Return(c.Desc) == "C" {
			return textSeen
		}
		return textMade
	case javaBuilders[c.Class]:
		return textAdded
	case c.Class == stringClass && classfile.Return(c.Desc) == stringDesc:
		return textMade
	case c.Class == stringClass:
		return textSeen
	case m.complaint(c) || m.neverReturns(u):
		return textTold
	}
	return textOther
}

// complaint reports whether a call is of an exception, a logger or a method that is told what went wrong.
func (m *Method) complaint(c classfile.Member) bool {
	return isLogger(c.Class) || toldOfTrouble(c) || c.Name == "<init>" && m.Engine.isException(c.Class)
}

// toldOfTrouble reports whether a method gets texts about what went wrong, by its name.
func toldOfTrouble(c classfile.Member) bool {
	return worth.Cold(worth.Told, simpleName(c.Class)+"."+c.Name) != ""
}

// isException reports whether a class is one of exceptions: certainly, or by the name of a class above it that is not known.
func (e *Engine) isException(name string) bool {
	return e.IsClass(name, throwableClass) || e.Program.Lookup(name) == nil && namesException(name) ||
		slices.ContainsFunc(e.Program.Supers(name), func(s string) bool { return namesException(s) && e.Program.Lookup(s) == nil })
}

// namesException reports whether the name of a class is that of an exception.
func namesException(name string) bool {
	return strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Error")
}

const throwableClass = "java/lang/Throwable"

// builderMade returns the builder that the method makes and that a call of a builder is about; 0 where there is none, or it is not made here.
func (m *Method) builderMade(v ssa.ID) ssa.ID {
	f := m.Func()
	for range 1 << 10 {
		x := &f.Values[v]
		if x.Kind == ssa.Instr && x.Op == classfile.OpNew && javaBuilders[className(f.Static(v))] {
			return v
		}
		if c, _ := f.Member(v); !f.IsCall(v) || !javaBuilders[c.Class] {
			return 0
		}
		v = m.Strip(f.Args(v)[0])
	}
	return 0
}

// initializer is said of code that runs once for a class.
const initializer = "run once, when its class is initialized"

// seldomCalls is how many calls are looked at to find out that a method seldom runs.
const seldomCalls = 12

// seldom says how the calls of a method show that it seldom runs: the program calls it, and only where something went wrong, once for the
// class, or from code whose name says so; empty where nothing tells.
func (e *Engine) seldom(target *classfile.Method) string {
	what, left := "", seldomCalls
	for caller, call := range e.callsOf(target) {
		cm := caller.Func().Method
		if cm == target {
			continue
		}
		if left--; left < 0 {
			return ""
		}
		what = e.coldBy(cm)
		switch {
		case what != "":
		case cm.Name == "<clinit>":
			what = initializer
		default:
			what = caller.wentWrong(call)
		}
		if what == "" {
			return ""
		}
	}
	return what
}
