package absint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A walk follows links from one object to the next until it meets null or an object that it knows: a linked list, the
// way up a tree, a chain of causes. How many objects lie on it is a size of the data structure, as the size of a
// collection is: the symbol nodes(head.next), the most objects that the links next lead to from head. It holds while
// the links stay as they are, so a loop that itself stores to them is no walk.

// walk is how a value relates to a header phi of a loop: at least steps links away, by links of those names.
type walk struct {
	steps int
	links []string     // as the developer reads them: next, getParent()
	stays []fieldStore // what must not be stored to in the loop
}

// fieldStore is a field by name and descriptor, or the elements of arrays of one type, where name is empty.
type fieldStore struct{ name, desc string }

// ownElements are the elements of an array of int that no other code has.
var ownElements = fieldStore{"", "own"}

// walkTest bounds a loop that goes on until a walk ends. ok is false where block b does not end in such a test.
func (m *method) walkTest(l, b int, stay bool) (t testBound, ok bool) {
	pc := m.g.Blocks[b].Last
	v := m.f.At(pc)
	if v == 0 {
		return testBound{}, false
	}
	args := m.f.Args(v)
	goesOn := m.g.Code.Op(pc)
	if !stay {
		goesOn = negate(goesOn)
	}
	switch goesOn {
	case classfile.OpIfnonnull:
		return m.walkFrom(l, args[0], 0, "null")
	case classfile.OpIfAcmpne, classfile.OpIfIcmpne, classfile.OpIfne, classfile.OpIfge, classfile.OpIfgt:
		end := ssa.ID(0)
		if len(args) == 2 {
			if end = args[1]; m.fixed(args[0], l) {
				args, end = []ssa.ID{args[1]}, args[0]
			}
		}
		return m.walkFrom(l, args[0], end, m.describeOr(end, "0"))
	}
	return testBound{}, false
}

// fixed says whether a value is the same in every iteration of loop l: it is computed before it, or read in it from a
// field that the loop does not store to.
func (m *method) fixed(v ssa.ID, l int) bool {
	x := &m.f.Values[v]
	if x.Kind == ssa.Param || x.Kind == ssa.Int || x.Kind == ssa.Const || !m.g.InLoop(int(x.Block), l) {
		return true
	}
	if x.Kind != ssa.Instr {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpGetstatic:
		mem, _ := m.f.Member(v)
		if m.storesIn(l, fieldStore{mem.Name, mem.Desc}) || !m.fields.resolve(mem).stable && m.runsProgramIn(l, mem) {
			return false
		}
		return x.Op == classfile.OpGetstatic || m.fixed(m.f.Args(v)[0], l)
	case classfile.OpCheckcast:
		return m.fixed(m.f.Args(v)[0], l)
	}
	return false
}

// runsProgramIn says whether loop l calls code that may store to a field.
func (m *method) runsProgramIn(l int, field classfile.Member) bool {
	return slices.ContainsFunc(m.g.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.f.Body[b], func(v ssa.ID) bool {
			mem, _ := m.f.Member(v)
			return m.f.IsCall(v) && (runsProgram(mem) || storesByHandle(mem)) || m.storesBehind(v, field)
		})
	})
}

// walkFrom bounds the loop by the walk that v is on, until it meets stop, which is described as end: 0, or the same
// object in all iterations, or where a link leads back to itself.
func (m *method) walkFrom(l int, v, stop ssa.ID, end string) (testBound, bool) {
	for _, phi := range m.f.Body[m.g.Loops[l].Header] {
		x := &m.f.Values[phi]
		if x.Kind != ssa.Phi || x.Type != m.f.Values[v].Type {
			continue
		}
		tested, ok := m.follow(v, phi, l, nil)
		if !ok {
			continue
		}
		if stop != 0 && !m.fixed(stop, l) {
			if _, ok := m.follow(stop, phi, l, nil); !ok {
				continue
			}
		}
		step, init, ok := m.walkStep(phi, l)
		if !ok || step.steps == 0 {
			return testBound{}, false
		}
		step = step.join(tested)
		for _, s := range step.stays {
			if m.relinks(l, phi, s) {
				return testBound{why: m.testWhy(l, fmt.Sprintf("it follows %s until it reaches %s, but the loop may change %s", strings.Join(step.links, " and "), end, s))}, true
			}
		}
		n := m.structure(init, "nodes", step.links)
		if x.Type == 'a' && stop != 0 && tested.steps == 0 && m.fixed(stop, l) {
			n = n.AddInt(1) // null is not where the walk ends: the iteration that it has begins, and may get as far as the link
		}
		return testBound{upper: n}, true
	}
	return testBound{}, false
}

// structure is the symbol of how much links lead to from v: its nodes, or those of a tree.
func (m *method) structure(v ssa.ID, kind string, links []string) Size {
	from := m.describe(v)
	switch {
	case m.f.Values[v].Type == 'i': // next[i]
		from += " by "
	case !strings.HasPrefix(links[0], "[]"):
		from += "."
	}
	all := strings.Join(links, "|")
	return m.largest(v, kind+":"+all+" of ", fmt.Sprintf("%s(%s%s)", kind, from, all), math.Inf(1))
}

// walkUntil bounds a loop without a test that is understood by a walk that every iteration makes: where the links end, the
// next one cannot be followed.
func (m *method) walkUntil(l int) (testBound, bool) {
	for _, b := range m.g.Loops[l].Blocks {
		if m.throwsInto(l, b) {
			return testBound{}, false
		}
	}
	type moving struct {
		phi, init ssa.ID
		step      walk
	}
	var slow []moving // those that some iterations leave where they are
	for _, phi := range m.f.Body[m.g.Loops[l].Header] {
		if x := &m.f.Values[phi]; x.Kind != ssa.Phi || x.Type != 'a' {
			continue
		}
		step, init, ok := m.walkStep(phi, l)
		if !ok || len(step.links) == 0 || slices.ContainsFunc(step.stays, func(s fieldStore) bool { return m.relinks(l, phi, s) }) {
			continue
		}
		if step.steps > 0 {
			upper := m.structure(init, "nodes", step.links)
			if !m.throwsOnAWayOut(l, phi, step.links) {
				upper = upper.AddInt(1)
			}
			return testBound{upper: upper}, true
		}
		slow = append(slow, moving{phi, init, step})
	}
	for i, a := range slow {
		for _, b := range slow[i+1:] {
			if m.oneFollows(l, a.phi, b.phi) {
				return testBound{upper: m.structure(a.init, "nodes", a.step.links).Add(m.structure(b.init, "nodes", b.step.links)).AddInt(1)}, true
			}
		}
	}
	return testBound{}, false
}

// throwsOnAWayOut says whether an iteration of loop l in which phi is null or one of the links leads to null is the
// beginning of one in which the loop is left. Where it is not, the iteration that the exception cuts short counts as a
// whole one: no way out need cost as much.
func (m *method) throwsOnAWayOut(l int, phi ssa.ID, links []string) bool {
	leaves := m.leaving(l)
	found := false
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			x := &m.f.Values[v]
			if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
				continue
			}
			mem, _ := m.f.Member(v)
			switch {
			case m.f.Args(v)[0] == phi:
				found = found || leaves[b] && m.dominatesLatches(int(b), l)
			case !leaves[b] && slices.ContainsFunc(links, func(link string) bool { return strings.TrimSuffix(link, "()") == mem.Name }):
				return false
			}
		}
	}
	return found
}

// oneFollows says whether every iteration of loop l takes at least one of two walks further.
func (m *method) oneFollows(l int, a, b ssa.ID) bool {
	var as, bs []ssa.ID
	for i := range m.g.Blocks[m.g.Loops[l].Header].Preds {
		if m.comesRound(l, i) {
			as, bs = append(as, m.f.Args(a)[i]), append(bs, m.f.Args(b)[i])
		}
	}
	ways := m.jointly(l, as, bs)
	for _, w := range ways {
		x, ok := m.follow(w[0], a, l, nil)
		y, also := m.follow(w[1], b, l, nil)
		if !ok || !also || x.steps+y.steps == 0 {
			return false
		}
	}
	return len(ways) > 0
}

func (s fieldStore) String() string {
	if s.name == "" {
		return "the array elements"
	}
	return s.name
}

// walkStep is what one iteration does to a header phi, and where the phi starts.
func (m *method) walkStep(phi ssa.ID, l int) (step walk, init ssa.ID, ok bool) {
	first := true
	for i, a := range m.f.Args(phi) {
		if !m.comesRound(l, i) {
			if init != 0 && init != a {
				init = phi // several starts: the phi names them
			} else {
				init = a
			}
			continue
		}
		w, good := m.follow(a, phi, l, nil)
		if !good {
			return walk{}, 0, false
		}
		if first {
			step, first = w, false
		} else {
			step = step.join(w)
		}
	}
	return step, init, !first && init != 0
}

// follow finds how v is reached from phi, a header phi of loop l, by links.
func (m *method) follow(v, phi ssa.ID, l int, seen []ssa.ID) (walk, bool) {
	if v == phi {
		return walk{}, true
	}
	f := m.f
	x := &f.Values[v]
	if len(seen) > maxDepth || slices.Contains(seen, v) || !m.g.InLoop(int(x.Block), l) {
		return walk{}, false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	args := f.Args(v)
	link := func(from ssa.ID, name string, stays ...fieldStore) (walk, bool) {
		w, ok := m.follow(from, phi, l, seen)
		if !ok {
			return walk{}, false
		}
		one := walk{links: []string{name}, stays: stays}
		n := w.steps + 1
		w = w.join(one)
		w.steps = n
		return w, true
	}
	if a, _, ok := m.addition(v); ok { // next[i - 1]
		return m.follow(a, phi, l, seen)
	}
	switch x.Kind {
	case ssa.Phi:
		if m.loopHeadedBy(int(x.Block)) >= 0 || m.g.Blocks[x.Block].Region >= 0 {
			return walk{}, false
		}
		var out walk
		for i, a := range args {
			w, ok := m.follow(a, phi, l, seen)
			if !ok {
				return walk{}, false
			}
			if i == 0 {
				out = w
			} else {
				out = out.join(w)
			}
		}
		return out, true
	case ssa.Instr:
		switch x.Op {
		case classfile.OpCheckcast:
			return m.follow(args[0], phi, l, seen)
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			return link(args[0], mem.Name, fieldStore{mem.Name, mem.Desc})
		case classfile.OpIaload:
			if m.fixed(args[0], l) {
				elements := fieldStore{"", "[I"}
				if m.ownedHere(args[0]) {
					elements = ownElements
				}
				return link(args[1], m.describe(args[0])+"[]", elements)
			}
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			if mem, _ := f.Member(v); len(args) == 1 && x.Type == 'a' && isAccessor(mem.Name) {
				return link(args[0], mem.Name+"()", m.fields.reads(x.Op, mem)...)
			}
		}
	}
	return walk{}, false
}

// isAccessor says whether a method's name says that it reads a link: it gives what is there and makes nothing new.
func isAccessor(name string) bool {
	for _, p := range []string{"get", "next", "prev", "parent", "outer", "enclosing", "owner", "left", "right", "delegate"} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// join is a walk that takes either of two ways: at least the smaller number of links, of either's kinds.
func (w walk) join(o walk) walk {
	return walk{steps: min(w.steps, o.steps), links: sortedUnion(w.links, o.links), stays: slices.Concat(w.stays, o.stays)}
}

// relinks says whether loop l, or code that it calls, changes links that the walk of its header phi has still before it. The
// loop does not where it changes those of the node that it is on, after it has read them, or of nodes that it has left or made itself.
func (m *method) relinks(l int, phi ssa.ID, s fieldStore) bool {
	if s != ownElements && m.callsRelink(l, s) {
		return true
	}
	if s.name == "" {
		return m.storesIn(l, s)
	}
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			x := &m.f.Values[v]
			if x.Kind != ssa.Instr || x.Op != classfile.OpPutfield {
				continue
			}
			if w, _ := m.f.Member(v); w.Name != s.name || w.Desc != s.desc {
				continue
			}
			on := m.f.Args(v)[0]
			if on == phi && m.readBefore(l, phi, s, v) || on != phi && m.behind(l, on, phi, nil) {
				continue
			}
			return true
		}
	}
	return false
}

// callsRelink says whether code that loop l calls may store to a link.
func (m *method) callsRelink(l int, s fieldStore) bool {
	return slices.ContainsFunc(m.g.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.f.Body[b], func(v ssa.ID) bool {
			mem, _ := m.f.Member(v)
			return m.relinksBehind(v, s) || s.name != "" && m.f.IsCall(v) && storesByHandle(mem)
		})
	})
}

// readBefore says whether every iteration has read the field of the node that it is on before the store put, and reads
// it nowhere else.
func (m *method) readBefore(l int, phi ssa.ID, s fieldStore, put ssa.ID) bool {
	found := false
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			x := &m.f.Values[v]
			if x.Kind != ssa.Instr || len(m.f.Args(v)) != 1 || m.f.Args(v)[0] != phi {
				continue
			}
			switch w, _ := m.f.Member(v); {
			case x.Op == classfile.OpGetfield && w.Name == s.name && w.Desc == s.desc:
			case (x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpInvokeinterface) && isAccessor(w.Name) && slices.Contains(m.fields.reads(x.Op, w), s):
			default:
				continue
			}
			y := &m.f.Values[put]
			if x.Block == y.Block && x.PC > y.PC || x.Block != y.Block && !m.g.Dominators.Dominates(int(x.Block), int(y.Block)) {
				return false
			}
			found = true
		}
	}
	return found
}

// behind says whether an object is null, one that the method makes, or a node that an earlier iteration of loop l was on.
func (m *method) behind(l int, v, phi ssa.ID, seen []ssa.ID) bool {
	x := &m.f.Values[v]
	switch {
	case slices.Contains(seen, v):
		return true
	case len(seen) > maxDepth:
		return false
	case m.f.IsNull(v) || x.Kind == ssa.Instr && x.Op == classfile.OpNew:
		return true
	case x.Kind != ssa.Phi || !m.g.InLoop(int(x.Block), l):
		return false
	}
	header := m.loopHeadedBy(int(x.Block)) == l
	if m.loopHeadedBy(int(x.Block)) >= 0 && !header || m.g.Blocks[x.Block].Region >= 0 {
		return false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	for i, a := range m.f.Args(v) {
		if header && a == phi && m.comesRound(l, i) {
			continue // the next iteration has left it
		}
		if !m.behind(l, a, phi, seen) {
			return false
		}
	}
	return true
}

// storesIn says whether loop l itself stores to a field, or to an element of arrays of a type.
func (m *method) storesIn(l int, s fieldStore) bool {
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			x := &m.f.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			switch {
			case s.name == "" && m.f.IsCall(v) && m.overwrites(v):
				return true
			case s.name == "" && x.Op == classfile.OpIastore:
				return true
			case s.name != "" && (x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic):
				if w, _ := m.f.Member(v); w.Name == s.name && w.Desc == s.desc {
					return true
				}
			}
		}
	}
	return false
}

// overwrites says whether a call of the platform's code stores to the elements of an array of int.
func (m *method) overwrites(call ssa.ID) bool {
	mem, _ := m.f.Member(call)
	return platform.ArrayWriter.Has(mem) &&
		slices.ContainsFunc(m.f.Args(call), func(a ssa.ID) bool { return m.f.Static(a) == "[I" || m.f.Static(a) == "Ljava/lang/Object;" })
}
