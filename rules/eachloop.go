package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// eachLoop is a loop that takes all elements of an array or collection, one after the other.
type eachLoop struct {
	loop    int
	from    ssa.ID // the array or collection
	element ssa.ID // what an iteration takes: next(), get(i) or a load from the array
	test    ssa.ID // the branch that ends the loop after the last element
	steps   []ssa.ID
}

// eachLoop returns how loop l goes through a collection or array; nil where it does not take every element from the first on.
func (m *Method) eachLoop(l int) *eachLoop {
	g, f := m.Graph(), m.Func()
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			if f.Values[v].Kind != ssa.Instr || int(g.Blocks[b].Loop) != l {
				continue
			}
			var e *eachLoop
			switch {
			case m.IsCall(v, "next", "()Ljava/lang/Object;"):
				e = m.iterated(v, l)
			case f.Values[v].Op >= classfile.OpIaload && f.Values[v].Op <= classfile.OpSaload, m.IsCall(v, "get", "(I)Ljava/lang/Object;"):
				e = m.indexed(v, l)
			}
			if e != nil && m.EveryIteration(v, l) {
				return e
			}
		}
	}
	return nil
}

// iterated is eachLoop for the call of next of an iterator that is made before the loop.
func (m *Method) iterated(next ssa.ID, l int) *eachLoop {
	f := m.Func()
	it := m.Strip(f.Args(next)[0])
	if !m.IsCall(it, "iterator", "()Ljava/util/Iterator;") || m.InLoop(it, l) {
		return nil
	}
	for _, u := range m.uses().of(it) {
		if !m.IsCall(u, "hasNext", "()Z") || !m.InLoop(u, l) {
			continue
		}
		for _, test := range m.uses().of(u) {
			if op := f.Values[test].Op; f.Values[test].Kind == ssa.Instr && (op == classfile.OpIfeq || op == classfile.OpIfne) && m.leaves(test, l) {
				return &eachLoop{loop: l, from: f.Args(it)[0], element: next, test: test, steps: []ssa.ID{next, u, test}}
			}
		}
	}
	return nil
}

// indexed is eachLoop for an access by an index that counts from 0 to the length or size.
func (m *Method) indexed(access ssa.ID, l int) *eachLoop {
	f := m.Func()
	args := f.Args(access)
	phi := args[1]
	row, isRow := m.rowOfList(args[0], l)
	if f.Values[phi].Kind != ssa.Phi || f.Values[phi].Block != m.Graph().Loops[l].Header || !isRow && !m.Stable(args[0], l) {
		return nil
	}
	steps := []ssa.ID{access}
	for _, a := range f.Args(phi) {
		x := &f.Values[a]
		switch {
		case isZero(f, a):
		case x.Kind == ssa.Instr && x.Op == classfile.OpIinc && x.Aux == 1 && f.Args(a)[0] == phi:
			steps = append(steps, a)
		default:
			return nil
		}
	}
	for _, u := range m.uses().of(phi) {
		op := f.Values[u].Op
		if f.Values[u].Kind != ssa.Instr || op != classfile.OpIfIcmpge && op != classfile.OpIfIcmplt || f.Args(u)[0] != phi || !m.leaves(u, l) {
			continue
		}
		bound := f.Args(u)[1]
		if m.lengthOf(bound, args[0]) || m.lengthOfRow(bound, args[0], l) {
			return &eachLoop{loop: l, from: args[0], element: access, test: u, steps: append(steps, bound, u)}
		}
		if isRow && m.IsCall(bound, "size", "()I") {
			if other, ok := m.rowOfList(f.Args(bound)[0], l); ok && m.sameRow(row, other) {
				return &eachLoop{loop: l, from: args[0], element: access, test: u, steps: append(steps, row, other, bound, u)}
			}
		}
	}
	return nil
}

// partLoop returns how loop l goes through a part of an array or list, by an index that counts up by one from any value to a limit that stays
// the same; nil where it takes another one.
func (m *Method) partLoop(l int) *eachLoop {
	g, f := m.Graph(), m.Func()
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			if f.Values[v].Kind != ssa.Instr || int(g.Blocks[b].Loop) != l || f.Values[v].Op != classfile.OpAaload && !m.IsCall(v, "get", "(I)Ljava/lang/Object;") {
				continue
			}
			if e := m.ranged(v, l); e != nil && m.EveryIteration(v, l) {
				return e
			}
		}
	}
	return nil
}

// ranged is partLoop for an access.
func (m *Method) ranged(access ssa.ID, l int) *eachLoop {
	f, g := m.Func(), m.Graph()
	args := f.Args(access)
	phi, h := args[1], g.Loops[l].Header
	if f.Values[phi].Kind != ssa.Phi || f.Values[phi].Block != h || !m.Stable(args[0], l) {
		return nil
	}
	steps := []ssa.ID{access}
	for i, p := range g.Blocks[h].Preds {
		if !g.InLoop(int(g.Edges[p].From), l) {
			continue
		}
		a := f.Args(phi)[i]
		if x := &f.Values[a]; x.Kind != ssa.Instr || x.Op != classfile.OpIinc || x.Aux != 1 || f.Args(a)[0] != phi {
			return nil
		}
		steps = append(steps, a)
	}
	for _, u := range m.uses().of(phi) {
		x := &f.Values[u]
		if x.Kind != ssa.Instr || x.Op < classfile.OpIfIcmplt || x.Op > classfile.OpIfIcmple || x.Block != h || !m.leaves(u, l) {
			continue
		}
		bound := f.Args(u)[0]
		if bound == phi {
			bound = f.Args(u)[1]
		}
		if limit, ok := m.limit(bound, args[0], l); ok {
			return &eachLoop{loop: l, from: args[0], element: access, test: u, steps: append(append(steps, limit...), u)}
		}
	}
	return nil
}

// limit returns the instructions of loop l that compute a limit which stays the same: the length of an array or size of a list, a number less
// or more; ok is false for another value.
func (m *Method) limit(bound, of ssa.ID, l int) (steps []ssa.ID, ok bool) {
	f := m.Func()
	if x := &f.Values[bound]; x.Kind == ssa.Instr && (x.Op == classfile.OpIadd || x.Op == classfile.OpIsub) && m.InLoop(bound, l) {
		a, b := f.Args(bound)[0], f.Args(bound)[1]
		steps, ok = m.limit(a, of, l)
		return append(steps, bound), ok && (f.Values[b].Kind == ssa.Int || !m.InLoop(b, l)) && m.Stable(b, l)
	}
	return []ssa.ID{bound}, m.Stable(bound, l) || m.lengthOf(bound, of)
}

// partIsList reports whether what a loop takes a part of by get is a list, and none that walks to the index, which EL2003 reports.
func (m *Method) partIsList(e *eachLoop) bool {
	class := className(m.Type(e.from))
	return m.IsCall(e.element, "get", "(I)Ljava/lang/Object;") && m.isList(e.from, class) && !m.Engine.IsClass(class, "java/util/AbstractSequentialList")
}

// lengthOf reports whether a number is the length of an array or the size of a list.
func (m *Method) lengthOf(n, of ssa.ID) bool {
	f := m.Func()
	length := f.Values[n].Kind == ssa.Instr && f.Values[n].Op == classfile.OpArraylength
	return (length || m.IsCall(n, "size", "()I")) && m.Same(f.Args(n)[0], of)
}

// lengthOfRow reports whether a number is the length of an array that is an element of another one, which stays the same in loop l: rows[i].
func (m *Method) lengthOfRow(n, row ssa.ID, l int) bool {
	f := m.Func()
	if f.Values[n].Kind != ssa.Instr || f.Values[n].Op != classfile.OpArraylength {
		return false
	}
	other := m.Strip(f.Args(n)[0])
	element := func(v ssa.ID) bool { return f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpAaload }
	return element(other) && element(row) && m.Same(f.Args(other)[0], f.Args(row)[0]) && m.Same(f.Args(other)[1], f.Args(row)[1]) && m.Stable(row, l) && m.Stable(other, l)
}

// rowOfList returns the call in loop l that takes a list out of another one, at an index that stays the same, as does the other list: rows.get(i). ok is
// false for any other value.
func (m *Method) rowOfList(v ssa.ID, l int) (get ssa.ID, ok bool) {
	f := m.Func()
	if get = m.Strip(v); !m.takesElement(get) || !m.InLoop(get, l) {
		return 0, false
	}
	list, at := f.Args(get)[0], f.Args(get)[1]
	return get, m.Stable(list, l) && m.Stable(at, l) && !m.altersIn(list, l)
}

// sameRow reports whether two calls take the element of one list at one index.
func (m *Method) sameRow(a, b ssa.ID) bool {
	f := m.Func()
	return m.Same(f.Args(a)[0], f.Args(b)[0]) && m.Same(f.Args(a)[1], f.Args(b)[1])
}

// leaves reports whether a branch of loop l can leave it.
func (m *Method) leaves(branch ssa.ID, l int) bool {
	g := m.Graph()
	b := m.Func().Values[branch].Block
	return slices.ContainsFunc(g.Exits(l), func(e int32) bool { return g.Edges[e].From == b })
}

// retries reports whether loop l goes on only while something is null: until an attempt succeeds, mostly the first one.
func (m *Method) retries(l int) bool {
	f, g := m.Func(), m.Graph()
	retried := false
	for _, i := range g.Exits(l) {
		e := &g.Edges[i]
		switch op := f.Values[f.At(g.Blocks[e.From].Last)].Op; {
		case e.Kind == cfg.Exception:
		case op == classfile.OpIfnull && e.Kind == cfg.Fall || op == classfile.OpIfnonnull && e.Kind == cfg.Taken:
			retried = true
		case op != classfile.OpIfnull && op != classfile.OpIfnonnull:
			return false
		}
	}
	return retried
}

// decides reports whether v, which is the same in every iteration of loop l, alone decides whether there is another one: then it runs once,
// or without end.
func (m *Method) decides(v ssa.ID, l int) bool {
	decided := false
	for _, test := range m.exitTests(l) {
		for _, a := range m.Func().Args(test) {
			switch {
			case m.onlyFrom(m.Strip(a), v, l, 0):
				decided = true
			case !m.Stable(a, l):
				return false
			}
		}
	}
	return decided
}

// onlyFrom reports whether a value is another one, or what functions of strings and numbers make of it and of what stays the same in loop l.
func (m *Method) onlyFrom(a, v ssa.ID, l, depth int) bool {
	f := m.Func()
	if a == v || depth > 4 {
		return a == v
	}
	c, _ := f.Member(a)
	_, box := wrappers[c.Class]
	if !f.IsCall(a) || c.Class != stringClass && !box {
		return false
	}
	from := false
	for _, b := range f.Args(a) {
		switch {
		case m.onlyFrom(m.Strip(b), v, l, depth+1):
			from = true
		case !m.Stable(b, l):
			return false
		}
	}
	return from
}

// complete reports whether the loop begins with the first element, and ends only after the last or by an exception.
func (m *Method) complete(e *eachLoop) bool {
	f, g := m.Func(), m.Graph()
	if f.IsCall(e.element) && len(f.Args(e.element)) == 1 { // next of an iterator that nothing else moves on
		for _, u := range m.uses().of(m.Strip(f.Args(e.element)[0])) {
			if !slices.Contains(e.steps, u) {
				return false
			}
		}
	}
	for _, x := range g.Exits(e.loop) {
		if g.Edges[x].From != m.Func().Values[e.test].Block && g.Edges[x].Handler < 0 {
			return false
		}
	}
	return true
}

// rest are the instructions of the loop besides those that go through the elements, without casts, branches without a condition
// and phis.
func (m *Method) rest(e *eachLoop) (out []ssa.ID) {
	f := m.Func()
	for _, b := range m.Graph().Loops[e.loop].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind == ssa.Instr && x.Op != classfile.OpCheckcast && x.Op != classfile.OpIinc && !slices.Contains(e.steps, v) {
				out = append(out, v)
			}
		}
	}
	return out
}
