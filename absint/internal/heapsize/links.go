package heapsize

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A walk follows links from one object to the next until it meets null or an object that it knows: a linked list, the
// way up a tree, a chain of causes. How many objects lie on it is a size of the data structure, as the size of a
// collection is: the symbol nodes(head.next), the most objects that the links next lead to from head. It holds while
// the links stay as they are, so a loop that itself stores to them is no walk.

// LinkTraversal is how a value relates to a header phi of a loop: at least steps links away, by links of those names.
type LinkTraversal struct {
	steps         int
	links         []string             // as the developer reads them: next, getParent()
	mustNotChange []effects.FieldStore // what must not be stored to in the loop
}

// ownElements are the elements of an array of int that no other code has.
var ownElements = effects.FieldStore{Name: "", Desc: "own"}

// TraversalTest bounds a loop that goes on until a walk ends. ok is false where block b does not end in such a test.
func TraversalTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	pc := m.CFG.Blocks[b].Last
	v := m.Fn.At(pc)
	if v == 0 {
		return symval.Bound{}, false
	}
	args := m.Fn.Args(v)
	goesOn := m.CFG.Code.Op(pc)
	if !stay {
		goesOn = symval.Negate(goesOn)
	}
	switch goesOn {
	case classfile.OpIfnonnull:
		return walkFrom(m, l, args[0], 0, "null")
	case classfile.OpIfAcmpne, classfile.OpIfIcmpne, classfile.OpIfne, classfile.OpIfge, classfile.OpIfgt:
		end := ssa.ID(0)
		if len(args) == 2 {
			if end = args[1]; fixed(m, args[0], l) {
				args, end = []ssa.ID{args[1]}, args[0]
			}
		}
		return walkFrom(m, l, args[0], end, m.DescribeOr(end, "0"))
	}
	return symval.Bound{}, false
}

// walkFrom bounds the loop by the walk that v is on, until it meets stop, which is described as end: 0, or the same
// object in all iterations, or where a link leads back to itself.
func walkFrom(m *symval.Func, l int, v, stop ssa.ID, end string) (symval.Bound, bool) {
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		x := &m.Fn.Values[phi]
		if x.Kind != ssa.Phi || x.Type != m.Fn.Values[v].Type {
			continue
		}
		tested, ok := follow(m, v, phi, l, nil)
		if !ok {
			continue
		}
		if stop != 0 && !fixed(m, stop, l) {
			if _, ok := follow(m, stop, phi, l, nil); !ok {
				continue
			}
		}
		step, init, ok := traversalStep(m, phi, l)
		if !ok || step.steps == 0 {
			return symval.Bound{}, false
		}
		step = step.join(tested)
		for _, s := range step.mustNotChange {
			if mutatesLinks(m, l, phi, s) {
				return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it follows %s until it reaches %s, but the loop may change %s", strings.Join(step.links, " and "), end, s))}, true
			}
		}
		n := Structure(m, init, "nodes", step.links)
		if x.Type == 'a' && stop != 0 && tested.steps == 0 && fixed(m, stop, l) {
			n = n.AddInt(1) // null is not where the walk ends: the iteration that it has begins, and may get as far as the link
		}
		return symval.Bound{Upper: n}, true
	}
	return symval.Bound{}, false
}

// Structure is the symbol of how much links lead to from v: its nodes, or those of a tree.
func Structure(m *symval.Func, v ssa.ID, kind string, links []string) expr.Size {
	from := m.Describe(v)
	switch {
	case m.Fn.Values[v].Type == 'i': // next[i]
		from += " by "
	case !strings.HasPrefix(links[0], "[]"):
		from += "."
	}
	all := strings.Join(links, "|")
	return m.Largest(v, kind+":"+all+" of ", fmt.Sprintf("%s(%s%s)", kind, from, all), math.Inf(1))
}

// TraversalWithoutTest bounds a loop without a test that is understood by a walk that every iteration makes: where the links end, the
// next one cannot be followed.
func TraversalWithoutTest(m *symval.Func, l int) (symval.Bound, bool) {
	for _, b := range m.CFG.Loops[l].Blocks {
		if m.ThrowsInto(l, b) {
			return symval.Bound{}, false
		}
	}
	type moving struct {
		phi, init ssa.ID
		step      LinkTraversal
	}
	var slow []moving // those that some iterations leave where they are
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if x := &m.Fn.Values[phi]; x.Kind != ssa.Phi || x.Type != 'a' {
			continue
		}
		step, init, ok := traversalStep(m, phi, l)
		if !ok || len(step.links) == 0 || slices.ContainsFunc(step.mustNotChange, func(s effects.FieldStore) bool { return mutatesLinks(m, l, phi, s) }) {
			continue
		}
		if step.steps > 0 {
			upper := Structure(m, init, "nodes", step.links)
			if !throwsOnAWayOut(m, l, phi, step.links) {
				upper = upper.AddInt(1)
			}
			return symval.Bound{Upper: upper}, true
		}
		slow = append(slow, moving{phi, init, step})
	}
	for i, a := range slow {
		for _, b := range slow[i+1:] {
			if oneFollows(m, l, a.phi, b.phi) {
				return symval.Bound{Upper: Structure(m, a.init, "nodes", a.step.links).Add(Structure(m, b.init, "nodes", b.step.links)).AddInt(1)}, true
			}
		}
	}
	return symval.Bound{}, false
}

// throwsOnAWayOut says whether an iteration of loop l in which phi is null or one of the links leads to null is the
// beginning of one in which the loop is left. Where it is not, the iteration that the exception cuts short counts as a
// whole one: no way out need cost as much.
func throwsOnAWayOut(m *symval.Func, l int, phi ssa.ID, links []string) bool {
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

// oneFollows says whether every iteration of loop l takes at least one of two walks further.
func oneFollows(m *symval.Func, l int, a, b ssa.ID) bool {
	var as, bs []ssa.ID
	for i := range m.CFG.Blocks[m.CFG.Loops[l].Header].Preds {
		if m.ViaBackEdge(l, i) {
			as, bs = append(as, m.Fn.Args(a)[i]), append(bs, m.Fn.Args(b)[i])
		}
	}
	ways := m.Jointly(l, as, bs)
	for _, w := range ways {
		x, ok := follow(m, w[0], a, l, nil)
		y, also := follow(m, w[1], b, l, nil)
		if !ok || !also || x.steps+y.steps == 0 {
			return false
		}
	}
	return len(ways) > 0
}

// traversalStep is what one iteration does to a header phi, and where the phi starts.
func traversalStep(m *symval.Func, phi ssa.ID, l int) (step LinkTraversal, init ssa.ID, ok bool) {
	first := true
	for i, a := range m.Fn.Args(phi) {
		if !m.ViaBackEdge(l, i) {
			if init != 0 && init != a {
				init = phi // several starts: the phi names them
			} else {
				init = a
			}
			continue
		}
		w, good := follow(m, a, phi, l, nil)
		if !good {
			return LinkTraversal{}, 0, false
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
func follow(m *symval.Func, v, phi ssa.ID, l int, seen []ssa.ID) (LinkTraversal, bool) {
	if v == phi {
		return LinkTraversal{}, true
	}
	f := m.Fn
	x := &f.Values[v]
	if len(seen) > symval.MaxDepth || slices.Contains(seen, v) || !m.CFG.InLoop(int(x.Block), l) {
		return LinkTraversal{}, false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	args := f.Args(v)
	link := func(from ssa.ID, name string, stays ...effects.FieldStore) (LinkTraversal, bool) {
		w, ok := follow(m, from, phi, l, seen)
		if !ok {
			return LinkTraversal{}, false
		}
		one := LinkTraversal{links: []string{name}, mustNotChange: stays}
		n := w.steps + 1
		w = w.join(one)
		w.steps = n
		return w, true
	}
	if a, _, ok := m.Addition(v); ok { // next[i - 1]
		return follow(m, a, phi, l, seen)
	}
	switch x.Kind {
	case ssa.Phi:
		if m.LoopHeadedBy(int(x.Block)) >= 0 || m.CFG.Blocks[x.Block].Region >= 0 {
			return LinkTraversal{}, false
		}
		var out LinkTraversal
		for i, a := range args {
			w, ok := follow(m, a, phi, l, seen)
			if !ok {
				return LinkTraversal{}, false
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
			return follow(m, args[0], phi, l, seen)
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			return link(args[0], mem.Name, effects.FieldStore{Name: mem.Name, Desc: mem.Desc})
		case classfile.OpIaload:
			if fixed(m, args[0], l) {
				elements := effects.FieldStore{Name: "", Desc: "[I"}
				if m.OwnedHere(args[0]) {
					elements = ownElements
				}
				return link(args[1], m.Describe(args[0])+"[]", elements)
			}
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
			if mem, _ := f.Member(v); len(args) == 1 && x.Type == 'a' && symval.IsAccessor(mem.Name) {
				return link(args[0], mem.Name+"()", reads(m.Fields, x.Op, mem)...)
			}
		}
	}
	return LinkTraversal{}, false
}

// join is a walk that takes either of two ways: at least the smaller number of links, of either's kinds.
func (w LinkTraversal) join(o LinkTraversal) LinkTraversal {
	return LinkTraversal{steps: min(w.steps, o.steps), links: SortedUnion(w.links, o.links), mustNotChange: slices.Concat(w.mustNotChange, o.mustNotChange)}
}

// mutatesLinks says whether loop l, or code that it calls, changes links that the walk of its header phi has still before it. The
// loop does not where it changes those of the node that it is on, after it has read them, or of nodes that it has left or made itself.
func mutatesLinks(m *symval.Func, l int, phi ssa.ID, s effects.FieldStore) bool {
	if s != ownElements && callsRelink(m, l, s) {
		return true
	}
	if s.Name == "" {
		return storesIn(m, l, s)
	}
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr || x.Op != classfile.OpPutfield {
				continue
			}
			if w, _ := m.Fn.Member(v); w.Name != s.Name || w.Desc != s.Desc {
				continue
			}
			on := m.Fn.Args(v)[0]
			if on == phi && readBefore(m, l, phi, s, v) || on != phi && behind(m, l, on, phi, nil) {
				continue
			}
			return true
		}
	}
	return false
}

// callsRelink says whether code that loop l calls may store to a link.
func callsRelink(m *symval.Func, l int, s effects.FieldStore) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			mem, _ := m.Fn.Member(v)
			return m.CallRelinks(v, s) || s.Name != "" && m.Fn.IsCall(v) && effects.StoresByHandle(mem)
		})
	})
}

// readBefore says whether every iteration has read the field of the node that it is on before the store put, and reads
// it nowhere else.
func readBefore(m *symval.Func, l int, phi ssa.ID, s effects.FieldStore, put ssa.ID) bool {
	found := false
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr || len(m.Fn.Args(v)) != 1 || m.Fn.Args(v)[0] != phi {
				continue
			}
			switch w, _ := m.Fn.Member(v); {
			case x.Op == classfile.OpGetfield && w.Name == s.Name && w.Desc == s.Desc:
			case (x.Op == classfile.OpInvokevirtual || x.Op == classfile.OpInvokeinterface) && symval.IsAccessor(w.Name) && slices.Contains(reads(m.Fields, x.Op, w), s):
			default:
				continue
			}
			y := &m.Fn.Values[put]
			if x.Block == y.Block && x.PC > y.PC || x.Block != y.Block && !m.CFG.Dominators.Dominates(int(x.Block), int(y.Block)) {
				return false
			}
			found = true
		}
	}
	return found
}

// behind says whether an object is null, one that the method makes, or a node that an earlier iteration of loop l was on.
func behind(m *symval.Func, l int, v, phi ssa.ID, seen []ssa.ID) bool {
	x := &m.Fn.Values[v]
	switch {
	case slices.Contains(seen, v):
		return true
	case len(seen) > symval.MaxDepth:
		return false
	case m.Fn.IsNull(v) || x.Kind == ssa.Instr && x.Op == classfile.OpNew:
		return true
	case x.Kind != ssa.Phi || !m.CFG.InLoop(int(x.Block), l):
		return false
	}
	header := m.LoopHeadedBy(int(x.Block)) == l
	if m.LoopHeadedBy(int(x.Block)) >= 0 && !header || m.CFG.Blocks[x.Block].Region >= 0 {
		return false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	for i, a := range m.Fn.Args(v) {
		if header && a == phi && m.ViaBackEdge(l, i) {
			continue // the next iteration has left it
		}
		if !behind(m, l, a, phi, seen) {
			return false
		}
	}
	return true
}
