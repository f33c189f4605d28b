package inline

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Limits of what is inlined, in bytes: the code of a callee, and that of a method with its callees.
const (
	maxCallee   = 120
	maxExpanded = 6000
)

// hides are access flags of methods whose calls do more than run their code, or have none.
const hides = classfile.AccSynchronized | classfile.AccAbstract | classfile.AccNative

// calleeOf returns the code of the method that a call runs if it can stand in the place of the call, else nil.
func calleeOf(f *ssa.Func, call ssa.ID, p Program) *classfile.Code {
	if op := f.Values[call].Op; op == classfile.OpInvokedynamic || op != classfile.OpInvokestatic && (f.Method.Static() || f.Args(call)[0] != f.Params[0]) {
		return nil
	}
	t := p.OnlyTarget(f, call)
	if t == nil || t == f.Method || t.Class != f.Method.Class || t.Access&hides != 0 || strings.HasPrefix(t.Name, "<") || t.CodeSize() > maxCallee {
		return nil
	}
	b := p.Body(t)
	if b.Err != nil || len(b.G.Code.Handlers) > 0 || b.G.HasSubroutines || len(b.G.Irreducible) > 0 || b.F.Leaves || !plain(b) || !narrow(b) {
		return nil
	}
	return b.G.Code
}

// plain reports whether a body has no monitor.
func plain(b *progdb.Body) bool {
	code := b.G.Code
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op == classfile.OpMonitorenter || op == classfile.OpMonitorexit {
			return false
		}
	}
	return true
}

// narrow reports whether what a body returns is of the declared type as it is: a return makes an int that is not a byte, char, short or boolean
// one (JVMS 6.5, ireturn).
func narrow(b *progdb.Body) bool {
	t := classfile.Return(b.Method.Desc)
	if t != "Z" && t != "B" && t != "C" && t != "S" {
		return true
	}
	for _, k := range b.G.RPO {
		for _, v := range b.F.Body[k] {
			if x := &b.F.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpIreturn && !isOf(b.F, b.F.Args(v)[0], t, map[ssa.ID]bool{}) {
				return false
			}
		}
	}
	return true
}

// isOf reports whether an int is a value of a narrower type.
func isOf(f *ssa.Func, v ssa.ID, t string, seen map[ssa.ID]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Phi:
		return !slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return !isOf(f, a, t, seen) })
	case x.Kind == ssa.Int:
		return x.Aux == 0 || x.Aux == 1 || x.Aux >= 0 && x.Aux <= 127 && t != "Z"
	case x.Kind != ssa.Instr:
		return false
	case f.IsCall(v):
		m, _ := f.Member(v)
		return classfile.Return(m.Desc) == t
	}
	switch x.Op {
	case classfile.OpInstanceof:
		return true
	case classfile.OpGetfield, classfile.OpGetstatic:
		m, _ := f.Member(v)
		return m.Desc == t
	case classfile.OpI2b:
		return t == "B"
	case classfile.OpI2c, classfile.OpCaload:
		return t == "C"
	case classfile.OpI2s, classfile.OpSaload:
		return t == "S"
	}
	return false
}
