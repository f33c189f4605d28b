package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// AccessPath is how a value is reached from an object that a method gets: by links, or it is the object itself. Unlike a walk
// (walks.go), it starts from a parameter and leads through elements of arrays and collections, too.
type AccessPath struct {
	Paths         []string             // all links on the way, one string for each way: "", left, left.right, children[]
	Letters       []string             // the single links
	Steps         int                  // links at least
	Many          bool                 // a loop follows letters, any number of times: paths are not all
	MustNotChange []effects.FieldStore // what must not be stored to while calls go on
	Holders       []string             // paths to the collections on the way
	Over          int                  // the loop in which the value is another element each time, -1 for none
	Each          bool                 // and each iteration takes one element of a collection
}

// maxReaches bounds the ways to one value.
const maxReaches = 8

// AccessPathOf finds how v is reached from a parameter. seen are the values that were followed to v.
func AccessPathOf(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	if v == param {
		return AccessPath{Paths: []string{""}, Over: -1}, true
	}
	if len(seen) > symval.MaxDepth || slices.Contains(seen, v) {
		return AccessPath{Over: -1}, false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	switch m.Fn.Values[v].Kind {
	case ssa.Phi:
		return reachesJoined(m, v, param, seen)
	case ssa.Instr:
		return reachesResult(m, v, param, seen)
	}
	return AccessPath{Over: -1}, false
}

// reachesJoined is reaches for a phi: how all values are reached that it may be.
func reachesJoined(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	x := &m.Fn.Values[v]
	if m.CFG.Blocks[x.Block].Region >= 0 {
		return AccessPath{Over: -1}, false
	}
	if l := m.LoopHeadedBy(int(x.Block)); l >= 0 {
		return accessPathInLoop(m, v, l, param, seen)
	}
	var out AccessPath
	args := m.Fn.Args(v)
	for i, a := range args {
		r, ok := AccessPathOf(m, a, param, seen)
		if !ok {
			return AccessPath{Over: -1}, false
		}
		if i == 0 {
			out = r
		} else if out, ok = out.either(r); !ok {
			return AccessPath{Over: -1}, false
		}
	}
	return out, len(args) > 0
}

// reachesResult is reaches for the result of an instruction: a cast, a field, an element, a getter.
func reachesResult(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	args := m.Fn.Args(v)
	switch m.Fn.Values[v].Op {
	case classfile.OpCheckcast:
		return AccessPathOf(m, args[0], param, seen)
	case classfile.OpGetfield:
		mem, _ := m.Fn.Member(v)
		return reachesLink(m, args[0], param, seen, mem.Name, effects.FieldStore{Name: mem.Name, Desc: mem.Desc})
	case classfile.OpAaload:
		r, ok := AccessPathOf(m, args[0], param, seen)
		if !ok {
			return AccessPath{Over: -1}, false
		}
		return element(m, r, args[1], "[]"), true
	case classfile.OpInvokestatic: // how the classes of a nest read each other's fields before JDK 11
		mem, _ := m.Fn.Member(v)
		if field, ok := getter(m.Fields, mem); ok && len(args) == 1 && strings.HasPrefix(mem.Name, "access$") {
			return reachesLink(m, args[0], param, seen, field.Name, effects.FieldStore{Name: field.Name, Desc: field.Desc})
		}
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return reachesReturned(m, v, param, seen)
	}
	return AccessPath{Over: -1}, false
}

// reachesReturned is reaches for the result of a virtual call: of an iterator, an accessor, a list.
func reachesReturned(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	mem, _ := m.Fn.Member(v)
	switch {
	case mem.Desc[1] == ')' && mem.Name == "next" && m.IsAny(mem.Class, []string{platform.Iterator}):
		return nextElement(m, v, param, seen)
	case mem.Desc[1] == ')' && x.Type == 'a' && symval.IsAccessor(mem.Name):
		return reachesLink(m, args[0], param, seen, mem.Name+"()", reads(m.Fields, x.Op, mem)...)
	case mem.Desc[1] == ')' && x.Type == 'a':
		if field, ok := getter(m.Fields, mem); ok {
			return reachesLink(m, args[0], param, seen, mem.Name+"()", effects.FieldStore{Name: field.Name, Desc: field.Desc})
		}
	case strings.HasPrefix(mem.Desc, "(I)L") && mem.Name == "get" && m.IsAny(mem.Class, []string{platform.List}):
		r, ok := AccessPathOf(m, args[0], param, seen)
		if !ok || r.Paths[0] == "" {
			return AccessPath{Over: -1}, false
		}
		r.Holders = slices.Concat(r.Holders, r.Paths)
		return element(m, r, args[1], ""), true
	}
	return AccessPath{Over: -1}, false
}

// reachesLink is how the link name of object from is reached; stays are the fields that the link reads.
func reachesLink(m *symval.Func, from, param ssa.ID, seen []ssa.ID, name string, stays ...effects.FieldStore) (AccessPath, bool) {
	r, ok := AccessPathOf(m, from, param, seen)
	if !ok {
		return AccessPath{Over: -1}, false
	}
	return r.linked(name, stays...), true
}

// linked is a reach that goes one link further.
func (r AccessPath) linked(name string, stays ...effects.FieldStore) AccessPath {
	r.Paths = slices.Clone(r.Paths)
	for i, p := range r.Paths {
		r.Paths[i] = strings.TrimPrefix(p+"."+name, ".")
	}
	r.Each = r.Each && (name == "getKey()" || name == "getValue()") // what an element links to may be null, and is then none
	r.Letters = append(slices.Clone(r.Letters), name)
	r.MustNotChange = slices.Concat(r.MustNotChange, stays)
	r.Steps++
	return r
}

// element is one of the elements of what is reached, of an array or a list.
func element(m *symval.Func, r AccessPath, index ssa.ID, suffix string) AccessPath {
	for i := range r.Paths {
		r.Paths = slices.Clone(r.Paths)
		r.Paths[i] += suffix
	}
	if n := len(r.Letters); n > 0 {
		r.Letters = slices.Clone(r.Letters)
		r.Letters[n-1] += suffix
	} else {
		r.Letters = []string{suffix}
	}
	r.Steps, r.Each = max(r.Steps, 1), false
	if suffix != "" {
		r.MustNotChange = append(slices.Clone(r.MustNotChange), effects.FieldStore{Desc: "["})
	}
	// In the iterations of a loop whose counter is the index, each is another one.
	x := &m.Fn.Values[index]
	if l := m.LoopHeadedBy(int(x.Block)); x.Kind == ssa.Phi && l >= 0 && r.Over < 0 {
		if c, ok := m.Loops[l].Counters[index]; ok && c.Step != 0 && !m.Loops[l].Upper.Top {
			r.Over = l
		}
	}
	return r
}

// nextElement is what an iterator over a collection yields.
func nextElement(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	f := m.Fn
	it := f.Args(v)[0]
	if !f.IsCall(it) {
		return AccessPath{}, false
	}
	mem, _ := f.Member(it)
	if mem.Name != "iterator" && mem.Name != "listIterator" && mem.Name != "descendingIterator" || mem.Desc[1] != ')' || f.Values[it].Op == classfile.OpInvokestatic {
		return AccessPath{}, false
	}
	of := f.Args(it)[0]
	view := ""
	if f.IsCall(of) && len(f.Args(of)) == 1 {
		if c, _ := f.Member(of); platform.MapViews.Has(c.Name, c.Desc) && platform.IsPlatform(c.Class) {
			of, view = f.Args(of)[0], c.Name+"()"
		}
	}
	r, ok := AccessPathOf(m, of, param, seen)
	if !ok {
		return AccessPath{}, false
	}
	r.Holders = slices.Concat(r.Holders, r.Paths)
	switch {
	case view != "":
		r = r.linked(view)
	case r.Steps == 0: // the object is the collection
		r = r.linked("iterator()")
	}
	l := int(m.CFG.Blocks[f.Values[v].Block].Loop)
	if l >= 0 && !m.CFG.InLoop(int(f.Values[it].Block), l) && r.Over < 0 {
		r.Over = l
		r.Each = m.DominatesLatches(int(f.Values[v].Block), l) && !m.ThrowsInto(l, f.Values[v].Block)
	}
	return r, true
}

// accessPathInLoop is what a loop that follows links from one object to the next has come to.
func accessPathInLoop(m *symval.Func, phi ssa.ID, l int, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	init := m.InitOf(phi, l)
	if init == 0 {
		return AccessPath{}, false
	}
	step, _, ok := traversalStep(m, phi, l)
	if !ok || len(step.links) == 0 {
		return AccessPath{}, false
	}
	r, ok := AccessPathOf(m, init, param, seen)
	if !ok {
		return AccessPath{}, false
	}
	r.Many = true
	r.Letters = slices.Concat(r.Letters, step.links)
	r.MustNotChange = slices.Concat(r.MustNotChange, step.mustNotChange)
	return r, true
}

// either is reached in one of two ways.
func (r AccessPath) either(o AccessPath) (AccessPath, bool) {
	if r.Over != o.Over || len(r.Paths)+len(o.Paths) > maxReaches {
		return AccessPath{}, false
	}
	r.Steps = min(r.Steps, o.Steps)
	r.Many = r.Many || o.Many
	r.Each = r.Each && o.Each
	r.Paths = SortedUnion(r.Paths, o.Paths)
	r.Letters = SortedUnion(r.Letters, o.Letters)
	r.Holders = SortedUnion(r.Holders, o.Holders)
	r.MustNotChange = slices.Concat(r.MustNotChange, o.MustNotChange)
	return r, true
}
