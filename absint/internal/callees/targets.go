package callees

import (
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Target sets of dispatches, sorted by what prices them: analysed code, stated costs or a library model.
//
// Sound because a set above the cap is replaced by its size, and a call of it is unknown.

// TargetSet is the targets of a dispatch. The calls of one interface method share it: it may have thousands of
// implementations and call sites.
type TargetSet struct {
	targets  []*classfile.Method // analysed code
	stated   []classfile.Member  // methods whose cost is stated
	external *classfile.Method   // a library method among the targets, nil for none
	native   bool                // analysed classes have native methods of it
	excess   int                 // number of targets if it exceeds MaxFollowed, else 0
}

// targetSetOf returns the targets of a dispatch. The caller must not modify it.
func (a *Resolver) targetSetOf(d *callgraph.Dispatch) *TargetSet {
	if d.Direct { // one target, and a dispatch of its own for every call
		return a.sortTargets(d)
	}
	return memo.Memoize(&a.routes, d, func() *TargetSet { return a.sortTargets(d) })
}

// sortTargets returns the targets of a dispatch by what prices them.
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
		n += max(1, len(a.Hierarchy.Body(l).Targets)) // a method reference with any receiver can run all overrides
	}
	if n > MaxFollowed { // they are not followed; only their number is reported
		return &TargetSet{stated: r.stated, external: r.external, native: r.native, excess: n}
	}
	r.targets = r.targets[:len(r.targets):len(r.targets)]
	r.stated = r.stated[:len(r.stated):len(r.stated)]
	return r
}

// MaxFollowed caps the methods that a call is followed into. Function1.apply of a Scala program has thousands of
// targets at thousands of call sites; a cost that covers all of them is useless for one of them.
const MaxFollowed = 100
