package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
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
	s := &kindSearch{fl: fl, b: b, hops: hops, symbolic: symbolic, seen: map[kindStep]bool{}}
	if !s.push(v, as) {
		return nil, false
	}
	for len(s.work) > 0 {
		step := s.work[0]
		s.work = s.work[1:]
		if !s.visit(step) {
			return nil, false
		}
	}
	return s.out, len(s.out) > 0
}

// kindStep is a value that an object may be, and a class that it is of or below by the casts on the way to its use.
type kindStep struct {
	v  ssa.ID
	as string
}

// kindSearch collects the kinds of an object over the values of a method that it may be. Its methods report whether the
// search can go on: false makes the object an unknown one.
type kindSearch struct {
	fl       *follower
	b        *body
	hops     int
	symbolic bool
	seen     map[kindStep]bool
	work     []kindStep
	out      []kind
}

// push visits a value later, once.
func (s *kindSearch) push(v ssa.ID, as string) bool {
	step := kindStep{v, as}
	if v == 0 || len(s.seen) > 4*maxOrigins {
		return false
	}
	if !s.seen[step] {
		s.seen[step] = true
		s.work = append(s.work, step)
	}
	return true
}

// add adds a kind to the result, if an object of it can be of class as or below.
func (s *kindSearch) add(k kind, as string) bool {
	if k, possible := s.fl.a.narrow(k, as); possible && !slices.ContainsFunc(s.out, k.same) {
		s.out = append(s.out, k)
	}
	return len(s.out) <= maxOrigins
}

// visit adds the kind of a value, or pushes the values that it may be.
func (s *kindSearch) visit(step kindStep) bool {
	f := s.b.f
	v, as := step.v, step.as
	x := &f.Values[v]
	switch {
	case f.IsNull(v):
		return true
	case x.Kind == ssa.Phi:
		return !slices.ContainsFunc(f.Args(v), func(w ssa.ID) bool { return !s.push(w, as) })
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
		t := platform.ClassName(f.Static(v))
		return t != "" && s.push(f.Args(v)[0], s.fl.a.narrower(as, t))
	case x.Kind == ssa.Instr && x.Op == classfile.OpNew:
		t := platform.ClassName(f.Static(v))
		return t != "" && s.add(kind{class: t, exact: true}, as)
	case x.Kind == ssa.Param && s.symbolic:
		return s.add(kind{class: platform.ClassName(f.Static(v)), param: 1 + slices.Index(f.Params, v)}, as)
	}
	if l := lambdaOf(f, v); l != nil {
		return s.add(kind{lambda: l, in: s.b.method, made: v}, as)
	}
	return s.visitArriving(step)
}

// visitArriving adds the kinds of a value that comes from a field, a call or a caller. A parameter of a called method
// stands for the argument of the call.
func (s *kindSearch) visitArriving(step kindStep) bool {
	args := s.b.f.Args(step.v)
	for _, k := range s.fl.arriving(s.b, step.v, s.hops) {
		ok := false
		if k.param > 0 {
			ok = k.param <= len(args) && s.push(args[k.param-1], s.fl.a.narrower(step.as, k.class))
		} else {
			ok = (k.class != "" || k.lambda != nil) && s.add(k, step.as)
		}
		if !ok {
			return false
		}
	}
	return true
}

// arriving is what an object may be that comes from elsewhere: from a field, a call, a caller. A parameter among it is one
// of the call. Where nothing more is known it is the static type; a kind without a class is not even that.
func (fl *follower) arriving(b *body, v ssa.ID, hops int) []kind {
	static := []kind{{class: platform.ClassName(b.f.Static(v))}}
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
