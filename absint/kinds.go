package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// kind is what is known of an object: the class that new made it of, or the lambda that it is, or else a class that it
// is of or below.
type kind struct {
	class  string            // internal name
	exact  bool              // it is of the class, not of one below
	lambda *callgraph.Lambda // nil for other objects
	in     *classfile.Method // where a lambda is made, and by which instruction
	made   ssa.ID
	param  int // one more than the parameter that it is, of a method that is looked at for all its callers; 0 for none
}

func (k kind) same(o kind) bool {
	if k.lambda != nil || o.lambda != nil {
		return k.lambda != nil && o.lambda != nil && k.in == o.in && k.made == o.made
	}
	return k.class == o.class && k.exact == o.exact && k.param == o.param
}

// maxOrigins bounds the places that one object may come from: of more, a call is as open as of an unknown object.
const maxOrigins = 8

// maxHops bounds how far an object is followed into other methods and fields. It counts the way, not the work that was
// done before, so what is found does not depend on what was asked earlier.
const maxHops = 3

// kinds returns what an object may be, if that is known. A null is nothing. as is a class that the object is of or
// below; empty where that is not known. With symbolic, a parameter stands for itself.
func (fl *follower) kinds(b *body, v ssa.ID, as string, hops int, symbolic bool) (out []kind, ok bool) {
	type step struct {
		v  ssa.ID
		as string // what the casts on the way to v's use let through
	}
	f := b.f
	seen := map[step]bool{}
	var work []step
	push := func(v ssa.ID, as string) bool {
		s := step{v, as}
		if v == 0 || len(seen) > 4*maxOrigins {
			return false
		}
		if !seen[s] {
			seen[s] = true
			work = append(work, s)
		}
		return true
	}
	if !push(v, as) {
		return nil, false
	}
	add := func(k kind, as string) bool {
		if k, possible := fl.a.narrow(k, as); possible && !slices.ContainsFunc(out, k.same) {
			out = append(out, k)
		}
		return len(out) <= maxOrigins
	}
	for len(work) > 0 {
		s := work[0]
		work = work[1:]
		x := &f.Values[s.v]
		ok := true
		switch {
		case f.IsNull(s.v):
		case x.Kind == ssa.Phi:
			for _, w := range f.Args(s.v) {
				ok = ok && push(w, s.as)
			}
		case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
			t := className(f.Static(s.v))
			ok = t != "" && push(f.Args(s.v)[0], fl.a.narrower(s.as, t))
		case x.Kind == ssa.Instr && x.Op == classfile.OpNew:
			t := className(f.Static(s.v))
			ok = t != "" && add(kind{class: t, exact: true}, s.as)
		case x.Kind == ssa.Param && symbolic:
			ok = add(kind{class: className(f.Static(s.v)), param: 1 + slices.Index(f.Params, s.v)}, s.as)
		default:
			if l := lambdaOf(f, s.v); l != nil {
				ok = add(kind{lambda: l, in: b.method, made: s.v}, s.as)
				break
			}
			for _, k := range fl.arriving(b, s.v, hops) {
				if k.param > 0 {
					args := f.Args(s.v)
					ok = ok && k.param <= len(args) && push(args[k.param-1], fl.a.narrower(s.as, k.class))
					continue
				}
				ok = ok && (k.class != "" || k.lambda != nil) && add(k, s.as)
			}
		}
		if !ok {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// arriving is what an object may be that comes from elsewhere: from a field, a call, a caller. A parameter among it is one
// of the call. Where nothing more is known it is the static type; a kind without a class is not even that.
func (fl *follower) arriving(b *body, v ssa.ID, hops int) []kind {
	static := []kind{{class: className(b.f.Static(v))}}
	if hops <= 0 {
		return static
	}
	x := &b.f.Values[v]
	var ks []kind
	ok := false
	switch {
	case x.Kind == ssa.Param:
		ks, ok = fl.passed(b.method, slices.Index(b.f.Params, v), hops-1)
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		mem, _ := b.f.Member(v)
		ks, ok = fl.stored(mem, hops-1)
	case b.f.IsCall(v):
		ks, ok = fl.called(b, v, hops-1)
	}
	if !ok {
		return static
	}
	return ks
}

// className is the class of a descriptor, empty for an array or a number.
func className(desc string) string {
	if len(desc) < 3 || desc[0] != 'L' {
		return ""
	}
	return desc[1 : len(desc)-1]
}

// narrower is the one of two classes that says more of an object that is of or below both.
func (a *Flows) narrower(s, t string) string {
	if s == "" {
		return t
	}
	if is, _ := a.Hierarchy.IsSubtype(t, s); is {
		return t
	}
	return s
}

// narrow is what is left of a kind among the objects of a class, or below it. possible is false where nothing is.
func (a *Flows) narrow(k kind, as string) (out kind, possible bool) {
	if as == "" || k.lambda != nil {
		return k, true
	}
	if k.exact {
		is, known := a.Hierarchy.IsSubtype(k.class, as)
		return k, is || !known
	}
	if is, _ := a.Hierarchy.IsSubtype(k.class, as); !is { // else it says as much already
		k.class = as
	}
	return k, true
}
