package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Override hooks: an application class inherits a library method and overrides others that this method calls, as a
// LinkedHashMap with its own removeEldestEntry. A model prices the library's own objects only; the cost of a call that
// may reach a hook is unknown.
//
// Sound because every call from the library method on its receiver is checked transitively against the overrides of
// each possible class.

// receiverSubclasses returns the application classes that the receiver of an invokespecial can be of.
func (a *Resolver) receiverSubclasses(s *Summary, c *CallSite) []string {
	if !c.Library || c.Member.Class == platform.ObjectClass || len(c.Args) == 0 || s.Method.Static() || c.Args[0] != s.M.Fn.Params[0] {
		return nil
	}
	return a.appSubclasses(s.Method.Class.Name)
}

// Hook returns an application method that a library call may run because a class of the receiver overrides it. It is
// nil if there is none, or if the callees of the library code are not known.
func (a *Resolver) Hook(site *CallSite) *classfile.Method {
	if len(site.Subclasses) == 0 || !a.Code.Known() {
		return nil
	}
	m := classfile.Member{Class: site.Member.Class, Name: site.Member.Name, Desc: site.Member.Desc}
	if site.Body != nil {
		m.Class = site.Body.Class.Name
	}
	for _, class := range site.Subclasses {
		classes := []string{class}
		if !site.Exact {
			classes = append(classes, a.Hierarchy.Subs(class)...)
		}
		for _, heir := range classes {
			if !site.Exact && !site.Direct && a.overriding(heir, m) != nil {
				continue // other code runs
			}
			if t := a.hookOf(heir, m); t != nil {
				return t
			}
		}
	}
	return nil
}

// takesArray reports whether a method copies a collection by a call of its toArray.
func takesArray(m classfile.Member) bool {
	return platform.ToArray.Has(m)
}

// argumentHook returns an application method that library code calls on an argument and that its model does not
// declare: charAt of a CharSequence, iterator of a Collection, toString of the cause of an exception. nil if there is
// none. Wrappers (Collections, Spliterators) call their argument later, from calls that are checked themselves.
func (a *Resolver) argumentHook(s *Summary, site *CallSite) *classfile.Method {
	if a.OpenWorld || !site.Library || site.IsCallback || site.Value == 0 || !s.M.Fn.IsCall(site.Value) {
		return nil
	}
	for i, t := range classfile.Params(site.Member.Desc) {
		k := i + s.FirstArgument(site)
		var calls []classfile.Member
		switch {
		case k >= len(site.Args):
			return nil
		case platform.ClassName(t) == platform.CharSequence:
			calls = platform.ParameterCalls(platform.CharSequence)
		case i == 0 && platform.ClassName(t) == platform.Throwable && progdb.IsThrowable(site.Member): // with a message of its own, the cause is not converted
			calls = []classfile.Member{platform.ToString}
		case platform.KeepsWrapped.Has(site.Member):
			continue
		case takesArray(site.Member):
			calls = []classfile.Member{platform.CollectionToArray}
		default:
			calls = platform.ParameterCalls(platform.ClassName(t))
		}
		for _, called := range calls {
			called.Class = platform.ClassName(t)
			c := a.callback(s, site, site.Args[k], called)
			if c.Unknown != "" {
				continue
			}
			targets := slices.Clone(c.Targets)
			a.EachBody(func(t *classfile.Method) { targets = append(targets, t) }, c.Lambdas...)
			if t := a.analysedTarget(&callgraph.Dispatch{Targets: targets}); t != nil {
				if takesArray(site.Member) {
					continue // elementCalls has it
				}
				return t
			}
			if t := a.Hook(&c); t != nil {
				return t
			}
		}
	}
	return nil
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

// hookKey is an application class and a library method that it inherits.
type hookKey struct {
	heir   string
	method classfile.Member
}

// hookOf returns the memoized hook of one class in a library method that it inherits, nil if there is none.
func (a *Resolver) hookOf(heir string, m classfile.Member) *classfile.Method {
	return memo.Memoize(&a.hooks, hookKey{heir, m}, func() *classfile.Method {
		if m.Name == "<init>" && progdb.IsThrowable(m) {
			if t := a.overriding(heir, classfile.Member{Class: m.Class, Name: platform.FillInStackTrace.Name, Desc: platform.FillInStackTrace.Desc}); t != nil {
				return t
			}
		}
		return a.findHook(heir, m, map[classfile.Member]bool{})
	})
}

// findHook returns the hook of one class in a library method that it inherits. seen is the visited set.
func (a *Resolver) findHook(heir string, m classfile.Member, seen map[classfile.Member]bool) *classfile.Method {
	if seen[m] || m.Class == platform.ObjectClass || platform.Inert.Has(m) { // Object calls hashCode and nothing else
		return nil
	}
	seen[m] = true
	needs, priced, ok := a.Code.Needs(m)
	if !ok {
		return nil
	}
	if !priced && m.Name != "<init>" {
		return a.overridesOther(heir, m)
	}
	for _, need := range needs {
		if is, _ := a.Hierarchy.IsSubtype(heir, need.Class); !is || need.Class == platform.ObjectClass {
			continue
		}
		if t := a.overriding(heir, need); t != nil {
			return t
		}
		if d := a.Hierarchy.Exact(heir, need.Name, need.Desc); d != nil && len(d.Targets) == 1 {
			need.Class = d.Targets[0].Class.Name
		}
		if t := a.findHook(heir, need, seen); t != nil {
			return t
		}
	}
	return nil
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
