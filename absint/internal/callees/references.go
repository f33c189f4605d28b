package callees

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// References to methods of the library that call their arguments: list.forEach(set::add) hashes the elements of the list.
//
// Sound where the type that the compiler wrote for the functional interface, or else the values that the function and the call are given, tell
// the classes of the arguments. Others have the cost of the model. A reference to a method whose price depends on the sizes of its operands has no
// price, since they are no values of the method.

// AddReferences sets the library calls of the references to methods that a call can run.
func (a *Resolver) AddReferences(s *Summary, site *CallSite) {
	if a.Library == nil || a.OpenWorld {
		return
	}
	for k, l := range site.Lambdas {
		if !a.toLibrary(l) {
			continue
		}
		made := site.lambdaValue(k)
		c := s.referenced[made]
		if made == 0 || c == nil {
			one := a.reference(s, site, l, made)
			c = &one
		}
		if len(c.ElementCalls) > 0 {
			if site.References == nil {
				site.References = make([]*CallSite, len(site.Lambdas))
			}
			site.References[k] = c
		}
	}
}

// lambdaValue returns the value of the caller that is the k-th lambda, 0 if other code makes it.
func (c *CallSite) lambdaValue(k int) ssa.ID {
	if len(c.LambdaValues) == 0 {
		return 0
	}
	return c.LambdaValues[k]
}

// addAllReferences adds the references of a call and of those that it makes back.
func (a *Resolver) addAllReferences(s *Summary, site *CallSite) {
	a.AddReferences(s, site)
	for i := range site.Callbacks {
		a.addAllReferences(s, &site.Callbacks[i])
	}
	for i := range site.ElementCalls {
		a.addAllReferences(s, &site.ElementCalls[i].CallSite)
	}
}

// toLibrary reports whether a lambda runs a method of the library.
func (a *Resolver) toLibrary(l *callgraph.Lambda) bool {
	d := a.Hierarchy.Body(l)
	return l.Body.Member.Class != "" && !a.Stated(l.Body.Member) && (len(d.Targets) == 0 || !a.Hierarchy.Analysed(d.Targets[0].Class.Name))
}

// findReferenced finds the calls of the library methods that the method makes references to.
func (a *Resolver) findReferenced(s *Summary) {
	if a.Library == nil || a.OpenWorld {
		return
	}
	for _, k := range s.Lambdas {
		if !a.toLibrary(k.Lambda) {
			continue
		}
		at := s.callAt(k.Made, k.Lambda.Body.Member)
		if c := a.reference(s, &at, k.Lambda, k.Made); len(c.ElementCalls) > 0 {
			if s.referenced == nil {
				s.referenced = map[ssa.ID]*CallSite{}
			}
			s.referenced[k.Made] = &c
		}
	}
}

// EachReferenced calls f with the methods of the program that the library calls on the arguments of the lambda that
// the method makes at v.
func (a *Resolver) EachReferenced(s *Summary, v ssa.ID, f func(*classfile.Method)) {
	if site, ok := s.referenced[v]; ok {
		site.EachCallee(a, nil, f)
	}
}

// Reference returns the call of the library method that lambda l runs, when it is called at site. It has no operands.
func (a *Resolver) Reference(site *CallSite, l *callgraph.Lambda) CallSite {
	d := a.Hierarchy.Body(l)
	c := site.Callback(l.Body.Member)
	c.Library, c.Owner, c.Direct = true, l.Body.Member.Class, d.Direct
	c.Exact = l.Body.Kind == classfile.RefNewInvokeSpecial || l.Body.Kind == classfile.RefInvokeStatic
	if d.Direct && len(d.Targets) == 1 {
		c.Body = d.Targets[0]
	}
	return c
}

// reference returns the call of the library method that lambda l runs, with the calls that this makes on its arguments. made is the value that is
// the lambda, 0 if other code makes it.
func (a *Resolver) reference(s *Summary, site *CallSite, l *callgraph.Lambda, made ssa.ID) CallSite {
	c := a.Reference(site, l)
	types := slices.Concat(l.Captured, classfile.Params(l.Dynamic))
	if l.Body.Kind != classfile.RefInvokeStatic && l.Body.Kind != classfile.RefNewInvokeSpecial && len(types) > 0 {
		if class := platform.ClassName(types[0]); a.isBelow(class, c.Member.Class) {
			c.Member.Class = class
		}
		types = types[1:]
	}
	k := elementCallFinder{a: a, s: s, site: &c}
	for i, t := range types {
		if !k.hashesArgument(i) {
			continue
		}
		of := []string{t}
		if platform.ClassName(t) == platform.ObjectClass {
			of = a.argumentTypes(s, site, made)
		}
		for _, called := range []classfile.Member{platform.HashCode, platform.Equals} {
			emit := func(h CallSite) { k.out = append(k.out, ElementCall{CallSite: h, Times: Once}) }
			for _, t := range of {
				k.addUnknownHeld(t, argumentName, called, emit)
			}
			if call, ok := k.onTypes(of, 0, argumentName, called, emit); ok {
				emit(call)
			}
		}
	}
	c.Member = l.Body.Member
	c.ElementCalls = k.out
	return c
}

// argumentName names the argument of a reference in the name of a cost.
const argumentName = "argument"

// isBelow reports whether a class is below another one.
func (a *Resolver) isBelow(class, above string) bool {
	is, _ := a.Hierarchy.IsSubtype(class, above)
	return is
}

// hashesArgument reports whether the call, which has no operands, looks its i-th argument up by its hash code.
func (k *elementCallFinder) hashesArgument(i int) bool {
	mem := k.site.Member
	switch {
	case platform.HashesArguments.Has(mem):
		return true
	case platform.MapOf.Has(mem):
		return i%2 == 0
	}
	hashes := platform.FindsByHash.Has(mem.Class) || platform.Container.Has(mem.Class) && platform.FindsByScan.Has(mem.Class) // perhaps a set
	return i == 0 && strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;") && hashes && !platform.FindsByOrder.Has(mem.Class) && platform.FindingKey.Named(mem.Name)
}

// argumentTypes returns the types of what a function is given where it is called at site: where that is in the code of the library, of what the
// library call is given.
func (a *Resolver) argumentTypes(s *Summary, site *CallSite, made ssa.ID) []string {
	o := newObjectClasses(s, a)
	if made != 0 {
		for _, captured := range s.M.Fn.Args(made) {
			o.inside(captured)
		}
		o.uses(made)
	}
	if site.Value == made {
		return o.types()
	}
	args := site.Args
	if site.IsCallback && site.Value != 0 {
		args = s.M.Fn.Args(site.Value)
	}
	for _, v := range args {
		o.object(v)
		o.inside(v)
	}
	return o.types()
}
