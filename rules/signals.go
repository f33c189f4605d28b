package rules

import (
	_ "embed" // the table
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

//go:embed signals.tsv
var signalsTable string

// signals are the methods of signals.tsv by class.
var signals = func() map[string][]string {
	out := map[string][]string{}
	for c := range rows(signalsTable) {
		out[c[0]] = strings.Fields(c[1])
	}
	return out
}()

// functionPackage has the types of functions.
const functionPackage = "java/util/function/"

// callsBack reports whether a method of the library signals another thread, or runs a function.
func callsBack(c classfile.Member) bool {
	if c.Desc == "()V" && slices.Contains(signals["java/lang/Object"], c.Name) {
		return true // of an object of any class
	}
	return slices.Contains(signals[c.Class], c.Name) || strings.HasPrefix(c.Class, functionPackage)
}

// runsUnknown reports whether a call is of an interface or abstract class of the program that has no method with code for it.
func (m *Method) runsUnknown(v ssa.ID, c classfile.Member) bool {
	f := m.Func()
	op := f.Values[v].Op
	return m.Engine.own(c.Class) && (op == classfile.OpInvokeinterface || op == classfile.OpInvokevirtual) &&
		len(m.dispatch(v).Targets) == 0
}
