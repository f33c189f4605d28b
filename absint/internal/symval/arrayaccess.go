package symval

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Access says whether v ends by an exception unless index is at least 0 and less than the length of what it reads or
// writes: an array (JVMS 6.5, iaload and so on), or a character of a string (String.charAt).
func (m *Func) Access(v ssa.ID) (array, index ssa.ID, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return 0, 0, false
	}
	args := m.Fn.Args(v)
	switch op := x.Op; {
	case op >= classfile.OpIaload && op <= classfile.OpSaload, op >= classfile.OpIastore && op <= classfile.OpSastore:
		return args[0], args[1], true
	case op == classfile.OpInvokevirtual && len(args) == 2:
		if mem, _ := m.Fn.Member(v); platform.CharAccess.Has(mem) {
			return args[0], args[1], true
		}
	}
	return 0, 0, false
}
