package objectflow

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Object flow between methods: through fields that only known code writes, through results of calls, and through
// parameters of methods that only known code calls. Sound because a field, a result or a parameter with an unknown
// writer or caller has unknown objects. Each answer is a function of the program and of the remaining depth, never of
// earlier queries.

// Flows computes which objects fields, results and parameters may refer to, and memoizes the answers. It is safe for
// concurrent use.
type Flows struct {
	*progdb.DB
	flows sync.Map // flowKey to flowAnswer
}

// flowKey identifies a query about a field, a result or a parameter.
type flowKey struct {
	field  classfile.Member
	method *classfile.Method
	param  int // -1 for the result
	depth  int
}

// flowAnswer is the points-to set of a query; ok is false if it is unknown.
type flowAnswer struct {
	objects []AbstractObject
	ok      bool
}

// ObjectFlow finds points-to sets for the analysis of one method, and memoizes the calls while it lasts.
type ObjectFlow struct {
	a     *Flows
	calls map[callKey]flowAnswer
}

// NewObjectFlow returns an ObjectFlow for the analysis of one method.
func NewObjectFlow(a *Flows) *ObjectFlow { return &ObjectFlow{a, map[callKey]flowAnswer{}} }

// callKey identifies a query about the result of a call.
type callKey struct {
	method *classfile.Method
	call   ssa.ID
	depth  int
}

// memoized returns the answer to a query, computed once.
func (a *Flows) memoized(k flowKey, compute func() ([]AbstractObject, bool)) ([]AbstractObject, bool) {
	r := memo.Memoize(&a.flows, k, func() flowAnswer {
		ks, ok := compute()
		return flowAnswer{ks, ok}
	})
	return r.objects, r.ok
}

// union collects the objects of several values. If those of one value are unknown, so is the union.
type union struct {
	objects []AbstractObject
	unknown bool
}

// add adds the objects of a value.
func (g *union) add(ks []AbstractObject, ok bool) {
	if !ok {
		g.unknown = true
		return
	}
	for _, k := range ks {
		if !slices.ContainsFunc(g.objects, k.same) {
			g.objects = append(g.objects, k)
		}
	}
	g.unknown = g.unknown || len(g.objects) > MaxOrigins
}

// result returns the union; ok is false if it is unknown or empty.
func (g *union) result() ([]AbstractObject, bool) {
	if g.unknown || len(g.objects) == 0 {
		return nil, false
	}
	return g.objects, true
}

// stored returns the objects that a field may refer to.
func (fl *ObjectFlow) stored(mem classfile.Member, depth int) ([]AbstractObject, bool) {
	return fl.a.memoized(flowKey{field: mem, depth: depth}, func() ([]AbstractObject, bool) {
		c, f := fl.a.Fields.Find(mem)
		if c == nil || !fl.a.Hierarchy.Analysed(c.Name) || platform.ClassName(f.Desc) == "" || !fl.a.Fields.OwnWrites(c, f) {
			return nil, false
		}
		u, ok := fl.a.Fields.Nests.UsesOf(c, progdb.Named{Name: f.Name, Desc: f.Desc})
		if !ok || len(u.Writes) > MaxOrigins {
			return nil, false
		}
		var all union
		for _, w := range u.Writes {
			b := fl.a.Body(w.Method)
			if b.Err != nil {
				return nil, false
			}
			put := b.F.At(w.Pc)
			if put == 0 { // unreachable
				continue
			}
			args := b.F.Args(put)
			v := args[len(args)-1]
			if b.F.IsNull(v) {
				continue
			}
			all.add(fl.Objects(b, v, platform.ClassName(f.Desc), depth, false))
		}
		return all.result()
	})
}

// hooks are private methods that platform code calls by name.
var hooks = []string{"readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace"}

// passed returns the objects that a parameter may refer to; the receiver is the first parameter of an instance
// method.
func (fl *ObjectFlow) passed(m *classfile.Method, param, depth int) ([]AbstractObject, bool) {
	return fl.a.memoized(flowKey{method: m, param: param, depth: depth}, func() ([]AbstractObject, bool) {
		u, ok := fl.a.PrivateUses(m, MaxOrigins)
		if !ok {
			return nil, false
		}
		var all union
		for i, w := range slices.Concat(u.Calls, u.Lambdas) {
			b := fl.a.Body(w.Method)
			if b.Err != nil {
				return nil, false
			}
			at := b.F.At(w.Pc)
			if at == 0 {
				continue
			}
			arg := param
			if i >= len(u.Calls) {
				if l := progdb.LambdaOf(b.F, at); l == nil || l.Body.Kind == classfile.RefNewInvokeSpecial {
					arg-- // the receiver of a constructor is no argument
				}
			}
			args := b.F.Args(at)
			if arg < 0 || arg >= len(args) { // the arguments of the lambda are unknown
				return nil, false
			}
			if b.F.IsNull(args[arg]) {
				continue
			}
			all.add(fl.Objects(b, args[arg], "", depth, false))
		}
		return all.result()
	})
}

// called returns the objects that a call may return.
func (fl *ObjectFlow) called(b *progdb.Body, v ssa.ID, depth int) ([]AbstractObject, bool) {
	k := callKey{b.Method, v, depth}
	if r, ok := fl.calls[k]; ok {
		return r.objects, r.ok
	}
	ks, ok := fl.results(b, v, depth)
	fl.calls[k] = flowAnswer{ks, ok}
	return ks, ok
}

// results computes called.
func (fl *ObjectFlow) results(b *progdb.Body, v ssa.ID, depth int) ([]AbstractObject, bool) {
	mem, _ := b.F.Member(v)
	if platform.ClassName(classfile.Return(mem.Desc)) == "" {
		return nil, false
	}
	if mem.Class == platform.Objects && mem.Name == "requireNonNull" {
		return []AbstractObject{{param: 1}}, true
	}
	targets, ok := fl.targets(b, v, depth)
	if !ok {
		return nil, false
	}
	var all union
	for _, t := range targets {
		ks, ok := fl.returned(t, depth)
		if !ok {
			ks = []AbstractObject{{Class: platform.ClassName(classfile.Return(t.Desc))}}
		}
		all.add(ks, true)
	}
	return all.result()
}

// targets returns the methods that a call may run; ok is false unless all of them are analysed.
func (fl *ObjectFlow) targets(b *progdb.Body, v ssa.ID, depth int) ([]*classfile.Method, bool) {
	mem, _ := b.F.Member(v)
	op := b.F.Values[v].Op
	d := fl.a.Hierarchy.Dispatch(b.Method.Class, op, mem.Class, mem.Name, mem.Desc)
	ds := []*callgraph.Dispatch{d}
	if !d.Direct && (!d.Complete || len(d.Targets) != 1) {
		ks, ok := fl.Objects(b, b.F.Args(v)[0], mem.Class, depth, false)
		if ok {
			ds = nil
			for _, k := range ks {
				d := fl.a.Dispatch(k, mem)
				if d == nil {
					return nil, false
				}
				ds = append(ds, d)
			}
		}
	}
	var out []*classfile.Method
	for _, d := range ds {
		if !d.Complete || len(d.Lambdas) > 0 {
			return nil, false
		}
		for _, t := range d.Targets {
			if !fl.a.Hierarchy.Analysed(t.Class.Name) || !t.HasCode() {
				return nil, false
			}
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out, len(out) > 0 && len(out) <= MaxOrigins
}

// Dispatch returns the targets of a call on an abstract object, nil if they are unknown.
func (a *Flows) Dispatch(k AbstractObject, mem classfile.Member) *callgraph.Dispatch {
	switch {
	case k.Lambda != nil || k.Class == "":
		return nil
	case k.Exact:
		return a.Hierarchy.Exact(k.Class, mem.Name, mem.Desc)
	}
	d := a.Hierarchy.Dispatch(nil, classfile.OpInvokevirtual, k.Class, mem.Name, mem.Desc)
	if d.Resolved == nil {
		return nil
	}
	return d
}

// returned returns the objects that a method may return. Its parameters stand for themselves.
func (fl *ObjectFlow) returned(m *classfile.Method, depth int) ([]AbstractObject, bool) {
	return fl.a.memoized(flowKey{method: m, param: -1, depth: depth}, func() ([]AbstractObject, bool) {
		b := fl.a.Body(m)
		if b.Err != nil {
			return nil, false
		}
		var all union
		for v := range b.Returned() {
			if !b.F.IsNull(v) {
				all.add(fl.Objects(b, v, platform.ClassName(classfile.Return(m.Desc)), depth, true))
			}
		}
		return all.result()
	})
}

// PrivateUses returns the call sites of a private method; ok is false if some are unknown or there are more than
// most.
func (a *Flows) PrivateUses(m *classfile.Method, most int) (u progdb.Uses, ok bool) {
	if m.Access&classfile.AccPrivate == 0 || slices.Contains(hooks, m.Name) || len(m.Annotations()) > 0 {
		return progdb.Uses{}, false
	}
	u, ok = a.Fields.Nests.UsesOf(m.Class, progdb.Named{Name: m.Name, Desc: m.Desc})
	return u, ok && len(u.Calls)+len(u.Lambdas) <= most
}
