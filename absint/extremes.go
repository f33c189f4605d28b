package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/ssa"
)

// extremeName names the largest (up) or the smallest value of a quantity of v. Where v is read through a parameter that is
// assigned again, the name that the code has for it is that of another value: what the caller passed.
func (m *method) extremeName(v ssa.ID, up bool, name string) string {
	switch {
	case !m.reassigned(v, 0):
		return name
	case up:
		return "largest " + name
	}
	return "smallest " + name
}

// reassigned reports whether v is read through a variable that has the name of a parameter but not its value.
func (m *method) reassigned(v ssa.ID, depth int) bool {
	f := m.f
	x := &f.Values[v]
	if depth > maxDepth || x.Kind == ssa.Param {
		return false
	}
	if name := f.Name(v); name != "" {
		return slices.ContainsFunc(f.Params, func(p ssa.ID) bool { return f.Name(p) == name })
	}
	args := f.Args(v)
	return x.Kind == ssa.Instr && len(args) > 0 && m.reassigned(args[0], depth+1)
}
