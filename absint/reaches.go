package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// reach is how a value is reached from an object that a method gets: by links, or it is the object itself. Unlike a walk
// (walks.go), it starts from a parameter and leads through elements of arrays and collections, too.
type reach struct {
	paths   []string     // all links on the way, one string for each way: "", left, left.right, children[]
	letters []string     // the single links
	steps   int          // links at least
	many    bool         // a loop follows letters, any number of times: paths are not all
	stays   []fieldStore // what must not be stored to while calls go on
	holders []string     // paths to the collections on the way
	over    int          // the loop in which the value is another element each time, -1 for none
	each    bool         // and each iteration takes one element of a collection
}

// maxReaches bounds the ways to one value.
const maxReaches = 8

// reaches finds how v is reached from a parameter. seen are the values that were followed to v.
func (m *method) reaches(v, param ssa.ID, seen []ssa.ID) (reach, bool) {
	if v == param {
		return reach{paths: []string{""}, over: -1}, true
	}
	if len(seen) > maxDepth || slices.Contains(seen, v) {
		return reach{over: -1}, false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	switch m.f.Values[v].Kind {
	case ssa.Phi:
		return m.reachesJoined(v, param, seen)
	case ssa.Instr:
		return m.reachesResult(v, param, seen)
	}
	return reach{over: -1}, false
}

// reachesJoined is reaches for a phi: how all values are reached that it may be.
func (m *method) reachesJoined(v, param ssa.ID, seen []ssa.ID) (reach, bool) {
	x := &m.f.Values[v]
	if m.g.Blocks[x.Block].Region >= 0 {
		return reach{over: -1}, false
	}
	if l := m.loopHeadedBy(int(x.Block)); l >= 0 {
		return m.reachesInLoop(v, l, param, seen)
	}
	var out reach
	args := m.f.Args(v)
	for i, a := range args {
		r, ok := m.reaches(a, param, seen)
		if !ok {
			return reach{over: -1}, false
		}
		if i == 0 {
			out = r
		} else if out, ok = out.either(r); !ok {
			return reach{over: -1}, false
		}
	}
	return out, len(args) > 0
}

// reachesResult is reaches for the result of an instruction: a cast, a field, an element, a getter.
func (m *method) reachesResult(v, param ssa.ID, seen []ssa.ID) (reach, bool) {
	args := m.f.Args(v)
	switch m.f.Values[v].Op {
	case classfile.OpCheckcast:
		return m.reaches(args[0], param, seen)
	case classfile.OpGetfield:
		mem, _ := m.f.Member(v)
		return m.reachesLink(args[0], param, seen, mem.Name, fieldStore{mem.Name, mem.Desc})
	case classfile.OpAaload:
		r, ok := m.reaches(args[0], param, seen)
		if !ok {
			return reach{over: -1}, false
		}
		return m.element(r, args[1], "[]"), true
	case classfile.OpInvokestatic: // how the classes of a nest read each other's fields before JDK 11
		mem, _ := m.f.Member(v)
		if field, ok := m.fields.getter(mem); ok && len(args) == 1 && strings.HasPrefix(mem.Name, "access$") {
			return m.reachesLink(args[0], param, seen, field.Name, fieldStore{field.Name, field.Desc})
		}
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return m.reachesReturned(v, param, seen)
	}
	return reach{over: -1}, false
}

// reachesReturned is reaches for the result of a virtual call: of an iterator, an accessor, a list.
func (m *method) reachesReturned(v, param ssa.ID, seen []ssa.ID) (reach, bool) {
	x := &m.f.Values[v]
	args := m.f.Args(v)
	mem, _ := m.f.Member(v)
	switch {
	case mem.Desc[1] == ')' && mem.Name == "next" && m.isAny(mem.Class, []string{platform.Iterator}):
		return m.nextElement(v, param, seen)
	case mem.Desc[1] == ')' && x.Type == 'a' && isAccessor(mem.Name):
		return m.reachesLink(args[0], param, seen, mem.Name+"()", m.fields.reads(x.Op, mem)...)
	case mem.Desc[1] == ')' && x.Type == 'a':
		if field, ok := m.fields.getter(mem); ok {
			return m.reachesLink(args[0], param, seen, mem.Name+"()", fieldStore{field.Name, field.Desc})
		}
	case strings.HasPrefix(mem.Desc, "(I)L") && mem.Name == "get" && m.isAny(mem.Class, []string{platform.List}):
		r, ok := m.reaches(args[0], param, seen)
		if !ok || r.paths[0] == "" {
			return reach{over: -1}, false
		}
		r.holders = slices.Concat(r.holders, r.paths)
		return m.element(r, args[1], ""), true
	}
	return reach{over: -1}, false
}

// reachesLink is how the link name of object from is reached; stays are the fields that the link reads.
func (m *method) reachesLink(from, param ssa.ID, seen []ssa.ID, name string, stays ...fieldStore) (reach, bool) {
	r, ok := m.reaches(from, param, seen)
	if !ok {
		return reach{over: -1}, false
	}
	return r.linked(name, stays...), true
}

// linked is a reach that goes one link further.
func (r reach) linked(name string, stays ...fieldStore) reach {
	r.paths = slices.Clone(r.paths)
	for i, p := range r.paths {
		r.paths[i] = strings.TrimPrefix(p+"."+name, ".")
	}
	r.each = r.each && (name == "getKey()" || name == "getValue()") // what an element links to may be null, and is then none
	r.letters = append(slices.Clone(r.letters), name)
	r.stays = slices.Concat(r.stays, stays)
	r.steps++
	return r
}

// element is one of the elements of what is reached, of an array or a list.
func (m *method) element(r reach, index ssa.ID, suffix string) reach {
	for i := range r.paths {
		r.paths = slices.Clone(r.paths)
		r.paths[i] += suffix
	}
	if n := len(r.letters); n > 0 {
		r.letters = slices.Clone(r.letters)
		r.letters[n-1] += suffix
	} else {
		r.letters = []string{suffix}
	}
	r.steps, r.each = max(r.steps, 1), false
	if suffix != "" {
		r.stays = append(slices.Clone(r.stays), fieldStore{desc: "["})
	}
	// In the iterations of a loop whose counter is the index, each is another one.
	x := &m.f.Values[index]
	if l := m.loopHeadedBy(int(x.Block)); x.Kind == ssa.Phi && l >= 0 && r.over < 0 {
		if c, ok := m.loops[l].counters[index]; ok && c.step != 0 && !m.loops[l].upper.bad {
			r.over = l
		}
	}
	return r
}

// nextElement is what an iterator over a collection yields.
func (m *method) nextElement(v, param ssa.ID, seen []ssa.ID) (reach, bool) {
	f := m.f
	it := f.Args(v)[0]
	if !f.IsCall(it) {
		return reach{}, false
	}
	mem, _ := f.Member(it)
	if mem.Name != "iterator" && mem.Name != "listIterator" && mem.Name != "descendingIterator" || mem.Desc[1] != ')' || f.Values[it].Op == classfile.OpInvokestatic {
		return reach{}, false
	}
	of := f.Args(it)[0]
	view := ""
	if f.IsCall(of) && len(f.Args(of)) == 1 {
		if c, _ := f.Member(of); platform.MapViews.Has(c.Name, c.Desc) && platform.IsPlatform(c.Class) {
			of, view = f.Args(of)[0], c.Name+"()"
		}
	}
	r, ok := m.reaches(of, param, seen)
	if !ok {
		return reach{}, false
	}
	r.holders = slices.Concat(r.holders, r.paths)
	switch {
	case view != "":
		r = r.linked(view)
	case r.steps == 0: // the object is the collection
		r = r.linked("iterator()")
	}
	l := int(m.g.Blocks[f.Values[v].Block].Loop)
	if l >= 0 && !m.g.InLoop(int(f.Values[it].Block), l) && r.over < 0 {
		r.over = l
		r.each = m.dominatesLatches(int(f.Values[v].Block), l) && !m.throwsInto(l, f.Values[v].Block)
	}
	return r, true
}

// reachesInLoop is what a loop that follows links from one object to the next has come to.
func (m *method) reachesInLoop(phi ssa.ID, l int, param ssa.ID, seen []ssa.ID) (reach, bool) {
	init := m.initOf(phi, l)
	if init == 0 {
		return reach{}, false
	}
	step, _, ok := m.walkStep(phi, l)
	if !ok || len(step.links) == 0 {
		return reach{}, false
	}
	r, ok := m.reaches(init, param, seen)
	if !ok {
		return reach{}, false
	}
	r.many = true
	r.letters = slices.Concat(r.letters, step.links)
	r.stays = slices.Concat(r.stays, step.stays)
	return r, true
}

// either is reached in one of two ways.
func (r reach) either(o reach) (reach, bool) {
	if r.over != o.over || len(r.paths)+len(o.paths) > maxReaches {
		return reach{}, false
	}
	r.steps = min(r.steps, o.steps)
	r.many = r.many || o.many
	r.each = r.each && o.each
	r.paths = sortedUnion(r.paths, o.paths)
	r.letters = sortedUnion(r.letters, o.letters)
	r.holders = sortedUnion(r.holders, o.holders)
	r.stays = slices.Concat(r.stays, o.stays)
	return r, true
}

// sortedUnion are the strings of both, sorted, each once.
func sortedUnion(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// getter is the field that a method returns and does nothing else.
func (t *fieldTable) getter(mem classfile.Member) (classfile.Member, bool) {
	if t.h.Lookup(mem.Class) == nil {
		return classfile.Member{}, false
	}
	cm := t.h.Resolve(mem.Class, mem.Name, mem.Desc).Method
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
func (t *fieldTable) reads(op classfile.Op, mem classfile.Member) []fieldStore {
	return memoize(&t.accessors, mem, func() (out []fieldStore) {
		for _, target := range t.h.Dispatch(nil, op, mem.Class, mem.Name, mem.Desc).Targets {
			code, err := target.Code()
			if err != nil || code == nil {
				continue
			}
			for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
				if code.Op(pc) != classfile.OpGetfield {
					continue
				}
				if field, ok := target.Class.Pool.Member(code.Index(pc)); ok && (field.Desc[0] == 'L' || field.Desc[0] == '[') && !slices.Contains(out, fieldStore{field.Name, field.Desc}) {
					out = append(out, fieldStore{field.Name, field.Desc})
				}
			}
		}
		return out
	})
}

// knownObject says whether a value is not null in a block, because every way there has tested it, or one that is reached in
// the same way.
func (m *method) knownObject(v, param ssa.ID, block int32) bool {
	if x := &m.f.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpNew {
		return true
	}
	for e := range m.edgesBefore(int(block)) {
		if tested, holds := m.nonNullOn(e); holds && m.sameReached(tested, v, param) {
			return true
		}
	}
	return false
}

// nonNullOn is the value that is no null where control goes along an edge.
func (m *method) nonNullOn(e *cfg.Edge) (ssa.ID, bool) {
	pc, way := m.g.Blocks[e.From].Last, e.Kind
	v := m.f.At(pc)
	if v == 0 || m.bothWays(int(e.From)) {
		return 0, false
	}
	op := m.g.Code.Op(pc)
	x := m.f.Args(v)
	switch {
	case op == classfile.OpIfnonnull && way == cfg.Taken, op == classfile.OpIfnull && way == cfg.Fall:
		return x[0], true
	case op == classfile.OpIfeq && way == cfg.Fall, op == classfile.OpIfne && way == cfg.Taken:
		if y := &m.f.Values[x[0]]; y.Kind == ssa.Instr && y.Op == classfile.OpInstanceof {
			return m.f.Args(x[0])[0], true
		}
	}
	return 0, false
}

// sameReached says whether two values are one object, reached in the same way from a parameter: links stay as they are.
func (m *method) sameReached(a, b, param ssa.ID) bool {
	a, b = m.uncast(a), m.uncast(b)
	if a == b {
		return true
	}
	x, y := &m.f.Values[a], &m.f.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op == classfile.OpAaload && m.f.Args(a)[1] != m.f.Args(b)[1] {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpAaload:
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		if len(m.f.Args(a)) != 1 {
			return false
		}
		if mem, _ := m.f.Member(a); mem.Name == "next" {
			return false
		}
	default:
		return false
	}
	s, _ := m.f.Member(a)
	t, _ := m.f.Member(b)
	if s != t {
		return false
	}
	if _, ok := m.reaches(a, param, nil); !ok {
		return false
	}
	return m.sameReached(m.f.Args(a)[0], m.f.Args(b)[0], param)
}

func (m *method) uncast(v ssa.ID) ssa.ID {
	for m.f.Values[v].Kind == ssa.Instr && m.f.Values[v].Op == classfile.OpCheckcast {
		v = m.f.Args(v)[0]
	}
	return v
}

// withNull are the blocks that a call can execute whose argument is null, up to where it needs the object. throws says
// that it ends there.
func (m *method) withNull(param ssa.ID) (executed []bool, throws bool) {
	f, g := m.f, m.g
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
				needs = needs || m.uncast(f.Args(v)[0]) == param
			}
		}
		throws = throws || needs
		for i := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[i]
			if needs && e.Kind != cfg.Exception {
				continue
			}
			if v, holds := m.nonNullOn(e); holds && m.uncast(v) == param {
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
