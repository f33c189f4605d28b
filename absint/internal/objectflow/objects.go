package objectflow

import (
	"cmp"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Points-to sets of values within one method, on demand: backwards from a use over casts and phis to allocations,
// parameters, fields and calls (Heintze and Tardieu 2001). Sound because a value of unknown origin stands for any
// object of its static type.

// AbstractObject stands for the objects of one allocation site's class, for one lambda, or for all objects of a class
// and its subclasses.
type AbstractObject struct {
	Class  string            // internal name
	Exact  bool              // no subclass
	Lambda *callgraph.Lambda // nil for other objects
	In     *classfile.Method // the method that creates a lambda
	Made   ssa.ID            // and the instruction that does
	param  int               // 1 + the index of the parameter that it stands for, 0 for none
}

// same reports whether k and o stand for the same objects.
func (k AbstractObject) same(o AbstractObject) bool {
	if k.Lambda != nil || o.Lambda != nil {
		return k.Lambda != nil && o.Lambda != nil && k.In == o.In && k.Made == o.Made
	}
	return k.Class == o.Class && k.Exact == o.Exact && k.param == o.param
}

// MaxOrigins bounds the size of a points-to set. Beyond it the object is unknown.
const MaxOrigins = 8

// MaxDepth bounds how many methods and fields an object is followed through. It bounds the path and not the work, so
// the result does not depend on earlier queries.
const MaxDepth = 3

// Instances returns the objects that v, of a subtype of class, may refer to, each with its class: any of class if they are unknown.
// Lambdas are left out.
func (fl *ObjectFlow) Instances(b *progdb.Body, v ssa.ID, class string, depth int) (out []AbstractObject) {
	ks, ok := fl.Objects(b, v, class, depth, false)
	if !ok {
		return []AbstractObject{{Class: class}}
	}
	for _, k := range ks {
		if k.Lambda == nil {
			k.Class = cmp.Or(k.Class, class)
			out = append(out, k)
		}
	}
	return out
}

// Objects returns the objects that v may refer to; ok is false if they are unknown. Null is no object. as is a class
// that v is an instance of, or "". If symbolic is set, a parameter stands for itself.
func (fl *ObjectFlow) Objects(b *progdb.Body, v ssa.ID, as string, depth int, symbolic bool) (out []AbstractObject, ok bool) {
	s := &objectSearch{fl: fl, b: b, depth: depth, symbolic: symbolic, seen: map[searchStep]bool{}}
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

// searchStep is a value to visit and the class that the casts on the path to its use require, or "".
type searchStep struct {
	v  ssa.ID
	as string
}

// objectSearch collects the objects of a value over the values of a method that flow into it. Its methods report
// whether the search can continue; if not, the object is unknown.
type objectSearch struct {
	fl       *ObjectFlow
	b        *progdb.Body
	depth    int
	symbolic bool
	seen     map[searchStep]bool
	work     []searchStep
	out      []AbstractObject
}

// push schedules a visit of a value, once.
func (s *objectSearch) push(v ssa.ID, as string) bool {
	step := searchStep{v, as}
	if v == 0 || len(s.seen) > 4*MaxOrigins {
		return false
	}
	if !s.seen[step] {
		s.seen[step] = true
		s.work = append(s.work, step)
	}
	return true
}

// add adds objects to the result, unless none of them is an instance of as.
func (s *objectSearch) add(k AbstractObject, as string) bool {
	if k, possible := s.fl.a.narrow(k, as); possible && !slices.ContainsFunc(s.out, k.same) {
		s.out = append(s.out, k)
	}
	return len(s.out) <= MaxOrigins
}

// visit adds the objects of a value, or pushes the values that flow into it.
func (s *objectSearch) visit(step searchStep) bool {
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

// visitArriving adds the objects of a value that comes from a field, a call or a caller. A parameter of a callee
// stands for the argument of the call.
func (s *objectSearch) visitArriving(step searchStep) bool {
	args := s.b.F.Args(step.v)
	for _, k := range s.fl.arriving(s.b, step.v, s.depth) {
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

// arriving returns the objects of a value that comes from a field, a call or a caller. A parameter among them is one
// of the callee. If nothing else is known, it is the static type; an object without a class is unknown.
func (fl *ObjectFlow) arriving(b *progdb.Body, v ssa.ID, depth int) []AbstractObject {
	static := []AbstractObject{{Class: platform.ClassName(b.F.Static(v))}}
	if depth <= 0 {
		return static
	}
	x := &b.F.Values[v]
	var ks []AbstractObject
	ok := false
	switch {
	case x.Kind == ssa.Param:
		ks, ok = fl.passed(b.Method, slices.Index(b.F.Params, v), depth-1)
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		mem, _ := b.F.Member(v)
		ks, ok = fl.stored(mem, depth-1)
	case b.F.IsCall(v):
		ks, ok = fl.called(b, v, depth-1)
	}
	if !ok {
		return static
	}
	return ks
}

// narrower returns the more specific of two classes that an object is an instance of.
func (a *Flows) narrower(s, t string) string {
	if s == "" {
		return t
	}
	if is, _ := a.Hierarchy.IsSubtype(t, s); is {
		return t
	}
	return s
}

// narrow returns the objects of k that are instances of as; possible is false if there are none.
func (a *Flows) narrow(k AbstractObject, as string) (out AbstractObject, possible bool) {
	if as == "" || k.Lambda != nil {
		return k, true
	}
	if k.Exact {
		is, known := a.Hierarchy.IsSubtype(k.Class, as)
		return k, is || !known
	}
	if is, _ := a.Hierarchy.IsSubtype(k.Class, as); !is { // otherwise k.Class is more specific
		k.Class = as
	}
	return k, true
}
