package absint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A worklist is a collection that a loop empties, and may put new elements into while it does. It comes to an end where
// nothing is put in, or where what is put in can be counted: each element of a set or of an array of marks at most once,
// or each element below another one in a tree that does not change.

// worklist is how often loop l can take an element from source, which has at least least whenever an iteration begins,
// or why that is not known.
func (m *method) worklist(l int, source ssa.ID, least int64) (n Size, why string) {
	w := &worklist{m: m, l: l, source: source}
	w.owned = m.ownedHere(source) || platform.ClassName(m.f.Static(source)) == platform.ReferenceQueue // to which a reference comes once
	w.spare = m.takes(l, source, least) - 1
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			if why := w.visit(v); why != "" {
				return Size{}, why
			}
		}
	}
	if len(w.links) == 0 {
		return m.initially(source, l).Add(w.limits), ""
	}
	slices.Sort(w.links)
	if w.marked || w.back { // what is put in again has its links again
		return Size{}, fmt.Sprintf("the elements that it adds to %s may add their %s again", m.describe(source), strings.Join(w.links, "|"))
	}
	return m.structure(source, "tree", w.links).Scale(1 + w.nulls), ""
}

// worklist collects what loop l puts into a collection that it empties.
type worklist struct {
	m      *method
	l      int
	source ssa.ID
	owned  bool     // no other code has the collection
	limits Size     // elements that are put in once each
	marked bool     // there are such
	spare  int64    // elements that every iteration takes beyond one: as many may come back
	back   bool     // some do
	links  []string // from an element that is taken to elements that are put in
	nulls  int64    // links that may put null in where they end
}

// visit takes in an instruction of the loop, or returns why it makes the number of elements unknown.
func (w *worklist) visit(v ssa.ID) (why string) {
	m, f, l, source := w.m, w.m.f, w.l, w.source
	line := m.line(int(f.Values[v].PC))
	if m.captures(v, source, l) {
		return fmt.Sprintf("the lambda at line %d may add to %s while the loop drains it", line, m.describe(source))
	}
	if f.IsCall(v) {
		mem, _ := f.Member(v)
		args := f.Args(v)
		if m.callsOn(v, source, l) {
			args = args[1:]
			if putsIn(mem.Name) && !w.put(v, mem.Name, len(args)) {
				return fmt.Sprintf("line %d adds to %s while the loop drains it", line, m.describe(source))
			}
		}
		if slices.ContainsFunc(args, func(a ssa.ID) bool { return m.same(a, source, l) }) || !w.owned && runsProgram(mem) || m.changesAlias(v, source, l, platform.Adding) {
			return fmt.Sprintf("%s() at line %d may add to %s while the loop drains it", mem.Name, line, m.describe(source))
		}
	}
	if !w.owned && m.changesBehind(v, source, platform.Adding) {
		return fmt.Sprintf("code that line %d runs may add to %s while the loop drains it", line, m.describe(source))
	}
	return ""
}

// put takes in call v of the method name of the collection, which puts something in. It reports false where nothing bounds
// how much all runs of the call put in.
func (w *worklist) put(v ssa.ID, name string, args int) bool {
	m, l := w.m, w.l
	limit, once := m.firstTime(l, v)
	link, below := m.putsBelow(l, v, w.source)
	switch {
	case once:
		w.limits, w.marked = w.limits.Add(limit), true
	case w.spare > 0 && int(m.g.Blocks[m.f.Values[v].Block].Loop) == l && args == 1 && name != "addAll":
		w.spare--
		w.back = true
	case below && !slices.Contains(w.links, link):
		w.links = append(w.links, link)
		if m.putsNull(l, v, w.source) {
			w.nulls++
		}
	default:
		return false
	}
	return true
}

// putsNull says whether a call may put null into a worklist, where a link ends that its loop l follows. Of a collection, an
// element that is null counts.
func (m *method) putsNull(l int, put, source ssa.ID) bool {
	f := m.f
	mem, _ := f.Member(put)
	if mem.Name == "addAll" || int(m.g.Blocks[f.Values[put].Block].Loop) != l || platform.NoNulls.Has(platform.ClassName(f.Static(source))) {
		return false
	}
	v := f.Args(put)[1]
	taken := v
	for range maxDepth {
		if args := f.Args(taken); len(args) > 0 && !m.callsOn(taken, source, l) {
			taken = args[0]
		}
	}
	return !m.knownObject(v, taken, f.Values[put].Block)
}

// initially is how many elements source has at most when loop l begins. If it begins once only for each that the method
// makes, nothing that it puts in is there yet.
func (m *method) initially(source ssa.ID, l int) Size {
	if p := int(m.g.Loops[l].Parent); p < 0 || m.g.InLoop(int(m.f.Values[source].Block), p) {
		return m.elementsOf(source, l, 0)
	}
	return m.elements(source, 0)
}

// takes is how many elements every iteration of loop l surely takes from source, which has least when it begins: poll
// takes none from an empty one, pop and remove throw.
func (m *method) takes(l int, source ssa.ID, least int64) int64 {
	polls, removes := int64(0), int64(0)
	for _, b := range m.g.Loops[l].Blocks {
		if int(m.g.Blocks[b].Loop) != l || !m.dominatesLatches(int(b), l) || m.throwsInto(l, b) {
			continue
		}
		for _, v := range m.f.Body[b] {
			if !m.callsOn(v, source, l) {
				continue
			}
			switch mem, _ := m.f.Member(v); {
			case !strings.HasPrefix(mem.Desc, "()"):
			case strings.HasPrefix(mem.Name, "poll"):
				polls++
			case platform.TakingOrFailing.Named(mem.Name):
				removes++
			}
		}
	}
	return max(removes, min(polls+removes, least)) // behind pops, poll may find nothing
}

// captures says whether v makes a lambda that carries an object.
func (m *method) captures(v, object ssa.ID, l int) bool {
	x := &m.f.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpInvokedynamic &&
		slices.ContainsFunc(m.f.Args(v), func(a ssa.ID) bool { return m.same(a, object, l) })
}

// callerClasses are in the names of classes of the platform with methods that call code of the program, which they are not given.
var callerClasses = []string{"Listener", "Observer", "Handler", "Callback", "Privileged", "Visitor"}

// runsProgram says whether a call may run code that is not the platform's own: its own, or a function that it is given.
func runsProgram(mem classfile.Member) bool {
	if platform.NullCheck.Has(mem) {
		return false
	}
	if !platform.IsPlatform(mem.Class) {
		return true
	}
	if platform.Running.Named(mem.Name) || slices.ContainsFunc(callerClasses, func(c string) bool { return strings.Contains(mem.Class, c) }) {
		return true
	}
	return platform.MentionsFunction(mem.Class) || platform.MentionsFunction(mem.Desc)
}

func putsIn(method string) bool {
	return platform.Putting.Named(method)
}

// firstTime says how often a call in loop l can be reached where it is only for something that was not met before: what
// was not yet in a set, or whose mark was not yet set.
func (m *method) firstTime(l int, put ssa.ID) (limit Size, ok bool) {
	f := m.f
	block := f.Values[put].Block
	for _, c := range m.branchFacts(int(block)) {
		x := &f.Values[c.a]
		if c.b != 0 || x.Kind != ssa.Instr || m.g.Blocks[x.Block].Loop != m.g.Blocks[block].Loop {
			continue
		}
		args := f.Args(c.a)
		switch {
		case c.op == classfile.OpIfIcmpne && f.IsCall(c.a) && len(args) == 2:
			if mem, _ := f.Member(c.a); mem.Name == "add" && m.isSet(mem.Class) && m.onlyGrows(l, args[0]) && m.breach(args[0], mem.Class, holding) == nil {
				return m.elements(args[0], 0), true
			}
		case c.op == classfile.OpIfIcmpeq && f.IsCall(c.a) && len(args) == 2:
			mem, _ := f.Member(c.a)
			if enter, known := map[string]string{"contains": "add", "containsKey": "put"}[mem.Name]; known && platform.IsPlatform(mem.Class) && m.onlyGrows(l, args[0]) &&
				m.callsIn(block, args[0], enter, args[1], l) && m.steadyMark(c.a, block, mem.Class) {
				return m.elements(args[0], 0), true
			}
		case c.op == classfile.OpIfIcmpeq && (x.Op == classfile.OpBaload || x.Op == classfile.OpIaload):
			if n, ok := m.marks(l, block, args[0], args[1], x.Op == classfile.OpBaload); ok {
				return n, true
			}
		}
	}
	return Size{}, false
}

func (m *method) isSet(class string) bool {
	is, _ := m.fields.h.IsSubtype(class, platform.Set)
	return is || platform.IsPlatform(class) && strings.HasSuffix(class, "Set")
}

// onlyGrows says whether loop l takes nothing out of an object and gives it to no other code.
func (m *method) onlyGrows(l int, on ssa.ID) bool {
	if !m.fixed(on, l) {
		return false
	}
	owned := m.ownedHere(on)
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range m.f.Body[b] {
			if m.captures(v, on, l) || !owned && m.changesBehind(v, on, platform.Removing) {
				return false
			}
			if !m.f.IsCall(v) {
				continue
			}
			mem, _ := m.f.Member(v)
			args := m.f.Args(v)
			if m.callsOn(v, on, l) {
				if args = args[1:]; !platform.Keeping.Named(mem.Name) {
					return false
				}
			}
			if slices.ContainsFunc(args, func(a ssa.ID) bool { return m.same(a, on, l) }) || !owned && runsProgram(mem) ||
				mem.Name == "remove" && strings.HasSuffix(mem.Class, "Iterator") || m.changesAlias(v, on, l, platform.Removing) {
				return false
			}
		}
	}
	return true
}

// callsIn says whether a block calls the method on the object with that first argument.
func (m *method) callsIn(block int32, on ssa.ID, name string, arg ssa.ID, l int) bool {
	for _, v := range m.f.Body[block] {
		if !m.callsOn(v, on, l) {
			continue
		}
		mem, _ := m.f.Member(v)
		if args := m.f.Args(v); mem.Name == name && len(args) > 1 && args[1] == arg {
			return true
		}
	}
	return false
}

// markStore is the instruction that stores to an array of marks.
func markStore(bytes bool) classfile.Op {
	if bytes {
		return classfile.OpBastore
	}
	return classfile.OpIastore
}

// marks says how many elements of an array of marks there are, each of which a block sets for good: nothing in loop l
// puts a zero into such an array, or a value that may be one.
func (m *method) marks(l int, block int32, array, index ssa.ID, bytes bool) (n Size, ok bool) {
	f := m.f
	if !m.fixed(array, l) {
		return Size{}, false
	}
	set := false
	for _, b := range m.g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			args := f.Args(v)
			if m.captures(v, array, l) || !m.ownedHere(array) && m.unmarksBehind(v, markStore(bytes)) {
				return Size{}, false
			}
			if f.IsCall(v) {
				if mem, _ := f.Member(v); runsProgram(mem) || m.passesAlias(v, array) {
					return Size{}, false
				}
			}
			if x.Kind != ssa.Instr || x.Op != markStore(bytes) {
				continue
			}
			if !m.isMark(args[2], x.Op) {
				return Size{}, false
			}
			set = set || b == block && m.same(args[0], array, l) && args[1] == index
		}
	}
	if !set {
		return Size{}, false
	}
	return m.mostLength(array), true
}

// putsBelow says whether a call puts into a worklist what a link leads to from the element that the same iteration has
// taken from it, and by which link. Then what is ever in it are the elements of a tree.
func (m *method) putsBelow(l int, put, source ssa.ID) (link string, ok bool) {
	args := m.f.Args(put)
	if len(args) != 2 {
		return "", false
	}
	below, loop := args[1], int(m.g.Blocks[m.f.Values[put].Block].Loop)
	if mem, _ := m.f.Member(put); mem.Name == "addAll" {
		return m.linkedCollection(l, below, source)
	}
	below = m.uncast(below)
	// Of a collection of children, each is put in once.
	if x := &m.f.Values[below]; loop != l && int(m.g.Blocks[x.Block].Loop) == loop && m.f.IsCall(below) && x.Op == classfile.OpInvokeinterface {
		if mem, _ := m.f.Member(below); mem.Name == "next" {
			it := m.f.Args(below)[0]
			if m.f.IsCall(it) && int(m.g.Blocks[m.f.Values[it].Block].Loop) == l && int(m.g.Loops[loop].Parent) == l {
				if mem, _ := m.f.Member(it); mem.Name == "iterator" {
					return m.linkedCollection(l, m.f.Args(it)[0], source)
				}
			}
		}
	}
	if loop != l {
		return "", false
	}
	return m.link(l, below, source)
}

// linkedCollection is link for a collection of children, into which the loop puts none.
func (m *method) linkedCollection(l int, v, source ssa.ID) (name string, ok bool) {
	name, ok = m.link(l, v, source)
	if !ok {
		return "", false
	}
	for _, b := range m.g.Loops[l].Blocks {
		for _, u := range m.f.Body[b] {
			if m.changes(u, v, nil, []string{name, ""}) && !m.callsOn(u, source, l) || m.putsBehind(u, v) {
				return "", false
			}
		}
	}
	return name, true
}

// link is by which link a value is reached from the element that loop l has taken from source.
func (m *method) link(l int, v, source ssa.ID) (name string, ok bool) {
	f := m.f
	for range maxDepth {
		x := &f.Values[v]
		args := f.Args(v)
		if x.Kind != ssa.Instr || !m.g.InLoop(int(x.Block), l) || len(args) == 0 {
			return "", false
		}
		mem, _ := f.Member(v)
		switch x.Op {
		case classfile.OpCheckcast:
			v = args[0]
			continue
		case classfile.OpGetfield:
			if s := (fieldStore{mem.Name, mem.Desc}); m.storesIn(l, s) || m.callsRelink(l, s) {
				return "", false
			}
			name = "." + mem.Name + name
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			if name != "" && len(args) == 1 && m.same(args[0], source, l) && platform.Taking.Has(mem.Name, "()") && int(m.g.Blocks[x.Block].Loop) == l {
				return strings.TrimPrefix(name, "."), true
			}
			if len(args) != 1 || !isAccessor(mem.Name) || slices.ContainsFunc(m.fields.reads(x.Op, mem), func(s fieldStore) bool { return m.storesIn(l, s) || m.callsRelink(l, s) }) {
				return "", false
			}
			name = "." + mem.Name + "()" + name
		default:
			return "", false
		}
		v = args[0]
	}
	return "", false
}
