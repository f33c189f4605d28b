package heapsize

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/absint/internal/visited"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Link traversals: a loop follows links from one object to the next until it meets null or a known object, as over a
// linked list, the ancestors of a tree node or a chain of causes. The number of objects on the traversal is a size of
// the data structure, like the size of a collection: the symbol nodes(head.next), the largest number of objects that
// the links named next lead to from head. Sound because the bound is given only if no store in the loop, and none in
// its callees, changes the links that the traversal has still to read.

// linkTraversal summarizes the paths by which a value is reached from a header phi of a loop: at least steps links,
// each with one of the names.
type linkTraversal struct {
	steps         int
	links         []string             // as in the source: next, getParent()
	mustNotChange []effects.FieldStore // fields that the loop may not store to
	ends          bool                 // a path leads to null instead
}

// toEnd stands for more steps than any path has.
const toEnd = 1 << 20

// ownElements stands for the elements of an int array that no other code has.
var ownElements = effects.FieldStore{Name: "", Desc: "own"}

// TraversalTest bounds a loop whose test at the end of block b ends a link traversal. stay reports whether the taken
// branch stays in the loop. ok is false if the block ends in no test of links.
func TraversalTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	pc := m.CFG.Blocks[b].Last
	v := m.Fn.At(pc)
	if v == 0 {
		return symval.Bound{}, false
	}
	args := m.Fn.Args(v)
	goesOn := m.CFG.Code.Op(pc)
	if !stay {
		goesOn = ssa.Negate(goesOn)
	}
	if object, is, ok := m.Fn.NullTestOf(args[0]); ok && goesOn <= classfile.OpIfne { // !isEmpty()
		args = []ssa.ID{object}
		if goesOn == classfile.OpIfeq {
			is = ssa.Negate(is)
		}
		goesOn = is
	}
	switch goesOn {
	case classfile.OpIfnonnull:
		return traversalBound(m, l, args[0], 0, "null")
	case classfile.OpIfAcmpne, classfile.OpIfIcmpne, classfile.OpIfne, classfile.OpIfge, classfile.OpIfgt:
		end := ssa.ID(0)
		if len(args) == 2 {
			if end = args[1]; LoopInvariant(m, args[0], l) {
				args, end = []ssa.ID{args[1]}, args[0]
			}
		}
		return traversalBound(m, l, args[0], end, m.DescribeOr(end, "0"))
	}
	return symval.Bound{}, false
}

// traversalBound bounds loop l by the traversal that v is part of, until it meets the object stop, described as end.
// The end is null (stop is 0), one object in all iterations, or a link that leads back to its own node.
func traversalBound(m *symval.Func, l int, v, stop ssa.ID, end string) (symval.Bound, bool) {
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		x := &m.Fn.Values[phi]
		if x.Kind != ssa.Phi || x.Type != m.Fn.Values[v].Type {
			continue
		}
		tested, ok := followLinks(m, v, phi, l, nil)
		if !ok || tested.ends {
			continue
		}
		if stop != 0 && !LoopInvariant(m, stop, l) {
			if to, ok := followLinks(m, stop, phi, l, nil); !ok || to.ends {
				continue
			}
		}
		step, init, ok := chainStep(m, phi, l)
		if !ok || step.steps == 0 || step.ends && stop != 0 {
			return symval.Bound{}, false
		}
		if step = step.join(tested); len(step.links) == 0 { // it becomes null in the first iteration
			return symval.Bound{Upper: expr.Const(1)}, stop == 0
		}
		for _, s := range step.mustNotChange {
			if mutatesLinks(m, l, phi, s, true) {
				return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it follows %s until it reaches %s, but the loop may change %s", strings.Join(step.links, " and "), end, s))}, true
			}
		}
		n := nodesBefore(m, l, init, step)
		if x.Type == 'a' && stop != 0 && tested.steps == 0 && LoopInvariant(m, stop, l) {
			n = n.AddInt(1) // the traversal does not end at null: one more iteration begins there
		}
		return symval.Bound{Upper: n}, true
	}
	return symval.Bound{}, false
}

// Follows returns how many links lead from one value to another in an iteration of loop l, at least, and the one field that all are read from; ok is false
// if other ways lead there.
func Follows(m *symval.Func, to, from ssa.ID, l int) (steps int, link effects.FieldStore, ok bool) {
	t, ok := followLinks(m, to, from, l, nil)
	if !ok || t.ends || len(t.links) != 1 || slices.ContainsFunc(t.mustNotChange, func(s effects.FieldStore) bool { return s != t.mustNotChange[0] }) {
		return 0, link, false
	}
	return t.steps, t.mustNotChange[0], t.mustNotChange[0].Name == t.links[0]
}

// NodesFrom returns the symbol for the nodes that a link leads to from v, where loop l starts.
func NodesFrom(m *symval.Func, l int, v ssa.ID, link effects.FieldStore) expr.Size {
	return nodesBefore(m, l, v, linkTraversal{links: []string{link.Name}, mustNotChange: []effects.FieldStore{link}})
}

// nodesBefore returns the symbol for the nodes that step leads to from v, where loop l starts.
func nodesBefore(m *symval.Func, l int, v ssa.ID, step linkTraversal) expr.Size {
	return SizeBefore(m, l, v, StructureSize(m, v, "nodes", step.links), func(u ssa.ID) bool {
		return slices.ContainsFunc(step.mustNotChange, func(s effects.FieldStore) bool { return Relinks(m, u, s) })
	})
}

// SizeBefore returns the symbol n for the size of a structure that starts at v, where loop l starts; changes reports whether an instruction
// may change the structure. Where one runs before the loop, what the caller passed leads to other objects by then than the caller knows.
func SizeBefore(m *symval.Func, l int, v ssa.ID, n expr.Size, changes func(u ssa.ID) bool) expr.Size {
	sym, _ := largestOf(n)
	of, _, parameter := strings.Cut(sym.Path, m.Fn.Method.ID()+":p")
	if !parameter && (m.Fn.Name(v) != "" || m.MakesObject(v)) {
		return n // a local variable has its own name
	}
	var read []effects.FieldStore
	for w := v; len(read) < symval.MaxDepth && effects.ReadsField(&m.Fn.Values[w]); w = m.Fn.Args(w)[0] {
		mem, _ := m.Fn.Member(w)
		if read = append(read, effects.FieldStore{Name: mem.Name, Desc: mem.Desc}); len(m.Fn.Args(w)) == 0 {
			break
		}
	}
	if !runsBefore(m, l, func(u ssa.ID) bool {
		return changes(u) || slices.ContainsFunc(read, func(s effects.FieldStore) bool { return Relinks(m, u, s) })
	}) {
		return n
	}
	if parameter {
		sym.Path = fmt.Sprintf("%s%s@%d)", of, m.Fn.Method.ID(), v)
	}
	sym.Name = code.ExtremeWord(true) + strings.TrimPrefix(sym.Name, code.ExtremeWord(true))
	return expr.SymbolSize(sym)
}

// runsBefore reports whether an instruction that is so may run before loop l, or in an earlier run of it.
func runsBefore(m *symval.Func, l int, is func(v ssa.ID) bool) bool {
	var entries []int32 // blocks from which the loop is entered
	for e := range m.CFG.Entries(l) {
		entries = append(entries, e.From)
	}
	for b, before := range m.Before(entries, func(*cfg.Edge) bool { return true }) {
		if before && slices.ContainsFunc(m.Fn.Body[b], is) {
			return true
		}
	}
	return false
}

// Relinks reports whether an instruction may store to a link of an object that is not new.
func Relinks(m *symval.Func, v ssa.ID, s effects.FieldStore) bool {
	return callRelinks(m, v, s) || StoresTo(m, v, s) && !(m.Fn.Values[v].Op == classfile.OpPutfield && m.Fn.Values[m.Fn.Args(v)[0]].Op == classfile.OpNew)
}

// StructureSize returns the symbol for the size of the structure that links lead to from v, by measure: its nodes, or
// those of a tree.
func StructureSize(m *symval.Func, v ssa.ID, measure string, links []string) expr.Size {
	from := m.Describe(v)
	if m.Fn.Values[v].Kind == ssa.Field {
		if _, name := m.Path(v, 0); name != "" { // this.head, as it is on entry
			from = name
		}
	}
	switch {
	case m.Fn.Values[v].Type == 'i': // next[i]
		from += " by "
	case !strings.HasPrefix(links[0], "[]"):
		from += "."
	}
	all := strings.Join(links, "|")
	return m.Largest(v, measure+":"+all+" of ", fmt.Sprintf("%s(%s%s)", measure, from, all), math.Inf(1))
}

// TraversalWithoutTest bounds a loop without an understood exit test by a link traversal that every iteration
// advances: at the end of the links, reading the next one throws.
func TraversalWithoutTest(m *symval.Func, l int) (symval.Bound, bool) {
	for _, b := range m.CFG.Loops[l].Blocks {
		if m.ThrowsInto(l, b) {
			return symval.Bound{}, false
		}
	}
	type moving struct {
		phi, init ssa.ID
		step      linkTraversal
	}
	var slow []moving // traversals that some iterations do not advance
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if x := &m.Fn.Values[phi]; x.Kind != ssa.Phi || x.Type != 'a' {
			continue
		}
		step, init, ok := traversalStep(m, phi, l)
		if !ok || len(step.links) == 0 || slices.ContainsFunc(step.mustNotChange, func(s effects.FieldStore) bool { return mutatesLinks(m, l, phi, s, step.steps > 0) }) {
			continue
		}
		if step.steps > 0 {
			upper := nodesBefore(m, l, init, step)
			if !throwsOnExitPath(m, l, phi, step.links) {
				upper = upper.AddInt(1)
			}
			return symval.Bound{Upper: upper}, true
		}
		slow = append(slow, moving{phi, init, step})
	}
	for i, a := range slow {
		for _, b := range slow[i+1:] {
			if eitherAdvances(m, l, a.phi, b.phi) {
				return symval.Bound{Upper: nodesBefore(m, l, a.init, a.step).Add(nodesBefore(m, l, b.init, b.step)).AddInt(1)}, true
			}
		}
	}
	return symval.Bound{}, false
}

// Chain bounds the links that a variable of loop l follows, or ends with null; ok is false if it does anything else, or the loop may change them.
func Chain(m *symval.Func, l int, phi ssa.ID) (n expr.Size, ok bool) {
	step, init, ok := chainStep(m, phi, l)
	if !ok || len(step.links) == 0 || slices.ContainsFunc(step.mustNotChange, func(s effects.FieldStore) bool { return mutatesLinks(m, l, phi, s, step.steps > 0) }) {
		return expr.Size{}, false
	}
	return nodesBefore(m, l, init, step), true
}

// throwsOnExitPath reports whether every iteration of loop l in which phi is null, or in which one of the links leads
// to null, starts one that leaves the loop. If not, the iteration that the exception cuts short counts as a whole
// one, because no exit path need cost as much.
func throwsOnExitPath(m *symval.Func, l int, phi ssa.ID, links []string) bool {
	leaves := m.LeavingBlocks(l)
	found := false
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
				continue
			}
			mem, _ := m.Fn.Member(v)
			switch {
			case m.Fn.Args(v)[0] == phi:
				found = found || leaves[b] && m.DominatesLatches(int(b), l)
			case !leaves[b] && slices.ContainsFunc(links, func(link string) bool { return strings.TrimSuffix(link, "()") == mem.Name }):
				return false
			}
		}
	}
	return found
}

// eitherAdvances reports whether every iteration of loop l advances at least one of two traversals.
func eitherAdvances(m *symval.Func, l int, a, b ssa.ID) bool {
	var as, bs []ssa.ID
	for i := range m.CFG.Blocks[m.CFG.Loops[l].Header].Preds {
		if m.ViaBackEdge(l, i) {
			as, bs = append(as, m.Fn.Args(a)[i]), append(bs, m.Fn.Args(b)[i])
		}
	}
	paths := joint.Pairs(m, l, as, bs)
	for _, p := range paths {
		x, ok := followLinks(m, p[0], a, l, nil)
		y, also := followLinks(m, p[1], b, l, nil)
		if !ok || !also || x.steps+y.steps == 0 {
			return false
		}
	}
	return len(paths) > 0
}

// traversalStep returns the net update of a header phi by one iteration and the initial value of the phi. ok is false
// if an iteration can do anything but follow links.
func traversalStep(m *symval.Func, phi ssa.ID, l int) (step linkTraversal, init ssa.ID, ok bool) {
	step, init, ok = chainStep(m, phi, l)
	return step, init, ok && !step.ends
}

// chainStep is traversalStep of a variable that an iteration may also set to null.
func chainStep(m *symval.Func, phi ssa.ID, l int) (step linkTraversal, init ssa.ID, ok bool) {
	first := true
	for i, a := range m.Fn.Args(phi) {
		if !m.ViaBackEdge(l, i) {
			if init != 0 && init != a {
				init = phi // several initial values: the phi stands for them
			} else {
				init = a
			}
			continue
		}
		w, good := followLinks(m, a, phi, l, nil)
		if !good {
			return linkTraversal{}, 0, false
		}
		if first {
			step, first = w, false
		} else {
			step = step.join(w)
		}
	}
	return step, init, !first && init != 0
}

// followLinks returns the links by which v is reached from phi, a header phi of loop l; ok is false if v is reached
// otherwise. seen holds the values on the path to v.
func followLinks(m *symval.Func, v, phi ssa.ID, l int, seen []ssa.ID) (linkTraversal, bool) {
	if v == phi {
		return linkTraversal{}, true
	}
	if m.Fn.IsNull(v) {
		return linkTraversal{steps: toEnd, ends: true}, true
	}
	f := m.Fn
	x := &f.Values[v]
	if len(seen) > symval.MaxDepth || slices.Contains(seen, v) || !m.CFG.InLoop(int(x.Block), l) {
		return linkTraversal{}, false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	args := f.Args(v)
	link := func(from ssa.ID, name string, stays ...effects.FieldStore) (linkTraversal, bool) {
		w, ok := followLinks(m, from, phi, l, seen)
		if !ok {
			return linkTraversal{}, false
		}
		one := linkTraversal{links: []string{name}, mustNotChange: stays}
		n := w.steps + 1
		w = w.join(one)
		w.steps = n
		return w, true
	}
	if a, _, ok := m.Addition(v); ok { // next[i - 1]
		return followLinks(m, a, phi, l, seen)
	}
	switch x.Kind {
	case ssa.Phi:
		return followJoined(m, v, phi, l, seen)
	case ssa.Instr:
		switch x.Op {
		case classfile.OpCheckcast:
			return followLinks(m, args[0], phi, l, seen)
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			return link(args[0], mem.Name, effects.FieldStore{Name: mem.Name, Desc: mem.Desc})
		case classfile.OpIaload:
			if LoopInvariant(m, args[0], l) {
				elements := effects.FieldStore{Name: "", Desc: "[I"}
				if m.OwnedHere(args[0]) {
					elements = ownElements
				}
				return link(args[1], m.Describe(args[0])+"[]", elements)
			}
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			if mem, _ := f.Member(v); len(args) == 1 && x.Type == 'a' && code.IsAccessor(mem.Name) {
				if a := effects.AccessorOf(m.Fields, x.Op, mem); !a.Other {
					return link(args[0], mem.Name+"()", a.Fields...)
				}
			}
		}
	}
	return linkTraversal{}, false
}

// followJoined is followLinks for a phi that is no variable of loop l itself. An inner loop goes on from where it is.
func followJoined(m *symval.Func, v, phi ssa.ID, l int, seen []ssa.ID) (out linkTraversal, ok bool) {
	x := &m.Fn.Values[v]
	inner := m.LoopHeadedBy(int(x.Block))
	if inner == l || inner >= 0 && x.Type != 'a' || m.CFG.Blocks[x.Block].Region >= 0 {
		return out, false
	}
	for i, a := range m.Fn.Args(v) {
		from := phi
		if inner >= 0 && m.ViaBackEdge(inner, i) {
			from = v
		}
		w, ok := followLinks(m, a, from, l, seen)
		if !ok {
			return out, false
		}
		if i > 0 {
			w = out.join(w)
		}
		out = w
	}
	return out, true
}

// join summarizes the paths of both traversals: at least the smaller number of links, of the names of both.
func (t linkTraversal) join(o linkTraversal) linkTraversal {
	return linkTraversal{steps: min(t.steps, o.steps), links: SortedUnion(t.links, o.links), mustNotChange: slices.Concat(t.mustNotChange, o.mustNotChange), ends: t.ends || o.ends}
}

// mutatesLinks reports whether loop l, or code that it calls, may change links that the traversal of its header phi
// has still to read. Stores to nodes that the loop allocates do not, nor do those to the current node after its link was read and to
// earlier nodes, where every iteration advances.
func mutatesLinks(m *symval.Func, l int, phi ssa.ID, s effects.FieldStore, advances bool) bool {
	if s != ownElements && CalleesRelink(m, l, s) {
		return true
	}
	if s.Name == "" {
		return storesInLoop(m, l, s)
	}
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr || x.Op != classfile.OpPutfield && x.Op != classfile.OpPutstatic {
				continue
			}
			if w, _ := m.Fn.Member(v); w.Name != s.Name || w.Desc != s.Desc {
				continue
			}
			if x.Op == classfile.OpPutstatic {
				return true
			}
			on := m.Fn.Args(v)[0]
			if advances && on == phi && visited.ReadBefore(m, l, phi, s, v) || on != phi && visited.OrNew(m, l, on, phi, advances) {
				continue
			}
			return true
		}
	}
	return false
}

// CalleesRelink reports whether code that loop l calls may store to a link.
func CalleesRelink(m *symval.Func, l int, s effects.FieldStore) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool { return callRelinks(m, v, s) })
	})
}

// callRelinks reports whether what a call runs may store to link field s, or to arrays if s has no name.
func callRelinks(m *symval.Func, v ssa.ID, s effects.FieldStore) bool {
	if mem, _ := m.Fn.Member(v); s.Name != "" && m.Fn.IsCall(v) && effects.StoresByHandle(mem) {
		return true
	}
	return m.EffectsOf(v).Does(func(e effects.Effect) bool {
		switch {
		case s.Name == "":
			return e.Op == classfile.OpIastore && !e.Fresh || e.Arrays.StoredBy(classfile.OpIastore) && platform.IsPlatform(e.Member.Class) && e.Member.Class != platform.ObjectClass
		case e.Op == classfile.OpPutfield || e.Op == classfile.OpPutstatic:
			return e.Member.Name == s.Name && e.Member.Desc == s.Desc && !e.Fresh
		}
		return effects.StoresByHandle(e.Member)
	})
}
