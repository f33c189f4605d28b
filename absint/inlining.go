package absint

import (
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// inlining answers what the bounds of loops ask with their calls inlined: see package inline.
type inlining struct{ *Analyzer }

// Target returns the only method of the program that a call may run, nil where there is none.
func (a inlining) Target(f *ssa.Func, call ssa.ID) *classfile.Method {
	d := a.dispatched(f, call)
	if d == nil || !d.Complete || len(d.Targets) != 1 || len(d.Lambdas) > 0 || !a.Hierarchy.Analysed(d.Targets[0].Class.Name) {
		return nil
	}
	return d.Targets[0]
}

// Look returns the analysis of a body.
func (a inlining) Look(b *progdb.Body) *symval.Func { return a.look(b, maxResultHops) }

// State lets an analysis know what is stated about its method, but for its loops: the numbers and lines of these are those of the method's own code.
func (a inlining) State(m *symval.Func) {
	a.applyStated(m)
	m.Facts.Loops = nil
}
