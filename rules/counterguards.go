package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// onceByCounter reports whether loop l runs v at most once each time that it is entered, because v runs only where a counter equals what
// does not change in the loop: for (int i = 0; i < n; i++) { if (i == 0) v; }. Sound because the counter only grows, or only falls, in
// every iteration, and so has each value in one of them.
func (m *Method) onceByCounter(v ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	for b := int(f.Values[v].Block); b >= 0 && g.InLoop(b, l); {
		parent := g.Dominators.Parent(b)
		if parent < 0 || !g.InLoop(parent, l) {
			return false
		}
		if test := f.At(g.Blocks[parent].Last); test != 0 && m.onEqual(parent, test, b) && m.counterIs(test, l) {
			return true
		}
		b = parent
	}
	return false
}

// onEqual reports whether block b is entered from the test only where its operands, or its operand and 0, are equal.
func (m *Method) onEqual(parent int, test ssa.ID, b int) bool {
	op := m.Func().Values[test].Op
	taken := op == classfile.OpIfeq || op == classfile.OpIfIcmpeq
	if !taken && op != classfile.OpIfne && op != classfile.OpIfIcmpne {
		return false
	}
	g := m.Graph()
	for i := range g.Blocks[parent].Succs {
		if e := &g.Blocks[parent].Succs[i]; e.Kind != cfg.Exception && int(e.To) == b {
			return taken == (e.Kind == cfg.Taken) && len(g.Blocks[b].Preds) == 1
		}
	}
	return false
}

// counterIs reports whether a test compares a counter of loop l with what does not change in it.
func (m *Method) counterIs(test ssa.ID, l int) bool {
	args := m.Func().Args(test)
	isCounter := func(v ssa.ID) bool {
		i, ok := m.affine(v, l, 0)
		return ok && (m.strictly(i.counter, l, 1) || m.strictly(i.counter, l, -1))
	}
	if len(args) == 1 {
		return isCounter(args[0])
	}
	return isCounter(args[0]) && m.keepsNumber(args[1], l, 0) || isCounter(args[1]) && m.keepsNumber(args[0], l, 0)
}

// keepsNumber is Stable for a number that may be computed of sizes: the size of a collection, map or text that loop l does not change by a
// call of it. What other code changes in between is not seen: who compares a counter with a size means what it is in the loop.
func (m *Method) keepsNumber(v ssa.ID, l, depth int) bool {
	f := m.Func()
	x := &f.Values[v]
	switch {
	case m.Stable(v, l):
		return true
	case x.Kind != ssa.Instr || depth > 4:
		return false
	case x.Op == classfile.OpIadd || x.Op == classfile.OpIsub:
		return !slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return !m.keepsNumber(a, l, depth+1) })
	case x.Op == classfile.OpArraylength:
		return m.Stable(f.Args(v)[0], l)
	case m.IsCall(v, "size", "()I") || m.IsCall(v, "length", "()I"):
		of := f.Args(v)
		return len(of) == 1 && m.Stable(of[0], l) && (f.Static(of[0]) == stringDesc || !m.altersIn(of[0], l))
	}
	return false
}

// strictly reports whether every iteration of loop l adds a constant of a sign to a phi of its header, on every way.
func (m *Method) strictly(phi ssa.ID, l int, sign int64) bool {
	f, g := m.Func(), m.Graph()
	w := visit(phi)
	for v := range w.all() {
		for i, a := range f.Args(v) {
			if v == phi && !m.viaBackEdge(l, i) {
				continue
			}
			x := &f.Values[a]
			switch {
			case x.Kind == ssa.Phi && a != phi && m.InLoop(a, l) && x.Block != g.Loops[l].Header:
				w.add(a)
				continue
			case x.Kind != ssa.Instr || x.Op != classfile.OpIinc && x.Op != classfile.OpIadd && x.Op != classfile.OpIsub:
				return false
			}
			next, ok := m.affine(a, l, 0)
			if !ok || next.counter != phi || next.offset != 0 || next.constant*sign <= 0 {
				return false
			}
		}
	}
	return true
}

// lastIteration reports whether loop l ends after it has run v without an exception: on each way from v to the next iteration a test came
// out as the one at the loop's beginning does where the loop ends. So it is where a loop inside goes on until there is nothing left:
//
//	while (i < n) { if (p(i)) { v; while (i < n) { i++; } } else { i++; } }
//
// Sound because what dominates the way back has run with the same values, which the phis of the header get.
func (m *Method) lastIteration(v ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	header := g.Loops[l].Header
	ends, test := m.outcomeOnExit(l)
	if ends == 0 {
		return false
	}
	reached := map[int32]bool{} // in the same iteration
	for b := range m.blocksFrom(f.Values[v].Block, func(e *cfg.Edge) bool { return withoutException(e) && e.To != header && g.InLoop(int(e.To), l) }) {
		reached[b] = true
	}
	for _, e := range g.Loops[l].BackEdges {
		from := g.Edges[e].From
		if !reached[from] {
			continue
		}
		args := make([]ssa.ID, len(f.Args(test)))
		for i, a := range f.Args(test) {
			switch x := &f.Values[a]; {
			case x.Kind == ssa.Phi && x.Block == header:
				args[i] = f.Args(a)[g.Edges[e].Slot]
			case !m.InLoop(a, l):
				args[i] = a
			default:
				return false
			}
		}
		w := &wayBack{m, l, ends, f.Values[v].Block, reached, mostWaysBack}
		if !w.known(from, args) {
			return false
		}
	}
	return true
}

// outcome is a set of how a test may compare its operands, or its operand and 0: below, equal, above.
type outcome uint8

// outcomeOf returns how the operands of a test compare where its branch is taken, or is not; 0 where it compares no ints.
func (m *Method) outcomeOf(test ssa.ID, taken bool) (o outcome) {
	if test == 0 {
		return 0
	}
	op := m.Func().Values[test].Op
	if op < classfile.OpIfeq || op > classfile.OpIfIcmple {
		return 0
	}
	for i, a := range []int64{-1, 0, 1} {
		if holds(op, a, 0) == taken {
			o |= 1 << i
		}
	}
	return o
}

// outcomeOnExit returns the test at the end of the header of loop l, and how it comes out where the loop ends; 0 where it has none.
func (m *Method) outcomeOnExit(l int) (outcome, ssa.ID) {
	g := m.Graph()
	header := &g.Blocks[g.Loops[l].Header]
	test := m.Func().At(header.Last)
	for i := range header.Succs {
		if e := &header.Succs[i]; (e.Kind == cfg.Taken || e.Kind == cfg.Fall) && !g.InLoop(int(e.To), l) {
			return m.outcomeOf(test, e.Kind == cfg.Taken), test
		}
	}
	return 0, 0
}

// mostWaysBack is how many blocks are looked at where ways back to the header of a loop come together.
const mostWaysBack = 20

// wayBack is what is asked of the ways from an instruction to the next iteration of loop l: whether a test came out as ends says.
type wayBack struct {
	m       *Method
	l       int
	ends    outcome
	start   int32          // the block of the instruction
	reached map[int32]bool // the blocks on them
	left    int
}

// known reports whether a test compared args with such an outcome on every way to the end of a block.
func (w *wayBack) known(b int32, args []ssa.ID) bool {
	m, f, g := w.m, w.m.Func(), w.m.Graph()
	if w.left--; w.left < 0 {
		return false
	}
	if m.knownAt(int(b), w.l, args, w.ends) {
		return true
	}
	if b == w.start || b == g.Loops[w.l].Header || len(g.Blocks[b].Preds) < 2 {
		return false
	}
	for slot, p := range g.Blocks[b].Preds {
		e := &g.Edges[p]
		if !w.reached[e.From] {
			continue
		}
		before := slices.Clone(args)
		for i, a := range args {
			if x := &f.Values[a]; x.Kind == ssa.Phi && x.Block == b {
				before[i] = f.Args(a)[slot]
			}
		}
		if e.Kind == cfg.Exception || !w.known(e.From, before) {
			return false
		}
	}
	return true
}

// knownAt reports whether a test in loop l, which dominates block b, compared the same operands with an outcome of those that are given.
func (m *Method) knownAt(b, l int, args []ssa.ID, given outcome) bool {
	f, g := m.Func(), m.Graph()
	for g.InLoop(b, l) && b != int(g.Loops[l].Header) {
		if preds := g.Blocks[b].Preds; len(preds) == 1 {
			e := &g.Edges[preds[0]]
			test := f.At(g.Blocks[e.From].Last)
			o := m.outcomeOf(test, e.Kind == cfg.Taken)
			if (e.Kind == cfg.Taken || e.Kind == cfg.Fall) && o != 0 && o&^given == 0 && slices.Equal(f.Args(test), args) {
				return true
			}
		}
		b = g.Dominators.Parent(b)
	}
	return false
}
