package callees

import (
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// TargetSet is what a dispatch leads to, sorted by who prices it. The calls of one method of an interface share it: it may
// have thousands of implementations and be called at thousands of places.
type TargetSet struct {
	targets  []*classfile.Method // analysed code
	stated   []classfile.Member  // methods whose cost is stated
	external *classfile.Method   // the last one of library code; nil for none
	native   bool                // analysed classes have native methods of it
	many     int                 // there are so many that they are not followed: see MaxFollowed
}

// targetSetOf sorts the targets of a dispatch. What it returns must not be changed.
func (a *Resolver) targetSetOf(d *callgraph.Dispatch) *TargetSet {
	if d.Direct { // one target, and a dispatch of its own for every call
		return a.sortTargets(d)
	}
	return memo.Memoize(&a.routes, d, func() *TargetSet { return a.sortTargets(d) })
}

func (a *Resolver) sortTargets(d *callgraph.Dispatch) *TargetSet {
	r := &TargetSet{}
	for _, t := range d.Targets {
		switch m := t.Member(); {
		case a.Stated(m):
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
	if n > MaxFollowed { // nobody follows them, only their number is told
		return &TargetSet{stated: r.stated, external: r.external, native: r.native, many: n}
	}
	r.targets = r.targets[:len(r.targets):len(r.targets)]
	r.stated = r.stated[:len(r.stated):len(r.stated)]
	return r
}

// MaxFollowed is how many methods a call is followed into. Function1.apply of a Scala program can be any of thousands,
// at thousands of places; what they all cost says nothing about the one that runs.
const MaxFollowed = 100
