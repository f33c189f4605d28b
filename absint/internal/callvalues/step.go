package callvalues

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Methods that return a parameter plus a constant: `i = next(i)`. Sound because every return of every method that the call may run adds the
// same constant to the same parameter by additions of its type, which overflow as one addition of their sum does.

// FindSteps lets m know which calls add a constant to an argument.
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

// stepOf returns the parameter that a returned value is by additions of constants.
func stepOf(m *symval.Func, v ssa.ID, desc string) (s code.Step) {
	by := int64(0)
	for range symval.MaxDepth {
		if i := slices.Index(m.Fn.Params, v); i >= 0 {
			if t := m.Fn.Values[v].Type; desc == "I" && t == 'i' || desc == "J" && t == 'l' {
				return code.Step{Arg: i + 1, By: by}
			}
			return s
		}
		a, c, ok := m.Addition(v)
		if !ok || c > maxStep || c < -maxStep {
			return s
		}
		v, by = a, by+c
	}
	return s
}

// maxStep bounds the constants of which a Step is a sum.
const maxStep = 1 << 20
