package loopbound

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// found says whether a way has tested that a search found something: its result, or the counter that takes the result
// over, which all ways test. Then only the last iteration that comes round may have found nothing, and no test of the
// counter holds behind that one.
func found(m *symval.Func, w *pathSet, p *path, t int, search ssa.ID) bool {
	taken := p.moves[t].behind == 0
	for i, g := range w.guards {
		if p.passed>>i&1 == 0 || g.length != 0 || g.A != search && !(taken && g.A == w.tracked[t] && w.always(i)) {
			continue
		}
		if saysFound(m, g) {
			return true
		}
	}
	return false
}

// saysFound says whether a guard implies that a result of a search is not -1.
func saysFound(m *symval.Func, g guard) bool {
	k, ok := constantOf(m, g.B)
	switch {
	case !ok || g.length != 0:
		return false
	case g.Op == classfile.OpIfIcmpge:
		return k >= 0
	case g.Op == classfile.OpIfIcmpgt:
		return k >= -1
	}
	return g.Op == classfile.OpIfIcmpne && k == -1
}

// always says whether all ways pass a guard, those that can only be the last among them.
func (w *pathSet) always(i int) bool {
	untested := func(p path) bool { return p.passed>>i&1 == 0 }
	return !slices.ContainsFunc(w.all, untested) && !slices.ContainsFunc(w.last, untested)
}

// searched is what a counter is an index of wherever it is not -1: it only ever has the results of searches in there.
// It is 0 for every other variable.
func searched(m *symval.Func, phi ssa.ID) ssa.ID {
	in := ssa.ID(0)
	for _, a := range m.Fn.Args(phi) {
		if a == 0 || !isSearch(m, a) || in != 0 && m.Fn.Args(a)[0] != in {
			return 0
		}
		in = m.Fn.Args(a)[0]
	}
	return in
}

// isSearch says whether v is a call that returns an index inside of its receiver, or -1.
func isSearch(m *symval.Func, v ssa.ID) bool {
	if m.SearchFrom(v) != 0 {
		return true
	}
	if x := &m.Fn.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return false
	}
	mem, _ := m.Fn.Member(v)
	if mem.Class != platform.StringClass || mem.Name != "indexOf" {
		return false
	}
	s, ok := m.Fn.StringConstant(m.Fn.Args(v)[1])
	return mem.Desc == "(I)I" || ok && s != ""
}
