package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// countsAttempts reports whether loop l asks the same again until an answer satisfies it, at most so many times: each exit depends on an answer or
// on variables that only count attempts, and an answer ends the loop, itself or by what it sets such a variable to.
func (m *Method) countsAttempts(l int) bool {
	f, g := m.Func(), m.Graph()
	asked := m.askedIn(l)
	ends, counted := false, map[ssa.ID]bool{}
	for _, i := range g.Exits(l) {
		e := &g.Edges[i]
		if e.Kind == cfg.Exception {
			continue
		}
		test := f.At(g.Blocks[e.From].Last)
		switch {
		case test == 0:
			return false
		case m.dependsOn(test, asked, l):
			ends = true
			continue
		}
		for _, a := range f.Args(test) {
			if !m.Invariant(a, l) && !m.onlyCounts(a, l, counted) {
				return false
			}
		}
	}
	return len(counted) > 0 && (ends || m.setByAnswer(counted, asked, l))
}

// askedIn returns the calls in loop l that ask a database.
func (m *Method) askedIn(l int) map[ssa.ID]bool {
	asked := map[ssa.ID]bool{}
	for v, c := range m.Calls() {
		if m.InLoop(v, l) && (m.Engine.query(c) == execution || m.asksThrough(v, c)) {
			asked[v] = true
		}
	}
	return asked
}

// onlyCounts reports whether a number of loop l is made of constants and its own value of the iteration before, and has no use but that and to be
// compared; it adds the values that it is made of to counted.
func (m *Method) onlyCounts(v ssa.ID, l int, counted map[ssa.ID]bool) bool {
	f := m.Func()
	w := visit(v)
	for v := range w.all() {
		x := &f.Values[v]
		switch {
		case m.Invariant(v, l):
			continue
		case x.Type == 'a':
			return false
		case x.Kind == ssa.Phi, x.Kind == ssa.Instr && (x.Op == classfile.OpIinc || x.Op == classfile.OpIadd || x.Op == classfile.OpIsub):
			w.add(f.Args(v)...)
		default:
			return false
		}
		counted[v] = true
		for _, u := range m.uses().of(v) {
			y := &f.Values[u]
			switch test := y.Op >= classfile.OpIfeq && y.Op <= classfile.OpIfIcmple; {
			case !m.InLoop(u, l), y.Kind == ssa.Instr && test:
			case y.Kind == ssa.Phi || y.Op == classfile.OpIinc || y.Op == classfile.OpIadd || y.Op == classfile.OpIsub:
				w.add(u)
			default:
				return false
			}
		}
	}
	return true
}

// setByAnswer reports whether a branch that depends on an answer chooses what a variable that counts attempts is in the next iteration.
func (m *Method) setByAnswer(counted, asked map[ssa.ID]bool, l int) bool {
	f, g := m.Func(), m.Graph()
	chosen := false
	for v := range counted {
		if x := &f.Values[v]; x.Kind == ssa.Phi && x.Block != g.Loops[l].Header || x.Kind == ssa.Phi && len(f.Args(v)) > 2 {
			chosen = true
		}
	}
	return chosen && slices.ContainsFunc(g.Loops[l].Blocks, func(b int32) bool {
		test := f.At(g.Blocks[b].Last)
		return test != 0 && len(g.Blocks[b].Succs) > 1 && m.dependsOn(test, asked, l)
	})
}
