package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
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

// SortedUnion are the strings of both, sorted, each once.
func SortedUnion(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// getter is the field that a method returns and does nothing else.
func getter(t *progdb.FieldTable, mem classfile.Member) (classfile.Member, bool) {
	if t.H.Lookup(mem.Class) == nil {
		return classfile.Member{}, false
	}
	cm := t.H.Resolve(mem.Class, mem.Name, mem.Desc).Method
	if cm == nil || !cm.HasCode() {
		return classfile.Member{}, false
	}
	code, err := cm.Code()
	if err != nil || code == nil || len(code.Bytes) != 5 || code.Op(0) != classfile.OpAload0 || code.Op(1) != classfile.OpGetfield || code.Op(4) != classfile.OpAreturn {
		return classfile.Member{}, false
	}
	return cm.Class.Pool.Member(code.Index(1))
}

// reads are the fields that hold objects and that a call of an accessor may read, in whatever it can run.
func reads(t *progdb.FieldTable, op classfile.Op, mem classfile.Member) []effects.FieldStore {
	return memo.Memoize(&t.Accessors, mem, func() (out []effects.FieldStore) {
		for _, target := range t.H.Dispatch(nil, op, mem.Class, mem.Name, mem.Desc).Targets {
			code, err := target.Code()
			if err != nil || code == nil {
				continue
			}
			for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
				if code.Op(pc) != classfile.OpGetfield {
					continue
				}
				if field, ok := target.Class.Pool.Member(code.Index(pc)); ok && (field.Desc[0] == 'L' || field.Desc[0] == '[') && !slices.Contains(out, effects.FieldStore{Name: field.Name, Desc: field.Desc}) {
					out = append(out, effects.FieldStore{Name: field.Name, Desc: field.Desc})
				}
			}
		}
		return out
	})
}

// KnownObject says whether a value is not null in a block, because every way there has tested it, or one that is reached in
// the same way.
func KnownObject(m *symval.Func, v, param ssa.ID, block int32) bool {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpNew {
		return true
	}
	for e := range m.EdgesBefore(int(block)) {
		if tested, holds := NonNullOn(m, e); holds && sameReached(m, tested, v, param) {
			return true
		}
	}
	return false
}

// NonNullOn is the value that is no null where control goes along an edge.
func NonNullOn(m *symval.Func, e *cfg.Edge) (ssa.ID, bool) {
	pc, way := m.CFG.Blocks[e.From].Last, e.Kind
	v := m.Fn.At(pc)
	if v == 0 || m.SameTarget(int(e.From)) {
		return 0, false
	}
	op := m.CFG.Code.Op(pc)
	x := m.Fn.Args(v)
	switch {
	case op == classfile.OpIfnonnull && way == cfg.Taken, op == classfile.OpIfnull && way == cfg.Fall:
		return x[0], true
	case op == classfile.OpIfeq && way == cfg.Fall, op == classfile.OpIfne && way == cfg.Taken:
		if y := &m.Fn.Values[x[0]]; y.Kind == ssa.Instr && y.Op == classfile.OpInstanceof {
			return m.Fn.Args(x[0])[0], true
		}
	}
	return 0, false
}

// sameReached says whether two values are one object, reached in the same way from a parameter: links stay as they are.
func sameReached(m *symval.Func, a, b, param ssa.ID) bool {
	a, b = m.Uncast(a), m.Uncast(b)
	if a == b {
		return true
	}
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op == classfile.OpAaload && m.Fn.Args(a)[1] != m.Fn.Args(b)[1] {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpAaload:
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		if len(m.Fn.Args(a)) != 1 {
			return false
		}
		if mem, _ := m.Fn.Member(a); mem.Name == "next" {
			return false
		}
	default:
		return false
	}
	s, _ := m.Fn.Member(a)
	t, _ := m.Fn.Member(b)
	if s != t {
		return false
	}
	if _, ok := AccessPathOf(m, a, param, nil); !ok {
		return false
	}
	return sameReached(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0], param)
}

// WithNull are the blocks that a call can execute whose argument is null, up to where it needs the object. throws says
// that it ends there.
func WithNull(m *symval.Func, param ssa.ID) (executed []bool, throws bool) {
	f, g := m.Fn, m.CFG
	executed = make([]bool, len(g.Blocks))
	executed[0] = true
	work := []int32{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		needs := false
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			switch x.Op {
			case classfile.OpGetfield, classfile.OpPutfield, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial,
				classfile.OpArraylength, classfile.OpAaload, classfile.OpMonitorenter:
				needs = needs || m.Uncast(f.Args(v)[0]) == param
			}
		}
		throws = throws || needs
		for i := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[i]
			if needs && e.Kind != cfg.Exception {
				continue
			}
			if v, holds := NonNullOn(m, e); holds && m.Uncast(v) == param {
				continue
			}
			if !executed[e.To] {
				executed[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return executed, throws
}
