package contracts

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sums of an offset and what a stream read behind it, as in n += in.read(b, n, b.length - n). Sound because read returns at
// most the number of elements that it is asked for (java.io.InputStream, java.io.Reader) where no class under analysis
// overrides it, so that the sum is at most the end that the number was computed from.

// Filled returns the operands of v = at + read if read is what a call returned that was asked for at most end - at elements.
func (c *Contracts) Filled(f *ssa.Func, v ssa.ID) (at, read, end ssa.ID, ok bool) {
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpIadd {
		return 0, 0, 0, false
	}
	args := f.Args(v)
	for i, read := range args {
		at := args[1-i]
		if !f.IsCall(read) || !c.readsAtMost(f, read) {
			continue
		}
		operands := f.Args(read)
		asked := operands[len(operands)-1]
		if y := &f.Values[asked]; y.Kind == ssa.Instr && y.Op == classfile.OpIsub && f.Args(asked)[1] == at {
			return at, read, f.Args(asked)[0], true
		}
	}
	return 0, 0, 0, false
}

// readsAtMost reports whether call v returns at most its last argument.
func (c *Contracts) readsAtMost(f *ssa.Func, v ssa.ID) bool {
	mem, _ := f.Member(v)
	return !c.OpenWorld && slices.ContainsFunc(platform.Filling.Classes(), func(class string) bool {
		if !platform.Filling.Has(classfile.Member{Class: class, Name: mem.Name, Desc: mem.Desc}) {
			return false
		}
		is, _ := c.Hierarchy.IsSubtype(mem.Class, class)
		return is && !c.Hierarchy.Overridden(mem.Class, mem.Name, mem.Desc)
	})
}
