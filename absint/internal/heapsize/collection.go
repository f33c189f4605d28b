package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A collection that a method creates and fills has no more elements than were added to it: one for each execution of
// an add, over all enclosing loops. Sound because every use of the collection must be a call of a known platform
// method or one that passes it read-only; any other use makes the size unknown.

// filledSize bounds the number of elements that a collection ever has if the method creates it and no other code adds
// any. Elements that loop except adds are left out; -1 is no loop. ok is false if other code may add elements.
func filledSize(m *symval.Func, v ssa.ID, except, depth int) (expr.Size, bool) {
	f := m.Fn
	x := &f.Values[v]
	if depth > 3 || !makesFillable(m, v) {
		return expr.Size{}, false
	}
	var sum expr.Size
	for _, b := range m.CFG.RPO {
		for _, u := range f.Body[b] {
			if !slices.ContainsFunc(f.Args(u), func(a ssa.ID) bool { return f.Uncast(a) == v }) || f.Values[u].Kind == ssa.Instr && f.Values[u].Op == classfile.OpCheckcast {
				continue // what is done with the result of a cast is done with v
			}
			n, ok := putsTo(m, v, u, depth)
			if !ok {
				return expr.Size{}, false
			}
			if k, known := n.Int(); known && k == 0 || except >= 0 && m.CFG.InLoop(int(b), except) {
				continue
			}
			times, ok := marks.Executions(m, b, x.Block)
			if !ok {
				return expr.Size{}, false
			}
			sum = sum.Add(n.Mul(times))
		}
	}
	sum = m.Eliminate(sum, true, code.NoBlock)
	return sum, !sum.Top
}

// makesFillable reports whether v allocates a platform collection that only its own methods and constructors fill.
func makesFillable(m *symval.Func, v ssa.ID) bool {
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpNew && platform.Fillable.Has(platform.ClassName(m.Fn.Static(v)))
}

// uncast returns the operands of an instruction, without their casts.
func uncast(m *symval.Func, u ssa.ID) []ssa.ID {
	args := slices.Clone(m.Fn.Args(u))
	for i, a := range args {
		args[i] = m.Fn.Uncast(a)
	}
	return args
}

// putsTo bounds the number of elements that one execution of instruction u adds to collection v; ok is false if
// nothing bounds it.
func putsTo(m *symval.Func, v, u ssa.ID, depth int) (n expr.Size, ok bool) {
	f := m.Fn
	x := &f.Values[u]
	if x.Kind != ssa.Instr {
		return n, false
	}
	if x.Op == classfile.OpAreturn || effects.TestsObject(x.Op) {
		return n, true
	}
	if !f.IsCall(u) {
		return n, false
	}
	mem, _ := f.Member(u)
	if !platform.IsPlatform(mem.Class) || effects.ReadsArguments(mem) {
		return n, !slices.ContainsFunc(f.Args(u), func(a ssa.ID) bool { return f.Uncast(a) == v && !m.Oracle.ReadOnly(f, u, a) })
	}
	first := 0
	if x.Op != classfile.OpInvokestatic {
		first = 1
	}
	if slices.Contains(uncast(m, u)[first:], v) {
		return putsToArgument(m, v, u, first)
	}
	return putsToReceiver(m, u, depth)
}

// putsToArgument is putsTo for a collection that is an argument of a call of platform code. first is the index of the
// first argument after the receiver.
func putsToArgument(m *symval.Func, v, u ssa.ID, first int) (n expr.Size, ok bool) {
	args := uncast(m, u)
	mem, _ := m.Fn.Member(u)
	if mem.Class == platform.CollectionsClass && mem.Name == "addAll" && len(args) == 2 && args[1] != v {
		q := m.Length(args[1], 0)
		n = m.Eliminate(q.Size, true, code.NoBlock)
		return n, q.Ok() && len(q.Conds) == 0 && !n.Top
	}
	own := first == 0 && mem.Class == platform.CollectionsClass || first == 1 && args[0] != v && makesFillable(m, args[0])
	return n, own && platform.ReadingArgument.Named(mem.Name)
}

// putsToReceiver is putsTo for a collection whose own method or constructor is called.
func putsToReceiver(m *symval.Func, u ssa.ID, depth int) (n expr.Size, ok bool) {
	args := m.Fn.Args(u)
	mem, _ := m.Fn.Member(u)
	switch {
	case mem.Name == "<init>" && (mem.Desc == "()V" || mem.Desc == "(I)V" || mem.Desc == "(IF)V"):
		return n, true
	case mem.Name == "<init>" && len(args) == 2 && platform.InUtil(progdb.Parameter(mem.Desc, 0, "")) && progdb.Parameter(mem.Desc, 0, "") != platform.Comparator,
		platform.PutAll.Named(mem.Name):
		n = copiedElements(m, args[len(args)-1], u, depth)
		return n, !n.Top
	case mem.Name == "<init>" && strings.HasSuffix(mem.Desc, platform.Desc(platform.Comparator)+")V"):
		return n, true
	case platform.PutOne.Named(mem.Name):
		return expr.Const(1), true
	}
	return n, platform.Reading.Named(mem.Name)
}

// arrayOf bounds the length of the array that toArray of a collection returns: the number of elements, or the length
// of the array argument if that is longer; of the characters of a text; and of what a method returns by its library model.
func arrayOf(m *symval.Func, v ssa.ID) (expr.Size, bool) {
	f := m.Fn
	v = m.Uncast(v)
	if !f.IsCall(v) {
		return expr.Size{}, false
	}
	mem, _ := f.Member(v)
	if !platform.IsPlatform(mem.Class) {
		return statedSize(m, v, 0)
	}
	if platform.Characters.Has(mem) {
		return newText(m).bound(f.Args(v)[0])
	}
	if f.Values[v].Op == classfile.OpInvokestatic {
		return expr.Size{}, false
	}
	if mem.Name != "toArray" || !platform.InUtil(mem.Class) {
		return expr.Size{}, false
	}
	args := f.Args(v)
	n := Elements(m, args[0], 0)
	if len(args) == 2 {
		given := m.Length(args[1], 0)
		if !given.Ok() || len(given.Conds) > 0 {
			return expr.Size{}, false
		}
		n = expr.Max(n, m.Eliminate(given.Size, true, code.NoBlock))
	}
	return n, !n.Top
}

// statedSize bounds the size of what a call of no platform class returns, by its library model.
func statedSize(m *symval.Func, v ssa.ID, depth int) (expr.Size, bool) {
	t := newText(m)
	s, ok := m.Oracle.Sizes(m.Fn, v, t.sizeOf(v, depth+1, nil))
	m.Spend(1 + *t.steps/stepsInOne)
	if !ok || s.Result.Top || t.ended() {
		return expr.Size{}, false
	}
	n := m.Clamp(m.Eliminate(s.Result, true, code.NoBlock), m.Fn.Values[v].Block)
	return n, !n.Top
}
