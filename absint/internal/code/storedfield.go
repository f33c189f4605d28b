package code

import (
	"iter"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Reads of a field after a store to it in the same method: this.n = n; ... this.n (store-to-load forwarding). Sound because the
// store dominates the read, and no instruction on a path from the store to the read may store to a field of that name again.
// Then no path leads from the stored value to the read but through the store, so that both are of the same iteration.

// StoredField returns the value that a read of an object's field has because a store before it put it there; ok is false where
// there is none, or where it is not certain. mayStore reports whether code that an instruction runs may store to a field: that of
// a call, or of the initializer of a class.
func (m *Method) StoredField(v ssa.ID, mayStore func(v ssa.ID, field classfile.Member) bool) (stored ssa.ID, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield || m.CFG.HasSubroutines || x.Block < 0 {
		return 0, false
	}
	field, _ := m.Fn.Member(v)
	if d := field.Desc; d == "" || d[0] == 'Z' || d[0] == 'B' || d[0] == 'C' || d[0] == 'S' { // a store cuts the int that it stores
		return 0, false
	}
	for store := range m.dominating(v) {
		to, _ := m.Fn.Member(store)
		if m.Fn.Values[store].Op != classfile.OpPutfield || to.Name != field.Name || to.Desc != field.Desc {
			continue
		}
		args := m.Fn.Args(store)
		if to.Class != field.Class || args[0] != m.Fn.Args(v)[0] || !m.unchanged(store, v, field, mayStore) {
			return 0, false
		}
		return args[1], true
	}
	return 0, false
}

// dominating yields the instructions that dominate v, the nearest first.
func (m *Method) dominating(v ssa.ID) iter.Seq[ssa.ID] {
	return func(yield func(ssa.ID) bool) {
		x := &m.Fn.Values[v]
		for b := int(x.Block); b >= 0; b = m.CFG.Dominators.Parent(b) {
			for _, u := range slices.Backward(m.Fn.Body[b]) {
				if y := &m.Fn.Values[u]; y.Kind == ssa.Instr && (b != int(x.Block) || y.PC < x.PC) && !yield(u) {
					return
				}
			}
		}
	}
}

// maxEarlier caps the instructions that a search for an earlier read looks at.
const maxEarlier = 1 << 13

// EarlierRead returns the first read of the field that v is read from, of the same object, such that nothing on a path from it to v
// may store to the field; v if there is none. mayStore is as in StoredField. Sound because the first read dominates v, so that
// both have the value of the field at the last execution of the first.
func (m *Method) EarlierRead(v ssa.ID, mayStore func(v ssa.ID, field classfile.Member) bool) ssa.ID {
	x := &m.Fn.Values[v]
	if m.CFG.HasSubroutines || x.Block < 0 {
		return v
	}
	field, _ := m.Fn.Member(v)
	first, seen := v, 0
	for u := range m.dominating(v) {
		if seen++; seen >= maxEarlier {
			break
		}
		if m.Fn.Values[u].Op != x.Op {
			continue
		}
		if of, _ := m.Fn.Member(u); of != field || !slices.Equal(m.Fn.Args(u), m.Fn.Args(v)) {
			continue
		}
		if seen += len(m.CFG.Blocks); !m.unchanged(u, v, field, mayStore) {
			break
		}
		first = u
	}
	return first
}

// unchanged reports whether nothing stores to a field between a store to it, or a read, and a read that it dominates.
func (m *Method) unchanged(store, read ssa.ID, field classfile.Member, mayStore func(v ssa.ID, field classfile.Member) bool) bool {
	return m.untouched(store, read, func(v ssa.ID) bool { return v != store && m.Fn.StoresTo(v, field, mayStore) })
}

// Untouched reports whether an instruction dominates another one, and no instruction on a path from it to that changes something.
func (m *Method) Untouched(first, then ssa.ID, changes func(v ssa.ID) bool) bool {
	return !m.CFG.HasSubroutines && m.ComputedFirst(first, then) && m.untouched(first, then, changes)
}

func (m *Method) untouched(first, then ssa.ID, changes func(v ssa.ID) bool) bool {
	from, to := &m.Fn.Values[first], &m.Fn.Values[then]
	within := func(b int32, after, before int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			pc := int32(m.Fn.Values[v].PC)
			return pc > after && pc < before && changes(v)
		})
	}
	if from.Block == to.Block {
		return !within(from.Block, int32(from.PC), int32(to.PC))
	}
	between := m.Before([]int32{to.Block}, func(e *cfg.Edge) bool { return e.From != from.Block })
	for _, e := range m.CFG.Blocks[from.Block].Succs {
		if e.Kind == cfg.Exception && between[e.To] { // which an instruction before the store may have thrown
			return false
		}
	}
	again := slices.ContainsFunc(m.CFG.Blocks[to.Block].Succs, func(e cfg.Edge) bool { return between[e.To] }) // what is behind the second one may run before it
	const end = 1 << 30
	for b, in := range between {
		switch {
		case !in || int32(b) == from.Block:
		case int32(b) == to.Block && !again:
			if within(int32(b), -1, int32(to.PC)) {
				return false
			}
		case within(int32(b), -1, end):
			return false
		}
	}
	return !within(from.Block, int32(from.PC), end)
}
