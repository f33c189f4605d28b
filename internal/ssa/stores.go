package ssa

import "github.com/energylint/energylint/internal/classfile"

// StoresTo reports whether an instruction may store to a field of some object: by its name, or by code that it runs, of which runs tells: that of a
// call, or of the initializer of a class.
func (f *Func) StoresTo(v ID, field classfile.Member, runs func(v ID, field classfile.Member) bool) bool {
	x := &f.Values[v]
	if x.Kind != Instr {
		return false
	}
	switch op := x.Op; {
	case op == classfile.OpPutfield || op == classfile.OpPutstatic:
		if to, _ := f.Member(v); to.Name == field.Name && to.Desc == field.Desc {
			return true
		}
		return op == classfile.OpPutstatic && runs(v, field)
	case op == classfile.OpGetstatic, op == classfile.OpNew, op == classfile.OpInvokedynamic, op.IsCall():
		return runs(v, field)
	}
	return false
}

// EndsBehind reports whether each call of the method that returns has run an instruction.
func (f *Func) EndsBehind(v ID) bool {
	g := f.Graph
	for _, b := range g.RPO {
		if g.Code.Op(g.Blocks[b].Last).IsReturn() && !g.Dominators.Dominates(int(f.Values[v].Block), int(b)) {
			return false
		}
	}
	return true
}
