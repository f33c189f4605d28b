package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Override hooks: an application class inherits a library method and overrides others that this method calls, as a
// LinkedHashMap with its own removeEldestEntry. A model prices the library's own objects only; the cost of a call that
// may reach a hook is unknown.
//
// Sound because every call from the library method on its receiver is checked transitively against the overrides of
// each possible class. An override that runs at most a known number of times is added to the price.

// receiverSubclasses returns the application classes that the receiver of an invokespecial can be of.
func (a *Resolver) receiverSubclasses(s *Summary, c *CallSite) []string {
	if !c.Library || c.Member.Class == platform.ObjectClass || len(c.Args) == 0 || s.Method.Static() || c.Args[0] != s.M.Fn.Params[0] {
		return nil
	}
	return a.appSubclasses(s.Method.Class.Name)
}

// takesArray reports whether a method copies a collection by a call of its toArray.
func takesArray(m classfile.Member) bool {
	return platform.ToArray.Has(m)
}

// argumentHook returns an application method that library code calls on an argument and that its model does not
// declare: charAt of a CharSequence, iterator of a Collection. nil if there is none; depends reports whether the argument may
// also be an object without it. Wrappers (Collections, Spliterators) call their argument later, from calls that are checked themselves; a
// stream that a constructor keeps counts only if it is certainly the application's, since the class of the object that is made hides it.
func (a *Resolver) argumentHook(s *Summary, site *CallSite) (hook *classfile.Method, depends bool) {
	if a.OpenWorld || !site.Library || site.IsCallback || site.Value == 0 || !s.M.Fn.IsCall(site.Value) {
		return nil, false
	}
	if platform.Serializes.Has(site.Member) {
		t := a.serializing()
		return t, t != nil
	}
	for i, t := range classfile.Params(site.Member.Desc) {
		k := i + s.FirstArgument(site)
		if k >= len(site.Args) {
			return nil, false
		}
		kept := keepsStream(site.Member, platform.ClassName(t))
		for _, called := range a.argumentCalls(s, site, i, platform.ClassName(t)) {
			c := a.callback(s, site, site.Args[k], called)
			if c.Unknown != "" || kept && c.Library {
				if kept { // by what is done with the object that is made
					continue
				}
				if t := a.anyHook(c.Member); t != nil && !takesArray(site.Member) { // of toArray, elementCalls has it
					return t, true
				}
				continue
			}
			targets := slices.Clone(c.Targets)
			a.EachBody(func(t *classfile.Method) { targets = append(targets, t) }, c.Lambdas...)
			if t := a.analysedTarget(&callgraph.Dispatch{Targets: targets}); t != nil {
				if takesArray(site.Member) {
					continue // elementCalls has it
				}
				return t, c.Library
			}
			if t := a.hook(&c); t != nil && !kept {
				return t, a.HookDependsOnObject(&c)
			}
		}
	}
	return nil, false
}

// serializing returns an application method that may run when objects are serialized, nil if there is none: an object may refer to
// any other.
func (a *Resolver) serializing() *classfile.Method {
	return memo.Memoize(&a.anyHooks, platform.Serializing[0], func() *classfile.Method {
		for _, c := range a.Hierarchy.Classes() {
			for i := range c.Methods {
				for _, m := range platform.Serializing {
					if t := &c.Methods[i]; t.Name == m.Name && t.Desc == m.Desc && a.Hierarchy.Related(c.Name, m.Class) {
						return t
					}
				}
			}
		}
		return nil
	})
}

// anyHook returns an application method that a call of m, or the library code behind it, may run on an object of any class, nil
// if there is none.
func (a *Resolver) anyHook(m classfile.Member) *classfile.Method {
	return memo.Memoize(&a.anyHooks, m, func() *classfile.Method { return a.findHook(m) })
}

// findHook is anyHook without its memory.
func (a *Resolver) findHook(m classfile.Member) *classfile.Method {
	for _, heir := range a.Hierarchy.Subs(m.Class) {
		if t := a.overriding(heir, m); t != nil {
			return t
		}
		target, _ := a.libraryTarget(heir, m)
		h := a.hooksOf(hookKey{heir, target, m})
		if h.uncounted != nil {
			return h.uncounted
		}
		if len(h.counted) > 0 {
			return h.counted[0]
		}
	}
	return nil
}

// argumentCalls returns the methods that a library call calls on argument i, whose parameter has a class.
func (a *Resolver) argumentCalls(s *Summary, site *CallSite, i int, class string) (out []classfile.Member) {
	m := site.Member
	switch {
	case class == platform.CharSequence:
		return platform.ParameterCalls(platform.CharSequence)
	case platform.KeepsWrapped.Has(m):
		return nil
	case takesArray(m):
		out = []classfile.Member{platform.CollectionToArray}
		out[0].Class = class
	default:
		out = slices.Clone(platform.ParameterCalls(class))
	}
	for _, c := range platform.ArgumentCallers(memberOf(site)) {
		if is, _ := a.Hierarchy.IsSubtype(m.Class, c.Class); !is || c.Argument != i {
			continue
		}
		for _, called := range c.Calls {
			if a.mayBe(s, site.Args[i+s.FirstArgument(site)], called.Class) {
				out = append(out, called)
			}
		}
	}
	return out
}

// keepsStream reports whether library method m makes an object that calls an argument of a class later.
func keepsStream(m classfile.Member, class string) bool {
	return m.Name == "<init>" && platform.KeptStream.Has(class)
}

// lambdaHook returns the body of the lambda that is the receiver of a modelled default method (forEach or spliterator
// of an Iterable), nil if there is none.
func (a *Resolver) lambdaHook(s *Summary, site *CallSite) (body *classfile.Method) {
	if a.OpenWorld || !site.Library || site.IsCallback || site.Member.Class != platform.Iterable || len(site.Args) == 0 || site.Member.Name == "iterator" {
		return nil
	}
	ks, _ := s.objects.Objects(s.Body, site.Args[0], platform.Iterable, objectflow.MaxDepth, false)
	for _, k := range ks {
		if k.Lambda != nil {
			a.EachBody(func(t *classfile.Method) { body = t }, k.Lambda)
		}
	}
	return body
}

// overriding returns the application method that a call of a library method runs on an object of a class, nil if there
// is none.
func (a *Resolver) overriding(class string, m classfile.Member) *classfile.Method {
	if is, _ := a.Hierarchy.IsSubtype(class, m.Class); !is {
		return nil
	}
	return a.analysedTarget(a.Hierarchy.Exact(class, m.Name, m.Desc))
}

// analysedTarget returns the first analysed target of a dispatch, nil if there is none.
func (a *Resolver) analysedTarget(d *callgraph.Dispatch) *classfile.Method {
	if d == nil {
		return nil
	}
	for _, t := range d.Targets {
		if a.Hierarchy.Analysed(t.Class.Name) {
			return t
		}
	}
	return nil
}

// overridesOther returns a method of an application class that overrides a library method other than m and those of
// Object, nil if there is none.
func (a *Resolver) overridesOther(class string, m classfile.Member) *classfile.Method {
	supers := a.Hierarchy.Supers(class)
	for _, name := range append([]string{class}, supers...) {
		c := a.Hierarchy.Lookup(name)
		if c == nil || !a.Hierarchy.Analysed(name) {
			continue
		}
		for i := range c.Methods {
			t := &c.Methods[i]
			if t.Access&(classfile.AccStatic|classfile.AccPrivate) != 0 || t.Name == "<init>" || t.Name == m.Name && t.Desc == m.Desc {
				continue
			}
			if slices.ContainsFunc(supers, func(above string) bool {
				s := a.Hierarchy.Lookup(above)
				return s != nil && above != platform.ObjectClass && !a.Hierarchy.Analysed(above) && slices.ContainsFunc(s.Methods, func(o classfile.Method) bool {
					return o.Name == t.Name && o.Desc == t.Desc && o.Access&classfile.AccPrivate == 0
				})
			}) {
				return t
			}
		}
	}
	return nil
}
