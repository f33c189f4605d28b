package heapsize

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Worklists: a loop drains a collection and may add elements to it. It terminates if nothing is added, or if what is
// added can be counted: each element of a set or of an array of marks at most once, or each child of an element in a
// tree that does not change. Sound because any instruction that may add to the collection in another way makes the
// bound unknown.

// worklistBound bounds how often loop l can take an element from source, if an iteration that puts up to spare elements back takes more than
// that; why is the reason if nothing bounds it.
func worklistBound(m *symval.Func, l int, source ssa.ID, spare int64) (n symval.Guarded) {
	w := &worklist{m: m, l: l, level: levelLoop(m, l, source), source: source, spare: spare}
	w.owned = m.OwnedHere(source) || platform.ClassName(m.Fn.Static(source)) == platform.ReferenceQueue // each reference is enqueued once
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			if why := w.visit(v); why != "" {
				return symval.Guarded{Why: why}
			}
		}
	}
	if len(w.links) == 0 {
		n := initialSize(m, source, l).Add(w.limits)
		if w.counted {
			n = n.Scale(2)
		}
		return symval.Guarded{Size: n, Conds: w.conds}
	}
	slices.Sort(w.links)
	if w.marked || len(w.putsBack) > 0 { // an element that is inserted again brings its links again
		return symval.UnknownQuantity("the elements that it adds to %s may add their %s again", m.Describe(source), strings.Join(w.links, "|"))
	}
	return symval.Guarded{Size: SizeBefore(m, l, source, StructureSize(m, source, "tree", w.links), w.changesTree).Scale(1 + w.nulls)}
}

// changesTree reports whether an instruction may change what the worklist leads to: add to it or to a collection of children, or store to a
// link.
func (w *worklist) changesTree(v ssa.ID) bool {
	m := w.m
	if w.mayAdd(v) || slices.ContainsFunc(w.fields, func(s effects.FieldStore) bool { return Relinks(m, v, s) }) {
		return true
	}
	mem, _ := m.Fn.Member(v)
	return slices.ContainsFunc(w.children, func(c ssa.ID) bool {
		return addsTo(m, v, c) || m.Fn.IsCall(v) && platform.Putting.Named(mem.Name) && len(m.Fn.Args(v)) > 0 && !m.MakesObject(m.Fn.Args(v)[0])
	})
}

// worklist collects what loop l adds to a collection that it drains.
type worklist struct {
	m        *symval.Func
	l        int
	source   ssa.ID
	level    int                  // the loop inside l that takes the elements, l itself if there is none
	owned    bool                 // no other code has a reference to the collection
	limits   expr.Size            // bound of the elements that are inserted once each
	conds    []expr.Condition     // of limits
	marked   bool                 // limits counts some
	counted  bool                 // limits counts cells that are counted to a number, see countsDown
	spare    int64                // elements beyond one that every iteration takes and may insert again
	putsBack []int32              // the blocks that insert one of those
	links    []string             // from an element that is taken to those that are inserted
	fields   []effects.FieldStore // that the links read
	children []ssa.ID             // collections whose elements are inserted
	nulls    int64                // links that may insert null at their end
}

// visit adds an instruction of the loop, or returns why it makes the number of elements unknown.
func (w *worklist) visit(v ssa.ID) (why string) {
	m, f, l, source := w.m, w.m.Fn, w.l, w.source
	line := m.Line(int(f.Values[v].PC))
	if captures(m, v, source, l) {
		return fmt.Sprintf("the lambda at line %d may add to %s while the loop drains it", line, m.Describe(source))
	}
	if f.IsCall(v) {
		mem, _ := f.Member(v)
		args := f.Args(v)
		if CallsOn(m, v, source, l) {
			args = args[1:]
			if platform.Putting.Named(mem.Name) && !w.put(v, mem.Name, len(args)) {
				return fmt.Sprintf("line %d adds to %s while the loop drains it", line, m.Describe(source))
			}
		}
		if slices.ContainsFunc(args, func(a ssa.ID) bool { return SameObject(m, a, source, l) && !m.Oracle.ReadOnly(f, v, a) }) || !w.owned && runsChanging(m, v, source, platform.Adding) || changesAlias(m, v, source, l, platform.Adding) {
			return fmt.Sprintf("%s() at line %d may add to %s while the loop drains it", mem.Name, line, m.Describe(source))
		}
	}
	if !w.owned && m.CallChanges(v, source, platform.Adding) {
		return fmt.Sprintf("code that line %d runs may add to %s while the loop drains it", line, m.Describe(source))
	}
	return ""
}

// mayAdd reports whether an instruction, of any place in the method, may add to the worklist.
func (w *worklist) mayAdd(v ssa.ID) bool {
	m, l, source := w.m, w.l, w.source
	if captures(m, v, source, l) || m.CallChanges(v, source, platform.Adding) {
		return true
	}
	if !m.Fn.IsCall(v) {
		return false
	}
	args := m.Fn.Args(v)
	if mem, _ := m.Fn.Member(v); CallsOn(m, v, source, l) {
		if args = args[1:]; platform.Putting.Named(mem.Name) {
			return true
		}
	}
	return runsChanging(m, v, source, platform.Adding) || changesAlias(m, v, source, l, platform.Adding) ||
		slices.ContainsFunc(args, func(a ssa.ID) bool { return SameObject(m, a, source, l) && !m.Oracle.ReadOnly(m.Fn, v, a) })
}

// put adds call v of the named method, which inserts into the collection. It reports whether the number of insertions
// by all executions of the call is bounded.
func (w *worklist) put(v ssa.ID, name string, args int) bool {
	m, l := w.m, w.l
	first, once := firstVisits(m, l, v)
	limit := first.Size
	if once && strings.Contains(name, "All") { // each time all elements of the argument
		limit = m.Eliminate(limit.Mul(Elements(m, m.Fn.Args(v)[args], 0)), true, code.NoBlock)
		once = !limit.Top
	}
	if !once && !w.counted && args == 1 && !strings.Contains(name, "All") {
		limit, w.counted = w.countsDown(m.Fn.Values[v].Block)
		once = w.counted
	}
	link, below := w.putsChild(v)
	switch {
	case once:
		w.limits, w.marked = w.limits.Add(limit), true
		w.conds = expr.Union(w.conds, first.Conds)
	case w.level == l && int(m.CFG.Blocks[m.Fn.Values[v].Block].Loop) == l && args == 1 && name != "addAll" && w.mayPutBack(m.Fn.Values[v].Block):
	case below && !slices.Contains(w.links, link):
		w.links = append(w.links, link)
		if mayPutNull(m, w.level, v, w.source) {
			w.nulls++
		}
	default:
		return false
	}
	return true
}

// mayPutBack adds an insertion in a block of an iteration if no iteration then inserts more than it may.
func (w *worklist) mayPutBack(block int32) bool {
	all := append(w.putsBack[:len(w.putsBack):len(w.putsBack)], block) // in the order of the loop's blocks
	most := make([]int64, len(all))                                    // insertions on a path that ends with this one
	for i, to := range all {
		before := w.m.Earlier(w.l, []int32{to})
		for k, from := range all[:i] {
			if before[from] {
				most[i] = max(most[i], most[k])
			}
		}
		if most[i]++; most[i] > w.spare {
			return false
		}
		// In irreducible control flow, or where the blocks are in another order, a later one may lead to an earlier one.
		if slices.ContainsFunc(all[i+1:], func(from int32) bool { return from != to && before[from] }) {
			return false
		}
	}
	w.putsBack = all
	return true
}

// mayPutNull reports whether a call may insert null into a worklist at the end of a link that loop l follows. A null
// element of a child collection is counted as an element.
func mayPutNull(m *symval.Func, l int, put, source ssa.ID) bool {
	f := m.Fn
	mem, _ := f.Member(put)
	if mem.Name == "addAll" || int(m.CFG.Blocks[f.Values[put].Block].Loop) != l || platform.NoNulls.Has(platform.ClassName(f.Static(source))) {
		return false
	}
	v := f.Args(put)[1]
	taken := v
	for range symval.MaxDepth {
		if args := f.Args(taken); len(args) > 0 && !CallsOn(m, taken, source, l) {
			taken = args[0]
		}
	}
	return !ProvedNonNull(m, v, taken, f.Values[put].Block)
}

// initialSize bounds the number of elements of source when loop l begins. What the loop inserts is left out if the
// loop begins once for each collection that the method creates.
func initialSize(m *symval.Func, source ssa.ID, l int) expr.Size {
	if p := int(m.CFG.Loops[l].Parent); p < 0 || m.CFG.InLoop(int(m.Fn.Values[source].Block), p) {
		return elementsOf(m, source, l, 0)
	}
	return Elements(m, source, 0)
}

// takenPerIteration returns a lower bound of the number of elements that every iteration of loop l takes from source,
// which holds least elements when the iteration begins: poll takes none from an empty source, pop and remove throw.
func takenPerIteration(m *symval.Func, l int, source ssa.ID, least int64) int64 {
	polls, removes := int64(0), int64(0)
	for _, b := range m.CFG.Loops[l].Blocks {
		if int(m.CFG.Blocks[b].Loop) != l || !m.DominatesLatches(int(b), l) || m.ThrowsInto(l, b) {
			continue
		}
		for _, v := range m.Fn.Body[b] {
			if !CallsOn(m, v, source, l) {
				continue
			}
			switch mem, _ := m.Fn.Member(v); {
			case !strings.HasPrefix(mem.Desc, "()"):
			case strings.HasPrefix(mem.Name, "poll"):
				polls++
			case platform.TakingOrFailing.Named(mem.Name):
				removes++
			}
		}
	}
	return max(removes, min(polls+removes, least)) // after pops, poll may find the source empty
}

// firstVisits bounds how often a call in loop l executes if its guard admits only what was not visited before: an
// element that was not in a set, or whose mark was not set. ok is false without this guard.
func firstVisits(m *symval.Func, l int, put ssa.ID) (limit symval.Guarded, ok bool) {
	block := m.Fn.Values[put].Block
	if limit, ok = firstExecutions(m, l, block); ok {
		return limit, true
	}
	// A block that dominates it may mark what is visited, before it inserts all that is next to that.
	for b := block; m.CFG.InLoop(int(b), l); {
		if b = int32(m.CFG.Dominators.Parent(int(b))); b < 0 || !m.CFG.InLoop(int(b), l) || b == m.CFG.Loops[l].Header {
			break
		}
		if limit, ok = firstExecutions(m, l, b); ok {
			times, known := marks.Executions(m, block, b)
			limit.Size = m.Eliminate(limit.Size.Mul(times), true, code.NoBlock)
			return limit, known && !limit.Size.Top
		}
	}
	return symval.Guarded{}, false
}

// firstExecutions bounds how often a block in loop l executes if its guard admits only what was not visited before.
func firstExecutions(m *symval.Func, l int, block int32) (limit symval.Guarded, ok bool) {
	f := m.Fn
	if m.CFG.Blocks[block].Region >= 0 { // it may execute again without the test
		return symval.Guarded{}, false
	}
	for _, c := range m.BranchComparisons(int(block)) {
		if n, ok := markedCells(m, l, block, c); ok {
			return n, true
		}
		x, args := &f.Values[c.A], f.Args(c.A)
		if c.B != 0 || x.Kind != ssa.Instr || !f.IsCall(c.A) || len(args) != 2 || m.CFG.Blocks[x.Block].Loop != m.CFG.Blocks[block].Loop {
			continue
		}
		mem, _ := f.Member(c.A)
		switch c.Op {
		case classfile.OpIfIcmpne:
			if leaves(m, l, block, c.A, mem) {
				return symval.Guarded{Size: Elements(m, args[0], 0)}, true
			}
			ok = mem.Name == "add" && m.IsSet(mem.Class) && onlyGrows(m, l, args[0]) && m.Breach(args[0], mem.Class, contracts.Holding) == nil
		case classfile.OpIfIcmpeq:
			ok = platform.IsPlatform(mem.Class) && entersAbsent(m, l, block, c.A, mem)
		}
		if ok && !slices.ContainsFunc(m.Objects(args[0], mem.Class), m.Db.Forgets) {
			return symval.Guarded{Size: Elements(m, args[0], 0)}, true
		}
	}
	return symval.Guarded{}, false
}

// entersAbsent reports whether a block inserts what the call contains or containsKey has just not found.
func entersAbsent(m *symval.Func, l int, block int32, contains ssa.ID, mem classfile.Member) bool {
	enter, known := map[string]string{"contains": "add", "containsKey": "put"}[mem.Name]
	args := m.Fn.Args(contains)
	return known && onlyGrows(m, l, args[0]) && always(m, l, block, func(b int32) bool { return blockCalls(m, b, args[0], enter, args[1], l) }) &&
		marks.NewElement(m, contains, block, mem.Class)
}

// leaves reports whether a block executes only where a set has an element less than before: the call remove has just removed one, or the block removes what
// the call contains has just found. The loop adds none.
func leaves(m *symval.Func, l int, block int32, call ssa.ID, mem classfile.Member) bool {
	args := m.Fn.Args(call)
	if !platform.IsPlatform(mem.Class) || !m.IsSet(mem.Class) && mem.Name != "containsKey" || !OnlyShrinks(m, l, args[0]) {
		return false
	}
	switch mem.Name {
	case "remove":
		return m.Breach(args[0], mem.Class, contracts.Holding) == nil
	case "contains", "containsKey":
		return always(m, l, block, func(b int32) bool { return blockCalls(m, b, args[0], "remove", args[1], l) }) && marks.NewElement(m, call, block, mem.Class)
	}
	return false
}

// onlyGrows reports whether loop l removes nothing from an object and passes it to no other code.
func onlyGrows(m *symval.Func, l int, on ssa.ID) bool { return growsOutside(m, l, -1, on) }

// growsOutside is onlyGrows for what is in loop l but not in the loop except inside it, -1 for none.
func growsOutside(m *symval.Func, l, except int, on ssa.ID) bool {
	return keepsOutside(m, l, except, on, platform.Keeping, platform.Removing)
}

// OnlyShrinks reports whether loop l adds nothing to an object and passes it to no other code.
func OnlyShrinks(m *symval.Func, l int, on ssa.ID) bool {
	return keepsOutside(m, l, -1, on, platform.Reading, platform.Adding)
}

// keepsOutside reports whether the loop calls only the methods allowed on an object, and runs no code that may call changing ones.
func keepsOutside(m *symval.Func, l, except int, on ssa.ID, allowed, changing platform.Operations) bool {
	if !LoopInvariant(m, on, l) {
		return false
	}
	for _, b := range m.CFG.Loops[l].Blocks {
		if except >= 0 && m.CFG.InLoop(int(b), except) {
			continue
		}
		if slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool { return mayDo(m, l, v, on, allowed, changing) }) {
			return false
		}
	}
	return true
}

// Loses reports whether an instruction of loop l may remove elements from an object.
func Loses(m *symval.Func, l int, v, on ssa.ID) bool {
	return mayDo(m, l, v, on, platform.Keeping, platform.Removing)
}

// mayDo reports whether an instruction calls another method than those allowed on an object, passes it on, or runs code that may call a changing one.
func mayDo(m *symval.Func, l int, v, on ssa.ID, allowed, changing platform.Operations) bool {
	owned := m.OwnedHere(on)
	if captures(m, v, on, l) || !owned && m.CallChanges(v, on, changing) {
		return true
	}
	if !m.Fn.IsCall(v) {
		return false
	}
	mem, _ := m.Fn.Member(v)
	args := m.Fn.Args(v)
	if CallsOn(m, v, on, l) {
		if args = args[1:]; !allowed.Named(mem.Name) {
			return true
		}
	}
	return slices.ContainsFunc(args, func(a ssa.ID) bool { return SameObject(m, a, on, l) }) || !owned && runsChanging(m, v, on, changing) ||
		mem.Name == "remove" && strings.HasSuffix(mem.Class, "Iterator") || changesAlias(m, v, on, l, changing)
}

// blockCalls reports whether a block calls the named method on an object with the first argument arg.
func blockCalls(m *symval.Func, block int32, on ssa.ID, name string, arg ssa.ID, l int) bool {
	for _, v := range m.Fn.Body[block] {
		if !CallsOn(m, v, on, l) {
			continue
		}
		mem, _ := m.Fn.Member(v)
		if args := m.Fn.Args(v); mem.Name == name && len(args) > 1 && marks.SameElement(m, args[1], arg) {
			return true
		}
	}
	return false
}

// putsChild reports whether a call inserts into the worklist what a link leads to from the element that the same
// iteration of its loop level has taken, and by which link. Then all elements of the worklist are nodes of one tree.
func (w *worklist) putsChild(put ssa.ID) (linkName string, ok bool) {
	m, level := w.m, w.level
	args := m.Fn.Args(put)
	if len(args) != 2 {
		return "", false
	}
	below, loop := args[1], int(m.CFG.Blocks[m.Fn.Values[put].Block].Loop)
	if mem, _ := m.Fn.Member(put); mem.Name == "addAll" {
		name, ok := w.linkedCollection(below)
		return name, ok && loop == level // once for each element that is taken
	}
	below = m.Uncast(below)
	// Each child of a collection is inserted once.
	if x := &m.Fn.Values[below]; loop != level && int(m.CFG.Blocks[x.Block].Loop) == loop && m.Fn.IsCall(below) && x.Op == classfile.OpInvokeinterface {
		if mem, _ := m.Fn.Member(below); mem.Name == "next" {
			it := m.Fn.Args(below)[0]
			if m.Fn.IsCall(it) && int(m.CFG.Blocks[m.Fn.Values[it].Block].Loop) == level && int(m.CFG.Loops[loop].Parent) == level {
				if mem, _ := m.Fn.Member(it); mem.Name == "iterator" {
					return w.linkedCollection(m.Fn.Args(it)[0])
				}
			}
		}
	}
	if loop != level {
		return "", false
	}
	return w.linkFrom(below)
}

// linkedCollection is linkFrom for a collection of children that the loop does not change.
func (w *worklist) linkedCollection(v ssa.ID) (name string, ok bool) {
	m, l := w.m, w.l
	name, ok = w.linkFrom(v)
	if !ok {
		return "", false
	}
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, u := range m.Fn.Body[b] {
			if ChangesLinks(m, u, v, nil, []string{name, ""}) && !CallsOn(m, u, w.source, l) || addsTo(m, u, v) {
				return "", false
			}
		}
	}
	w.children = append(w.children, v)
	return name, true
}

// linkFrom returns the link by which v is reached from the element that the same iteration of loop level has taken from source, while loop
// l changes no link; ok is false if it is reached otherwise.
func (w *worklist) linkFrom(v ssa.ID) (name string, ok bool) {
	m, l, level := w.m, w.l, w.level
	f := m.Fn
	for range symval.MaxDepth {
		x := &f.Values[v]
		args := f.Args(v)
		if x.Kind != ssa.Instr || !m.CFG.InLoop(int(x.Block), level) || len(args) == 0 {
			return "", false
		}
		mem, _ := f.Member(v)
		switch x.Op {
		case classfile.OpCheckcast:
			v = args[0]
			continue
		case classfile.OpGetfield:
			s := effects.FieldStore{Name: mem.Name, Desc: mem.Desc}
			if storesInLoop(m, l, s) || CalleesRelink(m, l, s) {
				return "", false
			}
			w.fields = append(w.fields, s)
			name = "." + mem.Name + name
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			if name != "" && len(args) == 1 && SameObject(m, args[0], w.source, l) && platform.Taking.Has(mem.Name, "()") && int(m.CFG.Blocks[x.Block].Loop) == level {
				return strings.TrimPrefix(name, "."), true
			}
			get := effects.AccessorOf(m.Fields, x.Op, mem)
			if len(args) != 1 || !code.IsAccessor(mem.Name) || get.Other ||
				slices.ContainsFunc(get.Fields, func(s effects.FieldStore) bool { return storesInLoop(m, l, s) || CalleesRelink(m, l, s) }) {
				return "", false
			}
			w.fields = append(w.fields, get.Fields...)
			name = "." + mem.Name + "()" + name
		default:
			return "", false
		}
		v = args[0]
	}
	return "", false
}

// addsTo reports whether the known callees of a call add to a collection of links.
func addsTo(m *symval.Func, call, links ssa.ID) bool {
	return m.EffectsOf(call).Does(m.Changing(links, platform.Adding))
}

// runsChanging reports whether code outside the platform that a call runs may perform one of operations on a collection that may be
// object, which the call does not pass.
func runsChanging(m *symval.Func, call, object ssa.ID, operations platform.Operations) bool {
	mem, _ := m.Fn.Member(call)
	return effects.RunsProgram(mem) && (m.Db.OpenWorld || m.EffectsOf(call).MayDo(m.Changing(object, operations)))
}
