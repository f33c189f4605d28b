package objectflow

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Objects flow between methods: through fields that only known code writes, through what a call returns, through the
// parameters of methods that only known code calls. Each of these answers is a function of the program and of how many
// more hops may be made, never of what was asked before.

// Flows answers where objects come from, and remembers. It is safe for concurrent use.
type Flows struct {
	*progdb.DB
	flows sync.Map // flowKey to flowAnswer
}

// flowKey is a question about a field, a result or a parameter.
type flowKey struct {
	field  classfile.Member
	method *classfile.Method
	param  int // -1 for the result
	hops   int
}

type flowAnswer struct {
	kinds []AbstractObject
	ok    bool
}

// ObjectFlow follows objects for the analysis of one method, and remembers the calls that it has met while it lasts.
type ObjectFlow struct {
	a     *Flows
	calls map[callKey]flowAnswer
}

func NewObjectFlow(a *Flows) *ObjectFlow { return &ObjectFlow{a, map[callKey]flowAnswer{}} }

type callKey struct {
	method *classfile.Method
	call   ssa.ID
	hops   int
}

// remembered answers a question once.
func (a *Flows) remembered(k flowKey, compute func() ([]AbstractObject, bool)) ([]AbstractObject, bool) {
	r := memo.Memoize(&a.flows, k, func() flowAnswer {
		ks, ok := compute()
		return flowAnswer{ks, ok}
	})
	return r.kinds, r.ok
}

// gathered are the kinds of several values. What is known of none of them is known of nothing.
type gathered struct {
	kinds []AbstractObject
	bad   bool
}

func (g *gathered) add(ks []AbstractObject, ok bool) {
	if !ok {
		g.bad = true
		return
	}
	for _, k := range ks {
		if !slices.ContainsFunc(g.kinds, k.same) {
			g.kinds = append(g.kinds, k)
		}
	}
	g.bad = g.bad || len(g.kinds) > MaxOrigins
}

func (g *gathered) result() ([]AbstractObject, bool) {
	if g.bad || len(g.kinds) == 0 {
		return nil, false
	}
	return g.kinds, true
}

// stored is what a field may refer to.
func (fl *ObjectFlow) stored(mem classfile.Member, hops int) ([]AbstractObject, bool) {
	return fl.a.remembered(flowKey{field: mem, hops: hops}, func() ([]AbstractObject, bool) {
		c, f := fl.a.Fields.Find(mem)
		if c == nil || !fl.a.Hierarchy.Analysed(c.Name) || platform.ClassName(f.Desc) == "" || !fl.a.ownWrites(c, f) {
			return nil, false
		}
		u, ok := fl.a.Fields.Nests.UsesOf(c, progdb.Named{Name: f.Name, Desc: f.Desc})
		if !ok || len(u.Writes) > MaxOrigins {
			return nil, false
		}
		var all gathered
		for _, w := range u.Writes {
			b := fl.a.Body(w.Method)
			if b.Err != nil {
				return nil, false
			}
			put := b.F.At(w.Pc)
			if put == 0 { // never reached
				continue
			}
			args := b.F.Args(put)
			v := args[len(args)-1]
			if b.F.IsNull(v) {
				continue
			}
			all.add(fl.Objects(b, v, platform.ClassName(f.Desc), hops, false))
		}
		return all.result()
	})
}

// ownWrites says whether only the nest of a class writes its field. What readObject or a framework fills in need not be what
// the constructor put there.
func (a *Flows) ownWrites(c *classfile.Class, f *classfile.Field) bool {
	final, static := f.Access&classfile.AccFinal != 0, f.Access&classfile.AccStatic != 0
	if !final && f.Access&classfile.AccPrivate == 0 {
		return false
	}
	if final && static {
		return true
	}
	for _, x := range f.Annotations() {
		if !strings.Contains(x.Type, "Null") {
			return false
		}
	}
	if static || f.Access&classfile.AccTransient != 0 || c.Super == platform.Record {
		return true
	}
	for _, above := range a.Hierarchy.Supers(c.Name) {
		if above == platform.Serializable || above != platform.ObjectClass && a.Hierarchy.Lookup(above) == nil {
			return false
		}
	}
	return true
}

// hooks are private methods that the platform calls.
var hooks = []string{"readObject", "writeObject", "readObjectNoData", "readResolve", "writeReplace"}

// passed is what may be passed for a parameter, the receiver being the first one of a method that has one.
func (fl *ObjectFlow) passed(m *classfile.Method, param, hops int) ([]AbstractObject, bool) {
	return fl.a.remembered(flowKey{method: m, param: param, hops: hops}, func() ([]AbstractObject, bool) {
		u, ok := fl.a.Privately(m, MaxOrigins)
		if !ok {
			return nil, false
		}
		var all gathered
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
					arg-- // the new object is no argument
				}
			}
			args := b.F.Args(at)
			if arg < 0 || arg >= len(args) { // what the lambda is called with is not known
				return nil, false
			}
			if b.F.IsNull(args[arg]) {
				continue
			}
			all.add(fl.Objects(b, args[arg], "", hops, false))
		}
		return all.result()
	})
}

// called is what a call may return.
func (fl *ObjectFlow) called(b *progdb.Body, v ssa.ID, hops int) ([]AbstractObject, bool) {
	k := callKey{b.Method, v, hops}
	if r, ok := fl.calls[k]; ok {
		return r.kinds, r.ok
	}
	ks, ok := fl.results(b, v, hops)
	fl.calls[k] = flowAnswer{ks, ok}
	return ks, ok
}

func (fl *ObjectFlow) results(b *progdb.Body, v ssa.ID, hops int) ([]AbstractObject, bool) {
	mem, _ := b.F.Member(v)
	if platform.ClassName(classfile.Return(mem.Desc)) == "" {
		return nil, false
	}
	if mem.Class == platform.Objects && mem.Name == "requireNonNull" {
		return []AbstractObject{{param: 1}}, true
	}
	targets, ok := fl.targets(b, v, hops)
	if !ok {
		return nil, false
	}
	var all gathered
	for _, t := range targets {
		ks, ok := fl.returned(t, hops)
		if !ok {
			ks = []AbstractObject{{Class: platform.ClassName(classfile.Return(t.Desc))}}
		}
		all.add(ks, true)
	}
	return all.result()
}

// targets are the methods that a call may run, where all of them are analysed.
func (fl *ObjectFlow) targets(b *progdb.Body, v ssa.ID, hops int) ([]*classfile.Method, bool) {
	mem, _ := b.F.Member(v)
	op := b.F.Values[v].Op
	d := fl.a.Hierarchy.Dispatch(b.Method.Class, op, mem.Class, mem.Name, mem.Desc)
	ds := []*callgraph.Dispatch{d}
	if !d.Direct && (!d.Complete || len(d.Targets) != 1) {
		ks, ok := fl.Objects(b, b.F.Args(v)[0], mem.Class, hops, false)
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

// Dispatch is where a call on an object of a kind goes; nil where that is not known.
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

// returned is what a method may return, its parameters standing for themselves.
func (fl *ObjectFlow) returned(m *classfile.Method, hops int) ([]AbstractObject, bool) {
	return fl.a.remembered(flowKey{method: m, param: -1, hops: hops}, func() ([]AbstractObject, bool) {
		b := fl.a.Body(m)
		if b.Err != nil {
			return nil, false
		}
		var all gathered
		for _, blk := range b.G.RPO {
			for _, v := range b.F.Body[blk] {
				if x := &b.F.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpAreturn {
					continue
				}
				if r := b.F.Args(v)[0]; !b.F.IsNull(r) {
					all.add(fl.Objects(b, r, platform.ClassName(classfile.Return(m.Desc)), hops, true))
				}
			}
		}
		return all.result()
	})
}
