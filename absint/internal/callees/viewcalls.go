package callees

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Iterators and views: the iterator that an application class inherits from AbstractList calls get and size of the list, the key
// set that it inherits from HashMap calls containsKey of the map. The overrides that such a call can run are element calls.
//
// Sound because all application classes that inherit a method that makes the view are asked, unless the objects are known that
// the view is made of.

// viewKey is a method of an iterator or a view, and a class that the object has that it is of: "" if that is not known.
type viewKey struct {
	method classfile.Member
	of     string
}

// viewCalls returns the calls that a library iterator or view that is the receiver makes on the object that it is of.
func (a *Resolver) viewCalls(s *Summary, site *CallSite) (out []ElementCall) {
	if site.Exact || len(platform.ViewCalls(memberOf(site))) == 0 {
		return nil
	}
	for _, ts := range a.viewTargets(s, site) {
		c := site.Callback(ts[0].Member(), site.Args[0])
		c.Member.Class = site.Member.Class
		c.Targets = ts
		if len(ts) > MaxFollowed {
			c.Targets, c.Unknown = nil, manyMayRun(len(ts))
		}
		out = append(out, ElementCall{CallSite: c, Times: Once})
	}
	return out
}

// memberOf returns the library method of a call, without the position of its constant.
func memberOf(site *CallSite) classfile.Member {
	return classfile.Member{Class: site.Member.Class, Name: site.Member.Name, Desc: site.Member.Desc}
}

// viewTargets returns, for each call that the view makes on its object, the application methods that it may run.
func (a *Resolver) viewTargets(s *Summary, site *CallSite) [][]*classfile.Method {
	k := viewKey{method: memberOf(site)}
	source, ok := a.viewSource(s, site)
	if !ok {
		return a.overridesBehind(k)
	}
	if ks, ok := s.objects.Objects(s.Body, source.value, source.class, objectflow.MaxDepth, false); ok && !slices.ContainsFunc(ks, func(o objectflow.AbstractObject) bool {
		return o.Lambda != nil || !o.Exact || a.Hierarchy.Analysed(o.Class)
	}) {
		return nil // objects of the library's own classes
	}
	k.of = source.class
	return a.overridesBehind(k)
}

// viewSource is an object that has a view, and a class that it is an instance of.
type viewSource struct {
	value ssa.ID
	class string
}

// viewSource returns the object whose view the receiver of a call is; ok is false if the receiver is not the result of a call
// that makes the view.
func (a *Resolver) viewSource(s *Summary, site *CallSite) (source viewSource, ok bool) {
	f := s.M.Fn
	v := s.M.Uncast(site.Args[0])
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
		return source, false
	}
	mem, _ := f.Member(v)
	for _, call := range platform.ViewCalls(memberOf(site)) {
		for _, maker := range call.MadeBy {
			if maker.Name == mem.Name && maker.Desc == mem.Desc && !a.Hierarchy.Analysed(mem.Class) {
				return viewSource{f.Args(v)[0], mem.Class}, true
			}
		}
	}
	return source, false
}

// overridesBehind returns the memoized overrides of the calls of a view.
func (a *Resolver) overridesBehind(k viewKey) [][]*classfile.Method {
	return memo.Memoize(&a.views, k, func() (out [][]*classfile.Method) {
		index := map[[2]string]int{} // by name and descriptor
		for _, call := range platform.ViewCalls(k.method) {
			for _, heir := range a.Hierarchy.Subs(call.Source) {
				t := a.overriding(heir, call.Member)
				if is, _ := a.Hierarchy.IsSubtype(heir, k.of); t == nil || k.of != "" && !is || !a.inheritsMaker(heir, call) {
					continue
				}
				called := [2]string{t.Name, t.Desc}
				i, ok := index[called]
				if !ok {
					i, index[called] = len(out), len(out)
					out = append(out, nil)
				}
				if !slices.Contains(out[i], t) {
					out[i] = append(out[i], t)
				}
			}
		}
		return out
	})
}

// inheritsMaker reports whether a class inherits the library method that makes the view of a call: no other class of the
// library overrides it in between.
func (a *Resolver) inheritsMaker(heir string, call platform.ViewCall) bool {
	return slices.ContainsFunc(call.MadeBy, func(maker classfile.Member) bool {
		m, ok := a.libraryTarget(heir, maker)
		is, _ := a.Hierarchy.IsSubtype(call.Source, m.Class) // the source may inherit it itself
		return ok && is
	})
}
