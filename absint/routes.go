package absint

import (
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// route is what a dispatch leads to, sorted by who prices it. The calls of one method of an interface share it: it may
// have thousands of implementations and be called at thousands of places.
type route struct {
	targets  []*classfile.Method // analysed code
	stated   []classfile.Member  // methods whose cost is stated
	external *classfile.Method   // the last one of library code; nil for none
	native   bool                // analysed classes have native methods of it
	many     int                 // there are so many that they are not followed: see maxFollowed
}

// routeOf sorts the targets of a dispatch. What it returns must not be changed.
func (a *Resolver) routeOf(d *callgraph.Dispatch) *route {
	if d.Direct { // one target, and a dispatch of its own for every call
		return a.sortTargets(d)
	}
	return memoize(&a.routes, d, func() *route { return a.sortTargets(d) })
}

func (a *Resolver) sortTargets(d *callgraph.Dispatch) *route {
	r := &route{}
	for _, t := range d.Targets {
		switch m := t.Member(); {
		case a.stated(m):
			r.stated = append(r.stated, m)
		case !a.Hierarchy.Analysed(t.Class.Name):
			r.external = t
		case t.Access&classfile.AccNative != 0:
			r.native = true
		default:
			r.targets = append(r.targets, t)
		}
	}
	n := len(r.targets)
	for _, l := range d.Lambdas {
		n += max(1, len(a.Hierarchy.Body(l).Targets)) // of a method reference that is called on any object, all overrides
	}
	if n > maxFollowed { // nobody follows them, only their number is told
		return &route{stated: r.stated, external: r.external, native: r.native, many: n}
	}
	r.targets = r.targets[:len(r.targets):len(r.targets)]
	r.stated = r.stated[:len(r.stated):len(r.stated)]
	return r
}
