package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// typeArguments returns the type arguments with which the source declares a parameter or a field, as they stand in the generic
// signature (JVMS 4.7.9.1): "*", "Ljava/lang/Object;", "TV;"; none where it has none, or the value is neither.
func (m *Method) typeArguments(v ssa.ID) []string {
	f := m.Func()
	if x := &f.Values[v]; x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic) {
		c, _ := f.Member(v)
		if field := m.Engine.field(c); field != nil {
			return classfile.TypeArguments(field.Signature())
		}
		return nil
	}
	n := slices.Index(f.Params, v)
	if n >= 0 && !f.Method.Static() {
		n--
	}
	if n < 0 {
		return nil
	}
	parameters := f.Method.GenericParams()
	if n >= len(parameters) {
		return nil
	}
	return classfile.TypeArguments(parameters[n])
}
