package objectflow

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// AbstractObject is what is known of an object: the class that new made it of, or the lambda that it is, or else a class that it
// is of or below.
type AbstractObject struct {
	Class  string            // internal name
	Exact  bool              // it is of the class, not of one below
	Lambda *callgraph.Lambda // nil for other objects
	In     *classfile.Method // where a lambda is made, and by which instruction
	Made   ssa.ID
	param  int // one more than the parameter that it is, of a method that is looked at for all its callers; 0 for none
}

func (k AbstractObject) same(o AbstractObject) bool {
	if k.Lambda != nil || o.Lambda != nil {
		return k.Lambda != nil && o.Lambda != nil && k.In == o.In && k.Made == o.Made
	}
	return k.Class == o.Class && k.Exact == o.Exact && k.param == o.param
}

// MaxOrigins bounds the places that one object may come from: of more, a call is as open as of an unknown object.
const MaxOrigins = 8

// MaxHops bounds how far an object is followed into other methods and fields. It counts the way, not the work that was
// done before, so what is found does not depend on what was asked earlier.
const MaxHops = 3

// Objects returns what an object may be, if that is known. A null is nothing. as is a class that the object is of or
// below; empty where that is not known. With symbolic, a parameter stands for itself.
func (fl *ObjectFlow) Objects(b *progdb.Body, v ssa.ID, as string, hops int, symbolic bool) (out []AbstractObject, ok bool) {
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
	fl       *ObjectFlow
	b        *progdb.Body
	hops     int
	symbolic bool
	seen     map[kindStep]bool
	work     []kindStep
	out      []AbstractObject
}

// push visits a value later, once.
func (s *kindSearch) push(v ssa.ID, as string) bool {
	step := kindStep{v, as}
	if v == 0 || len(s.seen) > 4*MaxOrigins {
		return false
	}
	if !s.seen[step] {
		s.seen[step] = true
		s.work = append(s.work, step)
	}
	return true
}

// add adds a kind to the result, if an object of it can be of class as or below.
func (s *kindSearch) add(k AbstractObject, as string) bool {
	if k, possible := s.fl.a.narrow(k, as); possible && !slices.ContainsFunc(s.out, k.same) {
		s.out = append(s.out, k)
	}
	return len(s.out) <= MaxOrigins
}

// visit adds the kind of a value, or pushes the values that it may be.
func (s *kindSearch) visit(step kindStep) bool {
	f := s.b.F
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
		return t != "" && s.add(AbstractObject{Class: t, Exact: true}, as)
	case x.Kind == ssa.Param && s.symbolic:
		return s.add(AbstractObject{Class: platform.ClassName(f.Static(v)), param: 1 + slices.Index(f.Params, v)}, as)
	}
	if l := progdb.LambdaOf(f, v); l != nil {
		return s.add(AbstractObject{Lambda: l, In: s.b.Method, Made: v}, as)
	}
	return s.visitArriving(step)
}

// visitArriving adds the kinds of a value that comes from a field, a call or a caller. A parameter of a called method
// stands for the argument of the call.
func (s *kindSearch) visitArriving(step kindStep) bool {
	args := s.b.F.Args(step.v)
	for _, k := range s.fl.arriving(s.b, step.v, s.hops) {
		ok := false
		if k.param > 0 {
			ok = k.param <= len(args) && s.push(args[k.param-1], s.fl.a.narrower(step.as, k.Class))
		} else {
			ok = (k.Class != "" || k.Lambda != nil) && s.add(k, step.as)
		}
		if !ok {
			return false
		}
	}
	return true
}

// arriving is what an object may be that comes from elsewhere: from a field, a call, a caller. A parameter among it is one
// of the call. Where nothing more is known it is the static type; a kind without a class is not even that.
func (fl *ObjectFlow) arriving(b *progdb.Body, v ssa.ID, hops int) []AbstractObject {
	static := []AbstractObject{{Class: platform.ClassName(b.F.Static(v))}}
	if hops <= 0 {
		return static
	}
	x := &b.F.Values[v]
	var ks []AbstractObject
	ok := false
	switch {
	case x.Kind == ssa.Param:
		ks, ok = fl.passed(b.Method, slices.Index(b.F.Params, v), hops-1)
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		mem, _ := b.F.Member(v)
		ks, ok = fl.stored(mem, hops-1)
	case b.F.IsCall(v):
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
func (a *Flows) narrow(k AbstractObject, as string) (out AbstractObject, possible bool) {
	if as == "" || k.Lambda != nil {
		return k, true
	}
	if k.Exact {
		is, known := a.Hierarchy.IsSubtype(k.Class, as)
		return k, is || !known
	}
	if is, _ := a.Hierarchy.IsSubtype(k.Class, as); !is { // else it says as much already
		k.Class = as
	}
	return k, true
}
