package absint

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// callsBack says whether library code may run code of the program other than the callbacks of its model: through a
// receiver or an argument whose class is not known to be the library's own.
func (a *Resolver) callsBack(s *callSummary, site *callSite) bool {
	mem := site.member
	if mem.Class == platform.Objects && mem.Desc == "(Ljava/lang/Object;)Ljava/lang/Object;" {
		return false // requireNonNull, which compilers insert before a receiver is captured
	}
	if mem.Class == platform.ObjectClass {
		return !platform.ClosedObject.Has(mem) && !isArrayMethod(s, site)
	}
	switch {
	case isThrowable(mem):
		if a.fields.fillsStackTraces() {
			return true
		}
		if !asks(mem.Desc) {
			return false
		}
	case a.ownStage(s, site):
		return false
	case a.subclassed(s, site):
		return true
	case platform.Closed.Has(mem.Class) && !asks(mem.Desc):
		return false
	}
	if a.Library == nil {
		return true
	}
	closed, callbacks := a.Library.Calls(mem)
	return !closed || len(callbacks) != len(site.callbacks)
}

// asks says whether a method has a parameter of a type that the program can have classes of.
func asks(desc string) bool {
	back := false
	classfile.EachParam(desc, func(t string) {
		element := strings.TrimLeft(t, "[")
		if element[0] == 'L' {
			back = back || !platform.Closed.Has(element[1:len(element)-1])
		}
	})
	return back
}

// isArrayMethod says whether Object's method is called on an array.
func isArrayMethod(s *callSummary, site *callSite) bool {
	if site.callback || site.value == 0 || !s.m.f.IsCall(site.value) {
		return false
	}
	mem, _ := s.m.f.Member(site.value)
	return strings.HasPrefix(mem.Class, "[")
}

// subclassed says whether the object that a library method is called on may be of a class that is not the platform's
// own, or, for a stream that prints, write to one.
func (a *Resolver) subclassed(s *callSummary, site *callSite) bool {
	owner := site.member.Class
	if owner == platform.PrintStream {
		return a.Hierarchy.Misses() || len(a.Hierarchy.Subs(platform.OutputStream)) > 0
	}
	if site.exact || site.value == 0 {
		return len(site.heirs) > 0
	}
	if !site.callback {
		f := s.m.f
		switch f.Values[site.value].Op {
		case classfile.OpInvokestatic, classfile.OpInvokedynamic:
			return false
		case classfile.OpInvokespecial:
			made := &f.Values[site.args[0]]
			return site.member.Name != "<init>" || !platform.PlainConstructor.Has(owner) && !(made.Kind == ssa.Instr && made.Op == classfile.OpNew)
		}
		if mem, ok := f.Member(site.value); ok && mem.Class != owner && (mem.Class == "" || mem.Class[0] != '[') && a.extended(mem.Class) {
			return true
		}
	}
	return a.extended(owner)
}

// extended says whether a class that is not the platform's own may extend a library class.
func (a *Resolver) extended(class string) bool {
	if platform.Closed.Has(class) && !a.Hierarchy.Misses() {
		return len(a.Hierarchy.Subs(class)) > 0
	}
	c := a.Hierarchy.Lookup(class)
	if c == nil || !platform.IsPlatform(class) {
		return true
	}
	if c.Access&classfile.AccFinal != 0 {
		return false
	}
	if c.IsInterface() {
		return true
	}
	for i := range c.Methods { // without a constructor that it can call, no class of another package extends it
		if m := &c.Methods[i]; m.Name == "<init>" && m.Access&(classfile.AccPublic|classfile.AccProtected) != 0 {
			return true
		}
	}
	return false
}

// isThrowable says whether the member constructs one of the platform's own exceptions.
func isThrowable(mem classfile.Member) bool {
	return mem.Name == "<init>" && platform.IsThrowable(mem.Class)
}

// callbacks are the calls that a library call makes of methods of its arguments, as its model has them.
func (a *Resolver) callbacks(s *callSummary, site *callSite) []callSite {
	if a.Library == nil || !site.library {
		return nil
	}
	_, cs := a.Library.Calls(site.member)
	var out []callSite
	for _, cb := range cs {
		k := cb.Argument + s.firstArgument(site)
		c := site.back(classfile.Member{Name: cb.Name, Desc: cb.Desc})
		if k < 0 || k >= len(site.args) {
			c.unknown = "its receiver is not known"
			out = append(out, c)
			continue
		}
		called := c.member
		called.Class = parameter(site.member.Desc, cb.Argument, site.member.Class)
		if called.Class == platform.Collector {
			c.member, c.together = called, true
			if c.callbacks, c.exact = a.collector(s, site, site.args[k], 0); !c.exact {
				c.together, c.callbacks, c.unknown = false, nil, "the functions of the collector are not known"
			}
		} else {
			c = a.callback(s, site, site.args[k], called)
		}
		out = append(out, c)
	}
	return out
}

// callback is the call of a method of v that a library call makes.
func (a *Resolver) callback(s *callSummary, site *callSite, v ssa.ID, called classfile.Member) callSite {
	c := site.back(called, v)
	c.member.Class = a.typeOf(s, v, called.Class)
	op := classfile.OpInvokeinterface
	if k := a.Hierarchy.Lookup(c.member.Class); k != nil && !k.IsInterface() {
		op = classfile.OpInvokevirtual
	}
	a.resolve(s, &c, op)
	if c.open && !(c.library && op == classfile.OpInvokevirtual && c.member.Class != platform.ObjectClass) {
		// Every class has a toString or an equals: to ask them all would say nothing, and call back to here.
		c = site.back(c.member, v)
		c.unknown = fmt.Sprintf("it may be of any subtype of %s", classfile.External(c.member.Class))
	}
	return c
}

// parameter is the class of a declared parameter, of the receiver for -1; arrays count as Object.
func parameter(desc string, i int, receiver string) string {
	if i < 0 {
		return receiver
	}
	class := platform.ObjectClass
	classfile.EachParam(desc, func(t string) {
		if i == 0 && t[0] == 'L' {
			class = t[1 : len(t)-1]
		}
		i--
	})
	return class
}

// typeOf is the class of an object as far as the code says, or else the class that its user asks for.
func (a *Resolver) typeOf(s *callSummary, v ssa.ID, asked string) string {
	f := s.m.f
	if f.Values[v].Kind == ssa.Phi { // a join need not be known on every side
		return asked
	}
	class := platform.ClassName(f.Static(v))
	if class == "" {
		return asked
	}
	if is, _ := a.Hierarchy.IsSubtype(class, asked); is {
		return class
	}
	return asked
}

// eachBody calls f with every analysed method behind the lambdas of a call.
func (a *DB) eachBody(f func(*classfile.Method), ls ...*callgraph.Lambda) {
	for _, l := range ls {
		for _, t := range a.Hierarchy.Body(l).Targets {
			if a.Hierarchy.Analysed(t.Class.Name) {
				f(t)
			}
		}
	}
}
