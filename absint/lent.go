package absint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A collection that is lent to a method of the program which does nothing but read it, itself and in what it calls, has
// the elements there that it has where it was filled.

// lentTo is a parameter of a method that gets a collection.
type lentTo struct {
	method *classfile.Method
	param  int
}

// onlyLends says whether all code of the program that a call can run and that gets an object only reads it, and keeps it
// nowhere.
func (a *Effects) onlyLends(f *ssa.Func, call, object ssa.ID) bool {
	to, ok := a.lends(f, call, object)
	return ok && !search(maxRelinking, to, func(k lentTo, reach func(lentTo)) bool {
		b := a.body(k.method)
		if b.err != nil || k.param >= len(b.f.Params) {
			return true
		}
		v := b.f.Params[k.param]
		for _, blk := range b.g.RPO {
			for _, u := range b.f.Body[blk] {
				if !slices.Contains(b.f.Args(u), v) || readsOnly(b.f, u, v) {
					continue
				}
				to, ok := a.lends(b.f, u, v)
				if !ok {
					return true
				}
				for _, next := range to {
					reach(next)
				}
			}
		}
		return false
	})
}

// lends are the parameters that get an object in a call; ok is false where not all of them are known.
func (a *Effects) lends(f *ssa.Func, call, object ssa.ID) (to []lentTo, ok bool) {
	x := &f.Values[call]
	if x.Kind != ssa.Instr || !f.IsCall(call) {
		return nil, false
	}
	mem, _ := f.Member(call)
	if checksArgument(mem) {
		return nil, true
	}
	if platform.IsPlatform(mem.Class) {
		return nil, false
	}
	d := a.Hierarchy.Dispatch(f.Method.Class, x.Op, mem.Class, mem.Name, mem.Desc)
	if !d.Complete || len(d.Lambdas) > 0 || len(d.Targets) == 0 {
		return nil, false
	}
	for _, t := range d.Targets {
		if !a.Hierarchy.Analysed(t.Class.Name) {
			return nil, false
		}
		for i, arg := range f.Args(call) {
			if arg == object {
				to = append(to, lentTo{t, i})
			}
		}
	}
	return to, true
}

// checksArgument says whether a method is Kotlin's own that throws where an argument is null.
func checksArgument(mem classfile.Member) bool {
	return platform.NullCheck.Has(mem)
}

// readsOnly says whether an instruction puts nothing into a collection of the platform and gives it to no other code, nor
// anything that could be put into.
func readsOnly(f *ssa.Func, u, v ssa.ID) bool {
	switch x := &f.Values[u]; {
	case x.Kind != ssa.Instr:
		return false
	case testsObject(x.Op):
		return true
	case !f.IsCall(u) || x.Op == classfile.OpInvokestatic:
		return false
	}
	mem, _ := f.Member(u)
	args := f.Args(u)
	return platform.IsPlatform(mem.Class) && args[0] == v && !slices.Contains(args[1:], v) && platform.Reading.Named(mem.Name)
}

// testsObject says whether an instruction only looks at which object it has, or locks it.
func testsObject(op classfile.Op) bool {
	switch op {
	case classfile.OpIfnull, classfile.OpIfnonnull, classfile.OpInstanceof, classfile.OpMonitorenter, classfile.OpMonitorexit:
		return true
	}
	return false
}

// lentSizes puts what is known of collections that a call lends in the place of the symbols for how many elements the callee
// finds in them at most. Those are the same for all calls of the callee: where it recurs, for those by itself, too.
func (p *program) lentSizes(v int, t *classfile.Method, site *callSite, done []Outcome, obj Objective, arg func(param int) (ssa.ID, bool), o Outcome) Outcome {
	i := p.index[t]
	if !obj.Upper || o.Constant() || len(p.comps[p.comp[i]]) > 1 || done[i].recurs {
		return o
	}
	weights := obj.weights()
	if obj.choices != nil {
		weights = nil
	}
	m := p.sums[v].m
	of := fmt.Sprintf("(%s.%s:p", t.Class.Name, t.ID())
	poly, bad := o.Poly.substitute(func(a *atom) (Size, bool) {
		if a.kind != symbolAtom {
			return Size{}, false
		}
		what, param, found := strings.Cut(a.symbol.Path, of)
		n, err := strconv.Atoi(strings.TrimSuffix(param, ")"))
		if !found || err != nil || !slices.Contains([]string{"~size", "~yields", "~count.size"}, what) || o.Poly.direction(a.key, weights) != growing {
			return Size{}, false
		}
		if given, ok := arg(n); ok {
			if what == "~count.size" && m.breach(given, platform.ClassName(m.f.Static(given)), counting) != nil {
				return Size{}, false
			}
			if s, ok := m.lentSize(site.value, given); ok && p.sums[v].indicesReach(s, site.value) {
				return s, true
			}
		}
		return Size{}, false
	})
	if !bad {
		o.Poly = m.ranges.decidePoly(poly)
	}
	return o
}

// lentSize bounds how many elements a collection has while a call gets it.
func (m *method) lentSize(call, v ssa.ID) (Size, bool) {
	v = m.uncast(v)
	s := m.elements(v, 0)
	if s.Equal(m.mostElements(v)) && (m.f.Values[v].Kind != ssa.Param || !m.oracle.ReadOnly(m.f, call, v)) {
		return Size{}, false
	}
	return s, !s.bad
}
