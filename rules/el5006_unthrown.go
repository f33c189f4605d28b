package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// recording are packages of the JDK whose exceptions do nothing when they are made but record the stack and keep what they are given. Those of
// java.sql write to a log.
var recording = []string{"java/lang/", "java/util/", "java/io/", "java/net/", "java/nio/"}

// withCause is the constructor of exceptions that keeps a cause; the one of a cause alone asks it for its text.
const withCause = "(Ljava/lang/String;Ljava/lang/Throwable;)V"

// plainThrowable reports whether a constructor of a class of the JDK makes an exception of texts and numbers.
func (e *Engine) plainThrowable(class, desc string) bool {
	return slices.ContainsFunc(recording, func(p string) bool { return strings.HasPrefix(class, p) }) && e.IsClass(class, throwableClass) &&
		(desc == withCause || !slices.ContainsFunc(classfile.Params(desc), func(p string) bool {
			return len(p) > 1 && p != stringDesc && p != "Ljava/lang/Object;" // of AssertionError
		}))
}

// isThrowableMade reports whether a call is a constructor of an exception.
func (e *Engine) isThrowableMade(c classfile.Member) bool {
	return c.Name == "<init>" && e.IsClass(c.Class, throwableClass)
}

// onlyRecords reports whether a constructor of an exception does nothing but record the stack and keep what it is given.
func (m *Method) onlyRecords(call ssa.ID, c classfile.Member) bool {
	e, f := m.Engine, m.Func()
	if e.own(c.Class) {
		return !e.stackless(c.Class) && e.onlySetsFields(c)
	}
	given := f.Args(call)[1:]
	if c.Desc == withCause {
		given = given[:1]
	}
	return e.plainThrowable(c.Class, c.Desc) && m.onlyPlain(given)
}

// unthrown reports an exception that is made again and again, and that nothing throws, keeps or asks. In compiled code it is priced as a text
// that is not used, which costs less.
func (m *Method) unthrown(made ssa.ID) {
	f := m.Func()
	uses := m.uses().of(made)
	if len(uses) != 1 || !f.IsCall(uses[0]) || m.handles(int(f.Values[made].Block)) || m.tried(uses[0]) {
		return
	}
	call := uses[0]
	c, _ := f.Member(call)
	if !isConstructorOf(f, call, made) || !m.onlyRecords(call, c) {
		return
	}
	r, ok := m.recurs(made)
	if !ok || r.loop >= 0 && (m.timed(r.loop) || m.rare(made)) {
		return
	}
	cost := m.TilesOf(made).Add(m.TilesOf(call)).Add(m.Engine.LibraryCost(throwableClass, "fillInStackTrace", "()Ljava/lang/Throwable;", 1))
	if energy := m.Energy(Change{At: made, Cost: cost, Per: r.per(), Case: resultCase}); energy != nil {
		m.Report(made, c.Class, fmt.Sprintf("The %s is made %s, with the stack, and not thrown: throw it or leave it out", simpleName(c.Class), r.again()), energy, r.related()...)
	}
}
