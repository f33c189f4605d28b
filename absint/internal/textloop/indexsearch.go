package textloop

import (
	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Searched returns the object of which counter phi is an index wherever it is not -1: all its values are
// results of searches of that object. It returns 0 for every other variable.
// Sound because indexOf and lastIndexOf of a string, also those of Kotlin, and nextSetBit return an index of the receiver or -1, and so do methods of the program
// that callvalues.SearchOf knows of an argument.
func Searched(m *symval.Func, phi ssa.ID) ssa.ID {
	in := ssa.ID(0)
	for _, a := range m.Fn.Args(phi) {
		if a == 0 {
			return 0
		}
		of := callvalues.SearchOf(m, a).In
		if IsSearch(m, a) {
			of = m.Uncast(m.Fn.Args(a)[0])
		}
		if of == 0 || in != 0 && of != in {
			return 0
		}
		in = of
	}
	return in
}

// IsSearch reports whether v is a call that returns an index of its receiver, or -1.
func IsSearch(m *symval.Func, v ssa.ID) bool {
	if callvalues.SearchFrom(m, v) != 0 || callvalues.IsDefaultSearch(m, v) {
		return true
	}
	if x := &m.Fn.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual {
		return false
	}
	mem, _ := m.Fn.Member(v)
	if mem.Class != platform.StringClass || mem.Name != "indexOf" && mem.Name != "lastIndexOf" {
		return false
	}
	return mem.Desc == "(I)I" || mem.Desc == "(II)I" || m.LengthAt(m.Fn.Args(v)[1], m.Fn.Values[v].Block).Lo >= 1
}
