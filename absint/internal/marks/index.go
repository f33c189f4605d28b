package marks

import (
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Index returns the index at which an instruction accesses an element of an array, a text or a list: it throws an exception unless that is one.
func Index(m *symval.Func, u ssa.ID) (v ssa.ID, ok bool) {
	if _, v, ok = m.Access(u); ok {
		return v, true
	}
	args := m.Fn.Args(u)
	if !m.Fn.IsCall(u) || m.Fn.Values[u].Op == classfile.OpInvokestatic || len(args) < 2 {
		return 0, false
	}
	mem, _ := m.Fn.Member(u)
	return args[1], platform.Indexing.Has(mem.Name, mem.Desc) && m.IsList(mem.Class) && m.Breach(args[0], mem.Class, contracts.Indexing) == nil
}
