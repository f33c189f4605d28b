package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A collection that a method makes and fills by itself has no more elements than were put into it: one for each run of
// an add, over all loops around it.

// filled bounds the elements that a collection ever has, where the method makes it and no other code puts any in. What
// loop except puts in is left out; -1 is none.
func (m *method) filled(v ssa.ID, except, depth int) (Size, bool) {
	f := m.f
	x := &f.Values[v]
	if depth > 3 || !m.makesFillable(v) {
		return Size{}, false
	}
	var sum Size
	for _, b := range m.g.RPO {
		for _, u := range f.Body[b] {
			args := f.Args(u)
			if !slices.Contains(args, v) {
				continue
			}
			n, ok := m.putsTo(v, u, depth)
			if !ok {
				return Size{}, false
			}
			if k, known := n.Int(); known && k == 0 || except >= 0 && m.g.InLoop(int(b), except) {
				continue
			}
			times, ok := m.executions(b, x.Block)
			if !ok {
				return Size{}, false
			}
			sum = sum.Add(n.Mul(times))
		}
	}
	sum = m.eliminate(sum, true, anywhere)
	return sum, !sum.bad
}

func (m *method) makesFillable(v ssa.ID) bool {
	x := &m.f.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpNew && platform.Fillable.Has(platform.ClassName(m.f.Static(v)))
}

// putsTo is how many elements one run of an instruction puts into a collection; ok is false where that is not known.
func (m *method) putsTo(v, u ssa.ID, depth int) (n Size, ok bool) {
	f := m.f
	x := &f.Values[u]
	if x.Kind != ssa.Instr {
		return n, false
	}
	if x.Op == classfile.OpAreturn || testsObject(x.Op) {
		return n, true
	}
	if !f.IsCall(u) {
		return n, false
	}
	mem, _ := f.Member(u)
	if !platform.IsPlatform(mem.Class) || checksArgument(mem) {
		return n, m.oracle.ReadOnly(f, u, v)
	}
	first := 0
	if x.Op != classfile.OpInvokestatic {
		first = 1
	}
	if slices.Contains(f.Args(u)[first:], v) {
		return m.putsToArgument(v, u, first)
	}
	return m.putsToReceiver(u, depth)
}

// putsToArgument is putsTo for a collection that is an argument of a call, of code that is known to be the platform's.
// first is the index of the first argument behind the receiver.
func (m *method) putsToArgument(v, u ssa.ID, first int) (n Size, ok bool) {
	args := m.f.Args(u)
	mem, _ := m.f.Member(u)
	if mem.Class == "java/util/Collections" && mem.Name == "addAll" && len(args) == 2 && args[1] != v {
		q := m.length(args[1], 0)
		n = m.eliminate(q.size, true, anywhere)
		return n, q.ok() && len(q.conds) == 0 && !n.bad
	}
	own := first == 0 && mem.Class == "java/util/Collections" || first == 1 && args[0] != v && m.makesFillable(args[0])
	return n, own && platform.ReadingArgument.Named(mem.Name)
}

// putsToReceiver is putsTo for a collection whose own method, or constructor, is called.
func (m *method) putsToReceiver(u ssa.ID, depth int) (n Size, ok bool) {
	args := m.f.Args(u)
	mem, _ := m.f.Member(u)
	switch {
	case mem.Name == "<init>" && (mem.Desc == "()V" || mem.Desc == "(I)V" || mem.Desc == "(IF)V"):
		return n, true
	case mem.Name == "<init>" && len(args) == 2 && platform.InUtil(parameter(mem.Desc, 0, "")) && parameter(mem.Desc, 0, "") != platform.Comparator,
		platform.PutAll.Named(mem.Name):
		n = m.elementsOf(args[len(args)-1], -1, depth+1)
		return n, !n.bad
	case mem.Name == "<init>" && strings.HasSuffix(mem.Desc, platform.Desc(platform.Comparator)+")V"):
		return n, true
	case platform.PutOne.Named(mem.Name):
		return Const(1), true
	}
	return n, platform.Reading.Named(mem.Name)
}

// executions is how often a block runs at most between two runs of another one, from which every way to it comes.
func (m *method) executions(b, from int32) (Size, bool) {
	out := Const(1)
	if m.g.Blocks[b].Region >= 0 {
		return out, false
	}
	for l := int(m.g.Blocks[b].Loop); l >= 0 && !m.g.InLoop(int(from), l); l = int(m.g.Loops[l].Parent) {
		info := &m.loops[l]
		if info.upper.bad || len(info.conds) > 0 || len(info.assumptions) > 0 {
			return out, false
		}
		n := info.upper
		if !m.guards(l, b) { // in the last, partial iteration as well
			n = n.AddInt(1)
		}
		out = out.Mul(n)
	}
	return out, !out.bad
}

// arrayOf bounds the length of the array that toArray of a collection returns: its elements, or the array that it is
// given, where that is longer.
func (m *method) arrayOf(v ssa.ID) (Size, bool) {
	f := m.f
	v = m.uncast(v)
	if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic {
		return Size{}, false
	}
	mem, _ := f.Member(v)
	if mem.Name != "toArray" || !platform.InUtil(mem.Class) {
		return Size{}, false
	}
	args := f.Args(v)
	n := m.elements(args[0], 0)
	if len(args) == 2 {
		given := m.length(args[1], 0)
		if !given.ok() || len(given.conds) > 0 {
			return Size{}, false
		}
		n = Max(n, m.eliminate(given.size, true, anywhere))
	}
	return n, !n.bad
}
