package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// A class of the program inherits methods of a library class, and overrides others that these call: a LinkedHashMap whose
// put asks removeEldestEntry, an InputStream whose read of an array calls the read of a byte, an exception whose toString
// calls getMessage. A model of the inherited method is one of the library's own objects. It is no price where the object is
// known to be of such a class.

// heirs is a class of the program by itself, and nothing for a class of a library: that may be any other one, too.
func (a *Resolver) heirs(class string) []string {
	if a.OpenWorld || !a.Hierarchy.Analysed(class) {
		return nil
	}
	return []string{class}
}

// heirsOf is the class of the program that the object of an invokespecial is of, or below.
func (a *Resolver) heirsOf(s *callSummary, c *callSite) []string {
	if !c.library || c.member.Class == platform.ObjectClass || len(c.args) == 0 || s.Method.Static() || c.args[0] != s.m.f.Params[0] {
		return nil
	}
	return a.heirs(s.Method.Class.Name)
}

// hook is a method that a class of the program overrides and that the library method, which runs on an object of the class,
// may call; nil where there is none, or where nothing is known of what the library's code calls.
func (a *Resolver) hook(site *callSite) *classfile.Method {
	if len(site.heirs) == 0 || !a.code.known() {
		return nil
	}
	m := classfile.Member{Class: site.member.Class, Name: site.member.Name, Desc: site.member.Desc}
	if site.body != nil {
		m.Class = site.body.Class.Name
	}
	for _, class := range site.heirs {
		classes := []string{class}
		if !site.exact {
			classes = append(classes, a.Hierarchy.Subs(class)...)
		}
		for _, heir := range classes {
			if !site.exact && !site.direct && a.overriding(heir, m) != nil {
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
func (a *Resolver) givenHook(s *callSummary, site *callSite) *classfile.Method {
	if a.OpenWorld || !site.library || site.callback || site.value == 0 || !s.m.f.IsCall(site.value) {
		return nil
	}
	for i, t := range classfile.Params(site.member.Desc) {
		k := i + s.firstArgument(site)
		var calls []classfile.Member
		switch {
		case k >= len(site.args):
			return nil
		case platform.ClassName(t) == platform.CharSequence:
			calls = platform.ParameterCalls(platform.CharSequence)
		case i == 0 && platform.ClassName(t) == platform.Throwable && isThrowable(site.member): // behind a text of its own, nobody asks the cause
			calls = []classfile.Member{platform.ToString}
		case platform.KeepsWrapped.Has(site.member):
			continue
		case takesArray(site.member):
			calls = []classfile.Member{platform.CollectionToArray}
		default:
			calls = platform.ParameterCalls(platform.ClassName(t))
		}
		for _, called := range calls {
			called.Class = platform.ClassName(t)
			c := a.callback(s, site, site.args[k], called)
			if c.unknown != "" {
				continue
			}
			targets := slices.Clone(c.targets)
			a.eachBody(func(t *classfile.Method) { targets = append(targets, t) }, c.lambdas...)
			if t := a.analysedTarget(&callgraph.Dispatch{Targets: targets}); t != nil {
				if takesArray(site.member) {
					continue // asks has it
				}
				return t
			}
			if t := a.hook(&c); t != nil {
				return t
			}
		}
	}
	return nil
}

// lambdaHook is the body of a lambda of the program that the object of a call is, where the call is of a method of the interface
// itself that runs it: of those that have a model, forEach and spliterator of an Iterable. nil where there is none.
func (a *Resolver) lambdaHook(s *callSummary, site *callSite) (body *classfile.Method) {
	if a.OpenWorld || !site.library || site.callback || site.member.Class != platform.Iterable || len(site.args) == 0 || site.member.Name == "iterator" {
		return nil
	}
	ks, _ := s.follower.kinds(s.body, site.args[0], platform.Iterable, maxHops, false)
	for _, k := range ks {
		if k.lambda != nil {
			a.eachBody(func(t *classfile.Method) { body = t }, k.lambda)
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
	return memoize(&a.hooks, hookKey{heir, m}, func() *classfile.Method {
		if m.Name == "<init>" && isThrowable(m) {
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
	needs, priced, ok := a.code.needs(m)
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
