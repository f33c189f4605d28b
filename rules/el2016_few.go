package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Arrays that EL2016 takes for short: addAll of five elements of an array costs more than to add them one by one (measured), of twenty half as
// much.

// fewAdded says why the array whose elements a loop adds to a list has few elements; empty where it may have many.
func (m *Method) fewAdded(e *eachLoop, part bool) string {
	f := m.Func()
	array := m.Strip(e.from)
	switch {
	case f.Values[e.element].Op != classfile.OpAaload || m.hot():
		return ""
	case m.isVarargs(array):
		return "the loop goes over the arguments of a call"
	case m.shortArray(array):
		return "the array stands in the source"
	case part && !m.isSized(array):
		return "nothing says that the part of the array is long"
	}
	return ""
}

// isVarargs reports whether a value is the array of the arguments that a call of the method writes out one by one.
func (m *Method) isVarargs(array ssa.ID) bool {
	f := m.Func()
	return f.Method.Access&classfile.AccVarargs != 0 && len(f.Params) > 0 && array == f.Params[len(f.Params)-1]
}

// isSized reports whether the method makes an array for a number of elements that it computes, or of the elements of a collection.
func (m *Method) isSized(array ssa.ID) bool {
	f := m.Func()
	if m.IsCall(array, "toArray", "") {
		return true
	}
	x := &f.Values[array]
	return x.Kind == ssa.Instr && x.Op == classfile.OpAnewarray && f.Values[f.Args(array)[0]].Kind != ssa.Int
}
