package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// maxRelinking bounds the methods behind one call that are looked into for stores to links: beyond, there may be some.
const maxRelinking = 300

// relinking finds the methods that may store to links, themselves or in what they call.
type relinking struct {
	r     *recursion
	stays []fieldStore
	// holders are the ways to collections that are links.
	holders []string
	known   map[relinked]bool
}

// relinked is a method that is called, with a collection that is a link among its arguments or without.
type relinked struct {
	method *classfile.Method
	given  bool
}

// call says whether code that a call runs, besides the methods of the recursion, may store to the links. param is where the
// links begin in the method that calls.
func (x *relinking) call(s *costSummary, site *callSite, param ssa.ID) bool {
	given := x.gives(s, site) || slices.ContainsFunc(site.args, func(v ssa.ID) bool { return v != 0 && s.m.holds(v, param, x.stays, x.holders) })
	found := false
	site.eachCallee(x.r.p.a.Resolver, nil, func(t *classfile.Method) { found = found || !x.r.inside(t) && x.method(relinked{t, given}) })
	return found
}

// gives says whether a call may pass a collection that is a link, or run a lambda that carries one.
func (x *relinking) gives(s *costSummary, site *callSite) bool {
	return len(x.holders) > 0 && (len(site.lambdas)+len(site.callbacks) > 0 || slices.ContainsFunc(site.args, func(v ssa.ID) bool {
		return v != 0 && s.m.f.Values[v].Type == 'a' && s.m.mayHold(v, nil)
	}))
}

func (x *relinking) method(k relinked) bool {
	if found, ok := x.known[k]; ok {
		return found
	}
	found := search(maxRelinking, []relinked{k}, func(next relinked, reach func(relinked)) bool {
		s := x.r.p.summary(next.method)
		if s.err != nil {
			return false // its cost is unknown anyhow
		}
		for site := range s.allCalls() {
			given := next.given || x.gives(s, site)
			site.eachCallee(x.r.p.a.Resolver, nil, func(t *classfile.Method) {
				if !x.r.inside(t) {
					reach(relinked{t, given})
				}
			})
		}
		return s.m.storesAny(x.stays, x.holders, next.given)
	})
	x.known[k] = found
	return found
}

// storesAny says whether the method changes links of an object that it has not made itself, or, where it may be given one,
// what is in a collection that is a parameter.
func (m *method) storesAny(stays []fieldStore, holders []string, given bool) bool {
	return slices.ContainsFunc(m.g.RPO, func(b int32) bool {
		return slices.ContainsFunc(m.f.Body[b], func(v ssa.ID) bool {
			if m.changes(v, 0, stays, holders) {
				return true
			}
			mem, _ := m.f.Member(v)
			return given && m.f.IsCall(v) && putsIn(mem.Name) && len(m.f.Args(v)) > 0 && m.f.Values[m.root(m.f.Args(v)[0])].Kind == ssa.Param
		})
	})
}

// changes says whether an instruction changes links: a field of an object that the method has not made itself, an element
// of an array, or what is in a collection.
func (m *method) changes(v, param ssa.ID, stays []fieldStore, holders []string) bool {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr {
		return false
	}
	args := m.f.Args(v)
	mem, _ := m.f.Member(v)
	switch x.Op {
	case classfile.OpPutfield:
		return slices.Contains(stays, fieldStore{mem.Name, mem.Desc}) && !m.makesObject(args[0])
	case classfile.OpAastore:
		return slices.Contains(stays, fieldStore{desc: "["}) && !m.makesObject(args[0])
	case classfile.OpInvokestatic:
		switch {
		case platform.ArrayWriter.Has(mem):
			to := args[0]
			if mem.Name == "arraycopy" {
				to = args[2]
			}
			return slices.Contains(stays, fieldStore{desc: "["}) && !m.makesObject(to)
		case platform.ListWriter.Has(mem) && len(args) > 0:
			return len(holders) > 0 && m.mayHold(args[0], nil) || m.holds(args[0], param, stays, holders)
		}
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		if !putsIn(mem.Name) && mem.Name != "replaceAll" && mem.Name != "sort" {
			return false
		}
		return len(holders) > 0 && (mem.Name == "setValue" || m.mayHold(args[0], nil)) || m.holds(args[0], param, stays, holders)
	}
	return false
}

// property is what a field and its accessor have in common: children, getChildren().
func property(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, "[]"), "()"), "get"))
}

// makesObject says whether the method has made an object itself, or is its constructor.
func (m *method) makesObject(v ssa.ID) bool {
	v = m.uncast(v)
	x := &m.f.Values[v]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpNew || x.Op == classfile.OpAnewarray) || m.f.Method.Name == "<init>" && x.Kind == ssa.Param && m.f.Params[0] == v
}

// mayHold says whether a collection of the platform comes from where it may be known by another name: out of a field, an
// array or a call. One that the method was given is what its caller makes of it.
func (m *method) mayHold(v ssa.ID, seen []ssa.ID) bool {
	v = m.root(v)
	x := &m.f.Values[v]
	if slices.Contains(seen, v) || m.family(v) == "text" || m.family(v) == noContainer {
		return false
	}
	if class := platform.ClassName(m.f.Static(v)); class != "" && m.db.Hierarchy.Analysed(class) {
		return false // what it does to collections is looked at
	}
	if x.Kind == ssa.Phi {
		seen = append(seen[:len(seen):len(seen)], v)
		return slices.ContainsFunc(m.f.Args(v), func(w ssa.ID) bool { return m.mayHold(w, seen) })
	}
	return x.Kind == ssa.Instr && !m.creates(v) && !m.f.IsNull(v)
}

// holds says whether a value is one of the collections that are links, or a view of one: by the way to it, or by the name of
// the field or accessor that it was read from, whichever the object is.
func (m *method) holds(v, param ssa.ID, stays []fieldStore, holders []string) bool {
	if len(holders) == 0 {
		return false
	}
	v = m.root(v)
	if x := &m.f.Values[v]; x.Kind == ssa.Instr && len(m.f.Args(v)) == 1 && (x.Op == classfile.OpGetfield || m.f.IsCall(v)) && !m.makesObject(m.f.Args(v)[0]) {
		mem, _ := m.f.Member(v)
		last := func(way string) bool { return property(way[strings.LastIndexByte(way, '.')+1:]) == property(mem.Name) }
		if slices.ContainsFunc(holders, last) || slices.Contains(stays, fieldStore{mem.Name, mem.Desc}) {
			return true
		}
	}
	r, ok := m.reaches(v, param, nil)
	return ok && slices.ContainsFunc(r.paths, func(p string) bool { return slices.Contains(holders, p) })
}

// summary is the analysis of a method, of the program or behind it: of a library, a program is no more than the methods of
// one recursion.
func (p *program) summary(m *classfile.Method) *costSummary {
	if i, ok := p.index[m]; ok {
		return p.sums[i]
	}
	p.behind = append(p.behind, m)
	return p.summarize(m)
}
