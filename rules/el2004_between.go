package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What happens between the two look-ups of DoubleLookup, and what null means to the method.

// tellsNull reports whether a method that looks up a key which a test has found goes another way for null than where the key is missing.
func (m *Method) tellsNull(test, get ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	_, missing := m.branch(int(f.Values[test].Block), false)
	if missing == nil {
		return false
	}
	for v, u := range m.usersOf(get) {
		op := f.Values[u].Op
		if m.Strip(v) != get || op != classfile.OpIfnull && op != classfile.OpIfnonnull {
			continue
		}
		for _, e := range g.Blocks[f.Values[u].Block].Succs {
			if e.Kind != cfg.Exception && (e.Kind == cfg.Taken) == (op == classfile.OpIfnull) && m.behindGotos(e.To) != m.behindGotos(missing.To) {
				return true
			}
		}
	}
	return false
}

// behindGotos returns the block that control gets to from one that does nothing, or that block.
func (m *Method) behindGotos(b int32) int32 {
	f, g := m.Func(), m.Graph()
	for range 8 {
		block := &g.Blocks[b]
		if block.Start != block.Last || f.Code.Op(int(block.Last)) != classfile.OpGoto {
			break
		}
		b = block.Succs[0].To
	}
	return b
}

// failsBetween reports whether work that decides whether a key is put or added may fail, in a way that the repaired form does not show:
// computeIfAbsent lets no declared exception through, and a key that is added first stays where the method or its callers go on.
func (m *Method) failsBetween(u, collection ssa.ID, s secondLookup) bool {
	if s.desc != keyTest {
		return m.declaresException(u)
	}
	return m.isField(collection) && m.declaresException(u) || m.mayThrow(u) && m.caughtAndKept(u, collection)
}

// foundNull reports whether a test follows a get of the same key that has returned null: the test tells a key with the value null from a missing one.
func (m *Method) foundNull(test ssa.ID) bool {
	f := m.Func()
	args := f.Args(test)
	for get := range m.Calls("get") {
		of := f.Args(get)
		if len(of) == 2 && m.precedes(get, test) && m.Same(of[0], args[0]) && m.sameKey(of[1], args[1]) {
			return true
		}
	}
	return false
}

// changesMaybe reports whether a call runs code of the program that is not known to compute a result alone: what is asked again behind it is
// asked because it may have changed.
func (m *Method) changesMaybe(u ssa.ID, c classfile.Member) bool {
	if _, reads := m.getter(u); reads || !m.Engine.own(c.Class) || c.Name == "<init>" || m.Func().Values[u].Op == classfile.OpInvokedynamic {
		return false
	}
	target := m.Engine.computedBy(m.Func().Method.Class, m.Func().Values[u].Op, c)
	return target == nil || m.Engine.functionOf(target, 0) == nil
}

// refuses reports whether nothing returns where a test is as said: a key that is there already, say, is an error. One call in place of the test
// would report it later, behind what else can go wrong.
func (m *Method) refuses(v ssa.ID, truth bool) bool {
	_, e := m.branch(int(m.Func().Values[v].Block), truth)
	return e != nil && !m.returnsFrom(e.To)
}

// changesKey reports whether what stands between two look-ups may change what the key is equal to: the second one then searches for another.
func (m *Method) changesKey(first, second ssa.ID) bool {
	f := m.Func()
	after, before := f.Values[first].PC, f.Values[second].PC
	among := func(v ssa.ID) bool { return f.Values[v].PC > after && f.Values[v].PC < before }
	of := func(v ssa.ID) bool { return m.Same(v, f.Args(first)[0]) }
	return slices.ContainsFunc(m.typesOf(f.Args(first)[1]), func(class string) bool { return m.changesEquality(class, among, of) })
}
