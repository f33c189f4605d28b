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

// A class of the program inherits methods of a library class, and overrides others that these call: a LinkedHashMap whose
// put asks removeEldestEntry, an InputStream whose read of an array calls the read of a byte, an exception whose toString
// calls getMessage. A model of the inherited method is one of the library's own objects. It is no price where the object is
// known to be of such a class.

// heirsOf is the class of the program that the object of an invokespecial is of, or below.
func (a *Resolver) heirsOf(s *Summary, c *CallSite) []string {
	if !c.Library || c.Member.Class == platform.ObjectClass || len(c.Args) == 0 || s.Method.Static() || c.Args[0] != s.M.Fn.Params[0] {
		return nil
	}
	return a.heirs(s.Method.Class.Name)
}

// Hook is a method that a class of the program overrides and that the library method, which runs on an object of the class,
// may call; nil where there is none, or where nothing is known of what the library's code calls.
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

// takesArray says whether a method takes all elements of a collection by one call of its toArray.
func takesArray(m classfile.Member) bool {
	return platform.ToArray.Has(m)
}

// givenHook is a method of the program that library code calls on an argument of a class of the program, besides what its
// model says: charAt of a CharSequence, iterator of a Collection, toString of the cause of an exception. nil where there is
// none. What Collections and Spliterators wrap is asked later, by other calls.
func (a *Resolver) givenHook(s *Summary, site *CallSite) *classfile.Method {
	if a.OpenWorld || !site.Library || site.Callback || site.Value == 0 || !s.M.Fn.IsCall(site.Value) {
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
		case i == 0 && platform.ClassName(t) == platform.Throwable && progdb.IsThrowable(site.Member): // behind a text of its own, nobody asks the cause
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
					continue // asks has it
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

// lambdaHook is the body of a lambda of the program that the object of a call is, where the call is of a method of the interface
// itself that runs it: of those that have a model, forEach and spliterator of an Iterable. nil where there is none.
func (a *Resolver) lambdaHook(s *Summary, site *CallSite) (body *classfile.Method) {
	if a.OpenWorld || !site.Library || site.Callback || site.Member.Class != platform.Iterable || len(site.Args) == 0 || site.Member.Name == "iterator" {
		return nil
	}
	ks, _ := s.follower.Objects(s.Body, site.Args[0], platform.Iterable, objectflow.MaxDepth, false)
	for _, k := range ks {
		if k.Lambda != nil {
			a.EachBody(func(t *classfile.Method) { body = t }, k.Lambda)
		}
	}
	return body
}

// hookKey is a class and a library method that it inherits.
type hookKey struct {
	heir   string
	method classfile.Member
}

func (a *Resolver) hookOf(heir string, m classfile.Member) *classfile.Method {
	return memo.Memoize(&a.hooks, hookKey{heir, m}, func() *classfile.Method {
		if m.Name == "<init>" && progdb.IsThrowable(m) {
			if t := a.overriding(heir, classfile.Member{Class: m.Class, Name: platform.FillInStackTrace.Name, Desc: platform.FillInStackTrace.Desc}); t != nil {
				return t
			}
		}
		return a.hookBehind(heir, m, map[classfile.Member]bool{})
	})
}

// hookBehind is the hook of one class in a library method that it inherits. seen are those that were looked at.
func (a *Resolver) hookBehind(heir string, m classfile.Member, seen map[classfile.Member]bool) *classfile.Method {
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
		if t := a.hookBehind(heir, need, seen); t != nil {
			return t
		}
	}
	return nil
}

// overriding is the method of the program that a call of a library method runs on an object of a class; nil for none.
func (a *Resolver) overriding(class string, m classfile.Member) *classfile.Method {
	if is, _ := a.Hierarchy.IsSubtype(class, m.Class); !is {
		return nil
	}
	return a.analysedTarget(a.Hierarchy.Exact(class, m.Name, m.Desc))
}

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

// overridesOther is a method by which a class of the program overrides one of a library class, other than m and what Object
// declares.
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
