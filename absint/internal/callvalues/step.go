package callvalues

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Methods that return a linear function of a parameter: `i = next(i)`, `left(i)` of a heap. Sound because every return of every method that the call may run
// computes the same function of the same parameter in the arithmetic of its type.

// FindSteps lets m know which calls compute a linear function of an argument.
func FindSteps(m *symval.Func) {
	steps := map[ssa.ID]code.Step{}
	m.CallStep = func(call ssa.ID) code.Step {
		s, known := steps[call]
		if mem, _ := m.Fn.Member(call); !known && m.Depth > 0 && m.Fn.IsCall(call) && platform.IsPlatform(mem.Class) == platform.IsPlatform(m.Fn.Method.Class.Name) {
			s = m.Oracle.Result(m.Fn, call, m.Depth-1).Step
		}
		steps[call] = s
		return s
	}
}

// stepOf returns the parameter of which a returned value is a linear function.
func stepOf(m *symval.Func, v ssa.ID, desc string) (s code.Step) {
	n, ok := m.LinearIn(v, func(v ssa.ID) bool { return slices.Contains(m.Fn.Params, v) })
	if t := m.Fn.Values[n.Of].Type; !ok || n.Of == 0 || n.Times == 0 || !(desc == "I" && t == 'i' || desc == "J" && t == 'l') {
		return s
	}
	return code.Step{Arg: slices.Index(m.Fn.Params, n.Of) + 1, Times: n.Times, By: n.Plus}
}
