package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// onceCallers is how many methods are looked at to find out that a method runs once.
const onceCallers = 24

// deferrals are library functions that call the function that they get once, when its result is first asked for: class and name.
var deferrals = map[string][]string{"kotlin/LazyKt": {"lazy"}, "kotlin/LazyKt__LazyJVMKt": {"lazy"}}

// initials are library functions that call the function that they get once for each thread, or once in all, and give an object that does so.
var initials = map[string][]string{"java/lang/ThreadLocal": {"withInitial"}, "kotlin/LazyKt": {"lazy"}, "kotlin/LazyKt__LazyJVMKt": {"lazy"}}

// runsOnce reports whether a method runs a fixed number of times in all: only static initializers can call it, outside of loops, or it
// computes a lazy value that they make, or that of each thread of a field. The settings, which tell of code outside of the program, then say nothing of it.
func (e *Engine) runsOnce(m *classfile.Method) bool {
	if !hidden(m) {
		return false
	}
	return e.once.of(m, func() bool {
		left := onceCallers
		return e.runByInitializers(m, map[*classfile.Method]bool{}, &left)
	})
}

// hidden reports whether code outside of the program does not call a method.
func hidden(m *classfile.Method) bool {
	return m.Access&classfile.AccPrivate != 0 || m.Synthetic() || m.Static() && strings.HasSuffix(m.Class.Name, namespaceSuffix) && classfile.Return(m.Desc) == "V"
}

// namespaceSuffix ends the names of the classes whose static initializer runs the code of a Clojure namespace, in several methods.
const namespaceSuffix = "__init"

// runByInitializers reports whether all that can run a method are static initializers, outside of loops, or methods that only they run.
func (e *Engine) runByInitializers(m *classfile.Method, seen map[*classfile.Method]bool, left *int) bool {
	if m.Name == "<clinit>" {
		return true
	}
	if *left--; *left < 0 || seen[m] || !hidden(m) {
		return false
	}
	seen[m] = true
	called := false
	for caller, call := range e.callsOf(m) {
		if caller.LoopOf(call) >= 0 || !e.runByInitializers(caller.Func().Method, seen, left) {
			return false
		}
		called = true
	}
	for _, c := range e.mayCall().of(m) {
		if !handles(&c.Pool, m.Member()) {
			continue
		}
		for i := range c.Methods {
			made, once := e.defersOnce(&c.Methods[i], m, seen, left)
			if made && !once {
				return false
			}
			called = called || made
		}
	}
	return called
}

// defersOnce reports whether a method makes lambdas with a body, or references to it, and whether a static initializer then passes each to
// a function that calls it once.
func (e *Engine) defersOnce(in, body *classfile.Method, seen map[*classfile.Method]bool, left *int) (made, once bool) {
	code, err := in.Code()
	if err != nil || code == nil || !hasOp(code, func(op classfile.Op) bool { return op == classfile.OpInvokedynamic }) {
		return false, true
	}
	m := e.reader(in)
	if m == nil {
		return true, false
	}
	for v := range m.Instructions() {
		if called, ok := m.function(v); !ok || called != body.Member() {
			continue
		}
		made = true
		if call, _, alone := m.onlyUser(m.uses(), v); !alone || m.LoopOf(v) >= 0 || !m.initializes(call) && !(m.defers(call) && e.runByInitializers(in, seen, left)) {
			return true, false
		}
	}
	return made, true
}

// defers reports whether a call passes a function on that is called once.
func (m *Method) defers(call ssa.ID) bool {
	c, ok := m.Func().Member(call)
	return ok && m.Func().IsCall(call) && slices.Contains(deferrals[c.Class], c.Name)
}

// initializes reports whether a call passes a function on that is called once, or once for each thread, for each object of which the result
// becomes a field.
func (m *Method) initializes(call ssa.ID) bool {
	f := m.Func()
	c, ok := f.Member(call)
	if !ok || !f.IsCall(call) || !slices.Contains(initials[c.Class], c.Name) {
		return false
	}
	user, _, alone := m.onlyUser(m.uses(), call)
	return alone && (f.Values[user].Op == classfile.OpPutfield || f.Values[user].Op == classfile.OpPutstatic)
}
