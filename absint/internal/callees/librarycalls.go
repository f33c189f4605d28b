package callees

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Callbacks from library code: the calls that a model declares, and the test whether library code may run application
// code that no model declares.
//
// Sound because a class that is not known to be closed counts as extended by the application.

// CallsBack reports whether library code may run application code other than the callbacks of its model: through a
// receiver or an argument whose class the application may define.
func (a *Resolver) CallsBack(s *Summary, site *CallSite) bool {
	mem := site.Member
	if mem.Class == platform.Objects && mem.Desc == "(Ljava/lang/Object;)Ljava/lang/Object;" {
		return false // requireNonNull, which compilers insert before a receiver is captured
	}
	if mem.Class == platform.ObjectClass {
		return !platform.ClosedObject.Has(mem) && !isArrayMethod(s, site)
	}
	switch {
	case progdb.IsThrowable(mem):
		if a.Fields.FillsStackTraces() {
			return true
		}
		if !platform.TakesObjects(mem.Desc) {
			return false
		}
	case a.isLocalStage(s, site):
		return false
	case a.mayRunOverride(s, site):
		return true
	case platform.Closed.Has(mem.Class) && !platform.TakesObjects(mem.Desc):
		return false
	}
	if a.Library == nil {
		return true
	}
	closed, callbacks := a.Library.Calls(mem)
	return !closed || len(callbacks) != len(site.Callbacks)
}

// isArrayMethod reports whether a method of Object is called on an array.
func isArrayMethod(s *Summary, site *CallSite) bool {
	if site.IsCallback || site.Value == 0 || !s.M.Fn.IsCall(site.Value) {
		return false
	}
	mem, _ := s.M.Fn.Member(site.Value)
	return strings.HasPrefix(mem.Class, "[")
}

// mayRunOverride reports whether the receiver of a library call may be of an application class or, for a PrintStream,
// write to an object of one.
func (a *Resolver) mayRunOverride(s *Summary, site *CallSite) bool {
	owner := site.Member.Class
	if owner == platform.PrintStream {
		return a.Hierarchy.Misses() || len(a.Hierarchy.Subs(platform.OutputStream)) > 0
	}
	if site.Exact || site.Value == 0 {
		return slices.ContainsFunc(site.Receivers, func(class string) bool {
			return a.Hierarchy.Analysed(class) || !site.Exact && len(a.Hierarchy.Subs(class)) > 0
		})
	}
	if !site.IsCallback {
		f := s.M.Fn
		switch f.Values[site.Value].Op {
		case classfile.OpInvokestatic, classfile.OpInvokedynamic:
			return false
		case classfile.OpInvokespecial:
			made := &f.Values[site.Args[0]]
			return site.Member.Name != "<init>" || !platform.PlainConstructor.Has(owner) && !(made.Kind == ssa.Instr && made.Op == classfile.OpNew)
		}
		if mem, ok := f.Member(site.Value); ok && mem.Class != owner && (mem.Class == "" || mem.Class[0] != '[') && a.mayBeExtended(mem.Class) {
			return true
		}
	}
	return a.mayBeExtended(owner)
}

// mayBeExtended reports whether application classes may extend a library class.
func (a *Resolver) mayBeExtended(class string) bool {
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

// callbacks returns the calls that a library call makes on its arguments according to its model.
func (a *Resolver) callbacks(s *Summary, site *CallSite) []CallSite {
	if a.Library == nil || !site.Library {
		return nil
	}
	_, cs := a.Library.Calls(site.Member)
	var out []CallSite
	for _, cb := range cs {
		k := cb.Argument + s.FirstArgument(site)
		c := site.Callback(classfile.Member{Name: cb.Name, Desc: cb.Desc})
		if k < 0 || k >= len(site.Args) {
			c.Unknown = "its receiver is not known"
			out = append(out, c)
			continue
		}
		called := c.Member
		called.Class = progdb.Parameter(site.Member.Desc, cb.Argument, site.Member.Class)
		switch {
		case cb.Class != "" && !a.mayBe(s, site.Args[k], cb.Class):
			c.Member, c.FanOut = called, true // the library asks for the class, and calls nothing
		case platform.OptionalFunction.Has(site.Member) && s.M.Fn.IsNull(s.M.Uncast(site.Args[k])):
			c.Member, c.FanOut = called, true
		case called.Class == platform.Collector:
			c.Member, c.FanOut = called, true
			if c.Callbacks, c.Exact = a.collector(s, site, site.Args[k], 0); !c.Exact {
				c.FanOut, c.Callbacks, c.Unknown = false, nil, "the functions of the collector are not known"
			}
		default:
			called.Class = cmp.Or(cb.Class, called.Class)
			c = a.calledBack(s, site, site.Args[k], called, 0)
			a.addHeldByOperand(s, &c)
		}
		out = append(out, c)
	}
	return out
}

// mayBe reports whether an object can be of a class, which is no array and not Object, by its static type.
func (a *Resolver) mayBe(s *Summary, v ssa.ID, class string) bool {
	desc := s.M.Fn.Static(v)
	if strings.HasPrefix(desc, "[") {
		return false
	}
	static := platform.ClassName(desc)
	return static == "" || s.M.Fn.Values[v].Kind == ssa.Phi || a.Hierarchy.Related(static, class)
}
