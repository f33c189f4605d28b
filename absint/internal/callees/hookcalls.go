package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// The hooks of a library call: those whose number of executions is known (counted), as fillInStackTrace in the constructor of
// an exception, are element calls that are added to the model's price; of the others one is the reason why there is none.
//
// Sound because a counted hook has a call for each of its executions, on any object that the receiver can be.

// hooks are the application methods that a library method runs on an object of one class.
type hooks struct {
	counted   []*classfile.Method // once for each execution in a call
	uncounted *classfile.Method   // one whose executions are not counted, nil for none
}

// hookKey is an application class, a library method that it inherits, and the method whose model prices the call: the same,
// or one that it overrides.
type hookKey struct {
	heir             string
	method, modelled classfile.Member
}

// hooksOf returns the memoized hooks of one class in a library method that it inherits.
func (a *Resolver) hooksOf(k hookKey) *hooks {
	return memo.Memoize(&a.hooks, k, func() *hooks {
		f := &hookFinder{a: a, heir: k.heir, visits: map[classfile.Member]int{}}
		f.declared = a.selfCallbacks(k.modelled)
		f.visit(k.method, false)
		found := f.hooks // the search itself would be kept with a pointer into it
		return &found
	})
}

// selfCallbacks returns the methods that the model of m declares to call on the receiver. They are callbacks of the call.
func (a *Resolver) selfCallbacks(m classfile.Member) (out []classfile.Member) {
	if a.Library == nil {
		return nil
	}
	_, cs := a.Library.Calls(m)
	for _, c := range cs {
		if c.Argument < 0 {
			out = append(out, classfile.Member{Name: c.Name, Desc: c.Desc})
		}
	}
	return out
}

// hookFinder finds the hooks of one class in a library method.
type hookFinder struct {
	hooks
	a        *Resolver
	heir     string
	declared []classfile.Member // without a class: callbacks that the model counts
	visits   map[classfile.Member]int
}

// maxCountedHooks caps the counted executions of hooks in one call.
const maxCountedHooks = 8

// visit finds the hooks of library method m, which runs at most once unless it is repeated. What is called by several
// methods is visited again, as repeated.
func (f *hookFinder) visit(m classfile.Member, repeated bool) {
	n := f.visits[m]
	if n > 1 || platform.Inert.Has(m) {
		return
	}
	if m.Class == platform.ObjectClass {
		f.visitObject(m, repeated)
		return
	}
	f.visits[m]++
	repeated = repeated || n > 0
	if d := f.a.Hierarchy.Exact(f.heir, m.Name, m.Desc); d == nil || !d.Complete && len(d.Targets) == 0 {
		if missing := f.a.Hierarchy.MissingAbove(f.heir); missing != "" && !platform.IsPlatform(missing) {
			calls, known := platform.SelfCalls(classfile.Member{Class: missing, Name: m.Name, Desc: m.Desc})
			for _, c := range calls {
				f.call(c.Member, repeated || c.Repeated)
			}
			if !known { // the code that runs is not there, and may call all of them
				f.found(f.a.overridesOther(f.heir, m), true)
			}
			return
		}
	}
	if calls, ok := platform.SelfCalls(m); ok {
		for _, c := range calls {
			f.call(c.Member, repeated || c.Repeated || platform.IteratesLater.Has(m))
		}
		if m.Name != "<init>" {
			return
		}
	} else if platform.IteratesLater.Has(m) { // by an object that the library makes
		f.found(f.a.overridesOther(f.heir, m), true)
		return
	}
	if !f.a.Code.Known() {
		return
	}
	needs, priced, ok := f.a.Code.Needs(m)
	switch {
	case !ok:
	case !priced && m.Name != "<init>":
		f.found(f.a.overridesOther(f.heir, m), true)
	default:
		for _, need := range needs {
			f.call(need, true)
		}
	}
}

// visitObject finds the hooks of a method of Object: toString calls hashCode, and no other calls anything.
func (f *hookFinder) visitObject(m classfile.Member, repeated bool) {
	if m.Name == platform.ToString.Name && m.Desc == platform.ToString.Desc {
		f.found(f.a.overriding(f.heir, platform.HashCode), repeated)
	}
}

// call finds the hooks that a call of m on the object runs.
func (f *hookFinder) call(m classfile.Member, repeated bool) {
	if is, _ := f.a.Hierarchy.IsSubtype(f.heir, m.Class); !is || m.Class == platform.ObjectClass {
		return
	}
	if slices.Contains(f.declared, classfile.Member{Name: m.Name, Desc: m.Desc}) {
		return
	}
	if t := f.a.overriding(f.heir, m); t != nil {
		f.found(t, repeated)
		return
	}
	m, _ = f.a.libraryTarget(f.heir, m)
	f.visit(m, repeated)
}

// found adds a hook; nil is none.
func (f *hookFinder) found(t *classfile.Method, repeated bool) {
	switch {
	case t == nil:
	case !repeated && len(f.counted) < maxCountedHooks:
		f.counted = append(f.counted, t)
	case f.uncounted == nil:
		f.uncounted = t
	}
}

// eachHooks calls f with the hooks of each class that the receiver of a library call can have, until f returns false.
func (a *Resolver) eachHooks(site *CallSite, f func(*hooks) bool) {
	m := classfile.Member{Class: site.Member.Class, Name: site.Member.Name, Desc: site.Member.Desc}
	k := receiverKey{method: m, modelled: m, exact: site.Exact, direct: site.Direct}
	if site.Body != nil {
		k.method.Class = site.Body.Class.Name
	}
	for _, k.class = range site.Receivers {
		for _, h := range a.receiverHooksOf(k) {
			if !f(h) {
				return
			}
		}
	}
}

// receiverKey is a library method that is called on an object of a class or, if not exact, of one below it.
type receiverKey struct {
	class            string
	method, modelled classfile.Member // as in hookKey
	exact, direct    bool             // as in CallSite
}

// receiverHooksOf returns the memoized hooks, where there are any, of the application classes that k.class stands for.
func (a *Resolver) receiverHooksOf(k receiverKey) []*hooks {
	return memo.Memoize(&a.receivers, k, func() (out []*hooks) {
		heirs := []string{k.class}
		if !k.exact {
			heirs = append(heirs, a.Hierarchy.Subs(k.class)...)
		}
		for _, heir := range heirs {
			m, ok := a.inherited(k, heir)
			if !ok || !a.Hierarchy.Analysed(heir) {
				continue
			}
			if h := a.hooksOf(hookKey{heir, m, k.modelled}); len(h.counted) > 0 || h.uncounted != nil {
				out = append(out, h)
			}
		}
		return out
	})
}

// inherited returns the library method that the call runs on an object of class heir; ok is false if other code runs.
func (a *Resolver) inherited(k receiverKey, heir string) (m classfile.Member, ok bool) {
	if k.exact || k.direct {
		return k.method, true
	}
	if is, _ := a.Hierarchy.IsSubtype(heir, k.method.Class); !is {
		return k.method, true
	}
	return a.libraryTarget(heir, k.method)
}

// libraryTarget returns the library method that a call of m runs on an object of class heir: m itself if its code is not
// known. ok is false if the method is the application's.
func (a *Resolver) libraryTarget(heir string, m classfile.Member) (target classfile.Member, ok bool) {
	d := a.Hierarchy.Exact(heir, m.Name, m.Desc)
	switch {
	case a.analysedTarget(d) != nil:
		return m, false
	case d != nil && len(d.Targets) == 1:
		m.Class = d.Targets[0].Class.Name
	}
	return m, true
}

// Hook returns an application method that a library call may run on its receiver or an argument, where its executions are
// not counted. It is nil if there is none, or if the callees of the library code are not known.
func (a *Resolver) Hook(site *CallSite) *classfile.Method {
	if site.UncoveredOverride != nil {
		return site.UncoveredOverride
	}
	return a.hook(site)
}

// HookDependsOnObject reports whether a library call has a hook on objects of some classes, and may run on others.
func (a *Resolver) HookDependsOnObject(site *CallSite) bool {
	if site.UncoveredOverride != nil {
		return site.OverrideDepends
	}
	return !site.Exact && slices.ContainsFunc(site.Receivers, func(class string) bool { return !a.Hierarchy.Analysed(class) }) && a.hook(site) != nil
}

// hook returns a hook of the receiver's classes whose executions are not counted, nil if there is none.
func (a *Resolver) hook(site *CallSite) (hook *classfile.Method) {
	a.eachHooks(site, func(h *hooks) bool {
		hook = h.uncounted
		return hook == nil
	})
	return hook
}

// hookCalls returns the calls of counted hooks that a library call makes on its receiver, on the object that the receiver is a
// view of and, of the constructor of an exception, on its cause.
func (a *Resolver) hookCalls(s *Summary, site *CallSite) []ElementCall {
	if a.OpenWorld || !site.Library || a.Stated(site.Member) || len(site.Args) == 0 {
		return nil
	}
	out := append(a.receiverHooks(site), a.viewCalls(s, site)...)
	for i, t := range classfile.Params(site.Member.Desc) { // with a message of its own, an exception does not convert the cause
		k := i + s.FirstArgument(site)
		if i > 0 || k >= len(site.Args) || platform.ClassName(t) != platform.Throwable || site.IsCallback || !progdb.IsThrowable(site.Member) {
			break
		}
		c := a.callback(s, site, site.Args[k], classfile.Member{Class: platform.Throwable, Name: platform.ToString.Name, Desc: platform.ToString.Desc})
		site.UncoveredOverride, site.OverrideDepends = a.hook(&c), a.HookDependsOnObject(&c)
		if site.UncoveredOverride == nil {
			out = append(out, a.receiverHooks(&c)...)
		}
		if c.Unknown != "" || len(c.Targets)+len(c.Lambdas) > 0 {
			c.Library, c.Stated = false, nil // the model prices these
			out = append(out, ElementCall{CallSite: c, Times: Once})
		}
	}
	return out
}

// AddReceiverHooks adds the calls of counted hooks that a callback makes where it runs a library method: a text of an exception has what getMessage
// of the program returns.
func (a *Resolver) AddReceiverHooks(c *CallSite) {
	if c.Library && c.Unknown == "" && !a.OpenWorld && !a.Stated(c.Member) && len(c.Args) > 0 {
		c.ElementCalls = append(c.ElementCalls, a.receiverHooks(c)...)
	}
}

// receiverHooks returns the calls of counted hooks of the receiver's classes: as many of each method as the class with most
// executions has.
func (a *Resolver) receiverHooks(site *CallSite) (out []ElementCall) {
	type called struct {
		name, desc string
		n          int // counts the executions before this one
	}
	index := map[called]int{}
	a.eachHooks(site, func(h *hooks) bool {
		seen := map[called]int{}
		for _, t := range h.counted {
			k := called{t.Name, t.Desc, 0}
			k.n = seen[k]
			seen[called{t.Name, t.Desc, 0}]++
			i, ok := index[k]
			if !ok {
				i, index[k] = len(out), len(out)
				c := site.Callback(classfile.Member{Class: site.Member.Class, Name: t.Name, Desc: t.Desc}, site.Args[0])
				c.Exact = site.Exact
				out = append(out, ElementCall{CallSite: c, Times: Once})
			}
			if c := &out[i].CallSite; !slices.Contains(c.Targets, t) {
				c.Targets = append(c.Targets, t)
			}
		}
		return true
	})
	for i := range out {
		if c := &out[i].CallSite; len(c.Targets) > MaxFollowed {
			c.Targets, c.Unknown = nil, manyMayRun(len(c.Targets))
		}
	}
	return out
}
