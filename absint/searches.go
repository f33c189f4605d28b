package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// searchFrom returns where a search for the next element starts, 0 where v is no such call: its result is at least
// that, or -1 where there is none (java.lang.String.indexOf of a character or of a text that is not empty,
// java.util.BitSet.nextSetBit). A search from below 0 starts at 0.
func (m *method) searchFrom(v ssa.ID) ssa.ID {
	f := m.f
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return 0
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case platform.IndexSearch.Has(mem):
		if mem.Class == platform.StringClass || m.breach(args[0], mem.Class, searching) == nil {
			return args[len(args)-1]
		}
	case platform.TextSearch.Has(mem):
		if s, ok := f.StringConstant(args[1]); ok && s != "" {
			return args[2]
		}
	}
	return 0
}

// found says whether a way has tested that a search found something: its result, or the counter that takes the result
// over, which all ways test. Then only the last iteration that comes round may have found nothing, and no test of the
// counter holds behind that one.
func (m *method) found(w *ways, p *way, t int, search ssa.ID) bool {
	taken := p.moves[t].behind == 0
	for i, g := range w.guards {
		if p.passed>>i&1 == 0 || g.length != 0 || g.a != search && !(taken && g.a == w.tracked[t] && w.always(i)) {
			continue
		}
		if m.saysFound(g) {
			return true
		}
	}
	return false
}

// saysFound says whether a guard implies that a result of a search is not -1.
func (m *method) saysFound(g guard) bool {
	k, ok := m.constantOf(g.b)
	switch {
	case !ok || g.length != 0:
		return false
	case g.op == classfile.OpIfIcmpge:
		return k >= 0
	case g.op == classfile.OpIfIcmpgt:
		return k >= -1
	}
	return g.op == classfile.OpIfIcmpne && k == -1
}

// always says whether all ways pass a guard, those that can only be the last among them.
func (w *ways) always(i int) bool {
	untested := func(p way) bool { return p.passed>>i&1 == 0 }
	return !slices.ContainsFunc(w.all, untested) && !slices.ContainsFunc(w.last, untested)
}

// searched is what a counter is an index of wherever it is not -1: it only ever has the results of searches in there.
// It is 0 for every other variable.
func (m *method) searched(phi ssa.ID) ssa.ID {
	in := ssa.ID(0)
	for _, a := range m.f.Args(phi) {
		if a == 0 || !m.isSearch(a) || in != 0 && m.f.Args(a)[0] != in {
			return 0
		}
		in = m.f.Args(a)[0]
	}
	return in
}

// isSearch says whether v is a call that returns an index inside of its receiver, or -1.
func (m *method) isSearch(v ssa.ID) bool {
	if m.searchFrom(v) != 0 {
		return true
	}
	if x := &m.f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return false
	}
	mem, _ := m.f.Member(v)
	if mem.Class != platform.StringClass || mem.Name != "indexOf" {
		return false
	}
	s, ok := m.f.StringConstant(m.f.Args(v)[1])
	return mem.Desc == "(I)I" || ok && s != ""
}
