package rules

import (
	"iter"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// lazily reports whether v runs only where a variable or field is null to which it is then assigned.
func (m *Method) lazily(v ssa.ID) bool {
	return m.whileNull(v, func(held ssa.ID) bool { return m.assigned(v, held) })
}

// setsUp reports whether v runs only where a field is null that the method sets.
func (m *Method) setsUp(v ssa.ID) bool {
	f := m.Func()
	return m.whileNull(v, func(held ssa.ID) bool {
		x := &f.Values[m.Strip(held)]
		return x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) && m.assigned(v, held)
	})
}

// setsUpIn reports whether v runs in one iteration of loop l: only where a variable, a static field or the field of an object that stays the same
// in the loop is null, which gets a value there.
func (m *Method) setsUpIn(v ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	for parent, b := range m.above(v) {
		test := f.At(g.Blocks[parent].Last)
		if test == 0 || !m.InLoop(test, l) {
			return false
		}
		if op := f.Values[test].Op; (op == classfile.OpIfnull || op == classfile.OpIfnonnull) && m.onNull(parent, test, b) && m.getsValue(m.Strip(f.Args(test)[0]), b, l) {
			return true
		}
	}
	return false
}

// getsValue reports whether loop l gives a variable or field a value on each way from block b to its next iteration, and nowhere else.
func (m *Method) getsValue(held ssa.ID, b, l int) bool {
	f, g := m.Func(), m.Graph()
	x := &f.Values[held]
	switch {
	case x.Kind == ssa.Phi && x.Block == g.Loops[l].Header:
		return m.keepsValue(held, b, l)
	case x.Kind != ssa.Instr || x.Op != classfile.OpGetstatic && x.Op != classfile.OpGetfield || x.Op == classfile.OpGetfield && !m.Invariant(f.Args(held)[0], l):
		return false
	}
	field, _ := f.Member(held)
	sets := map[int32]bool{} // the blocks that do
	for v := range m.Instructions() {
		if op := f.Values[v].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic || !m.InLoop(v, l) {
			continue
		}
		if c, _ := f.Member(v); c != field {
			continue
		}
		args := f.Args(v)
		if !m.makesObject(args[len(args)-1], v) || !g.Dominators.Dominates(b, int(f.Values[v].Block)) || x.Op == classfile.OpGetfield && !m.Same(args[0], f.Args(held)[0]) {
			return false
		}
		sets[f.Values[v].Block] = true
	}
	for at := range m.blocksFrom(int32(b), func(e *cfg.Edge) bool { return withoutException(e) && !sets[e.From] && g.InLoop(int(e.To), l) }) {
		if at == g.Loops[l].Header {
			return false
		}
	}
	return len(sets) > 0
}

// keepsValue reports whether the header phi of loop l has a value behind each iteration that passes block b, and keeps it in all others.
func (m *Method) keepsValue(phi ssa.ID, b, l int) bool {
	f, g := m.Func(), m.Graph()
	w := visit(phi)
	set := false
	for v := range w.all() {
		for i, p := range g.Blocks[f.Values[v].Block].Preds {
			a, from := f.Args(v)[i], int(g.Edges[p].From)
			x := &f.Values[a]
			switch {
			case !g.InLoop(from, l) && v == phi:
			case a == phi && !g.Dominators.Dominates(b, from):
			case x.Kind == ssa.Phi && a != phi && m.InLoop(a, l):
				w.add(a)
			case a == 0 || a == phi || !m.makesObject(a, a) || !g.Dominators.Dominates(b, int(f.Values[m.Strip(a)].Block)):
				return false
			default:
				set = true
			}
		}
	}
	return set
}

// makesObject reports whether a value is no null where an instruction uses it: what a method of the library returns that is not known to answer
// null counts.
func (m *Method) makesObject(v, at ssa.ID) bool {
	f := m.Func()
	c, ok := f.Member(m.Strip(v))
	return m.nonNull(v, at) || ok && f.IsCall(m.Strip(v)) && !m.Engine.own(c.Class) && !slices.Contains(absent, c.Name)
}

// cachedInMap reports whether v runs only where a map has no value for a key, by get or containsKey, and what it returns is then put into a map.
func (m *Method) cachedInMap(v ssa.ID) bool {
	f := m.Func()
	isMap := func(call ssa.ID, names ...string) bool {
		c, ok := f.Member(call)
		return ok && f.IsCall(call) && slices.Contains(names, c.Name) && m.Engine.IsClass(c.Class, "java/util/Map")
	}
	put := false
	w := visit(v)
	for x := range w.all() {
		for _, u := range m.uses().of(x) {
			if f.Values[u].Kind == ssa.Phi || f.Values[u].Op == classfile.OpCheckcast {
				w.add(u)
			}
			put = put || isMap(u, "put", "putIfAbsent") && f.Args(u)[0] != x
		}
	}
	if !put {
		return false
	}
	for parent := range m.above(v) {
		if test := f.At(m.Graph().Blocks[parent].Last); test != 0 && len(f.Args(test)) == 1 && isMap(m.Strip(f.Args(test)[0]), "get", "containsKey") {
			return true
		}
	}
	return false
}

// setsUpStatic reports whether v runs only where a static field is null that is final or that the method sets, or has a number or truth that it gets only
// there another one for: if (time == -1) { time = v; }.
func (m *Method) setsUpStatic(v ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	if m.whileNull(v, func(held ssa.ID) bool {
		x := &f.Values[m.Strip(held)]
		if x.Kind != ssa.Instr || x.Op != classfile.OpGetstatic {
			return false
		}
		c, _ := f.Member(m.Strip(held))
		return m.final(c) || m.assigned(v, held) // a final one is null while the class is initialized
	}) {
		return true
	}
	for parent, b := range m.above(v) {
		if held, unset := m.comparedStatic(f.At(g.Blocks[parent].Last)); held != 0 && m.setInside(held, unset, parent, b) {
			return true
		}
	}
	return false
}

// comparedStatic returns the read of a static field that a test compares with a constant, and the constant; 0 and 0 where it is 0, or where
// the test compares something else.
func (m *Method) comparedStatic(test ssa.ID) (held, constant ssa.ID) {
	f := m.Func()
	if test == 0 || f.Values[test].Op < classfile.OpIfeq || f.Values[test].Op > classfile.OpIfIcmpne {
		return 0, 0
	}
	args := f.Args(test)
	if x := &f.Values[args[0]]; len(args) == 1 && x.Kind == ssa.Instr && x.Op == classfile.OpLcmp {
		args = f.Args(args[0])
	}
	for i, a := range args {
		if x := &f.Values[a]; x.Kind != ssa.Instr || x.Op != classfile.OpGetstatic {
			continue
		}
		if len(args) == 1 {
			return a, 0
		}
		if other := args[1-i]; f.Values[other].Kind == ssa.Int || f.Values[other].Kind == ssa.Const {
			return a, other
		}
	}
	return 0, 0
}

// setInside reports whether block b is entered from a test only where a static field has a constant, and all that is ever written to the
// field, but by the initializer of the class, is something else and written in code that b dominates. A truth may be true in b, too.
func (m *Method) setInside(held, constant ssa.ID, parent, b int) bool {
	f, g := m.Func(), m.Graph()
	field, _ := f.Member(held)
	same := func(v ssa.ID) bool {
		x := f.Values[v]
		if constant == 0 {
			return x.Kind == ssa.Int && x.Aux == 0
		}
		y := f.Values[constant]
		return x.Kind == y.Kind && x.Type == y.Type && x.Aux == y.Aux
	}
	whileTrue := false
	if !m.onEqual(parent, f.At(g.Blocks[parent].Last), b) {
		if whileTrue = field.Desc == "Z" && constant == 0 && len(g.Blocks[b].Preds) == 1 && withoutException(&g.Edges[g.Blocks[b].Preds[0]]); !whileTrue {
			return false
		}
	}
	storing, ok := m.Engine.storing(field)
	if !ok || slices.ContainsFunc(storing, func(cm *classfile.Method) bool { return cm != f.Method && cm.Name != "<clinit>" }) {
		return false
	}
	written := false
	for v := range m.Instructions() {
		if x := &f.Values[v]; x.Op != classfile.OpPutstatic {
			continue
		} else if c, _ := f.Member(v); c != field {
			continue
		}
		if !g.Dominators.Dominates(b, int(f.Values[v].Block)) || same(f.Args(v)[0]) != whileTrue {
			return false
		}
		written = true
	}
	return written
}

// whileNull reports whether v runs only where a value of a kind is null.
func (m *Method) whileNull(v ssa.ID, of func(held ssa.ID) bool) bool {
	f, g := m.Func(), m.Graph()
	for parent, b := range m.above(v) {
		test := f.At(g.Blocks[parent].Last)
		if test != 0 && (f.Values[test].Op == classfile.OpIfnull || f.Values[test].Op == classfile.OpIfnonnull) && m.onNull(parent, test, b) && of(f.Args(test)[0]) {
			return true
		}
	}
	return false
}

// blocksAbove is how many blocks are looked at for a guard of an instruction.
const blocksAbove = 50

// above yields the blocks that dominate v, the nearest first, each with the next one that is nearer: first with the block of v.
func (m *Method) above(v ssa.ID) iter.Seq2[int, int] {
	return func(yield func(parent, b int) bool) {
		b := int(m.Func().Values[v].Block)
		for range blocksAbove {
			parent := m.Graph().Dominators.Parent(b)
			if parent < 0 || !yield(parent, b) {
				return
			}
			b = parent
		}
	}
}

// onNull reports whether block b is entered from the test only where its operand is null.
func (m *Method) onNull(parent int, test ssa.ID, b int) bool {
	g := m.Graph()
	for i := range g.Blocks[parent].Succs {
		e := &g.Blocks[parent].Succs[i]
		null := (m.Func().Values[test].Op == classfile.OpIfnull) == (e.Kind == cfg.Taken)
		if e.Kind != cfg.Exception && int(e.To) == b {
			return null && len(g.Blocks[b].Preds) == 1
		}
	}
	return false
}

// assigned reports whether v becomes the value of what held tested: a phi that v flows into, or a field, an element of an
// array or of a map that is stored to.
func (m *Method) assigned(v, held ssa.ID) bool {
	f := m.Func()
	held = m.Strip(held)
	switch h := &f.Values[held]; {
	case h.Kind == ssa.Phi:
		return m.flowsInto(v, held)
	case h.Op == classfile.OpGetfield || h.Op == classfile.OpGetstatic:
		field, _ := f.Member(held)
		return m.Writes(field)
	default:
		return f.IsCall(held) || h.Op == classfile.OpAaload // a look-up in a map or an array
	}
}

// flowsInto reports whether a value reaches a phi through other phis.
func (m *Method) flowsInto(v, phi ssa.ID) bool {
	f := m.Func()
	w := visit(phi)
	for u := range w.all() {
		if u == v {
			return true
		}
		if u != 0 && (f.Values[u].Kind == ssa.Phi || f.Values[u].Op == classfile.OpCheckcast) {
			w.add(f.Args(u)...)
		}
	}
	return false
}
