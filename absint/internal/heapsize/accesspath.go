package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Access paths: how a value is reached from a parameter (Larus and Hilfinger 1988; Deutsch 1994). Unlike a link
// traversal in a loop (links.go) a path starts at a parameter and passes through elements of arrays and collections.
// Sound because the fields on the path are listed in MustNotChange, and whoever uses the path proves that nothing
// stores to them.

// AccessPath is how a value is reached from an object that a method gets: by links, or as the object itself.
type AccessPath struct {
	Paths         []string             // the links of each path, joined: "", left, left.right, children[]
	Letters       []string             // the single links
	Steps         int                  // lower bound of the number of links
	Many          bool                 // a loop follows Letters any number of times: Paths is incomplete
	MustNotChange []effects.FieldStore // fields that no code may store to during the calls
	Holders       []string             // paths to the collections that the paths pass through
	Over          int                  // the loop whose iterations each have another element, -1 for none
	Each          bool                 // every iteration of Over takes one element of a collection
}

// maxPaths bounds the number of paths to one value.
const maxPaths = 8

// AccessPathOf returns the access path of v from a parameter; ok is false if v is not reached from it. seen holds the
// values on the path to v.
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
		return pathsOfPhi(m, v, param, seen)
	case ssa.Instr:
		return pathsOfResult(m, v, param, seen)
	}
	return AccessPath{Over: -1}, false
}

// pathsOfPhi is AccessPathOf for a phi: the join of its arguments.
func pathsOfPhi(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
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
		} else if out, ok = out.join(r); !ok {
			return AccessPath{Over: -1}, false
		}
	}
	return out, len(args) > 0
}

// pathsOfResult is AccessPathOf for the result of an instruction: a cast, a field, an element, a getter.
func pathsOfResult(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	args := m.Fn.Args(v)
	switch m.Fn.Values[v].Op {
	case classfile.OpCheckcast:
		return AccessPathOf(m, args[0], param, seen)
	case classfile.OpGetfield:
		mem, _ := m.Fn.Member(v)
		return pathsOfLink(m, args[0], param, seen, mem.Name, effects.FieldStore{Name: mem.Name, Desc: mem.Desc})
	case classfile.OpAaload:
		r, ok := AccessPathOf(m, args[0], param, seen)
		if !ok {
			return AccessPath{Over: -1}, false
		}
		return element(m, r, args[1], "[]"), true
	case classfile.OpInvokestatic: // synthetic accessor of a nest mate's field (before JDK 11)
		mem, _ := m.Fn.Member(v)
		if field, ok := effects.Getter(m.Fields, mem); ok && len(args) == 1 && strings.HasPrefix(mem.Name, "access$") {
			return pathsOfLink(m, args[0], param, seen, field.Name, effects.FieldStore{Name: field.Name, Desc: field.Desc})
		}
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return pathsOfCall(m, v, param, seen)
	}
	return AccessPath{Over: -1}, false
}

// pathsOfCall is AccessPathOf for the result of a virtual call: of an iterator, an accessor, a list.
func pathsOfCall(m *symval.Func, v, param ssa.ID, seen []ssa.ID) (AccessPath, bool) {
	x := &m.Fn.Values[v]
	args := m.Fn.Args(v)
	mem, _ := m.Fn.Member(v)
	switch {
	case mem.Desc[1] == ')' && mem.Name == "next" && m.IsAny(mem.Class, []string{platform.Iterator}):
		return nextElement(m, v, param, seen)
	case mem.Desc[1] == ')' && x.Type == 'a' && code.IsAccessor(mem.Name):
		if a := effects.AccessorOf(m.Fields, x.Op, mem); !a.Other {
			return pathsOfLink(m, args[0], param, seen, mem.Name+"()", a.Fields...)
		}
	case mem.Desc[1] == ')' && x.Type == 'a':
		if field, ok := effects.Getter(m.Fields, mem); ok {
			return pathsOfLink(m, args[0], param, seen, mem.Name+"()", effects.FieldStore{Name: field.Name, Desc: field.Desc})
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

// pathsOfLink returns the path of the named link of object from; stays are the fields that the link reads.
func pathsOfLink(m *symval.Func, from, param ssa.ID, seen []ssa.ID, name string, stays ...effects.FieldStore) (AccessPath, bool) {
	r, ok := AccessPathOf(m, from, param, seen)
	if !ok {
		return AccessPath{Over: -1}, false
	}
	return r.extend(name, stays...), true
}

// SortedUnion returns the strings of a and b, sorted and without duplicates.
func SortedUnion(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// extend returns the path with one more link.
func (r AccessPath) extend(name string, stays ...effects.FieldStore) AccessPath {
	r.Paths = slices.Clone(r.Paths)
	for i, p := range r.Paths {
		r.Paths[i] = strings.TrimPrefix(p+"."+name, ".")
	}
	r.Each = r.Each && (name == "getKey()" || name == "getValue()") // a link of an element may be null; keys and values are counted
	r.Letters = append(slices.Clone(r.Letters), name)
	r.MustNotChange = slices.Concat(r.MustNotChange, stays)
	r.Steps++
	return r
}

// element returns the path of an element of the array or list that r leads to.
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
	// If the index is a loop counter, every iteration has another element.
	x := &m.Fn.Values[index]
	if l := m.LoopHeadedBy(int(x.Block)); x.Kind == ssa.Phi && l >= 0 && r.Over < 0 {
		if c, ok := m.Loops[l].Counters[index]; ok && c.Step != 0 && !m.Loops[l].Upper.Top {
			r.Over = l
		}
	}
	return r
}

// nextElement returns the path of the element that an iterator over a collection yields.
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
		r = r.extend(view)
	case r.Steps == 0: // the parameter is the collection
		r = r.extend("iterator()")
	}
	l := int(m.CFG.Blocks[f.Values[v].Block].Loop)
	if l >= 0 && !m.CFG.InLoop(int(f.Values[it].Block), l) && r.Over < 0 {
		r.Over = l
		r.Each = m.DominatesLatches(int(f.Values[v].Block), l) && !m.ThrowsInto(l, f.Values[v].Block)
	}
	return r, true
}

// accessPathInLoop returns the path of a header phi of a loop that follows links.
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

// join returns the path that takes either of two; ok is false if they cannot be joined.
func (r AccessPath) join(o AccessPath) (AccessPath, bool) {
	if r.Over != o.Over || len(r.Paths)+len(o.Paths) > maxPaths {
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
