package symval

import (
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// SearchFrom returns where a search for the next element starts, 0 where v is no such call: its result is at least
// that, or -1 where there is none (java.lang.String.indexOf of a character or of a text that is not empty,
// java.util.BitSet.nextSetBit). A search from below 0 starts at 0.
func (m *Func) SearchFrom(v ssa.ID) ssa.ID {
	f := m.Fn
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return 0
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	switch {
	case platform.IndexSearch.Has(mem):
		if mem.Class == platform.StringClass || m.Breach(args[0], mem.Class, contracts.Searching) == nil {
			return args[len(args)-1]
		}
	case platform.TextSearch.Has(mem):
		if s, ok := f.StringConstant(args[1]); ok && s != "" {
			return args[2]
		}
	}
	return 0
}
